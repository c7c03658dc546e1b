import { directTrade } from '@chepu/contract/sales/direct-trade'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { nameBeside } from '../../kernel/document/own-columns'
import type { GoodsTraits } from '../../kernel/goods/types'
import { assertSupplier, purchaseAmountsOf, withKnownPurchase } from './purchase-side'
import { settledState } from './queries'

/** 采购转销售单 on the server. */
export const traits: GoodsTraits<typeof directTrade> = {
  def: directTrade,
  partnerRole: partnerRoles.customer,
  priceField: directTrade.priceField,
  columns: {
    supplierName: nameBeside('partner', 'supplier_id'),
    paid: settledState('AP', 'supplier_id'),
    collected: settledState('AR', 'partner_id'),
  },
  async prepare(tx, request) {
    await assertSupplier(tx, request)
    return withKnownPurchase(tx, request)
  },
  derived: (request) => ({ purchaseTaxed: purchaseAmountsOf(request).totalTaxed }),
  sells: true,
}
