import { carTypeRoutes, type CarTypeRow } from '@chepu/contract/basics/car-kinds'
import { carButtons, carSeriesRoutes } from '@chepu/contract/basics/car-model'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { MasterPage } from '../../kit/form/master-page'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'

const columns: Column<CarTypeRow>[] = [
  { key: 'name', title: '名称', width: 120, isKey: true },
  { key: 'hourPrice', title: '工时单价', kind: 'price', width: 90, isKey: true },
  { key: 'sortNo', title: '排序', kind: 'count', width: 60 },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 220, sort: false },
]

/** 车辆类型 (business/basics 5.3): what work on a car costs an hour may go by it. */
export default function CarTypes() {
  return (
    <MasterPage<CarTypeRow>
      name="carType"
      title="车辆类型"
      routes={carTypeRoutes}
      buttons={carButtons}
      columns={columns}
      labelOf={(row) => row.name}
      refresh={[basicsInfo, carSeriesRoutes.list]}
      fields={[
        { name: 'name', title: '名称', required: true },
        { name: 'hourPrice', title: '工时单价', kind: 'decimal', help: '元；空白时按服务项目或工种的工时单价' },
        { name: 'sortNo', title: '排序', kind: 'integer', initial: 0 },
        { name: 'remark', title: '备注', kind: 'area' },
      ]}
    >
      <TextFilter name="q" title="名称" search />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
