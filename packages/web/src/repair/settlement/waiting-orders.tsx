import { ordersToSettle } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { Button } from 'antd'
import { useTabs } from '../../kit/base/tabs'
import { moneyText } from '../../kit/base/format'
import { useRenewal } from '../../kit/base/news'
import { useCall } from '../../kit/base/use-call'
import './settlement.css'

/** 待结算工单: cars whose work is done and that nobody has settled; a click begins their settlement, or opens the draft. */
export function WaitingOrders() {
  const { open } = useTabs()
  const { data } = useCall(ordersToSettle, { query: {} })
  useRenewal(ordersToSettle)
  const rows = data?.rows ?? []
  if (rows.length === 0) return null
  const settle = (id: number, draft: number | null) =>
    open({
      key: 'costSettlement',
      params: draft === null ? { new: 1, source: workOrder.kind, sourceId: id } : { id: draft },
    })
  return (
    <section className="rs-waiting" aria-label="待结算工单">
      <b>
        待结算 {rows.length}
        {data?.more ? '+' : ''} 台
      </b>
      {rows.map(({ id, billNo, plate, partnerName, totalAmount, settlementId }) => (
        <Button
          key={id}
          size="small"
          title={`${billNo}　${partnerName}${settlementId === null ? '' : '　已预结算'}`}
          onClick={() => settle(id, settlementId)}
        >
          {plate || billNo}
          {totalAmount === undefined ? '' : `　${moneyText(totalAmount)}`}
        </Button>
      ))}
    </section>
  )
}
