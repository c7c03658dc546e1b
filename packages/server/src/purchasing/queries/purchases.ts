import { countedBy } from '@chepu/contract/kernel/document'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseLines as query, type purchasesByPart as queryByPart } from '@chepu/contract/purchasing/purchase-query'
import { sql } from 'kysely'
import { tradedDocuments, tradedLine, tradedLines } from '../../kernel/goods/traded'
import { latestPrice, partsFrom, tradedPart } from '../../kernel/goods/traded-parts'
import type { QuerySource } from '../../kernel/query/query'

/** 采购查询-按配件, 明细: lines of receipts, the latest first (business/statistics 4.4). */
export const purchaseLines = tradedLines(query, goodsReceipt, {
  documents: (tx, filters) => tradedDocuments(tx, [goodsReceipt], filters),
  select: () => tradedLine,
})

/** 采购查询-按配件, 汇总: all receipts of a part together (business/statistics 4.4). */
export const purchasesByPart: QuerySource<typeof queryByPart> = {
  select: (tx) => ({
    ...tradedPart,
    untaxed: sql`t.untaxed`,
    tax: sql`t.taxed - t.untaxed`,
    highest: sql`t.highest`,
    lowest: sql`t.lowest`,
    latest: latestPrice(tx),
  }),
  from: (tx, filters, ids) =>
    partsFrom(tx, { main: goodsReceipt }, tradedDocuments(tx, [goodsReceipt], filters), filters, ids),
  foundBy: 'partId',
  order: sql`part_code, part_id`,
  ties: sql`part_id`,
  countedBy: countedBy(goodsReceipt),
}
