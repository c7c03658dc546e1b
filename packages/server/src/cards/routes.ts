import { bindMoneyDocument } from '../kernel/money/routes'
import type { App } from '../kernel/http/bind'
import { cardVoucherKind } from './card-voucher/actions'

/** Member cards, what is sold on them, and coupons. */
export function bindCards({ bind }: App): void {
  bindMoneyDocument(bind, cardVoucherKind)
}
