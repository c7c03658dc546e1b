import { type BayRow, bayRoutes } from '@chepu/contract/repair/bay'
import { listBays } from '@chepu/contract/repair/lookups'
import { technicianButtons } from '@chepu/contract/repair/worker-type'
import { MasterPage } from '../../kit/form/master-page'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { lastFields } from '../fields'

const columns: Column<BayRow>[] = [
  { key: 'name', title: '名称', width: 140, isKey: true },
  { key: 'kind', title: '类型', width: 100, isKey: true },
  { key: 'sortNo', title: '排序', kind: 'count', total: false },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 200, sort: false },
]

/** 工位 of the organisation (business/repair-masters 1.5). */
export function Bays() {
  return (
    <MasterPage<BayRow>
      name="bays"
      title="工位"
      routes={bayRoutes}
      buttons={technicianButtons}
      columns={columns}
      labelOf={(row) => row.name}
      refresh={[listBays]}
      fields={[
        { name: 'name', title: '名称', required: true, help: '如 1号举升机' },
        { name: 'kind', title: '类型', help: '如 举升、地沟、四轮定位、钣金、烤漆' },
        ...lastFields,
      ]}
    >
      <TextFilter name="q" title="名称" search />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
