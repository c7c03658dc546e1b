import { add, isZero } from '@chepu/contract/kernel/decimal'
import type { Tx } from '../db/tx'
import type { DocumentRef, OpenItemEntry, PnlEntry } from './types'

/**
 * Opens receivables and payables and books the P&L in one statement: the items, their ledger rows, the partners' balances,
 * and one P&L row for each kind, payer, department and organisation. What is zero leaves no row.
 */
export async function openItems(
  tx: Tx,
  doc: DocumentRef,
  entries: readonly OpenItemEntry[],
  pnl: readonly PnlEntry[] = [],
): Promise<void> {
  const due = entries.filter((entry) => !isZero(entry.amount))
  const sums = sumsByKind(doc, pnl)
  if (due.length === 0 && sums.length === 0) return
  tx.send({
    name: 'open-items',
    text: `with entry as (
        select * from unnest($2::bigint[], $3::text[], $4::bigint[], $5::text[], $8::bigint[], $9::text[], $10::numeric[], $11::date[], $12::text[],
            $21::text[], $22::boolean[], $23::text[], $24::bigint[]) with ordinality
          as e (org_id, doc_kind, doc_id, bill_no, partner_id, side, amount, due_on, remark, payer_type, is_unconfirmed, tab, warranty_bill_id, n)
      ), item as (
        insert into open_item (group_id, org_id, partner_id, side, source_kind, source_id, bill_no, biz_date, due_on, original, remark, payer_type,
          is_unconfirmed, tab, warranty_bill_id)
        select $1, org_id, partner_id, side, doc_kind, doc_id, bill_no, $6, due_on, amount, remark, payer_type, is_unconfirmed, tab, warranty_bill_id
        from entry order by n
        returning id, org_id, partner_id, side, source_kind, source_id, original
      ), ledger as (
        insert into partner_ledger (group_id, org_id, partner_id, account, biz_date, period, doc_kind, doc_id, kind, amount, open_item_id)
        select $1, org_id, partner_id, side, $6, $7, source_kind, source_id, case when original < 0 then 'return' else 'bill' end, original, id from item
        returning id
      ), pnl as (
        insert into pnl_ledger (group_id, org_id, biz_date, period, kind, doc_kind, doc_id, amount, amount_taxed, department_id,
          payer_type)
        select $1, org_id, $6, $7, kind, doc_kind, doc_id, amount, amount_taxed, department_id, payer_type
        from unnest($13::bigint[], $14::text[], $15::bigint[], $16::text[], $17::numeric[], $18::numeric[], $19::bigint[], $20::text[])
          as p (org_id, doc_kind, doc_id, kind, amount, amount_taxed, department_id, payer_type)
        returning id
      )
      insert into partner_balance (group_id, org_id, partner_id, account, balance)
      select $1, org_id, partner_id, side, sum(original) from item group by org_id, partner_id, side order by org_id, partner_id, side
      on conflict (group_id, org_id, partner_id, account)
        do update set balance = partner_balance.balance + excluded.balance`,
    values: [
      tx.groupId,
      due.map((entry) => entry.orgId ?? doc.orgId),
      due.map((entry) => (entry.of ?? doc).kind),
      due.map((entry) => (entry.of ?? doc).id),
      due.map((entry) => entry.billNo ?? (entry.of ?? doc).billNo),
      doc.bizDate,
      doc.period,
      due.map((entry) => entry.partnerId),
      due.map((entry) => entry.side),
      due.map((entry) => entry.amount),
      due.map((entry) => entry.dueOn),
      due.map((entry) => entry.remark ?? ''),
      sums.map((entry) => entry.orgId),
      sums.map((entry) => entry.of.kind),
      sums.map((entry) => entry.of.id),
      sums.map((entry) => entry.kind),
      sums.map((entry) => entry.amount),
      sums.map((entry) => entry.amountTaxed),
      sums.map((entry) => entry.departmentId),
      sums.map((entry) => entry.payerType),
      due.map((entry) => entry.payerType ?? null),
      due.map((entry) => entry.isUnconfirmed ?? false),
      due.map((entry) => entry.tab),
      due.map((entry) => entry.warrantyBillId ?? null),
    ],
  })
}

/**
 * One entry for each document, organisation, kind, payer and department, in the order of their first mention; what comes to nothing is left
 * out.
 */
function sumsByKind(doc: DocumentRef, entries: readonly PnlEntry[]): Required<PnlEntry>[] {
  const sums = new Map<string, Required<PnlEntry>>()
  for (const entry of entries) {
    const whole = { ...wholeOf(doc, entry), amount: '0', amountTaxed: '0' }
    const key = [whole.of.id, whole.orgId, whole.kind, whole.payerType, whole.departmentId].join(':')
    const { amount, amountTaxed } = sums.get(key) ?? whole
    sums.set(key, {
      ...whole,
      amount: add(amount, entry.amount),
      amountTaxed: add(amountTaxed, entry.amountTaxed ?? '0'),
    })
  }
  return [...sums.values()].filter((entry) => !isZero(entry.amount) || !isZero(entry.amountTaxed))
}

/** Departments are the organisation's own. */
function wholeOf(doc: DocumentRef, { of = doc, orgId = doc.orgId, kind, payerType = null, departmentId }: PnlEntry) {
  const own = orgId === doc.orgId ? doc.departmentId : null
  return { of, orgId, kind, payerType, departmentId: departmentId === undefined ? own : departmentId }
}
