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
 * What was earned by the lines that an order repeats, once each: a line that somebody has given back for already is left out. Holds the former orders, which may be
 * several, behind whose locks refunds and other reworks of them take back, too.
 */
export async function reworkedBy(tx: CallerTx, { lines }: Pick<WorkOrder, 'lines'>): Promise<ReworkedEntry[]> {
  const repeated = lines.flatMap(({ payer, reworkOfLineId }) => (payer === 'rework' ? (reworkOfLineId ?? []) : []))
  if (repeated.length === 0) return []
  await tx.query({
    name: 'hold-reworked-orders',
    text: `select id from repair_document where group_id = $1 and id in (
        select document_id from repair_line where group_id = $1 and id = any ($2::bigint[])) order by id for no key update`,
    values: [tx.groupId, repeated],
  })
  return tx.query<ReworkedEntry>({
    name: 'reworked-entries',
    text: `select c.id, s.source_line_id as order_line_id, c.employee_id, c.role, c.base, c.share, c.rate, c.amount,
        coalesce(-sum(b.amount), 0) as taken_back
      from repair_line s
      join repair_document d on d.group_id = s.group_id and d.id = s.document_id
      join commission_entry c on c.group_id = d.group_id and c.doc_kind = d.kind and c.doc_id = d.id and c.line_id = s.id
      left join commission_entry b on b.group_id = c.group_id and b.clawback_of = c.id
      where s.group_id = $1 and s.source_line_id = any ($2::bigint[]) and d.kind = 'repair_settlement' and d.posted_at is not null
        and c.role = 'technician' and c.reversal_of is null and c.clawback_of is null
        and not exists (select from commission_entry r where r.group_id = c.group_id and r.reversal_of = c.id)
      group by c.id, s.source_line_id, c.employee_id, c.role, c.base, c.share, c.rate, c.amount
      having coalesce(sum(b.amount) filter (where b.doc_kind = 'repair_settlement'), 0) = 0
      order by c.id`,
    values: [tx.groupId, repeated],
  })
}
