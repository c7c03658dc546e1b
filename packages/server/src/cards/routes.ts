import type { App } from '../kernel/http/bind'
import { bindMoneyDocument } from '../kernel/money/routes'
import { cardVoucherKind } from './card-voucher/actions'
import { bindCoupons } from './coupon/routes'

/** Member cards, what is sold on them, packages and coupons. */
export function bindCards({ bind }: App): void {
  bindMoneyDocument(bind, cardVoucherKind)
  bindCoupons(bind)
}
