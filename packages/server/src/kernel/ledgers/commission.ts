// What employees earn of what was settled (提成, business/ledgers 5.2). It stands beside the double entry: it is paid with the wages.
import { neg } from '@chepu/contract/kernel/decimal'
import type { Tx } from '../db/tx'
import type { CommissionEntry, DocumentRef, ReversibleLine } from './types'

type Row = CommissionEntry & { reversalOf?: number }

/** Writes the entries, whatever their number, in one statement. */
export function writeCommission(tx: Tx, doc: DocumentRef, rows: readonly Row[]): void {
  if (rows.length === 0) return
  tx.sendInsert(
    'commission_entry',
    [
      'group_id',
      'org_id',
      'employee_id',
      'role',
      'biz_date',
      'period',
      'doc_kind',
      'doc_id',
      'line_id',
      'base',
      'share',
      'rate',
      'amount',
      'reversal_of',
      'clawback_of',
    ],
    rows.map((row) => [
      tx.groupId,
      row.orgId ?? doc.orgId,
      row.employeeId,
      row.role,
      doc.bizDate,
      doc.period,
      (row.of ?? doc).kind,
      (row.of ?? doc).id,
      row.lineId,
      row.base,
      row.share,
      row.rate,
      row.amount,
      row.reversalOf ?? null,
      row.clawbackOf ?? null,
    ]),
  )
}

interface LedgerRow extends Omit<CommissionEntry, 'of'> {
  id: number
}

/** Opposite entries for all that a document gave to employees or took back from them. */
export async function reversalCommission(tx: Tx, doc: DocumentRef, lines: readonly ReversibleLine[]): Promise<Row[]> {
  const rows = await tx.query<LedgerRow>({
    name: 'commission-of-document',
    text: `select c.id, c.org_id, c.employee_id, c.role, c.line_id, c.base, c.share, c.rate, c.amount, c.clawback_of from commission_entry c
      where c.group_id = $1 and c.doc_kind = $2 and c.doc_id = $3 and c.reversal_of is null
        and not exists (select 1 from commission_entry r where r.group_id = $1 and r.reversal_of = c.id)
      order by c.id`,
    values: [tx.groupId, doc.kind, doc.id],
  })
  const targets = new Map(lines.map((line) => [line.lineId, line.targetLineId]))
  return rows.map(({ id, lineId, ...row }) => {
    const target = lineId === null ? null : targets.get(lineId)
    if (target === undefined) throw new Error('an entry of commission has no line')
    return { ...row, lineId: target, base: neg(row.base), amount: neg(row.amount), reversalOf: id }
  })
}
