import { collection } from '@chepu/contract/finance/collection'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { sumOf } from '@chepu/contract/kernel/decimal'
import { directTrade } from '@chepu/contract/sales/direct-trade'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { partnerFlag } from '../partner-types'
import { partners } from '../partners'
import { buyingBasket } from './buying'
import { priceFor, sellingBasket } from './selling'
import { customersOf, type DemoShop, sellable } from './shop'

/** Buys of one supplier what a customer has asked for, and sells it to him at once. */
export async function tradeDirectly(shop: DemoShop, day: string): Promise<void> {
  const { header, lines } = buyingBasket(shop, day, true)
  const customer = shop.random.weighted(customersOf(shop))
  const goods = sellable(shop)
  const sold = lines.flatMap(({ price, taxRate, ...line }) => {
    const known = goods.get(line.partId)
    if (!known) return []
    const sale = { price: priceFor(known.product, customer), taxRate }
    return [{ ...line, ...sale, purchasePrice: price, purchaseTaxRate: taxRate }]
  })
  if (sold.length === 0) return
  const { boss } = shop.desks
  const draft = await boss.save(directTrade.routes, {
    header: {
      bizDate: day,
      warehouseId: header.warehouseId,
      partnerId: shop.book.id('partner', customer.code),
      salespersonId: shop.random.pick(shop.salespersonIds),
      settlementMethodId: shop.book.id('settlementMethod', customer.settlementMethodCode),
      invoiceKind: customer.defaultInvoiceKind,
      supplierId: header.partnerId,
      purchaseSettlementMethodId: header.settlementMethodId,
      purchaseInvoiceKind: header.invoiceKind,
    },
    lines: sold,
  })
  await boss.act(directTrade.routes, draft, 'approve')
}

/** Sends goods with a carrier who collects some of their price, and takes what he brings of all that he has collected by then. */
export async function collectByCarrier(shop: DemoShop, day: string): Promise<void> {
  const carriers = partners.filter(({ cusFlag }) => (cusFlag & partnerFlag.logistics) !== 0)
  const carrierId = shop.book.id('partner', shop.random.pick(carriers).code)
  const body = await sellingBasket(shop, day)
  if (!body) return
  const { seller, cashier } = shop.desks
  const draft = await seller.save(salesDelivery.routes, {
    ...body,
    header: { ...body.header, carrierId, codAmount: '5' },
  })
  await seller.act(salesDelivery.routes, draft, 'approve')
  const { rows } = await cashier.call(currentReceive, { query: { partnerId: carrierId, side: 'AR', cod: 'true' } })
  const items = rows.map(({ id, balance = '0' }) => ({ openItemId: id, amount: balance }))
  const slip = await cashier.save(collection.routes, {
    header: { bizDate: day, partnerId: carrierId, purpose: 'cod' },
    tenders: [
      {
        storeAccountId: shop.book.id('account', `${shop.orgCode}/XJ`),
        amount: sumOf(items, ({ amount }) => amount),
        fee: '0.5',
      },
    ],
    items,
  })
  await cashier.act(collection.routes, slip, 'approve')
}
