import { type GoodsTrade, goodsTrades, soldStates } from '@chepu/contract/repair/fast-order'
import { repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { useState } from 'react'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { useRefreshCalls } from '../../kit/base/use-call'
import { documentPath } from '../../kit/document/document-screens'
import { listOf } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { ListPage } from '../../kit/list/list-page'
import { EmployeeFilter } from '../../pickers/filters'
import { MasterTabs } from '../../kit/form/master-tabs'
import { useDialog } from '../../kit/ui/use-dialog'
import { CounterPage } from './counter-page'
import { UndoDialog, undoButton } from './last-bill'
import { SlipPreview } from './slip'

const list = listOf(goodsTrades, {
  billNo: { href: ({ id }: GoodsTrade) => documentPath(workOrder.kind, id) ?? '' },
  state: { states: workOrder.states },
})
const counting = { counts: ({ state }: GoodsTrade) => soldStates.includes(state), counted: '已结算', waiting: '未结算' }
const rowClass = ({ state }: GoodsTrade) => (state === 'cancelled' ? 'is-void' : undefined)
const states = { estimating: '已挂单', settled: '已结算', refunded: '已退货', cancelled: '已取消' }

/** 维修商品销售: goods over the counter, and what was sold. */
export default function GoodsTradePage() {
  return (
    <MasterTabs
      tabs={[
        { key: 'counter', label: '开单', children: <CounterPage kind="goods" /> },
        { key: 'list', label: '销售单', children: <GoodsTrades /> },
      ]}
    />
  )
}

function GoodsTrades() {
  const { has } = useSession()
  const { open } = useTabs()
  const refresh = useRefreshCalls()
  const [openUndo, undoDialog] = useDialog(UndoDialog)
  const [printed, setPrinted] = useState<number>()
  const actions = (row: GoodsTrade) => {
    if (row.settlementId === null || row.state !== 'settled') return []
    const refund = () =>
      open({ key: 'refundOrder', params: { new: 1, source: repairSettlement.kind, sourceId: row.settlementId ?? 0 } })
    const undo = async () => {
      if (await openUndo({ orderId: row.id, billNo: row.billNo })) refresh(goodsTrades.list, goodsTrades.totals)
    }
    return [
      { key: 'print', label: '打印小票', run: () => setPrinted(row.id) },
      ...(has(repairRefund.buttons.add) ? [{ key: 'refund', label: '退货', run: refund }] : []),
      ...(has(undoButton) && row.bizDate === shanghaiDay()
        ? [{ key: 'undo', label: '整单撤销', run: () => void undo() }]
        : []),
    ]
  }
  return (
    <>
      <ListPage
        {...list}
        name="goodsTrades"
        keyOf={(row) => row.id}
        rowActions={actions}
        rowClass={rowClass}
        counting={counting}
      >
        <TextFilter name="q" title="车牌/客户" />
        <TextFilter name="billNo" title="单号" />
        <EmployeeFilter name="salespersonId" title="销售人" />
        <SelectFilter name="state" title="状态" options={states} />
      </ListPage>
      {undoDialog}
      {printed !== undefined && <SlipPreview orderId={printed} onClose={() => setPrinted(undefined)} />}
    </>
  )
}
