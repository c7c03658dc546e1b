import type { App } from '../kernel/http/bind'
import { bindBooksCheck } from './books-check/routes'

export function bindStatistics({ bind }: App): void {
  bindBooksCheck(bind)
}
