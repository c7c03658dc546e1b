import { add, allocate, type Decimal, div, isZero, money, mul, round, sub, sumOf } from './decimal'

/** What a user types on a line, as far as money is concerned. */
export interface PricedLine {
  qty: Decimal
  price: Decimal
  /** 0.95 is 95折. */
  discountRate: Decimal
  /** 0.13 is 13 %. */
  taxRate: Decimal
  /** Typed by the user instead of a price; kept as typed. */
  netAmount?: Decimal | null | undefined
}

export interface LineAmounts {
  price: Decimal
  amount: Decimal
  netAmount: Decimal
  untaxed: Decimal
  tax: Decimal
  taxed: Decimal
}

/**
 * Money of one line by DOMAIN 4.3 formulas 2-4, in yuan with 2 decimals, half-up at every step. A typed net amount
 * is kept and the price is computed back from it with 4 decimals.
 */
export function lineAmounts(line: PricedLine, taxIncluded: boolean): LineAmounts {
  const typed = line.netAmount != null && line.netAmount !== ''
  const price = typed ? priceOf(line.netAmount ?? '0', line) : line.price
  const amount = money(mul(line.qty, price))
  const netAmount = typed ? money(line.netAmount ?? '0') : money(mul(amount, line.discountRate))
  const tax = taxIncluded
    ? money(div(mul(netAmount, line.taxRate), add('1', line.taxRate)))
    : money(mul(netAmount, line.taxRate))
  const untaxed = taxIncluded ? sub(netAmount, tax) : netAmount
  return { price, amount, netAmount, untaxed: money(untaxed), tax, taxed: money(add(untaxed, tax)) }
}

function priceOf(netAmount: Decimal, line: PricedLine): Decimal {
  const divisor = mul(line.qty, line.discountRate)
  return isZero(divisor) ? line.price : round(div(netAmount, divisor), 4)
}

/** The part of a taxed amount that is not tax, 2 decimals. */
export const untaxedPart = (taxed: Decimal, taxRate: Decimal): Decimal => money(div(taxed, add('1', taxRate)))

export interface HeaderMoney {
  taxIncluded: boolean
  orderDiscount: Decimal
  /** Freight that the partner owes or is owed with this document. */
  chargedFreight: Decimal
}

export type LineTotals = LineAmounts & { discountShare: Decimal; discountShareUntaxed: Decimal }

export interface DocumentAmounts {
  lines: LineTotals[]
  totalQty: Decimal
  /** Σ net of the lines. */
  totalAmount: Decimal
  totalUntaxed: Decimal
  totalTax: Decimal
  /** What the partner owes or is owed. */
  totalTaxed: Decimal
}

/**
 * Money of a whole document by DOMAIN 4.3 formulas 5 and 6: the order discount is shared over the lines by taxed
 * amount, the last non-zero line takes the remainder. Total untaxed + total tax is total taxed exactly (I28).
 */
export function documentAmounts(lines: readonly PricedLine[], header: HeaderMoney): DocumentAmounts {
  const priced = lines.map((line) => lineAmounts(line, header.taxIncluded))
  const shares = allocate(
    header.orderDiscount,
    priced.map((line) => line.taxed),
  )
  const withShares = priced.map((line, i) => {
    const discountShare = shares[i] ?? '0.00'
    return { ...line, discountShare, discountShareUntaxed: untaxedPart(discountShare, lines[i]?.taxRate ?? '0') }
  })
  const discountTax = sumOf(withShares, (line) => sub(line.discountShare, line.discountShareUntaxed))
  const totalTax = sub(
    sumOf(withShares, (line) => line.tax),
    discountTax,
  )
  const lineTaxed = sumOf(withShares, (line) => line.taxed)
  const totalTaxed = add(sub(lineTaxed, header.orderDiscount), header.chargedFreight)
  return {
    lines: withShares,
    totalQty: sumOf(lines, (line) => line.qty),
    totalAmount: money(sumOf(withShares, (line) => line.netAmount)),
    totalUntaxed: money(sub(totalTaxed, totalTax)),
    totalTax: money(totalTax),
    totalTaxed: money(totalTaxed),
  }
}
