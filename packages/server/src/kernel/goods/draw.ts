// What a document takes over of former documents: header, lines with what remains, and the discount they bear (ADR 0053).
// Longer than most rooms, because what a line takes over and what is left of its discount follow from each other.
import { borneBy, type ChargedLine, chargedShare } from '@chepu/contract/kernel/charged-share'
import { lineAmounts } from '@chepu/contract/kernel/amounts'
import {
  add,
  allocate,
  type Decimal,
  div,
  equals,
  isPositive,
  isZero,
  max,
  min,
  money,
  mul,
  sub,
  sumOf,
} from '@chepu/contract/kernel/decimal'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { carriedFields, type DrawnLine } from '@chepu/contract/kernel/source-lines'
import { lineShape, ownLineFields } from '@chepu/contract/kernel/goods-document'
import { codesBeside } from '@chepu/contract/kernel/shown'
import { moneyFields } from '@chepu/contract/kernel/goods-header'
import { termsOfPartner } from '@chepu/contract/kernel/partner-terms'
import { isDay } from '@chepu/contract/kernel/scalars'
import type { PlainValue } from '@chepu/contract/kernel/shown'
import { isOrder, statesIn } from '@chepu/contract/kernel/states'
import { missingFlag } from '@chepu/contract/kernel/warehouse-flags'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { shanghaiDay } from '../base/calendar'
import { flagsOf } from '../caller/caller'
import { seesIn } from '../caller/cost-visibility'
import type { CallerTx } from '../db/tx'
import { groupBy } from '../base/group-by'
import { snake } from '../db/names'
import { own } from '../base/own'
import { namedTerms, type NamedTerms } from '../document/partner-terms'
import { allOf, documentScope, isAnyOf } from '../caller/scope'
import { statesOfAll } from '../document/registry'
import { heirOf } from './heir'
import { facing, isDrawnBy, type OtherSide, passesAcross, placeOf } from './across'
import { seenLineFields } from './price-visibility'
import { type Pair, pairOf, remainingBy } from './source-lines'
import type { GoodsTraits, SourceRule } from './types'
import { chargedLines } from './sources'

/** Which former documents are drawn: all that remains of one, or some of their lines. */
interface Drawing {
  source: string
  documentId?: number | undefined
  lineIds: readonly number[]
}

export interface Drawn {
  header: Record<string, PlainValue>
  lines: DrawnLine[]
}

type Header = Record<string, PlainValue> & { id: number }

/** A former document, whether another one refers to it, and what its partner's record says. */
type Former = Header & OtherSide & { isFollowed: boolean; terms: NamedTerms }

/** What the lines are drawn of, as far as the header of the new document asks. */
interface Formers {
  headers: Former[]
  rows: readonly Row[]
  executed: Executions
}

/** A former line with what remains of it. */
type Row = Omit<DrawnLine, 'price' | 'discountRate' | 'taxRate'> & {
  documentId: number
  lineId: number
  whole: Decimal
  executedQty: Decimal
  isNetTyped: boolean
  sourceNo: string
  warehouseName: string
  netAmount: Decimal
  price: Decimal | null
  discountRate: Decimal
  taxRate: Decimal
  discountShare: Decimal
}

/**
 * What a new document of kind `target` takes over of former ones. The caller needs the pages of both kinds; documents
 * outside his scope are left out, prices and costs that he may not see are absent.
 */
export const drawSourceDocuments = (tx: CallerTx, target: string, drawing: Drawing): Promise<Drawn> =>
  draw(tx, target, drawing, (source, warehouseId) => seesIn(tx.caller, source.priceField, warehouseId))

/** The same with all prices: for what is saved in the caller's name and not answered to him. */
export const drawUnseen = (tx: CallerTx, target: string, drawing: Drawing): Promise<Drawn> =>
  draw(tx, target, drawing, () => true)

type Sight = (source: GoodsTraits, warehouseId: number) => boolean

