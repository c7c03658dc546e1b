// What a customer pays with: what stands on his card, coupons, and money (business/demo 5.5).
import { mostOfCard } from '@chepu/contract/cards/deduction'
import { compare, type Decimal, isPositive, min, sub } from '@chepu/contract/kernel/decimal'
import { type SettlementPreview, settlementPreview } from '@chepu/contract/repair/settlement'
import type { Order } from './visit'
import type { DemoPartner } from '../../partner-types'
import type { Workshop } from './workshop'

/** Customers with terms pay later, all others at once, by what they have paid ahead and then by money. */
export function paymentOf(
  { shop, random }: Workshop,
  { owner }: { owner: Pick<DemoPartner, 'settlementMethodCode'> },
  due: Decimal,
  deposit: Decimal,
) {
  const advance = min(deposit, due)
  const rest = sub(due, advance)
  if (owner.settlementMethodCode !== 'XJ' || !isPositive(rest)) return { tenders: [], advance }
  const account = compare(rest, '3000') > 0 ? 'DG' : random.pick(['XJ', 'WX', 'WX', 'ZFB', 'POS'])
  return { tenders: [{ storeAccountId: shop.book.id('account', `${shop.orgCode}/${account}`), amount: rest }], advance }
}

/** What packages, coupons and cards pay of an order as the page proposes it, and what is left to pay. */
export async function spendingOf({ id: workOrderId, visit }: Order, couponNos: readonly string[]) {
  const { desk } = visit.adviser
  const given = { couponNos: [...couponNos] }
  const offered = await desk.call(settlementPreview, { body: { workOrderId, ...given } })
  const packageUses = offered.proposedUses
  const bill =
    packageUses.length > 0
      ? await desk.call(settlementPreview, { body: { workOrderId, ...given, packageUses } })
      : offered
  return { given: { ...given, packageUses }, ...takenOffCards(bill.cards, bill) }
}

/** What is taken off cards that ask for no code, of each as much as it can pay; one without money earns its points. */
export function takenOffCards(
  cards: SettlementPreview['cards'],
  { customerDue, giftMost }: Pick<SettlementPreview, 'customerDue' | 'giftMost'>,
): { cards: { cardId: number; amount: Decimal }[]; due: Decimal } {
  let due: Decimal = customerDue
  let granted: Decimal = giftMost
  const taken = cards
    .filter(({ needsPin }) => !needsPin)
    .map((card) => {
      const amount = min(due, mostOfCard(card, granted))
      due = sub(due, amount)
      granted = sub(granted, min(card.gift, granted))
      return { cardId: card.id, amount }
    })
  return { cards: taken.filter(({ amount }) => isPositive(amount)), due }
}
