import { type Decimal, isZero } from '@chepu/contract/kernel/decimal'
import { confirmedBase, correctedCommissions } from '@chepu/contract/repair/commission'
import type { CallerTx } from '../../kernel/db/tx'
import type { CommissionEntry } from '../../kernel/ledgers/types'

/** A labour line of a bill to a manufacturer with what he agrees to; yuan with tax. */
interface JudgedLabour {
  /** The line of the bill, under which its commission stands. */
  id: number
  /** The line of the settlement that it claims. */
  settledLineId: number
  qty: Decimal
  stdHours: Decimal
  claimed: Decimal
  /** What he agreed to before, of a verdict after an appeal. */
  before: Decimal | null
  confirmed: Decimal
}

interface Facts {
  settledLineId: number
  countsCommission: boolean
  commissionMode: 'rate' | 'fixed' | 'none' | null
  commissionValue: Decimal | null
  workerTypeRate: Decimal | null
  shares: { employeeId: number; share: Decimal; rate: Decimal | null }[]
  /** What technicians have earned by the settlement, and kept when some of it was refunded, was a part of; null where it has given them nothing. */
  earnedBase: Decimal | null
}

/**
 * What technicians earn by a verdict on work that they have done, or lose (business/repair-settlement 8): where their work earned nothing at its settlement, all that the confirmed amount
 * brings; where it did, the difference to that. One statement.
 */
export async function commissionOfVerdict(tx: CallerTx, lines: readonly JudgedLabour[]): Promise<CommissionEntry[]> {
  if (lines.length === 0) return []
  const { commissionRate: rate, commissionHourPrice: hourPrice } = tx.caller.org.config
  const facts = new Map((await factsOf(tx, lines)).map((fact) => [fact.settledLineId, fact]))
  return lines.flatMap(({ id, settledLineId, claimed, before, confirmed, ...amounts }) => {
    const fact = facts.get(settledLineId)
    if (!fact) return []
    const { shares, earnedBase, commissionMode, commissionValue: value, ...counts } = fact
    const earned = { payer: 'warranty' as const, earned: claimed, reduction: '0.00' }
    const line = { ...amounts, ...counts, ...earned, mode: commissionMode ?? ('rate' as const), value }
    const terms = { rate, hourPrice }
    const from = before === null ? (earnedBase ?? '0.00') : confirmedBase(line, terms, before)
    const rows = correctedCommissions(line, shares, terms, { from, to: confirmedBase(line, terms, confirmed) })
    return rows
      .filter(({ amount }) => !isZero(amount))
      .map((row): CommissionEntry => ({
        employeeId: row.employeeId,
        role: 'technician',
        lineId: id,
        base: row.base,
        share: row.share,
        rate: row.rate,
        amount: row.amount,
      }))
  })
}

const factsOf = (tx: CallerTx, lines: readonly JudgedLabour[]): Promise<Facts[]> =>
  tx.query<Facts>({
    name: 'facts-of-judged-labour',
    text: `select r.id as settled_line_id, coalesce(bt.counts_commission, true) as counts_commission, si.commission_mode, si.commission_value,
        wt.commission_rate as worker_type_rate,
        coalesce((select jsonb_agg(jsonb_build_object('employeeId', t.employee_id, 'share', t.share::text, 'rate', n.commission_rate::text) order by t.id)
          from dispatch t left join technician n on n.group_id = t.group_id and n.employee_id = t.employee_id
          where t.group_id = r.group_id and t.line_id = r.source_line_id), '[]'::jsonb) as shares,
        (select max(c.base + coalesce((select sum(k.base) from commission_entry k
            where k.group_id = c.group_id and k.clawback_of = c.id and k.doc_kind = 'repair_refund'), 0))
          from commission_entry c
          where c.group_id = r.group_id and c.doc_kind = 'repair_settlement' and c.doc_id = r.document_id and c.line_id = r.id and c.role = 'technician'
            and c.reversal_of is null
            and not exists (select from commission_entry u where u.group_id = c.group_id and u.reversal_of = c.id)) as earned_base
      from repair_line r
      join repair_document s on s.group_id = r.group_id and s.id = r.document_id and s.kind = 'repair_settlement'
      join repair_document o on o.group_id = s.group_id and o.id = s.work_order_id
      left join business_type bt on bt.group_id = o.group_id and bt.id = o.business_type_id
      left join repair_line l on l.group_id = r.group_id and l.id = r.source_line_id
      left join service_item si on si.group_id = l.group_id and si.id = l.service_item_id
      left join worker_type wt on wt.group_id = l.group_id and wt.id = coalesce(l.worker_type_id, si.worker_type_id)
      where r.group_id = $1 and r.id = any ($2::bigint[]) and r.section = 'labour'`,
    values: [tx.groupId, lines.map(({ settledLineId }) => settledLineId)],
  })
