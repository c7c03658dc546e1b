import type { App } from '../app/http'
import { bindBooksCheck } from './books-check/routes'

export function bindStatistics({ bind }: App): void {
  bindBooksCheck(bind)
}