async function draw(tx: CallerTx, target: string, drawing: Drawing, sight: Sight): Promise<Drawn> {
  const pair = pairOf(tx, target, drawing.source)
  const [rows, named] = await Promise.all([remainingLines(tx, pair, drawing), readHeaders(tx, pair.rule, drawing)])
  if (rows.length === 0) return { header: {}, lines: [] }
  const isReturn = pair.rule?.counts === 'returned_qty'
  const ids = new Set(rows.map((row) => row.documentId))
  const headers = named.filter((header) => ids.has(header.id))
  const followed = headers.filter((header) => header.isFollowed).map((header) => header.id)
  const lineIds = rows.map((row) => row.lineId)
  const [charged, executed] = await Promise.all([
    isReturn ? chargedLines(tx, pair.kind, lineIds) : undefined,
    executions(tx, pair.rule, followed),
  ])
  const discounts = isReturn ? [] : borneBySources(executed, rows)
  const seesPrices = rows.map((row) => sight(pair.source, row.warehouseId))
  const lines = rows.map((row, i) =>
    drawnOf(pair, row, discounts[i] ?? '0', charged?.get(row.lineId), seesPrices[i] ?? false),
  )
  const formers = { headers, rows, executed }
  return { header: headerOf(tx, pair, formers, lines, !seesPrices.includes(false)), lines }
}

/** The unit that the quantity was typed in, as long as the part has it. */
const auxUnit = sql`(select max(a.unit_id) from part_aux_unit a
  where a.group_id = l.group_id and a.part_id = part.id and a.unit_id = l.aux_unit_id)`

/** What the part of the line is called: as the former document says, or, where it was merged away since, as the one that took its goods. */
const nameOf = (written: string, now: string) =>
  sql`case when part.id = l.part_id then ${sql.ref(`l.${written}`)} else ${sql.ref(now)} end as ${sql.ref(written)}`
const named = sql.join([
  nameOf('part_code', 'part.code'),
  nameOf('part_name', 'part.name'),
  nameOf('brand_name', 'brand.name'),
  nameOf('spec', 'part.spec'),
])

/** The drawn lines in the order of their documents. */
function remainingLines(tx: CallerTx, pair: Pair, { documentId, lineIds }: Drawing): Promise<Row[]> {
  const { source, kind, rule } = pair
  const remaining = remainingBy(rule)
  const unseen = new Set(ownLineFields(kind.def).filter((name) => !seenLineFields(tx.caller, kind).includes(name)))
  const own = Object.keys(lineShape(kind.def)).filter(
    (name) => name in lineShape(source.def) && !known.has(name) && !unseen.has(name),
  )
  const further = [
    ...own.map((name) => sql.ref(`l.${snake(name)}`)),
    ...codesBeside(own).map((name) => sql`to_loc.code as ${sql.ref(snake(name))}`),
  ]
  const conditions: RawBuilder<SqlBool>[] = [
    documentScope(tx.caller, source.def),
    sql<SqlBool>`d.kind = ${source.def.kind} and not d.is_red`,
    isDrawnBy(tx.caller, rule),
    documentId === undefined ? isAnyOf('l.id', lineIds) : sql<SqlBool>`d.id = ${documentId}`,
    // Nothing came or left of a line that the second desk counted as 0; what is copied may be an amount without goods.
    ...(rule
      ? [sql<SqlBool>`${remaining} > 0`, sql<SqlBool>`d.state = any (${[...rule.states]})`]
      : [sql<SqlBool>`(l.qty > 0 or l.net_amount <> 0)`]),
  ]
  return tx.selectKept(sql<Row>`select l.id as line_id, l.document_id, d.bill_no as source_no, part.id as part_id, ${named}, part.oe_no,
      part.fitment, l.unit_name, ${placeOf(rule)} as warehouse_id, w.name as warehouse_name, ${remaining} as qty, l.qty as whole, l.executed_qty, ${auxUnit} as aux_unit_id,
      l.aux_qty, case when not l.is_unpriced then l.price end as price, l.discount_rate, l.net_amount, l.is_net_typed, l.tax_rate, l.discount_share, l.price_source, l.location_id,
      loc.code as location_code, l.batch_no ${sql.join([sql``, ...further], sql`, `)}
    from goods_document d
    join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
    join part written on written.group_id = l.group_id and written.id = l.part_id
    join part on part.group_id = written.group_id and part.id = ${heirOf('written')}
    join brand on brand.group_id = part.group_id and brand.id = part.brand_id
    join warehouse w on w.group_id = l.group_id and w.id = ${placeOf(rule)}
    left join location loc on loc.group_id = l.group_id and loc.id = l.location_id and loc.is_active and loc.warehouse_id = w.id
    left join location to_loc on to_loc.group_id = l.group_id and to_loc.id = l.to_location_id
    where ${allOf(conditions)}
    order by d.biz_date, d.id, l.line_no`)
}

