import { compare, type Decimal, min, sub } from './decimal'

/** The lowest discount rate that a limit of line discounts leaves: 0.9 for who may give 10 %; null has no limit (business/access 10.2). */
export const lowestRate = (lineDiscount: Decimal | null): Decimal => sub('1', lineDiscount ?? '1')

/** Whether a discount rate is within a limit of line discounts, or no lower than what was granted elsewhere (business/access 10.2). */
export const isDiscountWithin = (rate: Decimal, lineDiscount: Decimal | null, granted: Decimal = '1'): boolean =>
  compare(rate, min(lowestRate(lineDiscount), granted)) >= 0

/** What somebody without the right is told of a price below the lowest one (business/sales 1.5). */
export const belowMinText = (price: string, floor: string): string => `${price} 低于${floor}，您没有低价销售的权限`

/** What somebody without the right is told of a price below cost (business/sales 1.5). */
export const belowCostText = '售价低于成本价，您没有放行权限'
