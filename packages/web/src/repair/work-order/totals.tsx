import { isPositive } from '@chepu/contract/kernel/decimal'
import { orderDeposit } from '@chepu/contract/repair/order-deposit'
import { workOrder } from '@chepu/contract/repair/work-order'
import { useEffect, useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useCall } from '../../kit/base/use-call'
import { useEditorApi } from '../../kit/document/document-context'
import { Figure } from '../../kit/document/figure'
import { useOrder } from './order-context'

/** 工时, 材料, 其他 and 合计 as they will be saved, following each edit. */
export function OrderTotals() {
  const order = useOrder()
  const { sees, org } = useSession()
  const { priceTaxIncluded } = org
  const [totals, setTotals] = useState(() => order.totals(priceTaxIncluded))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // Several lines that come at once are counted once.
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        setTotals(order.totals(priceTaxIncluded))
      })
    }
    later()
    const stops = [order.editor.onChange(later), order.editor.subscribe(later)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [order, priceTaxIncluded])
  if (!sees(workOrder.priceField ?? 'doc_price')) return <div className="de-totals" aria-label="合计" />
  return (
    <div className="de-totals" aria-label="合计">
      <Figure title="工时" value={moneyText(totals.labourAmount)} />
      <Figure title="材料" value={moneyText(totals.materialAmount)} />
      <Figure title="其他" value={moneyText(totals.otherAmount)} />
      <Figure title={priceTaxIncluded ? '合计' : '含税合计'} value={moneyText(totals.totalAmount)} strong />
      <Deposit />
    </div>
  )
}

/** What the customer has paid ahead for this order. */
function Deposit() {
  const { id } = useEditorApi()
  const found = useCall(orderDeposit, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const { deposit } = found.data ?? {}
  return deposit !== undefined && isPositive(deposit) ? <Figure title="订金" value={moneyText(deposit)} /> : null
}
