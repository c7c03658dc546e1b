// Which parts a search text names, best first. What a picker shows of them is in figures.ts.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { warehousesWith } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { closenessOf, fits, holdsText, knownWords, normNumber } from '../../kernel/query/part-filter'
import type { KnownWords } from '../../kernel/query/part-words'
import { allOf, containing, isAnyOf, startingWith } from '../../kernel/caller/scope'
import { idsOfCodes } from './codes'
import { pageOf } from '../../kernel/query/page'

interface PartQuestion {
  q: string
  mode: 'sale' | 'purchase'
  exact?: boolean | undefined
  brandId?: number | undefined
  categoryId?: number | undefined
  fitment?: string | undefined
  warehouseId?: number | undefined
  inStock?: boolean | undefined
  page: number
  rows: number
}

/**
 * Ids of one page of parts, best first: whole code or barcode, the code whatever its capitals, whole OE or factory number, beginning of the code, of an OE
 * number, the rest; each by how well brand and name are met (`closenessOf`), by beginning of the initials, by
 * the text as it was typed, by code.
 */
export async function findParts(tx: CallerTx, question: PartQuestion): Promise<{ ids: number[]; more: boolean }> {
  const known = await knownWords(tx)
  const names = await named(tx, question, known)
  const { rows: found, more } = await pageOf(
    tx,
    sql<{ id: number }>`select p.id from part p
    where ${allOf([...offered(tx, question), names])}
    order by ${rank(tx, question.q, known)}`,
    question,
  )
  return { ids: found.map((part) => part.id), more }
}

/** Active parts that this org offers: a product taken off the shelf is not sold (business/basics 4.1). */
function offered(tx: CallerTx, question: PartQuestion): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`p.group_id = ${tx.groupId} and p.is_active`]
  if (question.mode === 'sale')
    conditions.push(sql<SqlBool>`not exists (select from product o where o.group_id = p.group_id
      and o.org_id = ${tx.caller.orgId} and o.part_id = p.id and not o.on_shelf)`)
  if (question.brandId) conditions.push(sql<SqlBool>`p.brand_id = ${question.brandId}`)
  if (question.categoryId) conditions.push(inCategory(tx, question.categoryId))
  if (question.fitment) conditions.push(fits(tx, question.fitment))
  if (question.inStock)
    conditions.push(sql<SqlBool>`exists (select from stock_cost s where s.group_id = p.group_id and s.part_id = p.id
      and s.org_id = ${tx.caller.orgId} and s.qty > 0 and ${isAnyOf('s.warehouse_id', askedWarehouses(tx, question.warehouseId))})`)
  return conditions
}

/** The asked warehouse when the caller may see it, or all that he may see in this org. */
export function askedWarehouses(tx: CallerTx, warehouseId: number | undefined): number[] {
  const seen = warehousesWith(tx.caller, 'view')
  return warehouseId === undefined ? seen : seen.filter((id) => id === warehouseId)
}

/** Parts of a category or of any below it. */
export const inCategory = (tx: CallerTx, categoryId: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`p.category_id in (select c.id from part_category c where c.group_id = ${tx.groupId}
    and (c.id = ${categoryId} or c.path like ${`%/${categoryId}/%`}))`

async function named(tx: CallerTx, question: PartQuestion, known: KnownWords): Promise<RawBuilder<SqlBool>> {
  const q = question.q.toLowerCase()
  if (q === '') return sql<SqlBool>`true`
  if (!question.exact) return holdsText(q, known)
  const whole = await idsOfCodes(tx, [question.q])
  return isAnyOf(
    'p.id',
    whole.map((row) => row.partId),
  )
}

// Equality finds its index under row-level security; a pattern would read every part of the group.
const isCode = (q: string) => sql<SqlBool>`p.code_key = ${q.toLowerCase()}`
const hasBarcode = (tx: CallerTx, q: string) =>
  sql<SqlBool>`p.id = (select part_id from part_barcode where group_id = ${tx.groupId} and barcode = ${q})`

function rank(tx: CallerTx, text: string, known: KnownWords): RawBuilder<unknown> {
  const q = text.toLowerCase()
  if (q === '') return sql`p.code`
  const number = normNumber(text)
  const begins = startingWith(q)
  const hasOe = (condition: RawBuilder<SqlBool>) =>
    sql<SqlBool>`p.id in (select part_id from part_oe where group_id = ${tx.groupId} and ${condition})`
  return sql`case when p.code = ${text} or ${hasBarcode(tx, text)} then -1
    when ${isCode(text)} then 0
    when p.factory_norm = ${number} or ${hasOe(sql<SqlBool>`oe_norm = ${number}`)} then 1
    when p.search_text like ${begins} then 2
    when ${number.length >= 4} and ${hasOe(beginsWith('oe_norm', number))} then 3
    else 4 end, ${closenessOf(q, known)}, p.initials not like ${begins},
    p.search_text not like ${containing(q)}, p.code`
}

/** Beginning as a range of the pattern index, which row-level security lets the planner use. */
const beginsWith = (column: string, text: string) =>
  sql<SqlBool>`(${sql.raw(column)} ~>=~ ${text} and ${sql.raw(column)} ~<~ ${`${text}\uffff`})`
