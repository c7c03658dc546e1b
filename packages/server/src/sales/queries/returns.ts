import { countedBy } from '@chepu/contract/kernel/document'
import type { QueryFilters } from '@chepu/contract/kernel/query'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { saleReturnLines as query, saleReturnsByPart as queryByPart } from '@chepu/contract/sales/sales-return-query'
import { sql } from 'kysely'
import { figureIn, sumIn } from '../../kernel/caller/cost-visibility'
import type { CallerTx } from '../../kernel/db/tx'
import { lineSums, returnedDocuments, sourceNo, tradedLine, tradedLines } from '../../kernel/goods/traded'
import {
  overall,
  partsFrom,
  partTotals,
  ratio,
  tradedPart,
  unhidden,
  unhiddenSum,
} from '../../kernel/goods/traded-parts'
import { isCounted } from '../../kernel/query/counted'
import type { QuerySource } from '../../kernel/query/query'

/** Costs come with posting. */
const cost = sql`case when ${isCounted(salesReturn)} then l.cost_amount end`

/** 销售退货查询-按商品, 明细: lines of returns, the latest first (business/statistics 4.7). */
export const saleReturnLines = tradedLines(query, salesReturn, {
  documents: (tx, filters) => returnedDocuments(tx, salesReturn, filters),
  select: ({ caller }) => ({
    ...tradedLine,
    cost: figureIn(caller, 'cost_price', 'd.warehouse_id', cost),
    reason: sql`d.reason`,
    sourceNo,
  }),
  sums: ({ caller }) => ({
    ...lineSums(),
    cost: sumIn(caller, 'cost_price', 'd.warehouse_id', sql`coalesce(sum(${cost}), 0.00)`),
  }),
})

/** Parts of which something came back, beside what was delivered of them. */
async function partsOf(tx: CallerTx, filters: QueryFilters<typeof queryByPart>, ids?: readonly number[]) {
  const both = returnedDocuments(tx, salesReturn, filters, salesDelivery)
  return sql`${await partsFrom(tx, { main: salesReturn, other: salesDelivery }, both, filters, ids)} where t.lines > 0`
}

const tax = sql`(t.taxed - t.untaxed)`

/** 销售退货查询-按商品, 汇总: what came back of a part, beside what was delivered of it (business/statistics 4.7). */
export const saleReturnsByPart: QuerySource<typeof queryByPart> = {
  select: () => ({
    ...tradedPart,
    untaxed: sql`t.untaxed`,
    tax,
    cost: unhidden(sql`t.cost`),
    lastOn: sql`t.last_on`,
    deliveredQty: sql`t.other_qty`,
    rate: ratio(sql`t.qty`, sql`t.other_qty`),
  }),
  from: partsOf,
  foundBy: 'partId',
  order: sql`qty desc, part_code, part_id`,
  ties: sql`part_code, part_id`,
  totals: async (tx, filters) =>
    partTotals(
      tx,
      queryByPart,
      {
        qty: overall(sql`t.qty`),
        untaxed: overall(sql`t.untaxed`),
        tax: overall(tax),
        taxed: overall(sql`t.taxed`),
        cost: unhiddenSum(sql`t.cost`),
        deliveredQty: overall(sql`t.other_qty`),
        waitingQty: overall(sql`t.waiting_qty`),
      },
      await partsOf(tx, filters),
    ),
  countedBy: countedBy(salesReturn),
}
