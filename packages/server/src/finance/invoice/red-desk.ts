// What 部分红冲 begins with: invoices that bills may be taken back of, and what of one would be (business/invoices 3.1).
import type { BackBill, BlueInvoice, LineFigures } from '@chepu/contract/finance/invoice-red'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { notFound, refuse } from '../../kernel/base/errors'
import { inScope, isAnyOf, officeScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { allDocuments, kindNames } from '../../kernel/document/references'
import { linesOfBills } from './bill-lines'
import { type Bill, bills, billsInSight, restOf } from './bills'
import { isStanding, standingLines } from './parts'
import { stillWaits } from './pending'
import { proposedParts } from './proposal'
import { invoices } from './repo'
import { assertSeesAmounts } from './sight'
import type { Invoice, InvoiceTraits } from './types'

/** Bills that are chosen: open items, and slips of cards. */
interface Chosen {
  itemIds?: readonly number[] | undefined
  slipIds?: readonly number[] | undefined
}

/** So many invoices, or bills that wait, are offered. */
const most = { blues: 50, bills: 500 }

/** The documents that the bill `b`, with its document `d`, goes back of. */
const origins = sql`(
  select o.kind, o.id from goods_document r
    join goods_document_line l on l.group_id = r.group_id and l.document_id = r.id
    join goods_document_line s on s.group_id = l.group_id and s.id = l.source_line_id
    join goods_document o on o.group_id = s.group_id and o.id = s.document_id
    where r.group_id = b.group_id and r.kind = b.source_kind and r.id = b.source_id
  union all
  select o.kind, o.id from repair_document r
    join repair_document o on o.group_id = r.group_id and o.id = r.settlement_id
    where r.group_id = b.group_id and r.kind = b.source_kind and r.id = b.source_id
  union all
  select d.kind, d.red_of where d.red_of is not null)`

/** Whether the invoice with this id is for what the bill `b` goes back of. */
const isOf = (invoiceId: RawBuilder<unknown>) => sql<boolean>`exists (select from invoice_link k
  where k.group_id = b.group_id and k.invoice_id = ${invoiceId} and (k.source_kind, k.source_id) in ${origins})`

const isChosen = ({ itemIds = [], slipIds = [] }: Chosen) =>
  sql<SqlBool>`(${isAnyOf('b.open_item_id', itemIds)} or (b.open_item_id is null and ${isAnyOf('b.source_id', slipIds)}))`

/** Bills of one side that wait, go back and are in the caller's sight, as one table `b` beside their documents `d`. */
const backBills = (tx: CallerTx, side: 'AR' | 'AP', joined = sql``) => sql`${bills(tx, side)} b
  join partner p on p.group_id = b.group_id and p.id = b.partner_id
  left join ${allDocuments()} d on d.group_id = b.group_id and d.kind = b.source_kind and d.id = b.source_id ${joined}
  where b.rest < 0 and ${billsInSight(tx)} and ${stillWaits()}`

/**
 * Registered invoices of the partner of some bills of which a part may be taken back, those that are for what the bills go back of first.
 * @throws Failure refusal where the bills are of several partners or none waits
 */
export async function bluesFor(tx: CallerTx, kind: InvoiceTraits, chosen: Chosen): Promise<{ blues: BlueInvoice[] }> {
  assertSeesAmounts(tx.caller, kind)
  const { def, side } = kind
  const partners = await tx.select<{ partnerId: number }>(
    sql`select distinct b.partner_id from ${backBills(tx, side)} and ${isChosen(chosen)}`,
  )
  const [partner] = partners
  if (!partner) refuse('所选单据不是待处理的退货、退款等红字单据')
  if (partners.length > 1) refuse('请选择同一单位的单据')
  const blues = await tx.select<BlueInvoice>(sql`
    with origin as materialized (
      select distinct o.kind, o.id from ${backBills(tx, side, sql`cross join lateral ${origins} o`)} and ${isChosen(chosen)})
    select d.id, d.bill_no, d.invoice_no, d.biz_date, d.taxed, d.taxed - d.taken as stands,
      exists (select from invoice_link k join origin o on o.kind = k.source_kind and o.id = k.source_id
        where k.group_id = d.group_id and k.invoice_id = d.id) as is_origin
    from invoice d
    where ${officeScope(tx.caller, def.area)} and d.org_id = ${tx.caller.orgId} and d.kind = ${def.kind}
      and d.partner_id = ${partner.partnerId} and d.state = 'issued' and not d.is_red and d.taxed > d.taken
    order by is_origin desc, d.biz_date desc, d.id desc limit ${most.blues}`)
  return { blues }
}

type Row = Omit<BackBill, 'isChosen'> & Bill & { isNamed: boolean }

/**
 * The lines of an invoice with what of them stands, the bills of its partner that went back, and what the chosen ones would take of the lines:
 * where none is named those that go back of what it is for.
 * @throws Failure notFound, refusal
 */
export async function redProposal(tx: CallerTx, kind: InvoiceTraits, id: number, chosen: Chosen) {
  assertSeesAmounts(tx.caller, kind)
  const { def, side } = kind
  const blue = await invoices.read(tx, def.kind, id)
  if (!blue || !inScope(tx.caller, def.area, blue)) notFound('单据')
  const rows = await tx.select<Row>(sql`
    select b.source_kind, b.source_id, b.open_item_id, b.partner_id, b.bill_no, b.biz_date, b.payer_type, b.taxed, b.by_card, b.invoiced,
      b.rest, ${kindNames(sql`b.source_kind`)} as kind_name, ${isOf(sql`${id}::bigint`)} as is_of_blue, ${isChosen(chosen)} as is_named
    from ${backBills(tx, side)} and b.partner_id = ${blue.partnerId}
    order by is_named desc, is_of_blue desc, b.biz_date desc, b.bill_no desc, b.open_item_id limit ${most.bills}`)
  const isAnyNamed = chosen.itemIds !== undefined || chosen.slipIds !== undefined
  const wanted = rows.filter(({ isNamed, isOfBlue }) => (isAnyNamed ? isNamed : isOfBlue))
  const lines = await linesOfBills(tx, side, wanted)
  const stands = (await standingLines(tx, blue)).filter(isStanding)
  const parts = proposedParts(
    stands,
    wanted.map((bill, i) => ({ ...bill, amount: restOf(bill), lines: lines[i] ?? [] })),
  )
  return {
    billNo: blue.billNo,
    invoiceNo: blue.invoiceNo,
    sheetKind: blue.sheetKind,
    bizDate: blue.bizDate,
    version: blue.version,
    lines: stands.map((line) => shownLine(line, parts.get(line.lineNo))),
    bills: rows.map((row) => shownBill(row, wanted.includes(row))),
  }
}

type Line = Invoice['lines'][number]
const shownLine = (
  { lineNo, name, spec, unitName, taxRate, qty, untaxed, tax }: Line,
  part: LineFigures = nothing,
) => ({
  lineNo,
  name,
  spec,
  unitName,
  taxRate,
  qty,
  untaxed,
  tax,
  part,
})
const nothing: LineFigures = { qty: null, untaxed: '0.00', tax: '0.00' }

const shownBill = (row: Row, isChosen: boolean): BackBill => ({
  sourceKind: row.sourceKind,
  sourceId: row.sourceId,
  openItemId: row.openItemId,
  billNo: row.billNo,
  kindName: row.kindName,
  bizDate: row.bizDate,
  rest: row.rest,
  isOfBlue: row.isOfBlue,
  isChosen,
})
