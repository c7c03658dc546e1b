import { sideLabels } from '@chepu/contract/kernel/money-document'
import { type Decimal, neg } from '@chepu/contract/kernel/decimal'
import { isEntered, isPosted, postedStates } from '@chepu/contract/kernel/states'
import { dueDate, type PaymentTerms } from '@chepu/contract/kernel/due-date'
import type { Effects } from '@chepu/contract/kernel/document-calls'
import type { GoodsLineView } from '@chepu/contract/kernel/goods-document'
import { type GoodsHeader, type GoodsHeaderAnswer, goodsHeaderFields } from '@chepu/contract/kernel/goods-header'
import { codesBeside } from '@chepu/contract/kernel/shown'
import { headerPrices, headerTotals, lineCosts, linePrices } from '@chepu/contract/kernel/price-fields'
import { type RawBuilder, sql } from 'kysely'
import { type HiddenField, sees } from '../caller/caller'
import { figureIn, seesIn, withoutBlank, withoutHidden } from '../caller/cost-visibility'
import type { CallerTx } from '../db/tx'
import { notFound } from '../base/errors'
import { reversalMoves } from '../ledgers'
import type { StockMove } from '../ledgers/types'
import { maskedMobile } from '../caller/mobile'
import { inScope } from '../caller/scope'
import { snake } from '../db/names'
import { makers } from '../document/registry'
import { allowedActions, tryAction } from '../document/run-action'
import { nameColumns, nameJoins, type Related, visible } from '../document/view'
import { type GoodsDocument, type GoodsKind, type GoodsTraits, isReturn } from './types'
import { boundKinds } from './registry'
import { costInSight, seesCostOf, seesCostsOf } from './cost-owner'
import { withDrawnDiscounts } from './followed-discount'
import { reversible } from './lifecycle'
import { type Made, madeOf } from './made'
import { seenLineFields } from './price-visibility'
import { onceItHasPrices } from './priced'
import { goodsDocuments } from './repo'
import { remainingQtyOf } from './source-lines'
import { withCharges } from './sources'
import { inWordsSql } from '../query/in-words'

/** Figures of the header that come with posting. */
const postedFigures = ['costAmount', 'settledAmount', 'openAmount']

/** A document as the caller may see it: names beside ids, lines, and the actions open to him. */
export async function viewDocument(tx: CallerTx, kind: GoodsTraits, id: number) {
  // Neither needs the other's answer, so they are asked together.
  const [doc, rows] = await Promise.all([viewHeader(tx, kind, id), viewLines(tx, kind, id)])
  const { itemDueOn, hasNoPrices, bookedCost, ...known } = doc
  // What was posted keeps its day; until then it follows from date and terms.
  const dueDay = itemDueOn ?? dueDate(doc)
  const hidden = new Set([
    ...(seesIn(tx.caller, kind.priceField, doc.warehouseId) ? [] : headerPrices),
    ...(seesIn(tx.caller, 'cost_price', doc.warehouseId) && seesCostOf(tx.caller, kind, doc) ? [] : ['costAmount']),
  ])
  const hasPosted = postedStates(kind.def).includes(doc.state)
  const remainingQty = remainingQtyOf(kind, doc, rows)
  const missing = new Set([...(hasPosted ? [] : postedFigures), ...(hasNoPrices ? headerTotals : [])])
  const header: GoodsHeaderAnswer & Record<string, unknown> = {
    ...known,
    costAmount: bookedCost ?? known.costAmount,
    dueDay,
    remainingQty,
  }
  const shown = goodsHeaderFields(kind.def)
    .filter((key) => !hidden.has(key))
    .map((key) => [key, missing.has(key) ? null : header[key]])
  return {
    header: Object.fromEntries(shown) as GoodsHeader,
    lines: isEntered(kind.def, doc.state) ? await draftLines(tx, kind, doc, rows) : rows,
    can: allowedActions(tx.caller, kind.def, doc),
  }
}

/** What who only moves the goods of a document sees of its header; with the partner, also these (ADR 0094). */
const goodsHeader = new Set(
  `id orgId kind billNo bizDate state version isRed redOf redOfNo redId redNo warehouseId warehouseName lineCount totalQty executedQty
  remainingQty reason disposal remark carrierId carrierName waybill packages expectedOn deliveryOn printCount salespersonName handlerName
  creatorId creatorName createdAt submittedAt approverName approvedAt posterName postedAt`.split(/\s+/),
)
const partnerHeader = new Set(['partnerId', 'partnerName', 'partnerMobile', 'partnerAddress', 'address'])
const lineMoney = new Set([...linePrices, ...lineCosts, 'charged', 'drawn'])