/** Line fields that this file deals with by name; the unit cost belongs to the posting that found it. */
const known = new Set([
  'partId',
  'qty',
  'auxUnitId',
  'auxQty',
  'price',
  'priceSource',
  'discountRate',
  'netAmount',
  'taxRate',
  'locationId',
  'batchNo',
  'sourceLineId',
  'linkedPurchaseLineId',
  'unitCost',
])

/** The line as it would be typed into the document in hand; without prices its tax rate, which is the part's, still tells none. */
function drawnOf(
  { rule }: Pair,
  row: Row,
  discount: Decimal,
  charged: ChargedLine | undefined,
  seesPrices: boolean,
): DrawnLine {
  const {
    documentId: _,
    lineId,
    whole,
    executedQty,
    isNetTyped,
    discountShare: __,
    warehouseName: ___,
    price,
    discountRate,
    netAmount,
    ...line
  } = row
  const keepsUnit = row.auxUnitId !== null && equals(row.qty, whole)
  const shown = {
    ...line,
    auxUnitId: keepsUnit ? row.auxUnitId : null,
    auxQty: keepsUnit ? row.auxQty : null,
    priceSource: rule ? 'source' : row.priceSource,
    locationId: row.locationCode === null ? null : row.locationId,
    sourceLineId: rule ? lineId : null,
    sourceNo: rule ? row.sourceNo : null,
  }
  if (!seesPrices) return shown
  if (charged) return { ...shown, charged, ...creditOf(charged, row) }
  const rest = rule
    ? sub(borneBy(netAmount, add(executedQty, row.qty), whole), borneBy(netAmount, executedQty, whole))
    : netAmount
  const typed = isNetTyped ? rest : null
  const drawnDiscount = isZero(discount) ? {} : { drawnDiscount: discount }
  return { ...shown, price, discountRate, netAmount: typed === null ? null : money(typed), ...drawnDiscount }
}

/** A return is priced by what was charged: its amount is the share, and the price follows from that. */
function creditOf(charged: ChargedLine, row: Row): Pick<DrawnLine, 'price' | 'discountRate' | 'netAmount'> {
  const netAmount = chargedShare(charged, row.qty)
  const { price } = lineAmounts({ ...row, discountRate: '1', netAmount }, true)
  return { price, discountRate: '1', netAmount }
}

/**
 * Header fields on which the drawn documents agree. Discounts are what the lines bear, freight goes with the first
 * successor of each document; days that are over and people and accounts that are no longer active are left to whoever
 * enters the new document. What then is blank comes from the partner's own terms.
 */
function headerOf(
  tx: CallerTx,
  { kind, source, rule }: Pair,
  { headers, rows, executed }: Formers,
  lines: readonly DrawnLine[],
  seesMoney: boolean,
): Record<string, PlainValue> {
  const fields = carriedFields(source.def, kind.def, rule?.counts === 'returned_qty')
  const isAcross = rule?.isAcross ?? false
  const shown = fields.filter(
    (name) => (seesMoney || !moneyFields.some((money) => money === name)) && (!isAcross || passesAcross(name)),
  )
  const agreed = Object.fromEntries(
    shown.flatMap((name) => agreedValue(headers, name, own(kind.def.header.shape, name))),
  )
  const places = new Map(rows.map((row) => [row.warehouseId, row.warehouseName]))
  const [[place, placeName] = []] = places
  const mayUse =
    place !== undefined && places.size === 1 && !missingFlag(kind.def, {}, { warehouseId: place }, flagsOf(tx.caller))
  const { warehouseId: _, warehouseName: __, ...others } = agreed
  const summed = {
    ...(shown.includes('orderDiscount') && { orderDiscount: money(sumOf(lines, (line) => line.drawnDiscount ?? '0')) }),
    ...(shown.includes('freight') && freightOf(headers, executed)),
  }
  const header = {
    ...others,
    ...(isAcross && facing(headers)),
    ...(mayUse && { warehouseId: place, warehouseName: placeName }),
    ...summed,
    bizDate: shanghaiDay(),
  }
  return { ...header, ...missingTerms(kind, headers[0], header) }
}

