import { afterCredit, type ChargedLine, chargedTax, creditLimits } from './charged-share'
import {
  add,
  allocate,
  compare,
  type Decimal,
  div,
  equals,
  isZero,
  max,
  min,
  money,
  mul,
  round,
  sub,
  sumOf,
} from './decimal'

/** What a user types on a line, as far as money is concerned. */
export interface PricedLine {
  qty: Decimal
  /** Null is a price that nobody knows yet: the line counts as nothing. */
  price: Decimal | null
  /** 0.95 is 95折. */
  discountRate: Decimal
  /** 0.13 is 13 %. */
  taxRate: Decimal
  /** Typed by the user instead of a price; kept as typed. */
  netAmount?: Decimal | null | undefined
  /** Of a return: the former line, and what was charged for it. The tax of what is credited follows from that. */
  sourceLineId?: number | null | undefined
  charged?: ChargedLine | undefined
  /** Of what is posted: its tax, which stays as it is. */
  postedTax?: Decimal | undefined
  /** False is an alternative that was not chosen: it has its price and counts for nothing in its document (ADR 0155). */
  isChosen?: boolean | null | undefined
}

/** Whether a line counts in the figures of its document. */
export const isCounted = ({ isChosen }: Pick<PricedLine, 'isChosen'>): boolean => isChosen !== false

export interface LineAmounts {
  price: Decimal
  amount: Decimal
  netAmount: Decimal
  untaxed: Decimal
  tax: Decimal
  taxed: Decimal
}

/**
 * Money of one line by business/documents 3.2-3.4, in yuan with 2 decimals, half-up at every step. A typed net amount
 * is kept and the price is computed back from it with 4 decimals.
 */
export function lineAmounts(line: PricedLine, taxIncluded: boolean): LineAmounts {
  const typed = line.netAmount
  const price = isTyped(typed) ? priceOf(typed, line) : (line.price ?? '0')
  const amount = money(mul(line.qty, price))
  const netAmount = money(isTyped(typed) ? typed : mul(amount, line.discountRate))
  const tax = taxIncluded ? taxIn(netAmount, line.taxRate) : money(mul(netAmount, line.taxRate))
  return { price, amount, netAmount, ...taxedBy(tax, netAmount, taxIncluded) }
}

function taxedBy(tax: Decimal, netAmount: Decimal, taxIncluded: boolean) {
  const untaxed = taxIncluded ? sub(netAmount, tax) : netAmount
  return { untaxed: money(untaxed), tax: money(tax), taxed: money(add(untaxed, tax)) }
}

/** The tax in a taxed amount, 2 decimals. */
const taxIn = (taxed: Decimal, taxRate: Decimal): Decimal => money(div(mul(taxed, taxRate), add('1', taxRate)))

const isTyped = (netAmount: PricedLine['netAmount']): netAmount is Decimal => netAmount != null && netAmount !== ''

function priceOf(netAmount: Decimal, line: PricedLine): Decimal {
  const divisor = mul(line.qty, line.discountRate)
  return isZero(divisor) ? (line.price ?? '0') : round(div(netAmount, divisor), 4)
}

/** The part of a taxed amount that is not tax, in yuan with 2 decimals (business/documents 3.4). */
export const untaxedPart = (taxed: Decimal, taxRate: Decimal): Decimal => money(sub(taxed, taxIn(taxed, taxRate)))

/**
 * What one piece of a line costs whoever pays it, in yuan: after the line's discount and with its tax, so that quantity times
 * price is the line's taxed amount to the fen (ADR 0097). It has no more decimals than that takes, at most 6, which is enough
 * for fewer than 10 000 pieces. A line without quantity keeps its price.
 */
export function paidPrice(
  line: Pick<PricedLine, 'qty' | 'discountRate' | 'taxRate'> & { price: Decimal; taxed: Decimal },
  taxIncluded: boolean,
): Decimal {
  if (isZero(line.qty)) return line.price
  const discounted = mul(line.price, line.discountRate)
  const byRates = taxIncluded ? discounted : mul(discounted, add('1', line.taxRate))
  const share = div(line.taxed, line.qty)
  const candidates = [line.price, round(byRates), round(byRates, 4), round(share, 4)]
  return candidates.find((price) => equals(money(mul(line.qty, price)), line.taxed)) ?? round(share, 6)
}

