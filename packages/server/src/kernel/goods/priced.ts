// A draft may wait for prices (ADR 0080); whatever leaves the draft has them all.
import { type GoodsDef, lineShape } from '@chepu/contract/kernel/goods-document'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { invalid } from '../base/errors'
import type { GoodsDocument } from './types'

/** Refuses a document of which a line still waits for its price, naming every such line. */
export function assertPriced(def: GoodsDef, { lines }: Pick<GoodsDocument, 'lines'>): void {
  const title = (lineShape(def)['price'] as z.ZodType | undefined)?.meta()?.['title'] ?? '单价'
  const errors = lines.flatMap(({ isUnpriced, partCode }, i) =>
    isUnpriced ? [{ path: `lines.${i}.price`, message: `第${i + 1}行 [${partCode}] 请填写${String(title)}` }] : [],
  )
  if (errors.length > 0) invalid(errors)
}

/** A figure of the documents `alias`; null of a draft as long as every line of it waits for its price. */
export const onceItHasPrices = (figure: RawBuilder<unknown>, alias: 'd' | 'own' = 'd'): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  // What was approved has them all; it need not be looked up.
  return sql`case when ${of('approved_at')} is not null
    or exists (select from goods_document_line l where l.group_id = ${of('group_id')} and l.document_id = ${of('id')} and not l.is_unpriced)
  then ${figure} end`
}
