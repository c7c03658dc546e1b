import { compare, type Decimal, sub } from '@chepu/contract/kernel/decimal'
import { groupBy } from '../../../packages/server/src/kernel/base/group-by'
import type { Database } from '../../../packages/server/src/kernel/db/db'
import { taxRates } from '../finance'
import { orgs } from '../organisations'
import { partners } from '../partners'
import type { DemoPartner } from '../partner-types'
import { parts } from '../parts'
import type { DemoPart } from '../parts/types'
import { type DemoOpeningStock, openingStock, products } from '../products'
import type { Random } from '../random'
import type { Book } from './book'
import type { Desk } from './desk'

type DemoProduct = (typeof products)[number]

/** People of one org who do its trade; in a small shop the manager does it all. */
interface Desks {
  boss: Desk
  buyer: Desk
  seller: Desk
  cashier: Desk
  keeper: Desk
}

/** One org while its months of trade are played: who works there, what it trades, what it has. */
export interface DemoShop {
  db: Database
  groupId: number
  orgCode: string
  orgId: number
  random: Random
  book: Book
  desks: Desks
  /** Opens the desk of another user here. */
  signIn: (username: string) => Promise<Desk>
  /** Who comes by a link, without an account. */
  passer: Desk
  /** The user who keeps its money. */
  cashierId: number
  /** Employee who sells. */
  salespersonIds: number[]
}

interface StockPlace {
  partId: number
  warehouseId: number
  available: Decimal
}

const partsByCode = new Map(parts.map((part) => [part.code, part]))

/** What each org trades, by its code. */
const tradedBy = groupBy(
  products.flatMap((product) => {
    const part = partsByCode.get(product.partCode)
    return part ? [{ product, part }] : []
  }),
  ({ product }) => product.orgCode,
)

/** What the org may buy again: everything it trades but slow movers and what the demo keeps below its minimum. */
export const buyable = (shop: DemoShop): { product: DemoProduct; part: DemoPart }[] =>
  traded(shop).filter(({ product }) => product.purchasePrice !== null && !product.isBelowMin && !product.isSlowMover)

/** What the org may sell: priced parts that move. */
export const sellable = (shop: DemoShop): Map<number, { product: DemoProduct; part: DemoPart }> =>
  new Map(
    traded(shop)
      .filter(({ product }) => product.retailPrice !== null && !product.isSlowMover)
      .map((each) => [shop.book.id('part', each.part.code), each]),
  )

const traded = ({ orgCode }: DemoShop): { product: DemoProduct; part: DemoPart }[] => tradedBy.get(orgCode) ?? []

/** The tax rate at which the shop sells: of a general taxpayer 13 %, of a small-scale one his levy rate. */
export function taxRateOf({ orgCode }: DemoShop): Decimal {
  const org = orgs.find(({ code }) => code === orgCode)
  return taxRates.find(({ name }) => name === org?.defaultTaxRateName)?.rate ?? '0'
}

/** The part of an id, as the org trades it. */
export function tradedPart(shop: DemoShop, partId: number): DemoPart {
  const found = traded(shop).find(({ part }) => shop.book.id('part', part.code) === partId)
  if (!found) throw new Error(`the org does not trade part ${partId}`)
  return found.part
}

/** The batch under which goods of a part come in: year and month, or none. */
export const arrivalBatch = ({ batchManaged }: DemoPart, day: string): string =>
  batchManaged ? day.slice(2, 7).replace('-', '') : ''

export const openingOf = ({ orgCode }: DemoShop): DemoOpeningStock[] =>
  openingStock.filter((row) => row.orgCode === orgCode)

export const suppliersOf = (shop: DemoShop): DemoPartner[] =>
  partners.filter(
    (partner) =>
      (partner.cusFlag & 2) !== 0 &&
      !partner.isSystem &&
      (partner.orgCode === null || partner.orgCode === shop.orgCode),
  )

/** Customers with their share of the sales: a fifth of them makes most of it. */
export const customersOf = (shop: DemoShop): [DemoPartner, number][] =>
  partners
    .filter(
      (partner) =>
        (partner.cusFlag & 1) !== 0 &&
        partner.sisterOrgCode === null &&
        (partner.orgCode === null || partner.orgCode === shop.orgCode),
    )
    .map((partner) => [partner, partner.weight])

/** What can be sold now, by part and warehouse. */
export function stockOf({ db, groupId, orgId }: DemoShop): Promise<StockPlace[]> {
  return db.tenant(groupId, async (tx) => {
    const rows = await tx.query<StockPlace & { held: Decimal; qty: Decimal }>({
      text: `select c.part_id, c.warehouse_id, c.qty, coalesce(sum(r.qty - r.released_qty), 0) as held
        from stock_cost c
        join warehouse w on w.group_id = c.group_id and w.id = c.warehouse_id and w.kind = 'normal'
        left join stock_reservation r on r.group_id = c.group_id and r.org_id = c.org_id and r.warehouse_id = c.warehouse_id
          and r.part_id = c.part_id and r.is_live
        where c.group_id = $1 and c.org_id = $2 group by c.part_id, c.warehouse_id, c.qty order by c.part_id, c.warehouse_id`,
      values: [groupId, orgId],
    })
    return rows
      .map((row) => ({ ...row, available: sub(row.qty, row.held) }))
      .filter((row) => compare(row.available, '1') >= 0)
  })
}