/**
 * A unit price in another tax mode (true: with tax), yuan with 4 decimals: what is kept with tax costs the same where prices are typed
 * without (ADR 0098). Within one mode it stays as it is.
 */
export function priceInTaxMode(price: Decimal, taxRate: Decimal, from: boolean, to: boolean): Decimal {
  if (from === to) return price
  const factor = add('1', taxRate)
  return round(to ? mul(price, factor) : div(price, factor), 4)
}

export interface HeaderMoney {
  taxIncluded: boolean
  orderDiscount: Decimal
  /** Freight that the partner owes or is owed with this document. */
  chargedFreight: Decimal
}

/**
 * Whose freight stands on the partner's bill (business/documents 3.6): what the partner bears, or what he has advanced for us;
 * a carrier's own bill is not advanced by him. Where it is what the document's work costs, whoever is named bills it.
 */
export type FreightRule = 'partner' | 'advanced' | 'named'

export interface FreightHeader {
  freight: Decimal
  freightPayer: string
  carrierId?: number | null | undefined
  partnerId?: number | null | undefined
}

/** Freight on the partner's bill by the rule of the document's kind; a kind without a rule bills none. */
export function chargedFreight(rule: FreightRule | undefined, header: FreightHeader): Decimal {
  return rule !== undefined && isOnBill[rule](header) ? header.freight : '0'
}

const isOnBill: Record<FreightRule, (header: FreightHeader) => boolean> = {
  partner: ({ freightPayer }) => freightPayer === 'partner',
  advanced: ({ freightPayer, carrierId }) => freightPayer === 'us' && !carrierId,
  named: ({ partnerId }) => partnerId != null,
}

type LineTotals = LineAmounts & { discountShare: Decimal; discountShareUntaxed: Decimal }

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
 * Money of a whole document by business/documents 3.5 and 3.6: the order discount is shared over the lines by taxed
 * amount, the last non-zero line takes the remainder. Total untaxed + total tax is total taxed exactly (I28).
 */
export function documentAmounts(lines: readonly PricedLine[], header: HeaderMoney): DocumentAmounts {
  const priced = lines.map((line) => lineAmounts(line, header.taxIncluded))
  const shares = sharesWithin(
    header.orderDiscount,
    priced.map((line, i) => (isCounted(lines[i] as PricedLine) ? line.taxed : '0')),
  )
  const byFormula = lines.map(({ taxRate }, i) => {
    const discountShare = shares[i] as Decimal
    return { ...(priced[i] as LineAmounts), discountShare, discountShareUntaxed: untaxedPart(discountShare, taxRate) }
  })
  const taxes = taxesOf(lines, byFormula, header.taxIncluded)
  const withShares = byFormula.map((line, i) => ({
    ...line,
    ...taxedBy(taxes[i] as Decimal, line.netAmount, header.taxIncluded),
  }))
  const counted = withShares.filter((_, i) => isCounted(lines[i] as PricedLine))
  const discountTax = sumOf(counted, (line) => sub(line.discountShare, line.discountShareUntaxed))
  const totalTax = sub(
    sumOf(counted, (line) => line.tax),
    discountTax,
  )
  const lineTaxed = sumOf(counted, (line) => line.taxed)
  // A draft's lines that wait for their price bear none of the discount yet.
  const borne = sumOf(counted, (line) => line.discountShare)
  const totalTaxed = add(sub(lineTaxed, borne), header.chargedFreight)
  return {
    lines: withShares,
    totalQty: sumOf(lines.filter(isCounted), (line) => line.qty),
    totalAmount: money(sumOf(counted, (line) => line.netAmount)),
    totalUntaxed: money(sub(totalTaxed, totalTax)),
    totalTax: money(totalTax),
    totalTaxed: money(totalTaxed),
  }
}

/** What a line charges, or credits: its net amount less its share of the order discount, in the tax mode of its document. */
export const chargeOf = (
  line: Pick<LineTotals, 'netAmount' | 'discountShare' | 'discountShareUntaxed'>,
  taxIncluded: boolean,
): Decimal => sub(line.netAmount, taxIncluded ? line.discountShare : line.discountShareUntaxed)