/** A viewed document without its money and terms, and without its partner unless he is asked for. */
export function goodsOf<View extends { header: Partial<GoodsHeader>; lines: GoodsLineView[] }>(
  view: View,
  { withPartner }: { withPartner: boolean },
): View {
  const shows = (key: string) => goodsHeader.has(key) || (withPartner && partnerHeader.has(key))
  const pick = <Row extends object>(row: Row, keep: (key: string) => boolean) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => keep(key))) as Row
  return {
    ...view,
    header: pick(view.header, shows),
    lines: view.lines.map((line) => ({ ...pick(line, (key) => !lineMoney.has(key)), priceSource: '' })),
  }
}

/** The document, when the caller's scope covers it; else it does not exist for him. */
export const visibleDocument = (tx: CallerTx, { def }: GoodsTraits, id: number): Promise<GoodsDocument> =>
  visible(tx, goodsDocuments, def, id)

/** What a header shows of other rows: names, and what its open items come to. */
type HeaderNames = Pick<
  GoodsHeaderAnswer,
  | 'orgName'
  | 'redOfNo'
  | 'redId'
  | 'redNo'
  | 'warrantyBillNo'
  | 'partnerMobile'
  | 'partnerAddress'
  | 'creatorName'
  | 'approverName'
  | 'posterName'
  | 'settledAmount'
  | 'openAmount'
> & { itemDueOn: string | null; hasNoPrices: boolean; bookedCost: Decimal | null }
type HeaderRow = Omit<GoodsDocument, 'lines' | 'terms' | 'warehouse' | 'closedMonth'> & PaymentTerms & HeaderNames

/**
 * The header with the names of what it refers to, and how to reach the partner: his default contact and delivery address come first.
 * Refuses what is outside the caller's scope as if it did not exist.
 */
async function viewHeader(tx: CallerTx, kind: GoodsTraits, id: number) {
  const row = await tx.one<HeaderRow>({
    name: 'view-goods-document',
    text: `select d.*, term.kind as term_kind, term.term_days, term.month_day, p.credit_days,
        ${nameColumns}, owner.name as org_name, p.name as partner_name, w.name as warehouse_name, m.name as settlement_method_name,
        carrier.name as carrier_name, supplier.name as supplier_name, pm.name as purchase_settlement_method_name, made.cost_amount as booked_cost,
        counter.name as counter_org_name, tw.name as to_warehouse_name, wo.bill_no as work_order_name, wb.bill_no as warranty_bill_no,
        coalesce(nullif(car.plate, ''), car.vin) as vehicle_name,
        coalesce(item.settled, 0.00) * $4 as settled_amount, coalesce(item.open, 0.00) * $4 as open_amount, item.due_on as item_due_on,
        coalesce(nullif(contact.mobile, ''), p.mobile, '') as partner_mobile,
        coalesce(nullif(d.address, ''), nullif(addr.address, ''),
          case when starts_with(p.address, p.region) then p.address else concat(p.region, p.address) end, '') as partner_address,
        d.approved_at is null and not exists (
          select from goods_document_line l where l.group_id = d.group_id and l.document_id = d.id and not l.is_unpriced
        ) as has_no_prices
      from goods_document d
      join org owner on owner.group_id = d.group_id and owner.id = d.org_id
      left join partner p on p.group_id = d.group_id and p.id = d.partner_id
      join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
      ${nameJoins('goods_document')}
      left join settlement_method m on m.group_id = d.group_id and m.id = d.settlement_method_id
      left join settlement_method term on term.group_id = d.group_id and term.id = coalesce(d.settlement_method_id, p.settlement_method_id)
      left join partner carrier on carrier.group_id = d.group_id and carrier.id = d.carrier_id
      left join partner supplier on supplier.group_id = d.group_id and supplier.id = d.supplier_id
      left join settlement_method pm on pm.group_id = d.group_id and pm.id = d.purchase_settlement_method_id
      left join goods_document made on made.group_id = d.group_id and made.made_by = d.id and made.kind = $5 and made.posted_at is not null
      left join org counter on counter.group_id = d.group_id and counter.id = d.counter_org_id
      left join warehouse tw on tw.group_id = d.group_id and tw.id = d.to_warehouse_id
      left join repair_document wo on wo.group_id = d.group_id and wo.id = d.work_order_id
      left join repair_document wb on wb.group_id = d.group_id and wb.id = d.warranty_bill_id
      left join vehicle car on car.group_id = d.group_id and car.id = d.vehicle_id
      left join lateral (
        select sum(i.written_off + i.discounted) as settled, sum(i.balance) as open,
          max(i.due_on) filter (where i.original <> 0) as due_on
        from open_item i
        where i.group_id = d.group_id and i.source_kind = coalesce(made.kind, d.kind) and i.source_id = coalesce(made.id, d.id)
          and i.partner_id = d.partner_id
      ) item on true
      left join lateral (
        select k.mobile from partner_contact k where k.group_id = d.group_id and k.partner_id = d.partner_id and k.is_default
        order by k.id limit 1
      ) contact on true
      left join lateral (
        select concat(ad.region, ad.address) as address from partner_address ad
        where ad.group_id = d.group_id and ad.partner_id = d.partner_id and ad.is_default order by ad.id limit 1
      ) addr on true
      where d.group_id = $1 and d.id = $2 and d.kind = $3`,
    // What goes back is owed the other way.
    values: [tx.groupId, id, kind.def.kind, isReturn(kind) ? -1 : 1, kind.def.booksIn ?? null],
  })
  if (!row || !inScope(tx.caller, kind.def.area, row)) notFound('单据')
  const { termKind, termDays, monthDay, creditDays, ...own } = row
  const terms = { termKind, termDays, monthDay, creditDays }
  return { ...own, terms, partnerMobile: maskedMobile(tx.caller, row.partnerMobile) }
}

