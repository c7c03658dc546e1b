import { countedBy } from '@chepu/contract/kernel/document'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import {
  returnLines as query,
  type returnsByPart as queryByPart,
} from '@chepu/contract/purchasing/purchase-return-query'
import { sql } from 'kysely'
import { returnedDocuments, sourceNo, tradedLine, tradedLines } from '../../kernel/goods/traded'
import { latestPrice, partsFrom, ratio, tradedPart } from '../../kernel/goods/traded-parts'
import type { QuerySource } from '../../kernel/query/query'

/** 采购退货查询-按配件, 明细: lines of returns, the latest first (business/statistics 4.5). */
export const returnLines = tradedLines(query, purchaseReturn, {
  documents: (tx, filters) => returnedDocuments(tx, purchaseReturn, filters),
  select: () => ({ ...tradedLine, reason: sql`d.reason`, sourceNo }),
})

/** 采购退货查询-按配件, 汇总: what went back of a part, beside what was received of it (business/statistics 4.5). */
export const returnsByPart: QuerySource<typeof queryByPart> = {
  select: (tx) => ({
    ...tradedPart,
    untaxed: sql`t.untaxed`,
    tax: sql`t.taxed - t.untaxed`,
    highest: sql`t.highest`,
    lowest: sql`t.lowest`,
    latest: latestPrice(tx),
    receivedQty: sql`t.other_qty`,
    rate: ratio(sql`t.qty`, sql`t.other_qty`),
  }),
  async from(tx, filters, ids) {
    const both = returnedDocuments(tx, purchaseReturn, filters, goodsReceipt)
    return sql`${await partsFrom(tx, { main: purchaseReturn, other: goodsReceipt }, both, filters, ids)} where t.lines > 0`
  },
  foundBy: 'partId',
  order: sql`part_code, part_id`,
  ties: sql`part_id`,
  countedBy: countedBy(purchaseReturn),
}
