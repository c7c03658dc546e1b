import { type Decimal, isPositive, isZero, neg, sub } from '@chepu/contract/kernel/decimal'
import { refundCards } from '@chepu/contract/repair/refund'
import { moneyText, qtyText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import { useHeader } from '../../kit/document/document-context'

const figure = (value: unknown): Decimal => (value == null || value === '' ? '0' : String(value))

/** 退款去向 of a refund that is in the books: what its ledgers have, rather than what it was going to do. */
export function Booked() {
  const { id, customerDue, receivedAmount, storeAccountName } = useHeader()
  const isSaved = typeof id === 'number'
  const params = { id: isSaved ? id : 0 }
  const { data } = useCall(refundCards, { params }, { enabled: isSaved && customerDue !== undefined })
  if (!data || customerDue === undefined) return null
  const { setOff, paid, forgiven, open } = data
  return (
    <div className="rs-payers" aria-label="退款去向">
      <section className="rs-payer">
        <h3>退款去向</h3>
        <dl>
          <Row title="冲减应收" value={setOff} />
          <Row title={`${storeAccountName == null ? '' : String(storeAccountName)}已退现款`} value={receivedAmount} />
          <Row title="收银已退款" value={sub(figure(paid), figure(receivedAmount))} />
          <Row title="冲回收款优惠" value={forgiven} />
          <Row title="待退款" value={open} />
          <dt>退客户</dt>
          <dd className="rs-due">{moneyText(customerDue)}</dd>
        </dl>
      </section>
      {data.cards.map(({ id: cardId, typeName, cardNo, principal, gift, points }) => (
        <section key={cardId} className="rs-payer">
          <h3>
            {typeName} {cardNo}
          </h3>
          <dl>
            <Row title="退回卡本金" value={principal} />
            <Row title="退回卡赠金" value={gift} />
            {isPositive(neg(points)) ? (
              <Row title="扣回积分" value={neg(points)} text={qtyText} />
            ) : (
              <Row title="退回积分" value={points} text={qtyText} />
            )}
          </dl>
        </section>
      ))}
      {data.items.map(({ id: itemId, packageName, cardNo, name, times }) => (
        <section key={`item ${itemId}`} className="rs-payer">
          <h3>
            {packageName} {cardNo}
          </h3>
          <dl>
            <Row title={`退回 ${name} 次数`} value={times} text={qtyText} />
          </dl>
        </section>
      ))}
    </div>
  )
}

/** A figure with its name; nothing of what is nothing. */
function Row({ title, value, text = moneyText }: { title: string; value: unknown; text?: (value: string) => string }) {
  const shown = figure(value)
  if (isZero(shown)) return null
  return (
    <>
      <dt>{title}</dt>
      <dd>{text(shown)}</dd>
    </>
  )
}