/** What a line has none of as long as it waits for its price. */
const follows = new Set(['price', 'amount', 'netAmount', 'untaxed', 'tax', 'taxed'])

/** The line without its costs where those are another organisation's. */
const withoutOthersCosts = (line: GoodsLineView): GoodsLineView =>
  line.costAmount === null ? withoutBlank(line, lineCosts) : line

/** Lines with the part's present OE number and fitment, and the former document's number. */
async function viewLines(tx: CallerTx, kind: GoodsTraits, documentId: number): Promise<GoodsLineView[]> {
  const shown = (field: HiddenField, key: string, figure: RawBuilder<unknown>) =>
    sql`${figureIn(tx.caller, field, 'l.warehouse_id', figure)} as ${sql.ref(snake(key))}`
  const price = (key: string) => {
    const column = `l.${snake(key)}`
    return sql.raw(follows.has(key) ? `case when not l.is_unpriced then ${column} end` : column)
  }
  const cost = (key: string) => costInSight(tx.caller, kind, sql.ref(`l.${snake(key)}`))
  const own = seenLineFields(tx.caller, kind)
  const columns = [
    sql`l.id, l.line_no, l.part_id, l.part_code, l.part_name, p.grade, p.oe_no, l.brand_name, l.spec, p.fitment, l.unit_name, l.qty, l.aux_unit_id,
      l.aux_qty, l.price_source, l.location_id, loc.code as location_code, l.batch_no, l.source_line_id, sd.bill_no as source_no,
      l.executed_qty, l.returned_qty, l.closed_qty, l.received_qty, l.remark`,
    ...own.map((name) => sql.ref(`l.${snake(name)}`)),
    ...codesBeside(own).map((name) => sql`to_loc.code as ${sql.ref(snake(name))}`),
  ]
  if (sees(tx.caller, kind.priceField)) {
    columns.push(...linePrices.map((key) => shown(kind.priceField, key, price(key))))
  }
  if (sees(tx.caller, 'cost_price')) columns.push(...lineCosts.map((key) => shown('cost_price', key, cost(key))))
  const rows = await tx.selectKept(sql<GoodsLineView>`select ${sql.join(columns)} from goods_document_line l
    join goods_document d on d.group_id = l.group_id and d.id = l.document_id
    join part p on p.group_id = l.group_id and p.id = l.part_id
    left join location loc on loc.group_id = l.group_id and loc.id = l.location_id
    left join location to_loc on to_loc.group_id = l.group_id and to_loc.id = l.to_location_id
    left join goods_document_line sl on sl.group_id = l.group_id and sl.id = l.source_line_id
    left join goods_document sd on sd.group_id = sl.group_id and sd.id = sl.document_id
    where l.group_id = ${tx.groupId} and l.document_id = (select ${documentId}::bigint) order by l.line_no`)
  const hidden = kind.priceField === 'cost_price' ? [...linePrices, ...lineCosts] : lineCosts
  return rows.map((row) => withoutHidden(tx.caller, withoutOthersCosts(row), hidden))
}

