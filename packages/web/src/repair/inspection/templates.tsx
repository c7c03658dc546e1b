import { serviceItemButtons } from '@chepu/contract/repair/buttons'
import { inspectionRoutes } from '@chepu/contract/repair/inspection'
import {
  type InspectionTemplateRow,
  inspectionTemplateRoutes,
  monthsText,
} from '@chepu/contract/repair/inspection-template'
import { Button, Select } from 'antd'
import { type FieldControl } from '../../kit/form/master-form'
import { MasterPage } from '../../kit/form/master-page'
import { type Row, type RowColumn, SubTableField } from '../../kit/form/sub-table-field'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { useDialog } from '../../kit/ui/use-dialog'
import { useOptions } from '../../pickers/lists'
import { ServiceItemDialog } from '../../pickers/service-item-dialog'
import { lastFields } from '../fields'

const columns: Column<InspectionTemplateRow>[] = [
  { key: 'name', title: '模板名称', width: 160, isKey: true },
  { key: 'monthFrom', title: '适用月份', width: 110, render: (row) => monthsText(row), isKey: true },
  {
    key: 'carTypeNames',
    title: '车辆类型',
    width: 130,
    sort: false,
    render: ({ carTypeNames }) => carTypeNames || '所有车',
    isKey: true,
  },
  { key: 'pointCount', title: '检查项', kind: 'count', total: false, sort: false, isKey: true },
  { key: 'sortNo', title: '排序', kind: 'count', total: false },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 200, sort: false },
]

const pointColumns: RowColumn[] = [
  { name: 'partOfCar', title: '部位', width: 80 },
  { name: 'name', title: '检查项' },
  { name: 'unit', title: '单位', width: 56 },
  { name: 'yellowAt', title: '黄', kind: 'decimal', width: 64 },
  { name: 'redAt', title: '红', kind: 'decimal', width: 64 },
  { name: 'serviceItemName', title: '建议项目', kind: 'shown', width: 120 },
]

/** 检车模板 (business/repair 12.1). */
export function InspectionTemplates() {
  return (
    <MasterPage<InspectionTemplateRow>
      name="inspectionTemplates"
      title="检车模板"
      routes={inspectionTemplateRoutes}
      buttons={serviceItemButtons}
      columns={columns}
      labelOf={(row) => row.name}
      refresh={[inspectionRoutes.templates]}
      fields={[
        { name: 'name', title: '模板名称', required: true },
        {
          name: 'carTypeIds',
          title: '车辆类型',
          initial: [],
          render: (control) => <CarTypes {...control} />,
          help: '不选适用于所有车；开始检车时先推荐适合车辆和月份的模板',
        },
        { name: 'monthFrom', title: '适用月份从', kind: 'select', numeric: true, options: months },
        {
          name: 'monthTo',
          title: '至',
          kind: 'select',
          numeric: true,
          options: months,
          help: '都不选为全年；可以跨年，如11月至3月',
        },
        {
          name: 'points',
          title: '检查项',
          wide: true,
          columns: pointColumns,
          initial: [],
          render: (control) => <Points {...control} />,
          help: '有界限的检查项按测量值判定：红色数值较小的，低于界限为黄、红；红色数值较大的，高于界限为黄、红',
        },
        ...lastFields,
      ]}
    >
      <TextFilter name="q" title="模板" search />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}

const months = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [i + 1, `${i + 1}月`]))

function CarTypes({ id, value, onChange, disabled }: FieldControl) {
  const carTypes = useOptions('carType')
  return (
    <Select
      id={id}
      mode="multiple"
      disabled={disabled}
      placeholder="所有车"
      value={(value as number[] | null) ?? []}
      options={Object.entries(carTypes).map(([key, label]) => ({ value: Number.parseInt(key, 10), label }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onChange}
    />
  )
}

const blank = {
  partOfCar: '',
  name: '',
  unit: '',
  yellowAt: null,
  redAt: null,
  serviceItemId: null,
  serviceItemName: null,
}

function Points(control: FieldControl) {
  const [choose, dialog] = useDialog(ServiceItemDialog)
  const rows = (control.value as readonly Row[] | null) ?? []
  const addItems = async () => {
    const items = (await choose({ text: '' })) ?? []
    const added = items.map(({ id, name }) => ({ ...blank, name, serviceItemId: id, serviceItemName: name }))
    control.onChange([...rows, ...added])
  }
  return (
    <>
      <SubTableField control={control} empty={blank} addText="添加检查项" columns={pointColumns} />
      <Button size="small" type="dashed" onClick={() => void addItems()}>
        按服务项目添加
      </Button>
      {dialog}
    </>
  )
}
