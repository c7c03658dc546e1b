import { button } from '@chepu/contract/access/catalogue'
import { type InspectionRow, inspectionRoutes, inspectionStates } from '@chepu/contract/repair/inspection'
import { Button } from 'antd'
import { useState } from 'react'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { ListPage } from '../../kit/list/list-page'
import { StartDialog } from './start-dialog'

const columns: Column<InspectionRow>[] = [
  { key: 'plate', title: '车牌', width: 96, isKey: true },
  { key: 'modelText', title: '车型', width: 180, sort: false },
  { key: 'partnerName', title: '客户', width: 140, sort: false, isKey: true },
  { key: 'billNo', title: '工单/接车单', width: 124, isKey: true },
  { key: 'templateName', title: '模板', width: 110, sort: false },
  { key: 'redCount', title: '需处理', kind: 'count', total: false, sort: false, isKey: true },
  { key: 'yellowCount', title: '关注', kind: 'count', total: false, sort: false, isKey: true },
  { key: 'inspectorName', title: '检查人', width: 80, sort: false },
  { key: 'state', title: '状态', labels: inspectionStates, width: 64, sort: false, isKey: true },
  { key: 'createdAt', title: '开始时间', kind: 'time' },
  { key: 'doneAt', title: '完成时间', kind: 'time' },
]

/** 检车报告 (business/repair 12.3). */
export function Inspections() {
  const { has } = useSession()
  const { open } = useTabs()
  const [isStarting, setStarting] = useState(false)
  const mayEnter = ['work_order', 'reception'].some((group) =>
    ['add', 'update'].some((action) => has(button(group, action))),
  )
  const show = (id: number) => open({ key: 'inspection', params: { id }, title: '检车报告' })
  return (
    <>
      <ListPage<InspectionRow>
        name="inspections"
        title="检车报告"
        list={inspectionRoutes.list}
        totals={inspectionRoutes.totals}
        columns={columns}
        onOpen={(row) => show(row.id)}
        toolbar={
          mayEnter && (
            <Button size="small" type="primary" onClick={() => setStarting(true)}>
              开始检车
            </Button>
          )
        }
      >
        <TextFilter name="q" title="检车报告" search placeholder="车牌 / 单号 / 客户" />
        <SelectFilter name="state" title="状态" options={inspectionStates} />
      </ListPage>
      {isStarting && <StartDialog onStarted={show} onClose={() => setStarting(false)} />}
    </>
  )
}
