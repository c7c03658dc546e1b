import { cardList, cardRoutes } from '@chepu/contract/cards/card'
import type { App } from '../kernel/http/bind'
import { bindMoneyDocument } from '../kernel/money/routes'
import { bindQuery } from '../kernel/query/query'
import { cardVoucherKind } from './card-voucher/actions'
import { cardSource } from './card/list'
import { previewRecharge, previewRefund } from './card/preview'
import { cardMovements, findCards, readCard } from './card/view'
import { setPin } from './pin'

/** Member cards, what is sold on them, and coupons. */
export function bindCards({ bind }: App): void {
  bindMoneyDocument(bind, cardVoucherKind)
  bindQuery(bind, cardList, cardSource)
  bind.reads(cardRoutes.read, (tx, { params }) => readCard(tx, params.id))
  bind.reads(cardRoutes.movements, (tx, { params, query }) => cardMovements(tx, params.id, query))
  bind.reads(cardRoutes.lookup, (tx, { query }) => findCards(tx, query))
  bind.reads(cardRoutes.rechargePreview, (tx, { params, query }) => previewRecharge(tx, params.id, query.principal))
  bind.reads(cardRoutes.refundPreview, (tx, { params, query }) => previewRefund(tx, params.id, query.penalty))
  bind(cardRoutes.setPin, (tx, { params, body }) => setPin(tx, params.id, body.pin))
}
