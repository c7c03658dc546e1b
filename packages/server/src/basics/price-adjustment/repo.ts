import { priceNames, type ProductPrice } from '@chepu/contract/basics/product'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { snake } from '../../kernel/db/names'
import type { Tx } from '../../kernel/db/tx'
import type { Family } from '../../kernel/document/types'
import type { Adjustment, StoredLine } from './types'

/** 调价单, a family of its own: its lines are no quantities of goods (ADR 0156). */
export const adjustments: Family<Adjustment> = {
  table: 'price_adjustment',
  partLines: { table: 'price_adjustment_line', header: 'adjustment_id' },
  lock: (tx, kind, id) => adjustmentBy(tx, kind, id, { name: 'lock-price-adjustment', tail: 'for no key update' }),
  read: (tx, kind, id) => adjustmentBy(tx, kind, id, { name: 'read-price-adjustment', tail: '' }),
}

async function adjustmentBy(tx: Tx, kind: string, id: number, how: { name: string; tail: string }) {
  const header = tx.one<Omit<Adjustment, 'lines'>>({
    name: how.name,
    text: `select * from price_adjustment where group_id = $1 and id = $2 and kind = $3 ${how.tail}`,
    values: [tx.groupId, id, kind],
  })
  const [adjustment, lines] = await Promise.all([header, linesOf(tx, id)])
  return adjustment && { ...adjustment, lines }
}

const linesOf = (tx: Tx, adjustmentId: number) =>
  tx.query<StoredLine>({
    name: 'price-adjustment-lines',
    text: `select l.*, p.code as part_code from price_adjustment_line l
      join part p on p.group_id = l.group_id and p.id = l.part_id
      where l.group_id = $1 and l.adjustment_id = $2 order by l.line_no`,
    values: [tx.groupId, adjustmentId],
  })

/** The org's product of a part with its prices. */
export type PricedProduct = Record<ProductPrice, Decimal | null> & { id: number; partId: number }

const productColumns = `id, part_id, ${priceNames.map(snake).join(', ')}`

/** Products of an organisation by part, as they stand. */
export const productsOf = (tx: Tx, orgId: number, partIds: readonly number[]): Promise<Map<number, PricedProduct>> =>
  byPart(
    tx.query({
      name: 'prices-of-products',
      text: `select ${productColumns} from product where group_id = $1 and org_id = $2 and part_id = any ($3::bigint[])`,
      values: [tx.groupId, orgId, [...partIds]],
    }),
  )

/** The same, locked by part as receipts lock them. */
export const lockProducts = (tx: Tx, orgId: number, partIds: readonly number[]): Promise<Map<number, PricedProduct>> =>
  byPart(
    tx.query({
      name: 'lock-prices-of-products',
      text: `select ${productColumns} from product where group_id = $1 and org_id = $2 and part_id = any ($3::bigint[])
        order by part_id for no key update`,
      values: [tx.groupId, orgId, [...partIds]],
    }),
  )

const byPart = async (rows: Promise<PricedProduct[]>) => new Map((await rows).map((row) => [row.partId, row]))

/** A part that is no product of the organisation yet has no prices and no floor. */
export const pricesIn = (products: ReadonlyMap<number, PricedProduct>, partId: number) =>
  products.get(partId) ?? unpriced
const unpriced = {
  ...(Object.fromEntries(priceNames.map((name) => [name, null])) as Record<ProductPrice, Decimal | null>),
  minSalePrice: '0',
}
