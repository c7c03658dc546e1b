import { carColorRoutes, type CarColorRow } from '@chepu/contract/basics/car-kinds'
import { carButtons } from '@chepu/contract/basics/car-model'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { MasterPage } from '../../kit/form/master-page'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'

const columns: Column<CarColorRow>[] = [
  { key: 'name', title: '名称', width: 120, isKey: true },
  { key: 'sortNo', title: '排序', kind: 'count', width: 60 },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 220, sort: false },
]

/** 车身颜色 (business/basics 5.3). */
export default function CarColors() {
  return (
    <MasterPage<CarColorRow>
      name="carColor"
      title="车身颜色"
      routes={carColorRoutes}
      buttons={carButtons}
      columns={columns}
      labelOf={(row) => row.name}
      refresh={[basicsInfo]}
      fields={[
        { name: 'name', title: '名称', required: true },
        { name: 'sortNo', title: '排序', kind: 'integer', initial: 0 },
        { name: 'remark', title: '备注', kind: 'area' },
      ]}
    >
      <TextFilter name="q" title="名称" search />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
