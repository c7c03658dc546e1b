import type { PartRow } from '@chepu/contract/basics/part'
import { serviceItemButtons } from '@chepu/contract/repair/buttons'
import { type ServicePackageRow, servicePackageRoutes } from '@chepu/contract/repair/service-package'
import { Button } from 'antd'
import type { FieldControl } from '../../kit/form/master-form'
import { MasterPage } from '../../kit/form/master-page'
import { type Row, type RowColumn, SubTableField } from '../../kit/form/sub-table-field'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { useDialog } from '../../kit/ui/use-dialog'
import { findParts } from '../../pickers/part-link'
import { ServiceItemDialog } from '../../pickers/service-item-dialog'

const columns: Column<ServicePackageRow>[] = [
  { key: 'code', title: '套餐编码', width: 84, isKey: true },
  { key: 'name', title: '套餐名称', width: 180, isKey: true },
  { key: 'itemCount', title: '项目数', kind: 'count', total: false, sort: false },
  { key: 'partCount', title: '配件数', kind: 'count', total: false, sort: false },
  { key: 'content', title: '内容', width: 320, sort: false, isKey: true },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 200, sort: false },
]

const lineColumns: RowColumn[] = [
  { name: 'code', title: '编码', kind: 'shown', width: 100 },
  { name: 'name', title: '项目 / 配件', kind: 'shown' },
  { name: 'qty', title: '数量', kind: 'decimal', width: 80 },
  { name: 'price', title: '套餐单价', kind: 'decimal', width: 96 },
]

/** 项目套餐 (business/repair-masters 1.8): items and parts that are written on an order together. */
export function ServicePackages() {
  return (
    <MasterPage<ServicePackageRow>
      name="servicePackages"
      title="项目套餐"
      routes={servicePackageRoutes}
      buttons={serviceItemButtons}
      columns={columns}
      labelOf={(row) => row.name}
      fields={[
        { name: 'code', title: '套餐编码', help: '空白时自动生成' },
        { name: 'name', title: '套餐名称', required: true },
        {
          name: 'lines',
          title: '内容',
          wide: true,
          columns: lineColumns,
          initial: [],
          render: (control) => <Lines {...control} />,
          help: '套餐单价空白时按原价；开单时项目和配件一起写入',
        },
        { name: 'remark', title: '备注', kind: 'area' },
      ]}
    >
      <TextFilter name="q" title="套餐" search placeholder="编码 / 名称 / 拼音" />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}

const blank = { serviceItemId: null, partId: null, qty: '1', price: null }

/** Items and parts in their order; what is there already is not added twice. */
function Lines(control: FieldControl) {
  const [choose, dialog] = useDialog(ServiceItemDialog)
  const rows = (control.value as readonly Row[] | null) ?? []
  const add = (lines: readonly Row[]) => {
    const isNew = (line: Row) =>
      !rows.some((row) => row['serviceItemId'] === line['serviceItemId'] && row['partId'] === line['partId'])
    control.onChange([...rows, ...lines.filter(isNew)])
  }
  const addItems = async () => {
    const items = await choose({ text: '' })
    add((items ?? []).map(({ id, code, name }) => ({ ...blank, serviceItemId: id, code, name })))
  }
  const addPart = ({ id, code, name }: PartRow) => add([{ ...blank, partId: id, code, name }])
  return (
    <>
      <SubTableField control={control} columns={lineColumns} />
      <Button size="small" type="dashed" onClick={() => void addItems()}>
        添加服务项目
      </Button>
      <Autocomplete
        label="添加配件"
        text=""
        placeholder="添加配件：编码 / 名称 / 拼音 / OE号"
        find={findParts}
        onChange={(option) => option && addPart(option.value)}
      />
      {dialog}
    </>
  )
}
