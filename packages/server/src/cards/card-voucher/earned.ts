// What was sold for a card, and what its sellers have earned by that: 退卡 takes back what goes back to the holder (business/cards 4).
import { commissionBack } from '@chepu/contract/repair/commission'
import {
  add,
  type Decimal,
  div,
  isPositive,
  isZero,
  min,
  money,
  mul,
  neg,
  sub,
  sumOf,
} from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import type { CommissionEntry } from '../../kernel/ledgers/types'

/** A 办卡单 that stands and brought something onto a card, yuan with 2 decimals; with what somebody earned by it. */
export interface Sale extends Pick<CommissionEntry, 'employeeId' | 'role' | 'share' | 'rate'> {
  billNo: string
  orgId: number
  principal: Decimal
  amountDue: Decimal
  /** What is left of its package. */
  packagesLeft: Decimal
  /** The entry of its commission; null where nobody has earned anything. */
  entryId: number | null
  employeeName: string
  amount: Decimal
  /** What was taken back before, above zero. */
  takenBack: Decimal
}

/** What comes back of a commission. */
interface CommissionBack {
  sale: Sale
  /** What of its sale goes back to the holder, and what that takes of the commission. */
  base: Decimal
  amount: Decimal
}

/** All that was brought onto a card, the earliest first. */
export const salesOf = (tx: CallerTx, cardId: number): Promise<Sale[]> =>
  tx.query({
    name: 'sales-of-card',
    text: `select m.bill_no, m.org_id, m.principal_change as principal, m.amount_due, coalesce(left_of.value, 0.00) as packages_left,
        c.id as entry_id, coalesce(c.employee_id, 0) as employee_id, coalesce(e.name, '') as employee_name, coalesce(c.role, 'adviser') as role,
        coalesce(c.share, 0) as share, coalesce(c.rate, 0) as rate, coalesce(c.amount, 0.00) as amount, coalesce(-back.amount, 0.00) as taken_back
      from money_slip m
      left join commission_entry c on c.group_id = m.group_id and c.doc_kind = m.kind and c.doc_id = m.id and c.reversal_of is null
        and c.clawback_of is null
      left join employee e on e.group_id = c.group_id and e.id = c.employee_id
      left join lateral (
        select sum(i.value_left) as value from card_item i where i.group_id = $1 and i.card_id = $2 and i.slip_id = m.id and i.times_left > 0
      ) left_of on true
      left join lateral (select sum(b.amount) as amount from commission_entry b where b.group_id = $1 and b.clawback_of = c.id) back on true
      where m.group_id = $1 and m.kind = 'card_voucher' and m.card_id = $2 and m.purpose in ('open', 'recharge', 'package_sale', 'opening')
        and m.posted_at is not null and m.state <> 'reversed' and not m.is_red
      order by m.posted_at, m.id`,
    values: [tx.groupId, cardId],
  })

/**
 * What 退卡 takes back of the commissions of a card, where so much of paid money and packages (`principal`, and what is left by the sales) leaves it and `refundable`
 * of that is paid back. The money that was paid in first is used first, so what is left is of the latest recharges; 违约金 is borne by all alike. Yuan with 2 decimals.
 */
export function backOfSales(
  sales: readonly Sale[],
  { principal, refundable }: { principal: Decimal; refundable: Decimal },
): CommissionBack[] {
  const whole = add(
    principal,
    sumOf(sales, ({ packagesLeft }) => packagesLeft),
  )
  if (!isPositive(whole)) return []
  let left = principal
  const gone = sales.toReversed().map((sale) => {
    const part = min(left, sale.principal)
    left = sub(left, part)
    return { sale, base: div(mul(add(part, sale.packagesLeft), refundable), whole) }
  })
  return gone
    .toReversed()
    .filter(({ sale }) => sale.entryId !== null && isPositive(sale.amountDue))
    .map(({ sale, base }) => ({ sale, base, amount: commissionBack(sale, base, sale.amountDue) }))
    .filter(({ amount }) => !isZero(amount))
}

/** The entries by which a 退卡 takes commissions back, where they were earned. */
export const entriesBack = (back: readonly CommissionBack[]): CommissionEntry[] =>
  back.map(({ sale: { orgId, entryId, employeeId, role, share, rate }, base, amount }) => ({
    orgId,
    employeeId,
    role,
    lineId: null,
    base: money(neg(base)),
    share,
    rate,
    amount: neg(amount),
    clawbackOf: entryId,
  }))
