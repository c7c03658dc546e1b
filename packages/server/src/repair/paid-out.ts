// Of what came in of a settlement, no more has gone back than there was, whichever of the two is undone (business/repair-settlement 6; ADR 0240).
import { type Decimal, neg, withCommas } from '@chepu/contract/kernel/decimal'
import { refuse } from '../kernel/base/errors'
import type { Tx } from '../kernel/db/tx'
import type { BilledItem } from '../kernel/document/registry'

interface TooMuch {
  billNo: string
  refundNo: string
  refunds: number
  cameIn: Decimal
  /** Below zero. */
  paidOut: Decimal
}

/**
 * Refuses to take back what was collected of a settlement while refunds have paid it out, and to pay out for a refund what did not come in. Asked of what settlements or refunds
 * have billed and somebody has just settled, or opened again.
 * @throws Failure refusal
 */
export async function assertCameIn(tx: Tx, items: readonly BilledItem[]): Promise<void> {
  const found = await tx.one<TooMuch>({
    name: 'paid-out-of-settlements',
    text: `with settlement as (
        select s.id, s.org_id, s.bill_no from repair_document s
        where s.group_id = $1 and s.kind = 'repair_settlement' and (s.id = any ($2::bigint[]) or s.id in (
          select r.settlement_id from repair_document r where r.group_id = $1 and r.kind = 'repair_refund' and r.id = any ($3::bigint[])))
      ), refund as (
        select r.id, r.bill_no, r.settlement_id from repair_document r join settlement s on s.id = r.settlement_id
        where r.group_id = $1 and r.kind = 'repair_refund'
      ), item as (
        select i.id, i.partner_id, i.payer_type, s.id as settlement_id, null as refund_no from settlement s join open_item i
          on i.group_id = $1 and i.org_id = s.org_id and (i.source_kind = 'repair_settlement' and i.source_id = s.id)
        where exists (select from refund r where r.settlement_id = s.id)
        union all
        select i.id, i.partner_id, i.payer_type, r.settlement_id, r.bill_no from refund r join open_item i
          on i.group_id = $1 and i.source_kind = 'repair_refund' and i.source_id = r.id
        union all
        select i.id, i.partner_id, i.payer_type, n.settlement_id, n.refund_no from (
            select s.bill_no, s.id as settlement_id, null as refund_no from settlement s
            union all
            select r.bill_no, r.settlement_id, r.bill_no from refund r
          ) n join open_item i on i.group_id = $1 and i.source_kind = 'partner_merge' and i.bill_no = n.bill_no
        where exists (select from refund)
      ), paid as (
        select i.settlement_id, coalesce(p.merged_into_id, p.id) as partner_id, i.payer_type, i.refund_no, sum(w.amount) as amount
        from item i
        join partner p on p.group_id = $1 and p.id = i.partner_id
        join write_off_line w on w.group_id = $1 and w.open_item_id = i.id and w.tender in ('money', 'advance', 'card_principal')
        group by 1, 2, 3, 4 having sum(w.amount) <> 0
      )
      select s.bill_no, max(p.refund_no) as refund_no, count(p.refund_no)::int as refunds,
        coalesce(sum(p.amount) filter (where p.refund_no is null), 0.00) as came_in, sum(p.amount) filter (where p.refund_no is not null) as paid_out
      from paid p join settlement s on s.id = p.settlement_id
      group by s.id, s.bill_no, p.partner_id, p.payer_type having sum(p.amount) < 0 limit 1`,
    values: [tx.groupId, idsOf(items, 'repair_settlement'), idsOf(items, 'repair_refund')],
  })
  if (!found) return
  const { billNo, refundNo, refunds, cameIn, paidOut } = found
  const refund = `维修退单 ${refundNo}${refunds > 1 ? ' 等' : ' '}`
  const out = withCommas(neg(paidOut))
  const isTakenBack = items.some(({ sourceKind }) => sourceKind === 'repair_settlement')
  refuse(
    isTakenBack
      ? `结算单 ${billNo} 已由${refund}退款 ${out} 元，请先撤销维修退单`
      : `结算单 ${billNo} 实收 ${withCommas(cameIn)} 元，${refund}共退款 ${out} 元，不能多退`,
  )
}

const idsOf = (items: readonly BilledItem[], kind: string): number[] =>
  items.filter(({ sourceKind }) => sourceKind === kind).map(({ sourceId }) => sourceId)
