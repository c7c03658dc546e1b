// What customers asked the price of: offers in several grades, of which some became orders or deliveries (business/demo 5.1).
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { offerDays } from '@chepu/contract/sales/quoted-items'
import { addDays } from '../../../packages/server/src/kernel/base/calendar'
import { createRandom, type Random } from '../random'
import { Refused, type Saved } from './desk'
import { customersOf, type DemoShop, sellable, taxRateOf } from './shop'

const vehicles = [
  '大众 帕萨特 2014款 1.8T',
  '丰田 卡罗拉 2019款',
  '别克 君威 2012款',
  '本田 雅阁 2016款',
  '日产 轩逸 2018款',
]
type Goods = ReturnType<typeof sellable> extends Map<number, infer Each> ? Each & { partId: number } : never

/** Makes so many offers over the months; the older ones have run out since, but for what became of them. */
export async function quote(
  shop: DemoShop,
  count: number,
  { firstDay, today }: { firstDay: string; today: string },
): Promise<void> {
  const random = createRandom(`quotations ${shop.orgCode}`)
  const families = familiesOf(shop)
  for (let i = 0; i < count; i += 1) {
    // The latest ones still wait for the customer.
    const day =
      i < count - 8
        ? addDays(firstDay, Math.floor((i * daysBetween(firstDay, today)) / count))
        : addDays(today, -random.int(0, 3))
    const offer = await makeOffer(shop, random, families, day, addDays(today, offerDays))
    if (i % 10 === 9) continue
    const approved = await shop.desks.seller.act(salesQuotation.routes, offer, 'approve')
    if (random.chance(0.45)) await convert(shop, random, approved, day)
  }
  await letTimePass(shop, today)
}

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Parts that can stand in for each other, as alternatives in several grades do. */
function familiesOf(shop: DemoShop): Goods[][] {
  const families = new Map<string, Goods[]>()
  for (const [partId, each] of sellable(shop)) {
    const { familyKey, spec } = each.part
    const key = `${familyKey} ${spec ?? ''}`
    families.set(key, [...(families.get(key) ?? []), { ...each, partId }])
  }
  return [...families.values()]
}

async function makeOffer(
  shop: DemoShop,
  random: Random,
  families: Goods[][],
  day: string,
  validUntil: string,
): Promise<Saved> {
  const customer = random.weighted(customersOf(shop))
  const items = random.sample(families, random.int(1, 4))
  const lines = items.flatMap((family, at) => {
    const qty = String(random.int(1, 4))
    const alternatives = random.sample(family, Math.min(family.length, random.int(1, 3)))
    const chosen = random.int(0, alternatives.length - 1)
    return alternatives.map(({ partId, part, product }, i) => ({
      partId,
      qty,
      price: product.retailPrice,
      taxRate: taxRateOf(shop),
      groupNo: at + 1,
      asked: i === 0 ? part.name : '',
      isChosen: i === chosen,
    }))
  })
  return shop.desks.seller.save(salesQuotation.routes, {
    header: {
      bizDate: day,
      partnerId: shop.book.id('partner', customer.code),
      warehouseId: shop.book.id('warehouse', `${shop.orgCode}/ZC`),
      salespersonId: random.pick(shop.salespersonIds),
      invoiceKind: customer.defaultInvoiceKind,
      vehicleText: random.pick(vehicles),
      validUntil,
    },
    lines,
  })
}

/** The customer takes all of it or a part, at once or by an order; what is not on the shelf stays an offer. */
async function convert(shop: DemoShop, random: Random, offer: Saved, day: string): Promise<void> {
  const { boss, seller } = shop.desks
  const target = random.chance(0.5) ? salesOrder : salesDelivery
  const body = { source: salesQuotation.kind, documentId: offer.id }
  const drawn = await boss.call(drawSource, { params: { target: target.kind }, body })
  const lines = random.chance(0.4) ? drawn.lines.slice(0, 1) : drawn.lines
  if (lines.length === 0) return
  try {
    const draft = await seller.save(target.routes, {
      header: { ...drawn.header, bizDate: day, ...(target === salesOrder && { allowBackorder: true }) },
      lines,
    })
    if (target === salesDelivery) await seller.act(target.routes, draft, 'approve')
    else await boss.act(target.routes, await seller.act(target.routes, draft, 'submit'), 'confirm')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

/** Every offer held for a week from its day. */
async function letTimePass({ db, groupId, orgId }: DemoShop, today: string): Promise<void> {
  await db.tenant(groupId, (tx) =>
    tx.query({
      text: `update goods_document set valid_until = biz_date + $4::int
        where group_id = $1 and org_id = $2 and kind = $3 and biz_date + $4::int < $5::date`,
      values: [tx.groupId, orgId, salesQuotation.kind, offerDays, today],
    }),
  )
}
