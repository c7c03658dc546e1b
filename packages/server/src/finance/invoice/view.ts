import {
  type InvoiceHeader,
  type InvoiceHeaderAnswer,
  invoiceHeaderFields,
  type InvoiceLineView,
  type InvoiceLinkView,
} from '@chepu/contract/finance/invoice-document'
import { sql } from 'kysely'
import { notFound } from '../../kernel/base/errors'
import { own } from '../../kernel/base/own'
import { inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { allDocuments } from '../../kernel/document/references'
import { offeredActions } from '../../kernel/document/run-action'
import { nameColumns, nameJoins, type Related } from '../../kernel/document/view'
import { ratesOf, sourcesOf } from './list'
import { isOffered } from './offered'
import { seesAmounts, shownTo } from './sight'
import type { Invoice, InvoiceTraits } from './types'

/** An invoice as the caller may see it: names beside ids, lines, bills, and the actions open to him. */
export async function viewInvoice(tx: CallerTx, kind: InvoiceTraits, id: number) {
  const [header, lines, links] = await Promise.all([viewHeader(tx, kind, id), viewLines(tx, id), viewLinks(tx, id)])
  const known: Readonly<Record<string, unknown>> = shownTo(tx.caller, kind, { ...header })
  return {
    header: Object.fromEntries(
      invoiceHeaderFields(kind.def).flatMap((key) => (key in known ? [[key, own(known, key)]] : [])),
    ) as InvoiceHeader,
    lines: lines.map((line) => shownTo(tx.caller, kind, line)),
    links: links.map((link) => shownTo(tx.caller, kind, link)),
    can: seesAmounts(tx.caller, kind) ? offeredActions(tx.caller, { def: kind.def, isOffered }, header) : [],
  }
}

async function viewHeader(tx: CallerTx, { def }: InvoiceTraits, id: number) {
  const [row] = await tx.selectKept(sql<Invoice & InvoiceHeaderAnswer>`
    select d.*, ${sql.raw(nameColumns)}, p.name as partner_name, co.name as company_name, co.tax_no as company_tax_no,
      ${ratesOf} as rates, ${sourcesOf} as sources, whole.bill_no as part_of_no
    from invoice d
    join partner p on p.group_id = d.group_id and p.id = d.partner_id
    left join company co on co.group_id = d.group_id and co.id = d.company_id
    left join invoice whole on whole.group_id = d.group_id and whole.id = d.part_of
    ${sql.raw(nameJoins('invoice'))}
    where d.group_id = ${tx.groupId} and d.id = ${id} and d.kind = ${def.kind}`)
  if (!row || !inScope(tx.caller, def.area, row)) notFound('单据')
  return row
}

const viewLines = (tx: CallerTx, id: number): Promise<InvoiceLineView[]> =>
  tx.query({
    name: 'view-invoice-lines',
    text: `select id, line_no, name, tax_class, spec, unit_name, trim_scale(qty) as qty, trim_scale(price) as price, untaxed, tax_rate, tax, taxed
      from invoice_line where group_id = $1 and invoice_id = $2 order by line_no`,
    values: [tx.groupId, id],
  })

const viewLinks = (tx: CallerTx, id: number): Promise<InvoiceLinkView[]> =>
  tx.query({
    name: 'view-invoice-links',
    text: `select k.id, k.line_no, k.source_kind, k.source_id, k.open_item_id, k.amount, coalesce(i.bill_no, m.bill_no) as bill_no,
        coalesce(i.biz_date, m.biz_date) as biz_date, coalesce(i.original, m.amount_due) as taxed,
        coalesce(i.original - i.invoiced, m.amount_due - m.invoiced) - coalesce((select sum(w.amount) from write_off_line w
          where w.group_id = i.group_id and w.open_item_id = i.id and w.tender in ('card_principal', 'card_gift')), 0.00) as rest
      from invoice_link k
      left join open_item i on i.group_id = k.group_id and i.id = k.open_item_id
      left join money_slip m on m.group_id = k.group_id and m.id = k.source_id and m.kind = k.source_kind and k.open_item_id is null
      where k.group_id = $1 and k.invoice_id = $2 order by k.line_no`,
    values: [tx.groupId, id],
  })

/** The documents whose bills it is for, and its red ones or its blue one (关联单据). */
export const relatedOfInvoice = (
  tx: CallerTx,
  kind: InvoiceTraits,
  { id, redOf, partOf }: Invoice,
): Promise<Related[]> =>
  tx.selectKept(sql<Related>`
    select d.kind, d.id, d.bill_no, d.biz_date, d.state, 'source' as relation, null::numeric as qty,
      case when ${seesAmounts(tx.caller, kind)} then sum(k.amount) end as amount
    from invoice_link k
    join ${allDocuments()} d on d.group_id = k.group_id and d.kind = k.source_kind and d.id = k.source_id
    where k.group_id = ${tx.groupId} and k.invoice_id = ${id}
    group by d.kind, d.id, d.bill_no, d.biz_date, d.state
    union all
    select m.kind, m.id, m.bill_no, m.biz_date, m.state, case when ${id} in (m.red_of, m.part_of) then 'red' else 'redOf' end, null,
      case when ${seesAmounts(tx.caller, kind)} then m.taxed end
    from invoice m where m.group_id = ${tx.groupId} and (m.red_of = ${id} or m.part_of = ${id} or m.id = ${redOf ?? partOf})`)
