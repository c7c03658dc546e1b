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
import { commissionBack } from '@chepu/contract/repair/commission'
import type { CardItemEntry, CommissionEntry, OpenItemEntry, PnlEntry, Posting } from '../../kernel/ledgers/types'
import type { MoneySlip } from '../../kernel/money/types'

/** Times that come onto the card or leave it, and what they are worth; who sold them owes them. */
export type MovedItem = Omit<CardItemEntry, 'docLineId'> & { orgId: number }

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

/** What the books need to know beside the document. */
interface Moved {
  cardId: number
  items: readonly MovedItem[]
  /** Where the card or its packages are another shop's. */
  across: { openItems: readonly OpenItemEntry[]; pnl: readonly PnlEntry[] }
  dueOn: string
  /** The salesperson's part of what was paid, 0 to 1. */
  commissionRate: Decimal
  /** Of a 退卡: what was sold for the card. */
  sales: readonly Sale[]
}

/**
 * What a 办卡单 does to the books (business/cards 4): money on the accounts and what stays owed, against what is owed to the holder. No profit but the fee of a channel, the
 * penalty of a refund, and packages that nobody will use any more.
 */
export function postingOf(slip: MoneySlip, { cardId, items, across, dueOn, commissionRate, sales }: Moved): Posting {
  const { principalChange: principal, giftChange: gift, pointsChange: points } = slip
  const owed = money(sub(slip.amountDue, slip.total))
  const touchesMoney = [principal, gift, points].some((change) => !isZero(change))
  return {
    cash: slip.tenders.map(({ storeAccountId, amount, fee }) => ({
      storeAccountId,
      amount: sub(amount, fee),
      remark: slip.remark,
    })),
    openItems: [
      { partnerId: slip.partnerId, side: 'AR', tab: 'card', amount: owed, dueOn, remark: slip.remark },
      ...across.openItems,
    ],
    cards: touchesMoney ? [{ cardId, principal, gift, points }] : [],
    cardItems: items.map(({ cardItemId, times, value }) => ({ cardItemId, docLineId: null, times, value })),
    pnl: [...pnlOf(slip, items), ...across.pnl],
    commission: slip.purpose === 'refund_card' ? takenBack(slip, sales) : commissionOf(slip, commissionRate),
  }
}

function pnlOf(slip: MoneySlip, items: readonly MovedItem[]): PnlEntry[] {
  const broken = slip.purpose === 'expire' ? items : []
  return [
    { kind: 'other_expense', amount: slip.fee },
    { kind: 'other_income', amount: slip.penalty },
    ...broken.map(({ orgId, value }): PnlEntry => ({ kind: 'card_breakage', orgId, amount: neg(value) })),
  ]
}

/** By the figures of a 退卡, all of which are below zero. */
const takenBack = ({ principalChange, amountDue }: MoneySlip, sales: readonly Sale[]): CommissionEntry[] =>
  entriesBack(backOfSales(sales, { principal: neg(principalChange), refundable: neg(amountDue) }))

/** Of paid money and the price of packages, to who sold them, whether it is paid by now or owed. */
function commissionOf(slip: MoneySlip, rate: Decimal): CommissionEntry[] {
  const base = ['open', 'recharge', 'package_sale'].includes(slip.purpose) ? slip.amountDue : '0'
  const amount = money(mul(base, rate))
  if (slip.salespersonId === null || !isPositive(amount)) return []
  return [{ employeeId: slip.salespersonId, role: 'adviser', lineId: null, base, share: '1', rate, amount }]
}

/** What comes back of a commission. */
interface CommissionBack {
  sale: Sale
  /** What of its sale goes back to the holder, and what that takes of the commission. */
  base: Decimal
  amount: Decimal
}

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
const entriesBack = (back: readonly CommissionBack[]): CommissionEntry[] =>
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
