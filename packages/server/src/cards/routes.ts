import { cardPackageRoutes } from '@chepu/contract/cards/card-package'
import { cardTypeRoutes } from '@chepu/contract/cards/card-type'
import { listCardTypes as lookUpCardTypes, searchCardPackages } from '@chepu/contract/cards/lookups'
import type { App, Bind } from '../kernel/http/bind'
import { cardPackageTotals, listCardPackages, readCardPackage } from './card-package/list'
import { copyCardPackage, enableCardPackage, saveCardPackage } from './card-package/save'
import { cardTypeTotals, enableCardType, listCardTypes, saveCardType } from './card-type/card-type'
import { bindCoupons } from './coupon/routes'
import { cardTypes, findCardPackages } from './lookups/lookups'

/** Member cards, what is sold on them, and coupons. */
export function bindCards({ bind }: App): void {
  bindMasters(bind)
  bindCoupons(bind)
}

/** What cards are, and what is sold on them. */
function bindMasters(bind: Bind): void {
  bind(cardTypeRoutes.list, (tx, { query }) => listCardTypes(tx, query))
  bind(cardTypeRoutes.totals, (tx, { query }) => cardTypeTotals(tx, query))
  bind(cardTypeRoutes.save, (tx, { body }) => saveCardType(tx, body))
  bind(cardTypeRoutes.enable, (tx, { params, body }) => enableCardType(tx, params.id, body))

  bind(cardPackageRoutes.list, (tx, { query }) => listCardPackages(tx, query))
  bind(cardPackageRoutes.totals, (tx, { query }) => cardPackageTotals(tx, query))
  bind(cardPackageRoutes.read, (tx, { params }) => readCardPackage(tx, params.id))
  bind(cardPackageRoutes.save, (tx, { body }) => saveCardPackage(tx, body))
  bind(cardPackageRoutes.enable, (tx, { params, body }) => enableCardPackage(tx, params.id, body))
  bind(cardPackageRoutes.copy, (tx, { params }) => copyCardPackage(tx, params.id))

  bind(lookUpCardTypes, async (tx) => ({ rows: await cardTypes(tx) }))
  bind(searchCardPackages, (tx, { query }) => findCardPackages(tx, query))
}
