import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import type { CommissionEntry } from '../../kernel/ledgers/types'
import type { WorkOrder } from '../work-order/traits'

/** What a technician earned by a line that is done again; what was taken back of it since is positive. */
export interface ReworkedEntry extends Omit<CommissionEntry, 'of' | 'lineId' | 'clawbackOf'> {
  id: number
  /** The line of the former order. */
  orderLineId: number
  takenBack: Decimal
}

/**
 * What was earned by the lines that an order repeats, once each: a line that somebody has given back for already is left out. Holds the former order, behind whose lock
 * refunds and other reworks of it take back, too.
 */
export async function reworkedBy(tx: CallerTx, { reworkOfId, lines }: WorkOrder): Promise<ReworkedEntry[]> {
  const repeated = lines.flatMap(({ payer, reworkOfLineId }) => (payer === 'rework' ? (reworkOfLineId ?? []) : []))
  if (reworkOfId === null || repeated.length === 0) return []
  await tx.query({
    name: 'hold-reworked-order',
    text: 'select id from repair_document where group_id = $1 and id = $2 for no key update',
    values: [tx.groupId, reworkOfId],
  })
  return tx.query<ReworkedEntry>({
    name: 'reworked-entries',
    text: `select c.id, s.source_line_id as order_line_id, c.employee_id, c.role, c.base, c.share, c.rate, c.amount,
        coalesce(-sum(b.amount), 0) as taken_back
      from repair_document d
      join repair_line s on s.group_id = d.group_id and s.document_id = d.id
      join commission_entry c on c.group_id = d.group_id and c.doc_kind = d.kind and c.doc_id = d.id and c.line_id = s.id
      left join commission_entry b on b.group_id = c.group_id and b.clawback_of = c.id
      where d.group_id = $1 and d.kind = 'repair_settlement' and d.work_order_id = $2 and d.posted_at is not null
        and s.source_line_id = any ($3::bigint[]) and c.role = 'technician' and c.reversal_of is null and c.clawback_of is null
        and not exists (select from commission_entry r where r.group_id = c.group_id and r.reversal_of = c.id)
      group by c.id, s.source_line_id, c.employee_id, c.role, c.base, c.share, c.rate, c.amount
      having coalesce(sum(b.amount) filter (where b.doc_kind = 'repair_settlement'), 0) = 0
      order by c.id`,
    values: [tx.groupId, reworkOfId, repeated],
  })
}
