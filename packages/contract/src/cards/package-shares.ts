import { add, type Decimal, div, isZero, min, money, mul, round, sub } from '../kernel/decimal'

/** Times of labour or units of a part, and what one costs alone, yuan with 4 decimals. */
interface Shared {
  times: Decimal
  listPrice: Decimal
}

/** What a line of a package is worth within it. */
interface PackageShare {
  /** Of the price, 4 decimals. */
  ratio: Decimal
  /** The whole line, yuan with 2 decimals. */
  allocTotal: Decimal
  /** One of it, yuan with 4 decimals. */
  allocPrice: Decimal
}

/**
 * Shares of the price of a package, by what its times cost alone; the last line that costs something takes the remainder, so that
 * the lines are the price to the fen. Lines of which none costs anything share by their times (business/cards 2).
 */
export function allocatePackage(price: Decimal, lines: readonly Shared[]): PackageShare[] {
  const costs = lines.map(({ times, listPrice }) => mul(times, listPrice))
  const weights = costs.every(isZero) ? lines.map(({ times }) => times) : costs
  const sum = add(...weights)
  const last = weights.findLastIndex((weight) => !isZero(weight))
  let rest = money(price)
  return lines.map(({ times }, i) => {
    const weight = weights[i] as Decimal
    const part = (whole: Decimal) => (isZero(sum) ? '0' : div(mul(whole, weight), sum))
    // Many lines of less than a fen each, rounded up, would be more than the price.
    const allocTotal = i === last ? rest : min(money(part(price)), rest)
    rest = money(sub(rest, allocTotal))
    const allocPrice = isZero(times) ? '0' : div(allocTotal, times)
    return { ratio: round(part('1'), 4), allocTotal, allocPrice: round(allocPrice, 4) }
  })
}
