import { countedBy } from '@chepu/contract/kernel/document'
import type { QueryFilters } from '@chepu/contract/kernel/query'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import {
  returnLines as query,
  type returnsByPart as queryByPart,
} from '@chepu/contract/purchasing/purchase-return-query'
import { sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import {
  linesFrom,
  linesOrder,
  lineSums,
  lineTotals,
  sourceNo,
  tradedDocuments,
  tradedLine,
  wentBackFor,
} from '../../kernel/goods/traded'
import { latestPrice, partnerCount, partsFrom, ratio, tradedPart } from '../../kernel/goods/traded-parts'
import type { QuerySource } from '../../kernel/query/query'

type Filters = QueryFilters<typeof query>
const returns = (tx: CallerTx, filters: Filters) => [
  ...tradedDocuments(tx, [purchaseReturn], filters),
  ...wentBackFor(purchaseReturn, filters.reason),
]

/** 采购退货查询-按配件, 明细: lines of returns, the latest first (business/statistics 4.5). */
export const returnLines: QuerySource<typeof query> = {
  select: () => ({ ...tradedLine, reason: sql`d.reason`, sourceNo }),
  from: (tx, filters) => linesFrom(tx, returns(tx, filters), filters),
  order: linesOrder,
  ties: sql`l.id`,
  totals: (tx, filters) => lineTotals(tx, query, purchaseReturn, lineSums(), returns(tx, filters), filters),
  countedBy: countedBy(purchaseReturn),
}

/** 采购退货查询-按配件, 汇总: what went back of a part, beside what was received of it (business/statistics 4.5). */
export const returnsByPart: QuerySource<typeof queryByPart> = {
  select: (tx) => ({
    ...tradedPart,
    qty: sql`t.qty`,
    untaxed: sql`t.untaxed`,
    tax: sql`t.taxed - t.untaxed`,
    taxed: sql`t.taxed`,
    average: ratio(sql`t.taxed`, sql`t.qty`),
    highest: sql`t.highest`,
    lowest: sql`t.lowest`,
    latest: latestPrice(tx),
    partners: partnerCount,
    receivedQty: sql`t.other_qty`,
    rate: ratio(sql`t.qty`, sql`t.other_qty`),
    waitingQty: sql`t.waiting_qty`,
  }),
  async from(tx, filters, ids) {
    const both = [
      ...tradedDocuments(tx, [purchaseReturn, goodsReceipt], filters),
      ...wentBackFor(purchaseReturn, filters.reason),
    ]
    return sql`${await partsFrom(tx, { main: purchaseReturn, other: goodsReceipt }, both, filters, ids)} where t.lines > 0`
  },
  foundBy: 'partId',
  order: sql`part_code, part_id`,
  ties: sql`part_id`,
  countedBy: countedBy(purchaseReturn),
}
