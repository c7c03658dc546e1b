import { add, type Decimal, money, sub } from '../kernel/decimal'

/** What is on a card, in yuan. */
interface Left {
  principal: Decimal
  /** What is left of its packages. */
  packages: Decimal
}

/** What is paid back for a card that is closed: paid money and what is left of packages, less 违约金; yuan, below zero where the penalty is more. */
export const refundableOf = ({ principal, packages }: Left, penalty: Decimal): Decimal =>
  money(sub(add(principal, packages), penalty))
