// What the lines of a saved draft may take of their former documents' order discounts (ADR 0053).
import { type Decimal, isPositive } from '@chepu/contract/kernel/decimal'
import type { GoodsLineView } from '@chepu/contract/kernel/goods-document'
import { sql } from 'kysely'
import type { CallerTx } from '../db/tx'
import { isAnyOf } from '../caller/scope'
import { type Bearing, borneDiscounts } from './draw'
import { isFollowed } from './is-followed'
import { remainingBy } from './source-lines'
import type { GoodsDocument, GoodsTraits, SourceRule } from './types'

/** A former line: what remains of it, and what that bears now of its document's order discount. */
interface Former extends Bearing {
  discount: Decimal
}

/**
 * The lines of a draft with what a draw would give them now of their former documents' order discounts, 2 decimals, so that
 * its own discount goes on following the quantities. A draft whose discount was typed is answered as it is, and so is a
 * line whose former document grants none.
 */
export async function withDrawnDiscounts(
  tx: CallerTx,
  kind: GoodsTraits,
  doc: Pick<GoodsDocument, 'orderDiscount'>,
  lines: readonly GoodsLineView[],
): Promise<GoodsLineView[]> {
  const ids = new Set(lines.flatMap((line) => (line.sourceLineId === null ? [] : [line.sourceLineId])))
  if (kind.source?.counts !== 'executed_qty' || ids.size === 0) return [...lines]
  const formers = await discountedSources(tx, kind.source, [...ids])
  const drawn = lines.flatMap(({ qty, sourceLineId }) => {
    const former = formers.get(sourceLineId ?? 0)
    return former ? [{ qty, former }] : []
  })
  if (!isFollowed(doc.orderDiscount, drawn)) return [...lines]
  return lines.map((line) => {
    const former = formers.get(line.sourceLineId ?? 0)
    return former ? { ...line, drawn: { qty: former.qty, discount: former.discount } } : line
  })
}

/** Former lines that bear a discount, by id. */
async function discountedSources(tx: CallerTx, rule: SourceRule, ids: readonly number[]): Promise<Map<number, Former>> {
  const rows = await tx.select(sql<
    Bearing & { id: number }
  >`select l.id, l.document_id, l.discount_share, l.qty as whole,
      greatest(${remainingBy(rule)}, 0) as qty
    from goods_document_line l where l.group_id = ${tx.groupId} and ${isAnyOf('l.id', ids)} order by l.document_id, l.line_no`)
  const discounts = await borneDiscounts(tx, rule, rows)
  const formers = rows.map((row, i): [number, Former] => [row.id, { ...row, discount: discounts[i] ?? '0.00' }])
  return new Map(formers.filter(([, former]) => isPositive(former.discountShare)))
}
