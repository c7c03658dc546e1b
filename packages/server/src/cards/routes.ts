import { cardList, cardRoutes } from '@chepu/contract/cards/card'
import { cardPackageRoutes } from '@chepu/contract/cards/card-package'
import { cardTypeRoutes } from '@chepu/contract/cards/card-type'
import { listCardTypes as lookUpCardTypes, searchCardPackages } from '@chepu/contract/cards/lookups'
import type { App, Bind } from '../kernel/http/bind'
import { bindMoneyDocument } from '../kernel/money/routes'
import { bindQuery } from '../kernel/query/query'
import { cardPackageTotals, listCardPackages, readCardPackage } from './card-package/list'
import { copyCardPackage, enableCardPackage, saveCardPackage } from './card-package/save'
import { cardTypeTotals, enableCardType, listCardTypes, saveCardType } from './card-type/card-type'
import { cardVoucherKind } from './card-voucher/actions'
import { cardSource } from './card/list'
import { previewRecharge, previewRefund } from './card/preview'
import { cardMovements, cardMovementTotals } from './card/movements'
import { findCards, readCard } from './card/view'
import { bindCoupons } from './coupon/routes'
import { bindCustomerPage } from './customer-page/link'
import { cardTypes, findCardPackages } from './lookups/lookups'
import { setPin } from './pin'
import { bindCardQueries } from './queries/routes'

/** Member cards, what is sold on them, and coupons. */
export function bindCards({ bind, bindOpen }: App): void {
  bindMasters(bind)
  bindCoupons(bind)
  bindIssued(bind)
  bindCardQueries(bind)
  bindCustomerPage(bindOpen)
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

/** Issued cards, their documents and payment codes. */
function bindIssued(bind: Bind): void {
  bindMoneyDocument(bind, cardVoucherKind)
  bindQuery(bind, cardList, cardSource)
  bind.reads(cardRoutes.read, (tx, { params }) => readCard(tx, params.id))
  bind.reads(cardRoutes.movements, (tx, { params, query }) => cardMovements(tx, params.id, query))
  bind.reads(cardRoutes.movementTotals, (tx, { params, query }) => cardMovementTotals(tx, params.id, query))
  bind.reads(cardRoutes.lookup, (tx, { query }) => findCards(tx, query))
  bind.reads(cardRoutes.rechargePreview, (tx, { params, query }) =>
    previewRecharge(tx, params.id, query.principal, query),
  )
  bind.reads(cardRoutes.refundPreview, (tx, { params, query }) => previewRefund(tx, params.id, query.penalty))
  bind(cardRoutes.setPin, (tx, { params, body }) => setPin(tx, params.id, body.pin))
}
