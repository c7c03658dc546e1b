import type { App } from '../kernel/http/bind'
import { bindCoupons } from './coupon/routes'

/** Member cards, packages and coupons. */
export function bindCards({ bind }: App): void {
  bindCoupons(bind)
}
