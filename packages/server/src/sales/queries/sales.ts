import { countedBy } from '@chepu/contract/kernel/document'
import type { TradedPartFilters } from '@chepu/contract/kernel/trade-query'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { saleLines as query, salesByPart as queryByPart } from '@chepu/contract/sales/sales-query'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { type RawBuilder, sql } from 'kysely'
import { mayPress } from '../../kernel/caller/caller'
import { figureIn, sumIn } from '../../kernel/caller/cost-visibility'
import type { CallerTx } from '../../kernel/db/tx'
import { lineMoney, lineSums, tradedDocuments, tradedLine, tradedLines } from '../../kernel/goods/traded'
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

/** Deliveries, and returns for whom their own page is open. */
const documents = (tx: CallerTx, filters: TradedPartFilters) =>
  tradedDocuments(
    tx,
    mayPress(tx.caller, salesReturn.buttons.view) ? [salesDelivery, salesReturn] : [salesDelivery],
    filters,
  )

/** What came back counts the other way. */
const sign = sql`case when d.kind = ${salesReturn.kind} then -1 else 1 end`
const signed = (figure: RawBuilder<unknown>) => sql`(${sign}) * ${figure}`

const profit = sql`(${lineMoney.untaxed} - l.cost_amount)`
/** Costs come with posting. */
const posted = (figure: RawBuilder<unknown>) => sql`case when ${isCounted(salesDelivery)} then ${figure} end`

/** 销售查询-按商品, 明细: lines of deliveries and returns, the latest first (business/statistics 4.6). */
export const saleLines = tradedLines(query, salesDelivery, {
  documents,
  select: ({ caller }) => ({
    ...tradedLine,
    kind: sql`d.kind`,
    qty: signed(sql`l.qty`),
    untaxed: signed(tradedLine.untaxed),
    tax: signed(tradedLine.tax),
    taxed: signed(tradedLine.taxed),
    cost: figureIn(caller, 'cost_price', 'd.warehouse_id', posted(signed(sql`l.cost_amount`))),
    profit: figureIn(caller, 'gross_profit', 'd.warehouse_id', posted(signed(profit))),
    profitRate: figureIn(caller, 'gross_profit', 'd.warehouse_id', posted(ratio(profit, lineMoney.untaxed))),
  }),
  sums({ caller }) {
    const sum = (field: 'cost_price' | 'gross_profit', figure: RawBuilder<unknown>) =>
      sumIn(caller, field, 'd.warehouse_id', sql`coalesce(sum(${posted(signed(figure))}), 0.00)`)
    return { ...lineSums(sign), cost: sum('cost_price', sql`l.cost_amount`), profit: sum('gross_profit', profit) }
  },
})

const cost = sql`(t.cost - t.other_cost)`
const net = sql`(t.taxed - t.other_taxed)`
const netUntaxed = sql`(t.untaxed - t.other_untaxed)`
const netProfit = sql`(${netUntaxed} - ${cost})`

const partsOf = (tx: CallerTx, filters: TradedPartFilters, ids?: readonly number[]) =>
  partsFrom(
    tx,
    { main: salesDelivery, other: salesReturn },
    tradedDocuments(tx, [salesDelivery, salesReturn], filters),
    filters,
    ids,
  )

/** 销售查询-按商品, 汇总: what was delivered of a part and what came back (business/statistics 4.6). */
export const salesByPart: QuerySource<typeof queryByPart> = {
  select: () => ({
    ...tradedPart,
    returnedQty: sql`t.other_qty`,
    returned: sql`t.other_taxed`,
    net,
    cost: unhidden(cost),
    profit: unhidden(netProfit),
    profitRate: unhidden(ratio(netProfit, netUntaxed)),
    lastOn: sql`t.last_on`,
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
        taxed: overall(sql`t.taxed`),
        returnedQty: overall(sql`t.other_qty`),
        returned: overall(sql`t.other_taxed`),
        net: overall(net),
        cost: unhiddenSum(cost),
        profit: unhiddenSum(netProfit),
        waitingQty: overall(sql`t.waiting_qty`),
      },
      await partsOf(tx, filters),
    ),
  countedBy: countedBy(salesDelivery),
}
