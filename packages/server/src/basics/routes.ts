import type { App } from '../kernel/http/bind'
import { bindCatalogue } from './catalogue-routes'
import { bindLookups } from './lookups/routes'
import { bindParts } from './part/routes'
import { bindProducts } from './product/routes'
import { bindRegions } from './region/routes'

/** Calls of basic data. */
export function bindBasics(app: App): void {
  const { bind } = app
  bindLookups(bind)
  bindCatalogue(bind)
  bindParts(app)
  bindProducts(bind)
  bindRegions(app)
}
