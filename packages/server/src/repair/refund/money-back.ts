// Where what a payer gets back goes, and why it may not: off what he owes, and in money no more than what came in (business/repair-settlement 6; ADR 0240).
import {
  add,
  compare,
  type Decimal,
  isPositive,
  min,
  money,
  sub,
  sumOf,
  withCommas,
} from '@chepu/contract/kernel/decimal'
import { owesAs } from '@chepu/contract/repair/payer'
import { refundTargets } from '@chepu/contract/repair/refund-figures'
import { backOnCards, type CardPayment, type PaidCard } from '../../cards/public'
import type { CallerTx } from '../../kernel/db/tx'
import type { Settlement } from '../settlement/settled'
import type { RefundFigures } from './figures'
import { type CameIn, cameIn, type Closing, closings, type OwedItem, owedItems } from './owed-back'

type Amount = RefundFigures['amounts'][number]

/** What one payer gets back. */
export interface Back extends Pick<Amount, 'payer' | 'partnerId' | 'amount'> {
  /** Which of his items it is set off against. */
  offs: { openItemId: number; amount: Decimal }[]
  /** All that is set off, and what is paid out. */
  receivable: Decimal
  money: Decimal
  /** What goes back to cards, of granted money and of paid money, and which of them gets what, below zero. */
  gift: Decimal
  principal: Decimal
  cards: CardPayment[]
  /** What he was forgiven when it was collected. */
  forgiven: Decimal
}

/**
 * What each payer gets back of a settlement, and in words why it may not go back. `hold` keeps what he owes until the refund is done. Asked before he is credited.
 */
export async function moneyBack(
  tx: CallerTx,
  settlement: Pick<Settlement, 'orgId' | 'id' | 'billNo'>,
  { amounts, gift }: Pick<RefundFigures, 'amounts' | 'gift'>,
  paid: readonly PaidCard[],
  how: 'hold' | 'read',
): Promise<{ backs: Back[]; problems: string[] }> {
  const owed = await owedItems(tx, settlement, how)
  const backs = amounts.map((each) => backOf(each, owed, each.payer === 'customer' ? { gift, paid } : noCards))
  if (!backs.some((back) => isPositive(back.money))) return { backs, problems: [] }
  const [came, closed] = await Promise.all([cameIn(tx, settlement), closings(tx, settlement)])
  const problems = backs.flatMap((back) => problemOf(back, { billNo: settlement.billNo, owed, came, closed }) ?? [])
  return { backs, problems }
}

/** Whether something of a settlement is a payer's. */
const isHis =
  ({ payer, partnerId }: Pick<Amount, 'payer' | 'partnerId'>) =>
  (each: { standingId: number; payerType: string | null }): boolean =>
    each.standingId === partnerId && each.payerType === owesAs(payer)

/** What cards have paid of a bill, and what of a refund was paid with granted money. */
interface OfCards {
  gift: Decimal
  paid: readonly PaidCard[]
}
const noCards: OfCards = { gift: '0.00', paid: [] }

function backOf({ payer, partnerId, amount }: Amount, owed: readonly OwedItem[], { gift, paid }: OfCards): Back {
  const own = owed.filter(isHis({ payer, partnerId }))
  // One slip settles what one partner owes: what has come back to a name that was merged away is none of it.
  const open = own.filter((item) => item.partnerId === partnerId && isPositive(item.balance))
  const targets = refundTargets(amount, {
    open: sumOf(open, ({ balance }) => balance),
    gift,
    principalUsed: sumOf(
      paid.filter(({ isClosed }) => !isClosed),
      ({ principal }) => principal,
    ),
  })
  let left = targets.receivable
  const offs = open.map(({ id, balance }) => {
    const part = money(min(balance, left))
    left = sub(left, part)
    return { openItemId: id, amount: part }
  })
  return {
    payer,
    partnerId,
    amount,
    offs: offs.filter((off) => isPositive(off.amount)),
    receivable: targets.receivable,
    money: targets.money,
    gift: targets.gift,
    principal: targets.principal,
    cards: backOnCards(paid, targets),
    forgiven: money(sumOf(own, ({ discounted }) => discounted)),
  }
}

interface Known {
  billNo: string
  owed: readonly OwedItem[]
  came: readonly CameIn[]
  closed: readonly Closing[]
}

/** Why what is left for a payer in money did not come in, in words. */
function problemOf(back: Back, { billNo, owed, came, closed }: Known): string | undefined {
  if (!isPositive(back.money)) return undefined
  const his = isHis(back)
  const astray = owed.find((item) => his(item) && item.partnerId !== back.partnerId && isPositive(item.balance))
  if (astray)
    return `结算单 ${billNo} 还有 ${withCommas(astray.balance)} 元记在已合并的“${astray.partnerName}”名下，请再合并一次，转清后再退单`
  const most = sumOf(came.filter(his), ({ amount }) => amount)
  const out = money(add(back.money, back.principal))
  if (compare(out, most) <= 0) return undefined
  const [slip] = closed.filter(his)
  if (slip) return `应收已由核销单 ${slip.billNo} 冲掉 ${withCommas(slip.amount)} 元，请先撤销该单再退单`
  return `结算单 ${billNo} 实收 ${withCommas(money(most))} 元可退，本次要退 ${withCommas(out)} 元`
}
