import { lineAmounts, sharesWithin, untaxedPart } from '../kernel/amounts'
import { add, compare, type Decimal, min, money, sub, sumOf } from '../kernel/decimal'
import type { Payer } from './payer'

/** What a line of a work order is: 工时, 材料, 附加费, 外协. */
export type Section = 'labour' | 'material' | 'extra' | 'outsourced'

/** A line of a work order as it is settled. Money in yuan with 2 decimals. */
export interface SettlementLine {
  section: Section
  payer: Payer
  /** The insurer, the manufacturer, or the sister organisation that has its cars repaired here; null where there is none. */
  payerPartnerId: number | null
  /** The own department that bears internal work. */
  departmentId: number | null
  /** After the line's discount, in the tax mode of the order. */
  net: Decimal
  /** 0.13 is 13 %. */
  taxRate: Decimal
  /** What the uses of a card's package that cover the line are worth, with tax; null is a line that no package covers. */
  packageValue: Decimal | null
  /** What is claimed of the manufacturer for a line of the three guarantees, with tax. */
  claimed: Decimal | null
  /** Whether the type of business counts work for own departments as output. */
  countsOutput: boolean
  /** What the material of the line has cost, or what the outsourcer bills. */
  cost: Decimal
  /** Who did an outsourced line. */
  supplierId: number | null
}

/** A coupon that is used: its face, from which amount on it is good, and of which lines; all of them where none is said. */
export interface SettledCoupon {
  value: Decimal
  threshold: Decimal
  scope?: 'labour' | 'part' | 'all'
}

/** What is typed beside the lines. Money in yuan with 2 decimals, with tax. */
export interface SettlementInput {
  /** Whether the prices of the order contain the tax. */
  taxIncluded: boolean
  customerId: number
  coupons: readonly SettledCoupon[]
  orderDiscount: Decimal
  /** One entry a case. An insurer that does not pay directly leaves its whole share to the customer. */
  insurers: readonly { partnerId: number; deductible: Decimal; salvage: Decimal; paysDirectly: boolean }[]
  cardPrincipal: Decimal
  cardGift: Decimal
  advance: Decimal
  money: Decimal
}

/** A line's amount, and its shares of what is given for the whole order; with tax. */
export interface LineShares {
  /** What the line comes to. */
  taxed: Decimal
  couponShare: Decimal
  discountShare: Decimal
  giftShare: Decimal
  salvageShare: Decimal
  deductibleShare: Decimal
}

/** What follows from the shares for who owes it and for the books; with tax. */
interface LineMoney extends LineShares {
  /** What the customer owes for it, before he pays with a card or money. */
  customerDue: Decimal
  /** What the payer who is named on the line owes for it. */
  payerDue: Decimal
  /** Revenue in the books. */
  earned: Decimal
  /** Discount in the books. */
  reduction: Decimal
  /** 产值. */
  output: Decimal
}

/** All figures of a settled line. */
export interface LineFigures extends LineMoney {
  earnedUntaxed: Decimal
  reductionUntaxed: Decimal
  /** Revenue without tax, less discount and cost. */
  profit: Decimal
}

/** What coupons, order discount and granted card money are taken off: the customer's lines that no package covers. */
export const isDiscountable = (line: SettlementLine): boolean => line.payer === 'customer' && line.packageValue === null

/** Internal work for a department of our own: what is earned there is spent here. */
export const isOwnWork = (line: Pick<SettlementLine, 'payer' | 'payerPartnerId'>): boolean =>
  line.payer === 'internal' && line.payerPartnerId === null

const amountsOf = (line: SettlementLine, { taxIncluded }: SettlementInput) =>
  lineAmounts({ qty: '1', price: line.net, discountRate: '1', taxRate: line.taxRate }, taxIncluded)

/** What the customer's lines that no package covers come to within a scope, by which the threshold of a coupon is measured; yuan with tax (business/repair-settlement 2). */
export const discountableOf = (
  lines: readonly SettlementLine[],
  input: SettlementInput,
  scope: SettledCoupon['scope'] = 'all',
): Decimal =>
  money(
    sumOf(
      lines.filter((line) => isDiscountable(line) && isWithin(line, scope)),
      (line) => amountsOf(line, input).taxed,
    ),
  )

const isWithin = ({ section }: SettlementLine, scope: SettledCoupon['scope'] = 'all'): boolean =>
  scope === 'all' || section === (scope === 'part' ? 'material' : 'labour')

/** What an insurer's lines come to, yuan with tax (business/repair-settlement 2). */
export const assessedOf = (lines: readonly SettlementLine[], input: SettlementInput, partnerId: number): Decimal =>
  money(
    sumOf(
      lines.filter((line) => isOfInsurer(line, partnerId)),
      (line) => amountsOf(line, input).taxed,
    ),
  )

const isOfInsurer = (line: SettlementLine, partnerId: number) =>
  line.payer === 'insurance' && line.payerPartnerId === partnerId

/**
 * Figures of each line (business/repair-settlement 2 and 3), in yuan with 2 decimals. Coupons, order discount and granted card money are shared
 * one after the other, each by what the ones before it left of a line; the last line with something left takes the remainder
 * (ADR 0198). No figure but the profit is ever below zero: what is given beyond the lines is not shared.
 */
