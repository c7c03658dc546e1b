import { registerHomeTasks } from '../kernel/document/home-tasks'
import type { App } from '../kernel/http/bind'
import { bindCars } from './car/routes'
import { bindCatalogue } from './catalogue-routes'
import { bindLookups } from './lookups/routes'
import { bindParts } from './part/routes'
import { priceTasks } from './price-adjustment/home-tasks'
import { bindPriceAdjustments } from './price-adjustment/routes'
import { bindPriceLists } from './price-list/queries'
import { bindProducts } from './product/routes'
import { bindRegions } from './region/routes'

/** Calls of basic data. */
export function bindBasics(app: App): void {
  const { bind } = app
  bindLookups(bind)
  bindCatalogue(bind)
  bindCars(bind)
  bindParts(app)
  bindProducts(bind)
  bindRegions(app)
  bindPriceAdjustments(bind)
  bindPriceLists(bind)
  registerHomeTasks('basics', priceTasks)
}