/**
 * The lines of a draft, with what its figures follow when quantities change: those of a return say what was charged for
 * their former lines, the others what they may take of their former documents' order discounts.
 */
async function draftLines(
  tx: CallerTx,
  kind: GoodsTraits,
  doc: Pick<GoodsDocument, 'warehouseId' | 'orderDiscount'>,
  lines: GoodsLineView[],
): Promise<GoodsLineView[]> {
  if (!seesIn(tx.caller, kind.priceField, doc.warehouseId)) return lines
  return withDrawnDiscounts(tx, kind, doc, await withCharges(tx, kind, lines))
}

/** An amount of the documents `alias`, yuan with tax: null of kinds whose prices the caller does not see. */
function amountIn(tx: CallerTx, alias: 'd' | 'own', amount: RawBuilder<unknown>): RawBuilder<unknown> {
  const seen = boundKinds().filter(({ priceField }) => sees(tx.caller, priceField))
  const cases = seen.map(
    ({ def, priceField }) =>
      sql`when ${sql.ref(`${alias}.kind`)} = ${def.kind} then ${figureIn(tx.caller, priceField, `${alias}.warehouse_id`, amount)}`,
  )
  return cases.length === 0 ? sql`null::numeric` : sql`case ${sql.join(cases, sql` `)} end`
}

/** What the documents `alias` come to; nothing of drafts that wait for every price. */
const totalIn = (tx: CallerTx, alias: 'd' | 'own') =>
  amountIn(tx, alias, onceItHasPrices(sql.ref(`${alias}.total_taxed`), alias))

const found = sql`d.kind, d.id, d.bill_no, d.biz_date, d.state`

/** Documents whose lines the lines of document `id` name in the column, and those whose lines name its own, with what passed between the two. */
function linkedBy(tx: CallerTx, link: 'source_line_id' | 'linked_purchase_line_id', id: number): RawBuilder<unknown>[] {
  const column = sql.ref(`l.${link}`)
  const passed = sql`case when not l.is_unpriced then l.taxed - l.discount_share end`
  const formers = sql`select ${found}, 'source' as relation, sum(l.qty) as qty, sum(${amountIn(tx, 'own', passed)}) as amount
    from goods_document own
    join goods_document_line l on l.group_id = own.group_id and l.document_id = own.id
    join goods_document_line former on former.group_id = l.group_id and former.id = ${column}
    join goods_document d on d.group_id = former.group_id and d.id = former.document_id
    where own.group_id = ${tx.groupId} and own.id = ${id} group by ${found}`
  const successors = sql`select ${found}, 'target' as relation, sum(l.qty) as qty, sum(${amountIn(tx, 'd', passed)}) as amount
    from goods_document_line own
    join goods_document_line l on l.group_id = own.group_id and ${column} = own.id
    join goods_document d on d.group_id = l.group_id and d.id = l.document_id
    where own.group_id = ${tx.groupId} and own.document_id = ${id} group by ${found}`
  return [formers, successors]
}

/** What documents are made for without executing it. */
const namedFormers = [
  { table: 'goods_document', column: 'bought_for' },
  { table: 'repair_document', column: 'wanted_for' },
  { table: 'repair_document', column: 'warranty_bill_id' },
]

/** The document of the table that document `id` names in the column. */
const namedBy = (tx: CallerTx, { table, column }: { table: string; column: string }, id: number) =>
  sql`select ${found}, 'source' as relation, own.total_qty as qty, ${totalIn(tx, 'own')} as amount
    from goods_document own join ${sql.table(table)} d on d.group_id = own.group_id and d.id = ${sql.ref(`own.${column}`)}
    where own.group_id = ${tx.groupId} and own.id = ${id}`

/** Documents that name document `id` in the column. */
const naming = (tx: CallerTx, column: 'bought_for' | 'made_by', id: number) =>
  sql`select ${found}, 'target' as relation, d.total_qty as qty, ${totalIn(tx, 'd')} as amount
    from goods_document d where d.group_id = ${tx.groupId} and ${sql.ref(`d.${column}`)} = ${id}`

