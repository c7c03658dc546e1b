import { div, mul, round } from '@chepu/contract/kernel/decimal'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { addDays } from '../../../packages/server/src/kernel/base/calendar'
import { groupBy } from '../../../packages/server/src/kernel/base/group-by'
import type { Saved } from './desk'
import { arrivalBatch, buyable, type DemoShop, openingOf, suppliersOf, tradedPart } from './shop'

/** Enters the opening stock, a document a warehouse, dated the day before the first month (business/ledgers 8). */
export async function enterOpeningStock(shop: DemoShop, openingOn: string): Promise<void> {
  for (const [warehouseCode, rows] of groupBy(openingOf(shop), (row) => row.warehouseCode)) {
    const place = `${shop.orgCode}/${warehouseCode}`
    const draft = await shop.desks.boss.save(otherIn.routes, {
      header: { bizDate: openingOn, warehouseId: shop.book.id('warehouse', place), reason: '期初', remark: '期初库存' },
      lines: rows.map((row) => ({
        partId: shop.book.id('part', row.partCode),
        qty: row.qty,
        price: row.unitCost,
        locationId: shop.book.id('location', `${place}/${row.locationCode}`),
        batchNo: row.batchNo ?? '',
      })),
    })
    await shop.desks.boss.act(otherIn.routes, draft, 'approve')
  }
}

interface BuyingLine {
  partId: number
  qty: string
  price: string
  taxRate: string
  batchNo: string
}

/** A document of one supplier: parts of the brands he carries, priced up to 6 % around their standard price. */
export function buyingBasket(shop: DemoShop, day: string, batched: boolean) {
  const { random, book } = shop
  const supplier = random.pick(suppliersOf(shop))
  const brands = new Set(supplier.supplies?.brandNames ?? [])
  const all = buyable(shop)
  const own = all.filter(({ part }) => brands.has(part.brandName))
  const choice = own.length > 3 ? own : all
  const warehouse = random.pick(choice).product.defaultWarehouseCode
  const parts = choice.filter(({ product }) => product.defaultWarehouseCode === warehouse)
  const lines = random.sample(parts, Math.min(parts.length, random.int(2, 8))).map(({ product, part }): BuyingLine => ({
    partId: book.id('part', part.code),
    qty: String(random.int(2, 8) * (part.unitName === '升' ? 4 : 1)),
    price: round(div(mul(product.purchasePrice ?? '10', String(random.int(94, 106))), '100'), 2),
    taxRate: '0.13',
    batchNo: batched ? arrivalBatch(part, day) : '',
  }))
  return {
    header: {
      bizDate: day,
      partnerId: book.id('partner', supplier.code),
      warehouseId: book.id('warehouse', `${shop.orgCode}/${warehouse}`),
      settlementMethodId: book.id('settlementMethod', supplier.settlementMethodCode),
      invoiceKind: supplier.defaultInvoiceKind,
    },
    lines,
  }
}

export type OpenOrder = Saved & { day: string; body: ReturnType<typeof buyingBasket> }

/** Orders from a supplier; some orders are left waiting for approval at the end of the demo. */
export async function order(shop: DemoShop, day: string): Promise<OpenOrder> {
  const body = buyingBasket(shop, day, false)
  const { buyer, boss } = shop.desks
  const draft = await buyer.save(purchaseOrder.routes, {
    ...body,
    header: { ...body.header, expectedOn: addDays(day, shop.random.int(2, 6)) },
  })
  const submitted = await buyer.act(purchaseOrder.routes, draft, 'submit')
  const approved = await boss.act(purchaseOrder.routes, submitted, 'approve')
  return { ...approved, day, body }
}

/** Receives goods, of an order or without one; `partly` leaves something to come. */
export async function receive(shop: DemoShop, day: string, from: OpenOrder | null, partly: boolean): Promise<Saved> {
  const { buyer, boss } = shop.desks
  const body = from ? await ofOrder(shop, day, from, partly) : buyingBasket(shop, day, true)
  const draft = await buyer.save(goodsReceipt.routes, body)
  return (shop.random.chance(0.5) ? buyer : boss).act(goodsReceipt.routes, draft, 'approve')
}

async function ofOrder(shop: DemoShop, day: string, from: OpenOrder, partly: boolean) {
  const ordered = await shop.desks.buyer.call(purchaseOrder.routes.read, { params: { id: from.id } })
  const lines = from.body.lines.map((line, i) => ({
    ...line,
    qty: partly && i === 0 ? halfOf(line.qty) : line.qty,
    batchNo: arrivalBatch(tradedPart(shop, line.partId), day),
    sourceLineId: ordered.lines[i]?.id ?? null,
  }))
  return { header: { ...from.body.header, bizDate: day }, lines }
}

const halfOf = (qty: string): string => round(div(qty, '2'), 0)

/** Sends one piece of a receipt's first line back to the supplier. */
export async function giveBackToSupplier(shop: DemoShop, day: string, receipt: Saved): Promise<void> {
  const { buyer, boss } = shop.desks
  const { header, lines } = await boss.call(goodsReceipt.routes.read, { params: { id: receipt.id } })
  const line = lines[0]
  if (!line) return
  const draft = await buyer.save(purchaseReturn.routes, {
    header: {
      bizDate: day,
      partnerId: header.partnerId,
      warehouseId: header.warehouseId,
      invoiceKind: header.invoiceKind,
      reason: '质量问题',
    },
    lines: [
      {
        partId: line.partId,
        qty: '1',
        price: line.price,
        taxRate: line.taxRate,
        batchNo: line.batchNo,
        sourceLineId: line.id,
      },
    ],
  })
  const submitted = await buyer.act(purchaseReturn.routes, draft, 'submit')
  await boss.act(purchaseReturn.routes, submitted, 'approve')
}
