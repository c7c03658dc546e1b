import type { Decimal } from '../kernel/decimal'
import type { PricingMode } from '../kernel/pricing-modes'
import { repairLineMoney } from '../kernel/repair-figures'

/** Prices that an item may take, yuan with 4 decimals; null where nothing is said. */
export interface LabourPrices {
  pricingMode: PricingMode
  /** Of the item on cars of this type: of an hour, or of the whole, as the item is priced. */
  carTypePrice: Decimal | null
  hourPrice: Decimal | null
  fixedPrice: Decimal | null
  /** Of an hour, of the item's trade, of the type of the car, of the organisation. */
  workerTypeHourPrice: Decimal | null
  carTypeHourPrice: Decimal | null
  defaultHourPrice: Decimal
}

/**
 * The price of an hour of an item, or of the whole of one at a fixed price, in yuan with 4 decimals (business/repair-masters 3.1): the nearest
 * that is said counts, also a zero. Null for a fixed price that nobody has said.
 */
export function labourPrice(prices: LabourPrices): Decimal | null {
  const { carTypePrice, hourPrice, fixedPrice, workerTypeHourPrice, carTypeHourPrice, defaultHourPrice } = prices
  if (prices.pricingMode === 'fixed') return carTypePrice ?? fixedPrice
  return carTypePrice ?? hourPrice ?? workerTypeHourPrice ?? carTypeHourPrice ?? defaultHourPrice
}

/**
 * What a line of labour costs, yuan with 2 decimals, half up (business/repair-masters 3.2): standard hours × price × quantity, or fixed price ×
 * quantity. The hours that were really worked are never priced.
 */
export const labourAmount = (line: {
  pricingMode: PricingMode
  stdHours: Decimal
  price: Decimal
  qty: Decimal
}): Decimal => repairLineMoney({ ...line, discountRate: '1' }).amount
