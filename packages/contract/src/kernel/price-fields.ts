// Which fields of a goods document tell prices and costs, each behind its field permission (business/access 8).
import { moneyFields } from './goods-header'

/** Totals of a header: a draft has none of them as long as every line of it waits for its price. */
export const headerTotals = ['totalAmount', 'totalUntaxed', 'totalTax', 'totalTaxed'] as const

/** Prices of a header. */
export const headerPrices = [...moneyFields, ...headerTotals, 'chargedFreight', 'settledAmount', 'openAmount'] as const

/** Prices of a line. */
export const linePrices = [
  'price',
  'discountRate',
  'amount',
  'netAmount',
  'taxRate',
  'untaxed',
  'tax',
  'taxed',
  'discountShare',
] as const

/** Costs of a line; a header has the last of them, too. */
export const lineCosts = ['unitCost', 'costAmount'] as const
