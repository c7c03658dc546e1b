// Money of cards that pays a bill: what of each card, and the slip by which it does (business/cards 5; ADR 0254).
import { pointsFor, splitOfCard } from '@chepu/contract/cards/deduction'
import { writeOff } from '@chepu/contract/finance/write-off'
import {
  add,
  compare,
  type Decimal,
  isPositive,
  isZero,
  money,
  neg,
  sub,
  withCommas,
} from '@chepu/contract/kernel/decimal'
import { makeSlip, type Maker } from '../../finance/public'
import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { CardEntry } from '../../kernel/ledgers/types'
import { type Debt, debtsAcross } from '../across'
import { checkPin } from '../pin'
import { type Bill, cardProblem, cardsById, cardsOfItems, type SpentCard } from './held'
import { slipPosting } from './posting'

/** What is asked of a card, yuan with 2 decimals, and the payment code that was typed for it. */
interface CardAsked {
  cardId: number
  amount: Decimal
  pin?: string | undefined
}

/** What a card pays, yuan with 2 decimals; in a refund what goes back to it, as negative amounts. */
export interface CardPayment {
  card: Pick<SpentCard, 'id' | 'cardNo' | 'orgId'>
  principal: Decimal
  gift: Decimal
  /** What its shop owes for that, where what was booked tells it. */
  settled?: Decimal
  /** The card is closed: granted money is written off and goes nowhere. */
  isGone?: boolean
}

const idsOf = (asked: readonly CardAsked[]) => asked.map(({ cardId }) => cardId)

/**
 * Refuses cards that are not good for a bill, and wrong payment codes, also of the cards whose packages are used. Asked before cards are held, since a wrong code is counted in a transaction of its own.
 * @throws Failure invalid, naming the card's place
 */
export async function assertMayPay(
  tx: CallerTx,
  bill: Bill,
  asked: readonly CardAsked[],
  usedItems: readonly number[],
): Promise<void> {
  if (asked.length + usedItems.length === 0) return
  const [alsoUsed, found] = await Promise.all([
    cardsOfItems(tx, usedItems),
    cardsById(tx, idsOf(asked), usedItems, bill.bizDate),
  ])
  const cards = new Map(found.map((card) => [card.id, card]))
  const faults = asked.flatMap(({ cardId }, i) => {
    const isTwice = asked.findIndex((each) => each.cardId === cardId) !== i
    const problem = isTwice ? '同一张会员卡请填一行' : cardProblem(cards.get(cardId), bill, tx.caller.orgId)
    return problem === undefined ? [] : [{ path: `input.cards.${i}.cardId`, message: problem }]
  })
  if (faults.length > 0) invalid(faults)
  for (const cardId of new Set([...idsOf(asked), ...alsoUsed])) {
    const { needsPin, cardNo } = cards.get(cardId) as SpentCard
    const i = asked.findIndex((each) => each.cardId === cardId)
    // A card that only lends its discount or its points gives nothing away.
    const isUsed = alsoUsed.includes(cardId) || isPositive(asked[i]?.amount ?? '0')
    if (!needsPin || !isUsed) continue
    const path = i < 0 ? 'input.cards' : `input.cards.${i}.pin`
    const pin = asked[i]?.pin
    if (!pin) invalid([{ path, message: `会员卡 ${cardNo} 设有支付密码，请由客户输入` }])
    await checkPin(tx, cardId, pin, path)
  }
}

/**
 * What each card pays of a bill whose own lines come to `giftMost`, behind the lock of the cards. Cards that pay nothing are left in it for their points.
 * @throws Failure invalid, naming the card's place
 */
export async function paymentsOf(
  tx: CallerTx,
  bill: Bill,
  asked: readonly CardAsked[],
  giftMost: Decimal,
): Promise<(CardPayment & { card: SpentCard })[]> {
  if (asked.length === 0) return []
  const found = await cardsById(tx, idsOf(asked), [], bill.bizDate)
  const cards = new Map(found.map((card) => [card.id, card]))
  let left = giftMost
  return asked.map(({ cardId, amount }, i) => {
    const card = cards.get(cardId)
    const problem = cardProblem(card, bill, tx.caller.orgId)
    if (!card || problem) return invalid([{ path: `input.cards.${i}.cardId`, message: problem ?? '会员卡不存在' }])
    const { principal, gift, short } = splitOfCard(amount, card, left)
    if (isPositive(short))
      invalid([{ path: `input.cards.${i}.amount`, message: tooLittle(card, sub(amount, short), left) }])
    left = sub(left, gift)
    return { card, principal, gift }
  })
}

/** What a card can pay at most, and why that is less than what is on it. */
const tooLittle = ({ cardNo, principal, gift }: SpentCard, most: Decimal, giftMost: Decimal): string => {
  const rest = compare(gift, giftMost) > 0 ? '，赠金不能抵扣免赔额' : ''
  return `会员卡 ${cardNo} 最多可抵扣 ${withCommas(money(most))} 元（本金 ${withCommas(principal)}，赠金 ${withCommas(gift)}${rest}）`
}

/** Points that a settlement earns: for all that is paid at once but granted money, on the first card that was presented and gives points (business/cards 1). */
export function pointsEarned(payments: readonly (CardPayment & { card: SpentCard })[], paid: Decimal): CardEntry[] {
  const card = payments.map((each) => each.card).find(({ pointsPerYuan }) => isPositive(pointsPerYuan))
  const points = card ? pointsFor(paid, card.pointsPerYuan) : '0.00'
  return card && !isZero(points) ? [{ cardId: card.id, principal: '0.00', gift: '0.00', points }] : []
}

/**
 * 卡抵扣: settles an open item by money of cards, one slip a card, which the maker alone makes and undoes. An item below zero gets back what is negative. What organisations owe each other
 * by it stands in both books.
 */
export async function payByCards(
  tx: CallerTx,
  maker: Maker,
  openItemId: number,
  payments: readonly CardPayment[],
): Promise<void> {
  for (const { card, principal, gift, settled, isGone } of payments) {
    const total = money(add(principal, gift))
    if (isZero(total)) continue
    const debts: Debt[] = [{ orgId: card.orgId, amount: principal, ...(settled !== undefined && { settled }) }]
    const across = await debtsAcross(tx, debts, maker.bizDate)
    const taken = isGone ? '0.00' : money(neg(gift))
    await makeSlip(tx, maker, {
      def: writeOff,
      header: {
        purpose: 'card',
        cardId: card.id,
        cardNo: card.cardNo,
        principalChange: money(neg(principal)),
        giftChange: taken,
        total,
        fee: '0.00',
        writtenOff: total,
        discount: '0.00',
        advance: '0.00',
      },
      tenders: [],
      items: [{ openItemId, amount: total, discount: '0.00' }],
      posting: () => slipPosting({ openItemId, cardId: card.id, principal, gift, giftTaken: taken }, across),
    })
  }
}
