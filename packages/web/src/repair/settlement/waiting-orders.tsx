import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { Button } from 'antd'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { moneyText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import './settlement.css'

/** At most this many stand above the list; the list of orders has them all. */
const most = 12

/** 待结算工单: cars whose work is done and that nobody has settled; a click begins their settlement, or opens the draft. */
export function WaitingOrders() {
  const { has } = useSession()
  const { open } = useTabs()
  const mayList = has(workOrder.buttons.view)
  const query = { state: 'completed', from: '', to: '', page: 1, rows: most }
  const orders = useCall(workOrder.routes.list, { query: query as never }, { enabled: mayList }).data
  const drafts = useCall(repairSettlement.routes.list, {
    query: { state: 'draft', from: '', to: '', page: 1, rows: 200 } as never,
  }).data
  const rows = orders?.rows ?? []
  if (rows.length === 0) return null
  const draftOf = (billNo: string) =>
    drafts?.rows.find((row) => (row as { workOrderNo?: unknown }).workOrderNo === billNo)?.id
  const settle = (id: number, billNo: string) => {
    const draft = draftOf(billNo)
    const params = draft === undefined ? { new: 1, source: workOrder.kind, sourceId: id } : { id: draft }
    open({ key: 'costSettlement', params })
  }
  return (
    <section className="rs-waiting" aria-label="待结算工单">
      <b>
        待结算 {rows.length}
        {orders?.more ? '+' : ''} 台
      </b>
      {rows.map(({ id, billNo, plate, partnerName, totalAmount }) => (
        <Button key={id} size="small" title={`${billNo}　${partnerName}`} onClick={() => settle(id, billNo)}>
          {plate || billNo}
          {totalAmount === undefined ? '' : `　${moneyText(totalAmount)}`}
        </Button>
      ))}
    </section>
  )
}
