// What the slips of the hands of money-walk.ts are made of: items that they settle, and ways of paying.
import { yuan } from './card-hand'
import { type Hand, type Item, partOf } from './money-hand'

interface Chosen {
  of: Item
  amount: bigint
  discount: bigint
}
export const settledOf = (items: readonly Chosen[]) => items.map(({ of, ...money }) => ({ of: of.bill, ...money }))
export const typedItems = (items: readonly Chosen[]) =>
  items.map(({ of, amount, discount }) => ({ openItemId: of.id, amount: yuan(amount), discount: yuan(discount) }))
export const sum = (items: readonly Chosen[]) => items.reduce((all, { amount }) => all + amount, 0n)

/** What a slip settles: some open items, whole or in part, now and then with a discount. */
export function choose(hand: Hand, items: readonly Item[], most = 3, hasDiscount = true): Chosen[] {
  const { random } = hand
  return random.sample(items, Math.min(items.length, random.int(1, most))).flatMap((of) => {
    const part = partOf(hand, of.balance)
    const discount = hasDiscount && random.chance(0.2) ? part / 5n : 0n
    return part === 0n ? [] : [{ of, amount: part - discount, discount }]
  })
}

/** Ways of paying that come to the amount. */
export function tendersOf({ random, here }: Hand, amount: bigint) {
  const accounts = random.sample([here.cashId, here.bankId, here.wechatId], 2)
  const parts = random.chance(0.3) && amount > 1n ? [amount / 2n, amount - amount / 2n] : [amount]
  const tenders = parts.map((each, i) => ({
    accountId: accounts[i] as number,
    amount: each,
    fee: random.chance(0.2) ? each / 250n : 0n,
  }))
  const typed = tenders.map(({ accountId, amount: paid, fee }) => ({
    storeAccountId: accountId,
    amount: yuan(paid),
    fee: yuan(fee),
  }))
  return { tenders, typed }
}

export const whole = (of: Item, amount: bigint): Chosen => ({ of, amount, discount: 0n })
export const least = (a: bigint, b: bigint) => (b < a ? b : a)
