// What prices of one product have to do with each other and with what it costs; editor, list and server ask alike.
import { priceInTaxMode } from '../kernel/amounts'
import { compare, type Decimal, div, isPositive, round, sub } from '../kernel/decimal'
import { type ProductPrice, productPrices } from './product'

/** Prices of a product; null is not known, a floor of 0 is none. */
export type Prices = Readonly<Record<ProductPrice, Decimal | null>>

/** Whether 零售价 is below 最低售价, which no product may have (business/basics 4.1). Prices in yuan, 4 decimals. */
export const isBelowFloor = ({ retailPrice, minSalePrice }: Pick<Prices, 'retailPrice' | 'minSalePrice'>): boolean =>
  retailPrice !== null && minSalePrice !== null && compare(retailPrice, minSalePrice) < 0

const wholesale = ['wholesalePrice1', 'wholesalePrice2', 'wholesalePrice3'] as const
type Wholesale = Pick<Prices, (typeof wholesale)[number]>

/** Whether a later 批发价 is above an earlier one, which deserves a second look (business/basics 4.1). Those not known are passed over. */
export function risesByLevel(prices: Wholesale): boolean {
  const levels = wholesale.map((name) => prices[name]).filter((price): price is Decimal => price !== null)
  return levels.some((price, i) => i > 0 && compare(price, levels[i - 1] as Decimal) > 0)
}

/** Prices at which goods are sold to customers. */
export const sellingPrices = [...wholesale, 'retailPrice'] as const
type SellingPrice = (typeof sellingPrices)[number]

/** Names of the selling prices that are known and below the limit, in the order of the list. */
const below = (prices: Pick<Prices, SellingPrice>, limit: Decimal): SellingPrice[] =>
  sellingPrices.filter((name) => {
    const price = prices[name]
    return price !== null && compare(price, limit) < 0
  })

/** Names of the wholesale prices below 最低售价: only who may sell below it sets them (business/basics 4.4). */
export const wholesaleBelowFloor = (prices: Prices): SellingPrice[] =>
  prices.minSalePrice === null ? [] : below(prices, prices.minSalePrice).filter((name) => name !== 'retailPrice')

/** How kept prices and costs compare: the rate at which the part is sold, and whether kept prices are with tax (ADR 0098). */
export interface SaleTax {
  taxRate: Decimal
  taxIncluded: boolean
}

/** A cost as a price of the kept mode, yuan with 4 decimals: what the goods are to be sold at to earn nothing. */
export const costAsPrice = (cost: Decimal, { taxRate, taxIncluded }: SaleTax): Decimal =>
  priceInTaxMode(cost, taxRate, false, taxIncluded)

/** Names of the selling prices at which the goods would bring less than they cost, in yuan (business/basics 4.4). */
export const belowCost = (prices: Pick<Prices, SellingPrice>, cost: Decimal, tax: SaleTax): SellingPrice[] =>
  below(prices, costAsPrice(cost, tax))

/** 毛利率 of a price over the cost, both without tax, 4 decimals: 0.25 is 25 % (business/documents 3.8). Null without price or cost. */
export function marginRate(
  price: Decimal | null,
  cost: Decimal | null,
  { taxRate, taxIncluded }: SaleTax,
): Decimal | null {
  if (price === null || cost === null || !isPositive(price)) return null
  const untaxed = priceInTaxMode(price, taxRate, taxIncluded, false)
  return isPositive(untaxed) ? round(div(sub(untaxed, cost), untaxed), 4) : null
}

/** Names of prices in words: 批发价1、零售价. */
export const inWords = (names: readonly ProductPrice[]): string => names.map((name) => productPrices[name]).join('、')
