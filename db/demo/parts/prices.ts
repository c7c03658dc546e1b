import { perMille, shelfPrice, yuanText } from '../money'
import type { DemoPartPrices, PartGrade } from './types'

/** Share of the family's base price by grade, in per mille (business/demo 4). */
const gradeFactor: Record<PartGrade, number> = { oem: 1000, oes: 650, aftermarket: 400, used: 300, reman: 500 }

/** Standard buying price in fen of a part whose original costs `base` yuan. */
export function purchaseFen(base: number, grade: PartGrade): number {
  return shelfPrice(perMille(base * 100, gradeFactor[grade]))
}

/** All price levels for a buying price in fen, by the factors of business/demo 4, rounded as a shop prints them. */
export function priceLevels(purchase: number): DemoPartPrices {
  const level = (factor: number) => yuanText(shelfPrice(perMille(purchase, factor)))
  return {
    purchasePrice: yuanText(purchase),
    wholesalePrice1: level(1250),
    wholesalePrice2: level(1180),
    wholesalePrice3: level(1120),
    retailPrice: level(1600),
    transferPrice: level(1030),
    minSalePrice: level(1050),
  }
}
