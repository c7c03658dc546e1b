import { countedBy } from '@chepu/contract/kernel/document'
import type { TradedPartFilters } from '@chepu/contract/kernel/trade-query'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseLines as query, type purchasesByPart as queryByPart } from '@chepu/contract/purchasing/purchase-query'
import { sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { linesFrom, linesOrder, lineSums, lineTotals, tradedDocuments, tradedLine } from '../../kernel/goods/traded'
import { latestPrice, partnerCount, partsFrom, ratio, tradedPart } from '../../kernel/goods/traded-parts'
import type { QuerySource } from '../../kernel/query/query'

const receipts = (tx: CallerTx, filters: TradedPartFilters) => tradedDocuments(tx, [goodsReceipt], filters)

/** 采购查询-按配件, 明细: lines of receipts, the latest first (business/statistics 4.4). */
export const purchaseLines: QuerySource<typeof query> = {
  select: () => tradedLine,
  from: (tx, filters) => linesFrom(tx, receipts(tx, filters), filters),
  order: linesOrder,
  ties: sql`l.id`,
  totals: (tx, filters) => lineTotals(tx, query, goodsReceipt, lineSums(), receipts(tx, filters), filters),
  countedBy: countedBy(goodsReceipt),
}

/** 采购查询-按配件, 汇总: all receipts of a part together (business/statistics 4.4). */
export const purchasesByPart: QuerySource<typeof queryByPart> = {
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
    waitingQty: sql`t.waiting_qty`,
  }),
  from: (tx, filters, ids) => partsFrom(tx, { main: goodsReceipt }, receipts(tx, filters), filters, ids),
  foundBy: 'partId',
  order: sql`part_code, part_id`,
  ties: sql`part_id`,
  countedBy: countedBy(goodsReceipt),
}
