import { type DocumentAmounts, netPriceOf } from '../kernel/amounts'
import { compare, type Decimal, equals, money, mul, round, sub, trimZeros } from '../kernel/decimal'
import { belowCostText, belowMinText, isDiscountWithin, lowestRate } from '../kernel/discount-limits'
import { type Payer, payerRules } from './payer'

/** What a caller may give (business/access 10.2); null has no limit. */
interface Authority {
  /** 0.1 is 10 % off a line. */
  lineDiscount: Decimal | null
  /** Yuan off an order. */
  orderDiscount: Decimal | null
  /** He holds 低于最低价. */
  belowMin: boolean
  /** He holds 低于成本价, or the organisation forbids nothing. */
  belowCost: boolean
  /** Whether he may see lowest prices. */
  seesFloors: boolean
}

/** A line with the shares of the order discount that it bears. */
interface AuthorityLine extends Pick<
  DocumentAmounts['lines'][number],
  'price' | 'untaxed' | 'discountShare' | 'discountShareUntaxed'
> {
  lineNo: number
  name: string
  payer: Payer
  qty: Decimal
  discountRate: Decimal
  /** The rate that the card of the customer grants, which nobody answers for; null without one. */
  grantedRate: Decimal | null
  /** In the tax mode of the order; null for work, and for parts without one. */
  minPrice: Decimal | null
  /** What the goods of the line cost; null for work, and for parts that are not in stock. */
  cost: Decimal | null
}

/** What is beyond somebody's authority; `rule` says which right an approver needs. */
interface Excess {
  path: string
  rule: 'lineDiscount' | 'orderDiscount' | 'belowMin' | 'belowCost'
  message: string
}

interface AuthorityOrder {
  taxIncluded: boolean
  /** Yuan with tax. */
  orderDiscount: Decimal
}

/**
 * What of an order's discounts is beyond the caller's authority (business/repair-settlement 7), line by line and then of the whole; none when he may
 * settle it himself. A gift is a line at nothing. Lines that nobody buys (三包, 内部, 返工) are priced by other rules and not measured.
 */
export function discountExcesses(
  lines: readonly AuthorityLine[],
  order: AuthorityOrder,
  authority: Authority,
): Excess[] {
  const { orderDiscount } = authority
  const isTooMuch = orderDiscount !== null && compare(order.orderDiscount, orderDiscount) > 0
  const message = `整单优惠${money(order.orderDiscount)}元，您最多${money(orderDiscount ?? '0')}元`
  return [
    ...lines.flatMap((line, i) =>
      ['list', 'assessed'].includes(payerRules[line.payer].priceBasis) ? lineExcesses(line, i, order, authority) : [],
    ),
    ...(isTooMuch ? [{ path: 'orderDiscount', rule: 'orderDiscount' as const, message }] : []),
  ]
}

function lineExcesses(line: AuthorityLine, i: number, order: AuthorityOrder, authority: Authority): Excess[] {
  const isGift = line.payer === 'gift'
  const at = (field: string, rule: Excess['rule'], message: string): Excess => ({
    path: `lines.${i}.${field}`,
    rule,
    message: `第${line.lineNo}行 [${line.name}] ${message}`,
  })
  if (!isGranted(line, isGift, authority.lineDiscount)) {
    const given = isGift ? '赠送' : `折扣 ${rateText(line.discountRate)}`
    return [at(isGift ? 'payer' : 'discountRate', 'lineDiscount', `${given}，${limitText(authority.lineDiscount)}`)]
  }
  if (isGift) return []
  const price = netPriceOf(line, order.taxIncluded)
  const floor = `最低售价${authority.seesFloors ? ` ${trimZeros(line.minPrice ?? '0')}` : ''}`
  const isBelowMin = !authority.belowMin && line.minPrice !== null && compare(price, line.minPrice) < 0
  const isBelowCost = !authority.belowCost && line.cost !== null && compare(soldFor(line), line.cost) < 0
  return [
    ...(isBelowMin ? [at('price', 'belowMin', belowMinText(`售价 ${trimZeros(round(price, 4))}`, floor))] : []),
    ...(isBelowCost ? [at('price', 'belowCost', belowCostText)] : []),
  ]
}

const isGranted = (line: AuthorityLine, isGift: boolean, limit: Decimal | null): boolean =>
  isGift ? isDiscountWithin('0', limit) : isDiscountWithin(line.discountRate, limit, line.grantedRate ?? '1')

const soldFor = (line: AuthorityLine): Decimal => sub(line.untaxed, line.discountShareUntaxed)

/** 0.85 is 8.5折. */
const rateText = (rate: Decimal): string => `${trimZeros(mul(rate, '10'))}折`

function limitText(limit: Decimal | null): string {
  const lowest = lowestRate(limit)
  return equals(lowest, '1') ? '您不能打折' : `您最多${rateText(lowest)}`
}