/** Former documents, successors, what it was bought for, what made it or it made, red pair and settlements of a document (关联单据). */
export async function relatedDocuments(tx: CallerTx, kind: GoodsTraits, { id }: GoodsDocument): Promise<Related[]> {
  const pair = sql`select ${found}, case when d.red_of = ${id} then 'red' else 'redOf' end as relation, d.total_qty as qty, ${totalIn(tx, 'd')} as amount
    from goods_document d where d.group_id = ${tx.groupId}
      and (d.red_of = ${id} or d.id = (select red_of from goods_document where group_id = ${tx.groupId} and id = ${id}))`
  const settlements = sql`select ${found}, 'settlement' as relation, null::numeric as qty,
      case when ${sees(tx.caller, kind.priceField)} then sum(w.amount + w.discount) end as amount
    from open_item i
    join write_off_line w on w.group_id = i.group_id and w.open_item_id = i.id
    join money_slip d on d.group_id = w.group_id and d.kind = w.doc_kind and d.id = w.doc_id
    where i.group_id = ${tx.groupId} and i.source_kind = ${kind.def.kind} and i.source_id = ${id}
    group by ${found}`
  const all = [
    ...linkedBy(tx, 'source_line_id', id),
    ...linkedBy(tx, 'linked_purchase_line_id', id),
    ...[...namedFormers, ...makers()].map((former) => namedBy(tx, former, id)),
    naming(tx, 'bought_for', id),
    naming(tx, 'made_by', id),
    pair,
    settlements,
  ]
  return tx.selectKept(sql<Related>`${sql.join(all, sql` union all `)}`)
}

/**
 * What 反审核 or 红冲 would do, found by doing it and rolling back: the same code, so the preview cannot differ from
 * the deed (ADR 0007).
 */
export async function previewReversal(
  tx: CallerTx,
  kind: GoodsKind,
  doc: GoodsDocument,
  action: string,
): Promise<Effects> {
  const refusals = await tryAction(tx, kind, doc, action)
  const lines = reversible(doc, doc.lines)
  const moves = isPosted(kind.def, doc.state) ? await reversalMoves(tx, doc, lines) : []
  const made = isPosted(kind.def, doc.state) ? await madeOf(tx, doc) : []
  for (const each of made) moves.push(...(await reversalMoves(tx, each.doc, reversible(each.doc, each.doc.lines))))
  const byLine = new Map(
    [doc, ...made.map((each) => each.doc)].flatMap(({ lines }) => lines.map((line) => [line.id, line])),
  )
  const places = await namesOf(tx, moves)
  const stock = moves.map((move) => ({
    partCode: move.partCode,
    partName: byLine.get(move.lineId)?.partName ?? '',
    warehouseName: places.get(move.warehouseId) ?? '',
    qty: signed(move, move.qty),
    ...(seesIn(tx.caller, 'cost_price', doc.warehouseId) &&
      seesCostsOf(tx.caller, kind, move.orgId ?? doc.orgId) &&
      'value' in move.costing && { value: signed(move, move.costing.value) }),
  }))
  const billed = isPosted(kind.def, doc.state)
    ? [{ kind, doc }, ...made].filter((each) => seesIn(tx.caller, each.kind.priceField, each.doc.warehouseId))
    : []
  return { stock, money: billed.length > 0 ? await moneyEffects(tx, billed) : [], refusals }
}

/** The names of the warehouses that movements touch. */
async function namesOf(tx: CallerTx, moves: readonly StockMove[]): Promise<Map<number, string>> {
  const rows = await tx.query<{ id: number; name: string }>({
    name: 'warehouses-of-moves',
    text: 'select id, name from warehouse where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, moves.map((move) => move.warehouseId)],
  })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** In is positive, out is negative; a change of value has its own sign. */
const signed = (move: StockMove, figure: Decimal): Decimal => (move.direction === 'out' ? neg(figure) : figure)

async function moneyEffects(tx: CallerTx, billed: readonly Made[]): Promise<Effects['money']> {
  return tx.query({
    name: 'money-effects',
    text: `select ${inWordsSql('i.side', sideLabels)} as account, p.name as partner_name, -i.original as amount
      from open_item i join partner p on p.group_id = i.group_id and p.id = i.partner_id
      where i.group_id = $1 and (i.source_kind, i.source_id) in (select * from unnest($2::text[], $3::bigint[])) and i.original <> 0
      order by i.id`,
    values: [tx.groupId, billed.map(({ doc }) => doc.kind), billed.map(({ doc }) => doc.id)],
  })
}