/** The value of a field and the name beside it, when all documents have the same. */
function agreedValue(headers: readonly Header[], name: string, field: z.ZodType): [string, PlainValue][] {
  const [first = {} as Header] = headers
  const value = own(first, name) ?? null
  if (headers.some((header) => (own(header, name) ?? null) !== value)) return []
  if (typeof value === 'string' && isDay(field) && value < shanghaiDay()) return []
  const label = name.replace(/Id$/, 'Name')
  const text = label === name ? undefined : own(first, label)
  return text === undefined
    ? [[name, value]]
    : [
        [name, value],
        [label, text],
      ]
}

/** Headers with names beside ids. Who left, and a carrier or settlement method that is out of use, is not carried. */
function readHeaders(tx: CallerTx, rule: SourceRule | undefined, { documentId, lineIds }: Drawing): Promise<Former[]> {
  const today = shanghaiDay()
  const ofLines = sql`array(select document_id from goods_document_line where group_id = ${tx.groupId} and ${isAnyOf('id', lineIds)})`
  return tx.selectKept(sql<Former>`select d.*, p.name as partner_name, s.id as salesperson_id, s.name as salesperson_name,
      h.id as handler_id, h.name as handler_name, dep.id as department_id, dep.name as department_name,
      m.id as settlement_method_id, m.name as settlement_method_name, carrier.id as carrier_id, carrier.name as carrier_name,
      supplier.id as supplier_id, supplier.name as supplier_name, pm.id as purchase_settlement_method_id, pm.name as purchase_settlement_method_name,
      ${namedTerms()} as terms, o.name as from_name, w.name as warehouse_name,
      wo.bill_no as work_order_name, coalesce(nullif(car.plate, ''), car.vin) as vehicle_name,
      exists (select from goods_document_line l join goods_document_line after on after.group_id = l.group_id and after.source_line_id = l.id
        where l.group_id = d.group_id and l.document_id = d.id) as is_followed
    from goods_document d
    join org o on o.group_id = d.group_id and o.id = d.org_id
    join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
    left join partner p on p.group_id = d.group_id and p.id = d.partner_id
    left join partner_org own on own.group_id = d.group_id and own.org_id = d.org_id and own.partner_id = d.partner_id
    left join employee s on s.group_id = d.group_id and s.id = d.salesperson_id and (s.left_on is null or s.left_on > ${today}::date)
    left join employee h on h.group_id = d.group_id and h.id = d.handler_id and (h.left_on is null or h.left_on > ${today}::date)
    left join department dep on dep.group_id = d.group_id and dep.id = d.department_id and dep.is_active
    left join settlement_method m on m.group_id = d.group_id and m.id = d.settlement_method_id and m.is_active
    left join partner carrier on carrier.group_id = d.group_id and carrier.id = d.carrier_id and carrier.is_active
    left join partner supplier on supplier.group_id = d.group_id and supplier.id = d.supplier_id and supplier.is_active
    left join settlement_method pm on pm.group_id = d.group_id and pm.id = d.purchase_settlement_method_id and pm.is_active
    left join repair_document wo on wo.group_id = d.group_id and wo.id = d.work_order_id
    left join vehicle car on car.group_id = d.group_id and car.id = d.vehicle_id
    where d.group_id = ${tx.groupId} and ${isDrawnBy(tx.caller, rule)}
      and ${documentId === undefined ? sql`d.id = any (${ofLines})` : sql`d.id = ${documentId}`}
    order by d.biz_date, d.id`)
}

/** The freight of documents that nothing was made of yet. Documents that disagree on who bears it leave it to be typed. */
function freightOf(headers: readonly Header[], executed: Executions): Record<string, PlainValue> {
  const charging = headers.filter((header) => !executed.has(header.id) && isPositive(header.freight as Decimal))
  const payers = new Set(charging.map((header) => header.freightPayer))
  if (payers.size > 1) return {}
  const [freightPayer] = payers
  return {
    freight: money(sumOf(charging, (header) => header.freight as Decimal)),
    ...(freightPayer !== undefined && { freightPayer }),
  }
}

