// What packages and cards do for a settlement: held before it is counted, and posted with it (business/cards 5).
import { add, compare, type Decimal, money, sub, sumOf, withCommas } from '@chepu/contract/kernel/decimal'
import type { SettleInput } from '@chepu/contract/repair/settlement'
import { assertMayPay, type CardPayment, debtsAcross, paymentsOf, pointsEarned, usesPosting } from '../../cards/public'
import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { holdCards } from '../../kernel/ledgers/card'
import type { PostedLine } from './posting'
import { type Figures, giftMostOf, givenOf, type Known, type Settlement, withCards } from './settled'

/** The payments of a settlement's cards, as they were asked for. */
type Payments = Awaited<ReturnType<typeof paymentsOf>>

/**
 * Checks the cards that a settlement uses, their payment codes among it, and holds them behind its order and before pools. Asks nothing where there are none.
 * @throws Failure invalid or refusal, naming the card
 */
export async function holdSpending(tx: CallerTx, settlement: Settlement, { cards }: SettleInput): Promise<void> {
  const { packageUses } = givenOf(settlement)
  if (cards.length + packageUses.length === 0) return
  const used = packageUses.map(({ cardItemId }) => cardItemId)
  await assertMayPay(tx, settlement, cards, used)
  await holdCards(
    tx,
    cards.map(({ cardId }) => cardId),
    used,
  )
}

/** What each card pays, and the figures with that. */
export async function cardPayments(
  tx: CallerTx,
  settlement: Settlement,
  known: Known,
  { cards }: SettleInput,
): Promise<{ payments: Payments; figures: Figures }> {
  if (cards.length === 0) return { payments: [], figures: known.figures }
  const { customerDue } = known.figures
  const asked = money(sumOf(cards, ({ amount }) => amount))
  if (compare(asked, customerDue) > 0)
    invalid([
      {
        path: 'input.cards',
        message: `会员卡抵扣 ${withCommas(asked)} 元，超过客户应付 ${withCommas(customerDue)} 元`,
      },
    ])
  const payments = await paymentsOf(tx, settlement, cards, giftMostOf(known.figures))
  return { payments, figures: withCards(known, payments) }
}

/** What the customer still owes when his cards have paid. */
export const dueAfterCards = ({ customerDue }: Figures, payments: readonly CardPayment[]): Decimal =>
  money(
    sub(
      customerDue,
      sumOf(payments, ({ principal, gift }) => add(principal, gift)),
    ),
  )

/** What a settlement takes off cards by itself: times of packages with what other shops owe for them, and the points that it earns. `paid` is what the customer has paid at once. */
export async function spentOf(
  tx: CallerTx,
  { bizDate }: Settlement,
  { covered }: Known,
  { payments, lines, paid }: { payments: Payments; lines: readonly PostedLine[]; paid: Decimal },
) {
  const ids = new Map(lines.map(({ line, id }) => [line.id, id]))
  const uses = covered.uses.map((use) => ({ ...use, docLineId: ids.get(use.lineId) as number }))
  const debts = covered.uses.map(({ orgId, value }) => ({ orgId, amount: value }))
  const gift = sumOf(payments, (payment) => payment.gift)
  return {
    cards: pointsEarned(payments, money(sub(paid, gift))),
    cardItems: usesPosting(uses),
    ...(await debtsAcross(tx, debts, bizDate)),
  }
}
