import { compare, type Decimal, max } from '@chepu/contract/kernel/decimal'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { addDays } from '../../../packages/server/src/kernel/base/calendar'
import type { DemoPartner } from '../partner-types'
import type { products } from '../products'
import type { Saved } from './desk'
import { arrivalBatch, customersOf, type DemoShop, sellable, stockOf, taxRateOf, tradedPart } from './shop'

type DemoProduct = (typeof products)[number]

/** What a customer of this level pays, never below the floor. */
export function priceFor(product: DemoProduct, customer: DemoPartner): Decimal {
  const levels: Record<string, Decimal | null> = {
    wholesale_1: product.wholesalePrice1,
    wholesale_2: product.wholesalePrice2,
    wholesale_3: product.wholesalePrice3,
  }
  return max(levels[customer.priceLevel] ?? product.retailPrice ?? '0', product.minSalePrice)
}

/** A document of one customer over parts that are on the shelf; null when too little is there. */
export async function sellingBasket(shop: DemoShop, day: string) {
  const { random, book } = shop
  const goods = sellable(shop)
  const stock = (await stockOf(shop)).filter((place) => goods.has(place.partId) && compare(place.available, '2') >= 0)
  if (stock.length < 5) return null
  const customer = random.weighted(customersOf(shop))
  const warehouseId = random.pick(stock).warehouseId
  const shelf = stock.filter((place) => place.warehouseId === warehouseId)
  const lines = random.sample(shelf, Math.min(shelf.length, random.int(1, 5))).map((place) => {
    const { product } = goods.get(place.partId) as { product: DemoProduct }
    const most = Math.min(4, Math.floor(Number.parseInt(place.available, 10) / 2))
    return {
      partId: place.partId,
      qty: String(random.int(1, Math.max(1, most))),
      price: priceFor(product, customer),
      taxRate: taxRateOf(shop),
    }
  })
  return {
    header: {
      bizDate: day,
      partnerId: book.id('partner', customer.code),
      warehouseId,
      salespersonId: random.pick(shop.salespersonIds),
      settlementMethodId: book.id('settlementMethod', customer.settlementMethodCode),
      invoiceKind: customer.defaultInvoiceKind,
    },
    lines,
  }
}

type Basket = NonNullable<Awaited<ReturnType<typeof sellingBasket>>>
export type OpenSalesOrder = Saved & { body: Basket }

/** Takes a customer's order and confirms it, which reserves the goods. */
export async function takeOrder(shop: DemoShop, day: string): Promise<OpenSalesOrder | null> {
  const body = await sellingBasket(shop, day)
  if (!body) return null
  const { seller, boss } = shop.desks
  const draft = await seller.save(salesOrder.routes, {
    ...body,
    header: { ...body.header, deliveryOn: addDays(day, 2) },
  })
  const submitted = await seller.act(salesOrder.routes, draft, 'submit')
  const approved = await boss.act(salesOrder.routes, submitted, 'confirm')
  return { ...approved, body }
}

/** Delivers an order, or sells over the counter. */
export async function deliver(shop: DemoShop, day: string, from: OpenSalesOrder | null): Promise<Saved | null> {
  const body = from ? await ofOrder(shop, day, from) : await sellingBasket(shop, day)
  if (!body) return null
  const { seller } = shop.desks
  const draft = await seller.save(salesDelivery.routes, body)
  return seller.act(salesDelivery.routes, draft, 'approve')
}

async function ofOrder(shop: DemoShop, day: string, from: OpenSalesOrder) {
  const ordered = await shop.desks.boss.call(salesOrder.routes.read, { params: { id: from.id } })
  const lines = from.body.lines.map((line, i) => ({ ...line, sourceLineId: ordered.lines[i]?.id ?? null }))
  return { header: { ...from.body.header, bizDate: day }, lines }
}

/** Takes one piece of a delivery's first line back. */
export async function takeBack(shop: DemoShop, day: string, delivery: Saved): Promise<void> {
  const { seller, boss } = shop.desks
  const { header, lines } = await boss.call(salesDelivery.routes.read, { params: { id: delivery.id } })
  const line = lines[0]
  if (!line) return
  const draft = await seller.save(salesReturn.routes, {
    header: {
      bizDate: day,
      partnerId: header.partnerId,
      warehouseId: header.warehouseId,
      invoiceKind: header.invoiceKind,
      salespersonId: header.salespersonId,
      reason: '型号不符',
      disposal: 'good',
    },
    lines: [
      {
        partId: line.partId,
        qty: '1',
        price: line.price,
        taxRate: line.taxRate,
        discountRate: line.discountRate,
        batchNo: arrivalBatch(tradedPart(shop, line.partId), day),
        sourceLineId: line.id,
      },
    ],
  })
  const submitted = await seller.act(salesReturn.routes, draft, 'submit')
  await boss.act(salesReturn.routes, submitted, 'approve')
}