/** What the partner's record says where the former documents, all of this partner, say nothing, with names beside ids. */
function missingTerms(
  kind: GoodsTraits,
  former: Former | undefined,
  header: Record<string, unknown>,
): Record<string, PlainValue> {
  if (!former || typeof header.partnerId !== 'number') return {}
  const { settlementMethodName, salespersonName, ...own } = former.terms
  const names: Record<string, unknown> = { settlementMethodId: settlementMethodName, salespersonId: salespersonName }
  const missing = Object.entries(termsOfPartner(own, header, kind.def.header.shape)).filter(
    ([name, value]) => value !== null && (header[name] ?? null) === null,
  )
  const named = missing.filter(([name]) => name in names).map(([name]) => [name.replace(/Id$/, 'Name'), names[name]])
  return Object.fromEntries([...missing, ...named])
}

/** A line that is drawn, and what of its document's order discount it bears. */
export interface Bearing {
  documentId: number
  /** What is drawn of the `whole` line. */
  qty: Decimal
  whole: Decimal
  discountShare: Decimal
}

/**
 * What lines drawn now bear of their documents' order discounts, by line, 2 decimals: each document's share up to and with
 * them, less what posted successors have taken, so that the last one takes the remainder (ADR 0053).
 */
export async function borneDiscounts(
  tx: CallerTx,
  rule: SourceRule | undefined,
  rows: readonly Bearing[],
): Promise<Decimal[]> {
  return borneBySources(await executions(tx, rule, [...new Set(rows.map((row) => row.documentId))]), rows)
}

function borneBySources(executed: Executions, rows: readonly Bearing[]): Decimal[] {
  const byDocument = groupBy(rows, (row) => row.documentId)
  const shares = new Map<number, Decimal[]>()
  for (const [id, lines] of byDocument) {
    const { discountDue, discountTaken } = executed.get(id) ?? { discountDue: '0', discountTaken: '0' }
    const weights = lines.map((line) =>
      isZero(line.whole) ? '0' : div(mul(line.discountShare, min(line.qty, line.whole)), line.whole),
    )
    const share = max('0', sub(money(add(discountDue, ...weights)), discountTaken))
    shares.set(id, allocate(share, weights))
  }
  return rows.map((row) => shares.get(row.documentId)?.shift() ?? '0.00')
}

/** States of successors that have taken what they name: what is posted, and of orders what is approved. */
const takingStates = (def: DocumentDef): string[] => statesIn(def, isOrder(def) ? 'agreed' : 'posted')

/** What such successors have had of a former document's order discount, and what the executed goods bear of it. */
interface Execution {
  discountTaken: Decimal
  discountDue: Decimal
}

type Executions = ReadonlyMap<number, Execution>

/**
 * By former document; only those with posted successors, none without a rule by which they count, or without any of `ids`. The discount of a successor that drew
 * from several documents is split among them as they bear it.
 */
async function executions(tx: CallerTx, rule: SourceRule | undefined, ids: readonly number[]): Promise<Executions> {
  if (!rule || ids.length === 0) return new Map()
  const rows = await tx.query<Execution & { id: number }>({
    name: 'source-executions',
    text: `with target as (
        select distinct t.group_id, t.id, t.order_discount
        from goods_document_line l
        join goods_document t on t.group_id = l.group_id and t.id = l.document_id and not t.is_red
          and (t.kind, t.state) in (select * from unnest($3::text[], $4::text[]))
        where l.group_id = $1 and l.source_line_id = any (array(
          select id from goods_document_line where group_id = $1 and document_id = any ($2::bigint[])))
      ), borne as (
        select t.id, t.order_discount, sl.document_id as source_id, sum(sl.discount_share * l.qty / nullif(sl.qty, 0)) as weight
        from target t
        join goods_document_line l on l.group_id = t.group_id and l.document_id = t.id
        join goods_document_line sl on sl.group_id = l.group_id and sl.id = l.source_line_id
        where l.group_id = $1 group by t.id, t.order_discount, sl.document_id
      ), split as (
        select source_id, order_discount * weight / nullif(sum(weight) over (partition by id), 0) as taken from borne
      ), due as (
        select document_id, coalesce(sum(discount_share * least(executed_qty, qty) / nullif(qty, 0)), 0) as due
        from goods_document_line where group_id = $1 and document_id = any ($2::bigint[]) group by document_id
      )
      select due.document_id as id, round(coalesce(sum(split.taken), 0), 2) as discount_taken, due.due as discount_due
      from due join split on split.source_id = due.document_id group by due.document_id, due.due`,
    values: [tx.groupId, ids, ...statesOfAll(takingStates)],
  })
  return new Map(rows.map(({ id, ...execution }) => [id, execution]))
}
