import { type Decimal, isPositive, isZero, money, mul, neg, sub } from '@chepu/contract/kernel/decimal'
import type { CardItemEntry, CommissionEntry, OpenItemEntry, PnlEntry, Posting } from '../../kernel/ledgers/types'
import type { MoneySlip } from '../../kernel/money/types'
import { backOfSales, entriesBack, type Sale } from './earned'

/** Times that come onto the card or leave it, and what they are worth; who sold them owes them. */
export type MovedItem = Omit<CardItemEntry, 'docLineId'> & { orgId: number }

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
      { partnerId: slip.partnerId, side: 'AR', amount: owed, dueOn, remark: slip.remark },
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
