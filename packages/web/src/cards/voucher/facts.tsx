import { cardRoutes } from '@chepu/contract/cards/card'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { pageOf } from '@chepu/contract/access/catalogue'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { moneyText, qtyText } from '../../kit/base/format'
import { useHeader } from '../../kit/document/document-context'
import { CardItems } from '../card/items'
import { MovementTable } from '../card/movements'

/** So many of the newest movements are looked through for those of the document. */
const newest = 200

/** The card of a document: what stands on it now, and what this document moved on it. */
export function VoucherFacts() {
  const { has } = useSession()
  const { open } = useTabs()
  const { cardId, id } = useHeader()
  const enabled = typeof cardId === 'number' && has(pageOf('card'))
  const params = { id: enabled ? cardId : 0 }
  const { data: card } = useCall(cardRoutes.read, { params }, { enabled })
  const query = { rows: newest }
  const { data: moves } = useCall(cardRoutes.movements, { params, query }, { enabled: enabled && id !== undefined })
  if (!card || !enabled) return null
  const rows = moves?.rows.filter(({ kind, documentId }) => kind === cardVoucher.kind && documentId === id) ?? []
  return (
    <section className="cards-of-voucher">
      <div className="de-lines-bar">
        <b>会员卡</b>
        <button type="button" className="kit-link" onClick={() => open({ key: 'card', params: { id: card.id } })}>
          {card.cardNo}
        </button>
      </div>
      <dl className="cards-facts" aria-label="卡内余额">
        <dt>本金</dt>
        <dd>{moneyText(card.principal)}</dd>
        <dt>赠金</dt>
        <dd>{moneyText(card.gift)}</dd>
        <dt>积分</dt>
        <dd>{qtyText(card.points)}</dd>
      </dl>
      {card.items.length > 0 && <CardItems items={card.items} label="套餐剩余" />}
      {rows.length > 0 && <MovementTable rows={rows} onFollow={() => undefined} />}
    </section>
  )
}
