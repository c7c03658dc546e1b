// What a recharge brings and what is paid back for a card, as pages show it and the server books it (business/cards 1, 4).
import { add, compare, type Decimal, money, mul, sub } from '../kernel/decimal'

/** From this amount paid on, so much is granted: an amount, or a share of what is paid. Yuan with 2 decimals, a share from 0 to 1. */
export interface RechargeTier {
  pay: Decimal
  gift?: Decimal | undefined
  giftRate?: Decimal | undefined
}

/** Granted money by the highest tier that the paid money reaches, in yuan; '0.00' where none is reached. */
export function giftOf(tiers: readonly RechargeTier[], paid: Decimal): Decimal {
  const reached = tiers
    .filter(({ pay }) => compare(paid, pay) >= 0)
    .toSorted((a, b) => compare(b.pay, a.pay))
    .at(0)
  if (!reached) return '0.00'
  return money(reached.gift ?? mul(paid, reached.giftRate ?? '0'))
}

/** What is on a card, in yuan. */
interface Left {
  principal: Decimal
  /** What is left of its packages. */
  packages: Decimal
}

/** What is paid back for a card that is closed: paid money and what is left of packages, less 违约金; yuan, below zero where the penalty is more. */
export const refundableOf = ({ principal, packages }: Left, penalty: Decimal): Decimal =>
  money(sub(add(principal, packages), penalty))