/** What one unit of a line is sold for after both discounts, in the tax mode of its document. */
export const netPriceOf = (
  line: Pick<LineTotals, 'price' | 'discountShare' | 'discountShareUntaxed'> & Pick<PricedLine, 'qty' | 'discountRate'>,
  taxIncluded: boolean,
): Decimal =>
  sub(
    mul(line.price, line.discountRate),
    perUnit(taxIncluded ? line.discountShare : line.discountShareUntaxed, line.qty),
  )

const perUnit = (figure: Decimal, qty: Decimal): Decimal => (isZero(qty) ? '0' : div(figure, qty))

/**
 * Tax of each line: of one that returns goods what the former line's tax leaves for its credit, one line after the other
 * (ADR 0076), and the tax of its own discount share besides; of all others by business/documents 3.4.
 */
function taxesOf(lines: readonly PricedLine[], byFormula: readonly LineTotals[], taxIncluded: boolean): Decimal[] {
  const formers = new Map<number, ChargedLine>()
  return lines.map(({ charged, sourceLineId, qty, postedTax }, i) => {
    const amounts = byFormula[i] as LineTotals
    if (!charged || sourceLineId == null) return postedTax ?? amounts.tax
    const former = formers.get(sourceLineId) ?? charged
    const credit = chargeOf(amounts, taxIncluded)
    const share = chargedTax(former, qty, credit)
    const tax = taxIncluded ? min(share, credit) : share
    formers.set(sourceLineId, afterCredit(former, qty, credit, tax))
    return add(tax, sub(amounts.discountShare, amounts.discountShareUntaxed))
  })
}

/**
 * Shares of a total over amounts, in yuan with 2 decimals (business/documents 3.5). What rounding alone would make of the last one's remainder, a
 * share below zero or above its amount, goes to those before it: goods never cost less than nothing. Of a total above the amounts, they are
 * what is shared.
 */
export function sharesWithin(total: Decimal, amounts: readonly Decimal[]): Decimal[] {
  if (isZero(total)) return amounts.map(() => '0.00')
  const shares = allocate(total, amounts)
  let carried: Decimal = '0'
  for (const [i, share] of [...shares.entries()].toReversed()) {
    const wanted = add(share, carried)
    const kept = max('0', min(wanted, amounts[i] as Decimal))
    carried = sub(wanted, kept)
    shares[i] = money(kept)
  }
  return shares
}

/** A line with its figures as saved, of whose quantity only `countedQty` came or left. */
export interface CountedLine extends PricedLine {
  countedQty: Decimal
  /** The line's share of the order discount, 2 decimals. */
  discountShare: Decimal
}

/**
 * Money of a document of which the second desk counted less (business/documents 4.4; ADR 0051). A typed net amount shrinks with its
 * line; the order discount shrinks to what the counted goods bear of it and is never more than they are worth. Charged
 * freight stays. A return credits no more than was charged for the counted goods, to the fen (ADR 0054). A full count changes
 * nothing.
 */
export function countedAmounts(
  lines: readonly CountedLine[],
  header: HeaderMoney,
): DocumentAmounts & { orderDiscount: Decimal } {
  const limits = creditLimits(
    lines.map((line) => ({ ...line, qty: line.countedQty })),
    (_, most) => most,
  )
  const counted = lines.map((line, i) => {
    const netAmount = isTyped(line.netAmount) ? money(countedOf(line, line.netAmount)) : null
    const less = { ...line, qty: line.countedQty, netAmount }
    const most = limits[i]
    const isTooMuch = most !== undefined && compare(lineAmounts(less, header.taxIncluded).netAmount, most) > 0
    return isTooMuch ? { ...less, netAmount: most } : less
  })
  const goods = sumOf(counted, (line) => lineAmounts(line, header.taxIncluded).taxed)
  const borne = money(sumOf(lines, (line) => countedOf(line, line.discountShare)))
  const orderDiscount = money(min(borne, goods))
  return { ...documentAmounts(counted, { ...header, orderDiscount }), orderDiscount }
}

/** The counted part of a line's figure; nothing of a line that had no quantity. */
const countedOf = (line: CountedLine, figure: Decimal): Decimal =>
  isZero(line.qty) ? '0' : div(mul(figure, line.countedQty), line.qty)
