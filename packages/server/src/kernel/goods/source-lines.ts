// 引单: lines of earlier documents that a document in hand executes, returns or copies (business/documents 4.1).
import { statesIn } from '@chepu/contract/kernel/states'
import { type Decimal, max, round, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { OpenSourceLine } from '@chepu/contract/kernel/goods-document'
import type { Paging } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { mayPress, sees } from '../caller/caller'
import type { CallerTx } from '../db/tx'
import { figureIn, withoutHidden } from '../caller/cost-visibility'
import { forbidden, notFound, refuse } from '../base/errors'
import { namesPart } from '../query/part-filter'
import { allOf, documentScope, startingWith } from '../caller/scope'
import { isDrawnBy, placeOf } from './across'
import { heirOf } from './heir'
import type { GoodsDocument, GoodsTraits, SourceRule } from './types'
import { statesOfAll } from '../document/registry'
import { convertedQty } from './linked-purchase'
import { boundKinds, kindNamed, postingKinds } from './registry'
import { pageOf } from '../query/page'

interface SourceFilters extends Paging {
  source: string
  billNo?: string | undefined
  from?: string | undefined
  to?: string | undefined
  partnerId?: number | undefined
  warehouseId?: number | undefined
  part?: string | undefined
  open?: boolean | undefined
}

/** Two kinds of which one may be made from the other; without a rule it is the same kind, which is copied. */
export interface Pair {
  kind: GoodsTraits
  source: GoodsTraits
  rule: SourceRule | undefined
}

/**
 * The pair of a document in hand and its former documents. Refuses kinds that have nothing to do with each other, and
 * callers who may not open the pages of both.
 */
export function pairOf(tx: CallerTx, target: string, former: string): Pair {
  const kind = openTo(tx, target)
  const source = openTo(tx, former)
  const rule = kind.source?.kinds.includes(source.def.kind) ? kind.source : undefined
  if (!rule && source.def.kind !== kind.def.kind) refuse(`${kind.def.title}不能引用${source.def.title}`)
  return { kind, source, rule }
}

/** What successors have left of a line `l`; a copy takes all of it. */
export const remainingBy = (rule: SourceRule | undefined): RawBuilder<Decimal> => {
  if (rule === undefined) return sql`l.qty`
  return rule.counts === 'returned_qty'
    ? sql`l.qty - l.returned_qty - ${convertedQty()}`
    : sql`l.qty - l.executed_qty - l.closed_qty`
}

/** How documents of other kinds take from one of this kind; undefined where none does. */
const takenBy = (kind: GoodsTraits): SourceRule | undefined =>
  boundKinds().find((each) => each.source?.kinds.includes(kind.def.kind))?.source

/** Documents `d` of which others are made by this rule. */
const isTaken = (rule: SourceRule): RawBuilder<SqlBool> =>
  sql<SqlBool>`d.state = any (${[...rule.states]}) and not d.is_red`

/** What documents made of document `d` may still take of its line `l`, 4 decimals; nothing in a state that none is made of. */
export function remainingOfLine(kind: GoodsTraits): RawBuilder<Decimal> {
  const rule = takenBy(kind)
  return rule
    ? sql`case when ${isTaken(rule)} then greatest(${remainingBy(rule)}, 0.0000) else 0.0000 end`
    : sql`0.0000`
}

/** SELECT of what documents made of document `d` may still take; null in a state, and of a kind, that none is made of. */
export function remainingColumn(kind: GoodsTraits): RawBuilder<Decimal | null> {
  const rule = takenBy(kind)
  if (!rule) return sql`null`
  return sql`case when ${isTaken(rule)} then (select sum(greatest(${remainingBy(rule)}, 0.0000))
    from goods_document_line l where l.group_id = d.group_id and l.document_id = d.id) end`
}

/** The same of a document that was read with its lines. */
export function remainingQtyOf(
  kind: GoodsTraits,
  doc: Pick<GoodsDocument, 'state' | 'isRed'>,
  lines: readonly Pick<GoodsDocument['lines'][number], 'qty' | 'returnedQty' | 'executedQty' | 'closedQty'>[],
): Decimal | null {
  const rule = takenBy(kind)
  if (!rule?.states.includes(doc.state) || doc.isRed) return null
  const taken = (line: (typeof lines)[number]) =>
    rule.counts === 'returned_qty' ? [line.returnedQty] : [line.executedQty, line.closedQty]
  return round(
    sumOf(lines, (line) => max('0', taken(line).reduce(sub, line.qty))),
    4,
  )
}

/**
 * Lines of documents of kind `source` for a document of kind `target`, newest document first. Where the target's source
 * rule names the kind, only states it may refer to are listed and the remaining quantity is what successors have left;
 * a copy keeps the whole quantity. Documents outside the caller's scope are not listed.
 */
export async function openSourceLines(
  tx: CallerTx,
  target: string,
  filters: SourceFilters,
): Promise<{ rows: OpenSourceLine[]; more: boolean }> {
  const { source, rule } = pairOf(tx, target, filters.source)
  const remaining = remainingBy(rule)
  const prices = sees(tx.caller, source.priceField)
    ? sql`, ${figureIn(tx.caller, source.priceField, 'l.warehouse_id', sql`l.price`)} as price, l.discount_rate, l.tax_rate`
    : sql``
  const conditions = [
    documentScope(tx.caller, source.def),
    sql<SqlBool>`d.kind = ${source.def.kind} and not d.is_red`,
    isDrawnBy(tx.caller, rule),
    sql<SqlBool>`d.state = any (${[...(rule?.states ?? statesIn(source.def, 'agreed', 'posted'))]})`,
    ...(await filterConditions(tx, filters)),
    ...(filters.open && rule ? [sql<SqlBool>`${remaining} > 0`] : []),
  ]
  const { rows, more } = await pageOf(
    tx,
    sql<OpenSourceLine>`select d.id as document_id, l.id as line_id, d.bill_no, d.biz_date,
      d.partner_id, p.name as partner_name, ${rule?.isAcross ? placeOf(rule) : sql`d.warehouse_id`} as warehouse_id, d.salesperson_id, l.part_id, l.part_code, l.part_name, part.oe_no,
      l.brand_name, l.spec, part.fitment, l.unit_name, l.qty, greatest(${remaining}, 0) as remaining_qty, l.location_id,
      loc.code as location_code, l.batch_no ${prices}
    from goods_document d
    join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
    join part on part.group_id = l.group_id and part.id = l.part_id
    join part heir on heir.group_id = part.group_id and heir.id = ${heirOf('part')}
    left join partner p on p.group_id = d.group_id and p.id = d.partner_id
    left join location loc on loc.group_id = l.group_id and loc.id = l.location_id
    where ${allOf(conditions)}
    order by d.biz_date desc, d.id desc, l.line_no`,
    filters,
  )
  const shown = rows.map((row) => withoutHidden(tx.caller, row, ['price']))
  return { rows: shown, more }
}

async function filterConditions(tx: CallerTx, filters: SourceFilters): Promise<RawBuilder<SqlBool>[]> {
  const { billNo, from, to, partnerId, warehouseId, part } = filters
  return [
    ...(billNo ? [sql<SqlBool>`d.bill_no like ${startingWith(billNo.toUpperCase())}`] : []),
    ...(from ? [sql<SqlBool>`d.biz_date >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`d.biz_date <= ${to}`] : []),
    ...(partnerId ? [sql<SqlBool>`d.partner_id = ${partnerId}`] : []),
    ...(warehouseId ? [sql<SqlBool>`d.warehouse_id = ${warehouseId}`] : []),
    ...(part ? [sql<SqlBool>`(${await namesPart(tx, part, 'part')} or ${await namesPart(tx, part, 'heir')})`] : []),
  ]
}

interface SourcePrice {
  kind: string
  documentId: number
  billNo: string
  bizDate: string
  partnerName: string | null
  qty: string
  price: string
  discountRate: string
}

/** The last 10 posted prices of a part, with one partner or with all, in documents of the target's area; newest first. */
export function sourcePrices(
  tx: CallerTx,
  target: string,
  asked: { partId: number; partnerId?: number | undefined },
): Promise<SourcePrice[]> {
  const kind = openTo(tx, target)
  if (!sees(tx.caller, kind.priceField)) return Promise.resolve([])
  const isPriced = figureIn(tx.caller, kind.priceField, 'l.warehouse_id', sql`true`)
  const [kinds, states] = statesOfAll((def) => statesIn(def, 'posted'))
  return tx.select(sql<SourcePrice>`select d.kind, d.id as document_id, d.bill_no, d.biz_date, p.name as partner_name, l.qty, l.price,
      l.discount_rate
    from goods_document_line l
    join goods_document d on d.group_id = l.group_id and d.id = l.document_id
    left join partner p on p.group_id = d.group_id and p.id = d.partner_id
    where ${documentScope(tx.caller, kind.def)} and d.org_id = ${tx.caller.orgId} and l.part_id = ${asked.partId}
      and d.kind = any (${postingKinds(kind.def.area)}) and ${isPriced} and not d.is_red
      and (d.kind, d.state) in (select * from unnest(${kinds}::text[], ${states}::text[]))
      ${asked.partnerId ? sql`and d.partner_id = ${asked.partnerId}` : sql``}
    order by d.biz_date desc, d.id desc, l.line_no limit 10`)
}

/** The kind of this name; the caller must be allowed on its page. */
function openTo(tx: CallerTx, name: string): GoodsTraits {
  const kind = kindNamed(name) ?? notFound('单据类型')
  if (!mayPress(tx.caller, kind.def.buttons.view)) forbidden(`您没有「${kind.def.title}」的权限`)
  return kind
}
