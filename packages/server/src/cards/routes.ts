import type { App } from '../kernel/http/bind'
import { bindCardQueries } from './queries/routes'

/** Member cards, packages and coupons. */
export function bindCards({ bind }: App): void {
  bindCardQueries(bind)
}
