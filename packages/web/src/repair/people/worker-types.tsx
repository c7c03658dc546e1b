import { listWorkerTypes } from '@chepu/contract/repair/lookups'
import { technicianButtons, type WorkerTypeRow, workerTypeRoutes } from '@chepu/contract/repair/worker-type'
import { useSession } from '../../kit/base/session'
import { MasterPage } from '../../kit/form/master-page'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { lastFields } from '../fields'
import { shownColumns } from '../earnings'
import { rateField } from './rate-field'

const columns: Column<WorkerTypeRow>[] = [
  { key: 'name', title: '名称', width: 120, isKey: true },
  { key: 'hourPrice', title: '工时单价', kind: 'price', total: false, isKey: true },
  { key: 'commissionRate', title: '提成率', kind: 'percent', width: 68 },
  { key: 'technicianCount', title: '维修工', kind: 'count', sort: false },
  { key: 'itemCount', title: '服务项目', kind: 'count', width: 72, sort: false },
  { key: 'sortNo', title: '排序', kind: 'count', total: false },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 200, sort: false },
]

/** 工种 (business/repair-masters 1.1). */
export default function WorkerTypes() {
  const { has, sees } = useSession()
  return (
    <MasterPage<WorkerTypeRow>
      name="workerTypes"
      title="工种"
      routes={workerTypeRoutes}
      buttons={technicianButtons}
      columns={shownColumns(columns, sees)}
      labelOf={(row) => row.name}
      refresh={[listWorkerTypes]}
      fields={[
        { name: 'name', title: '名称', required: true },
        {
          name: 'hourPrice',
          title: '工时单价',
          kind: 'decimal',
          help: '服务项目没有写单价时用它；空白时用车辆类型或企业的单价',
        },
        ...(has(technicianButtons.rate) ? [rateField('提成率', '写成小数：18%写0.18')] : []),
        ...lastFields,
      ]}
    >
      <TextFilter name="q" title="名称" search />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
