import { sql } from 'kysely'
import { bookEntries } from '../src/finance/books/entries'
import type { CallerTx, Tx } from '../src/kernel/db/tx'

/**
 * What stands on the vouchers of a group as tax without a document that says so (business/books 3): of sales the tax of their revenue less that of
 * their discounts and of what manufacturers keep back, of what own organisations are charged that of the expense, of purchases that of the bill, which an adjustment of costs to an invoice corrects.
 */
export async function unexplainedVouchers(tx: Tx): Promise<object[]> {
  const orgs = await tx.query<{ id: number }>({ text: 'select id from org where group_id = $1', values: [tx.groupId] })
  const found: object[] = []
  for (const { id: orgId } of orgs) {
    const asked = Object.assign(Object.create(tx), { caller: { orgId } }) as CallerTx
    const rows = await asked.select<object>(sql`
      with rest as (
        select doc_kind, doc_id, -sum(amount) as tax from (${bookEntries(asked, { from: 0, to: 209912, opening: 0 })}) e where event like 'tax%' group by 1, 2
      ),
      told as (
        select doc_kind, doc_id, sum(case when kind in ('discount', 'internal_expense', 'other_expense') then amount - amount_taxed else amount_taxed - amount end) as tax
        from pnl_ledger where group_id = ${tx.groupId} and org_id = ${orgId} and (kind like 'revenue%' or kind in ('warranty_revenue', 'warranty_diff', 'internal_expense')
          or kind = 'other_expense' and doc_kind = 'warranty_settlement' or kind = 'discount' and doc_kind not in ('collection', 'write_off', 'balance_adjustment'))
        group by 1, 2
      )
      select r.doc_kind, r.doc_id, r.tax, t.tax as told, g.total_tax
      from rest r full join told t on t.doc_kind = r.doc_kind and t.doc_id = r.doc_id
      left join goods_document g on g.group_id = ${tx.groupId} and g.kind = coalesce(r.doc_kind, t.doc_kind) and g.id = coalesce(r.doc_id, t.doc_id)
      where coalesce(r.tax, 0) <> coalesce(t.tax, 0) and (t.tax <> 0 or abs(r.tax) is distinct from abs(case
        when exists (select from invoice_adjustment a where a.group_id = ${tx.groupId} and a.document_id in (g.id, g.red_of)) then g.total_taxed
        else g.total_tax end))`)
    found.push(...rows.map((row) => ({ orgId, ...row })))
  }
  return found
}
