// What trade customers of the demo get for a part that they bring back (business/demo 5.7).
import { compare } from '@chepu/contract/kernel/decimal'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { creditParts, replaceParts } from '@chepu/contract/warranty/remedy'
import type { Saved } from '../desk'
import type { DemoPartner } from '../../partner-types'
import { partners } from '../../partners'
import { priceFor } from '../selling'
import { type DemoShop, sellable, stockOf, taxRateOf } from '../shop'

/** A customer has bought one of these parts, of which the shop has most; answers which. */
export async function buysOneOf(
  shop: DemoShop,
  partIds: readonly number[],
  { customerCode, day }: { customerCode: string; day: string },
): Promise<number> {
  const [place] = (await stockOf(shop))
    .filter(({ partId }) => partIds.includes(partId))
    .toSorted((a, b) => compare(b.available, a.available))
  if (!place) throw new Error('the shop has none of these parts')
  const { partId, warehouseId } = place
  const { product } = sellable(shop).get(partId) as { product: Parameters<typeof priceFor>[0] }
  const customer = partners.find(({ code }) => code === customerCode) as DemoPartner
  const { seller } = shop.desks
  const draft = await seller.save(salesDelivery.routes, {
    header: {
      bizDate: day,
      partnerId: shop.book.id('partner', customerCode),
      warehouseId,
      salespersonId: shop.salespersonIds[0],
      settlementMethodId: shop.book.id('settlementMethod', customer.settlementMethodCode),
      invoiceKind: customer.defaultInvoiceKind,
    },
    lines: [{ partId, qty: '1', price: priceFor(product, customer), taxRate: taxRateOf(shop) }],
  })
  await seller.act(salesDelivery.routes, draft, 'approve')
  return partId
}

/** What he gets of the shop. */
export type Gift = 'another' | 'money'

/** He gets another one of it, or his money. */
export async function giveFor({ desks }: DemoShop, { id }: Saved, what: Gift): Promise<void> {
  const { seller } = desks
  const [route, { routes }] = what === 'another' ? [replaceParts, salesDelivery] : [creditParts, salesReturn]
  const made = await seller.call(route, { params: { id } })
  const { header } = await seller.call(routes.read as typeof salesDelivery.routes.read, { params: { id: made.id } })
  const draft = { ...header, id: made.id }
  // What comes back is looked at twice.
  const ready = what === 'another' ? draft : await seller.act(routes, draft, 'submit')
  await seller.act(routes, ready, 'approve')
}