export function lineFigures(lines: readonly SettlementLine[], input: SettlementInput): LineFigures[] {
  const amounts = lines.map((line) => amountsOf(line, input))
  const open = lines.map((line, i) => (isDiscountable(line) ? (amounts[i]?.taxed ?? '0') : '0'))
  const couponShares = sharesOfCoupons(lines, input, open)
  const afterCoupon = lessEach(open, couponShares)
  const discountShares = sharesWithin(input.orderDiscount, afterCoupon)
  const giftShares = sharesWithin(input.cardGift, lessEach(afterCoupon, discountShares))
  const insured = insurerShares(
    lines,
    input,
    amounts.map(({ taxed }) => taxed),
  )
  return lines.map((line, i) => {
    const amount = amounts[i] as (typeof amounts)[number]
    return figuresOf(line, {
      taxed: amount.taxed,
      couponShare: couponShares[i] as Decimal,
      discountShare: discountShares[i] as Decimal,
      giftShare: giftShares[i] as Decimal,
      salvageShare: insured.salvage[i] as Decimal,
      deductibleShare: insured.deductible[i] as Decimal,
    })
  })
}

const lessEach = (amounts: readonly Decimal[], shares: readonly Decimal[]): Decimal[] =>
  amounts.map((amount, i) => money(sub(amount, shares[i] as Decimal)))

/** Shares of the coupons whose threshold is reached, those of some lines before those of all; what of a face is above its lines is lost. */
function sharesOfCoupons(
  lines: readonly SettlementLine[],
  input: SettlementInput,
  open: readonly Decimal[],
): Decimal[] {
  let shares: Decimal[] = lines.map(() => '0.00')
  if (input.coupons.length === 0) return shares
  for (const scope of ['labour', 'part', 'all'] as const) {
    const own = input.coupons.filter((coupon) => (coupon.scope ?? 'all') === scope)
    const due = discountableOf(lines, input, scope)
    const faces = sumOf(
      own.filter(({ threshold }) => compare(due, threshold) >= 0),
      ({ value }) => value,
    )
    const left = lessEach(open, shares).map((amount, i) => (isWithin(lines[i] as SettlementLine, scope) ? amount : '0'))
    shares = addEach(shares, sharesWithin(min(add(...left), faces), left))
  }
  return shares
}

/** Shares of salvage, and of what moves from the insurer to the customer, by what the cases before left of a line. */
function insurerShares(lines: readonly SettlementLine[], { insurers }: SettlementInput, taxed: readonly Decimal[]) {
  let left = [...taxed]
  let salvage: Decimal[] = lines.map(() => '0.00')
  let deductible = salvage
  const take = (partnerId: number, total: (open: readonly Decimal[]) => Decimal) => {
    const open = left.map((amount, i) => (isOfInsurer(lines[i] as SettlementLine, partnerId) ? amount : '0'))
    const shares = sharesWithin(total(open), open)
    left = lessEach(left, shares)
    return shares
  }
  for (const each of insurers) {
    salvage = addEach(
      salvage,
      take(each.partnerId, () => each.salvage),
    )
    const moved = (open: readonly Decimal[]) => (each.paysDirectly ? each.deductible : add(...open))
    deductible = addEach(deductible, take(each.partnerId, moved))
  }
  return { salvage, deductible }
}

const addEach = (amounts: readonly Decimal[], shares: readonly Decimal[]): Decimal[] =>
  amounts.map((amount, i) => money(add(amount, shares[i] as Decimal)))

/**
 * Who owes a line, and what it is in the books, by its payer and its shares (business/repair-settlement 2 and 3); yuan with tax, 2 decimals.
 * Settlement and refund count alike.
 */
export function lineMoney(line: SettlementLine, shares: LineShares): LineMoney {
  const earned = money(earnedOf(line, shares.taxed))
  const reduction = line.payer === 'gift' ? earned : money(givenOf(shares))
  const isUncounted = isOwnWork(line) && !line.countsOutput
  return {
    ...shares,
    customerDue: money(isDiscountable(line) ? ownDue(shares) : shares.deductibleShare),
    payerDue: money(payerDueOf(line, shares)),
    earned,
    reduction,
    output: isUncounted ? '0.00' : money(sub(earned, reduction)),
  }
}

const ownDue = ({ taxed, couponShare, discountShare }: LineShares) => sub(sub(taxed, couponShare), discountShare)

const givenOf = (shares: LineShares): Decimal =>
  add(shares.couponShare, shares.discountShare, shares.giftShare, shares.salvageShare)

function earnedOf(line: SettlementLine, taxed: Decimal): Decimal {
  if (line.packageValue !== null) return line.packageValue
  if (line.payer === 'warranty') return line.claimed ?? '0'
  return line.payer === 'rework' ? '0' : taxed
}

function payerDueOf(line: SettlementLine, { taxed, salvageShare, deductibleShare }: LineShares): Decimal {
  if (line.payer === 'insurance') return sub(sub(taxed, salvageShare), deductibleShare)
  if (line.payer === 'warranty') return line.claimed ?? '0'
  return line.payer === 'internal' && line.payerPartnerId !== null ? taxed : '0'
}

/** All figures of a line that follow from its shares, as they were settled (business/repair-settlement 3 and 4); yuan, 2 decimals. A discount has the tax of its line, as in trade. */
export function figuresOf(line: SettlementLine, shares: LineShares): LineFigures {
  const figures = lineMoney(line, shares)
  const earnedUntaxed = untaxedPart(figures.earned, line.taxRate)
  const reductionUntaxed = untaxedPart(figures.reduction, line.taxRate)
  return { ...figures, earnedUntaxed, reductionUntaxed, profit: profitOf(line, earnedUntaxed, reductionUntaxed) }
}

/** What a line leaves: revenue less discount, both without tax, less its cost; what our own departments bear brings nothing (business/repair-settlement 4). */
export const profitOf = (
  line: Pick<SettlementLine, 'payer' | 'payerPartnerId' | 'cost'>,
  earnedUntaxed: Decimal,
  reductionUntaxed: Decimal,
): Decimal => money(sub(isOwnWork(line) ? '0' : sub(earnedUntaxed, reductionUntaxed), line.cost))
