import { priceAdjustment, priceButtons } from '@chepu/contract/basics/price-adjustment'
import { formerName } from '@chepu/contract/basics/price-adjustment'
import {
  belowCost,
  inWords,
  isBelowFloor,
  type Prices,
  type SaleTax,
  sellingPrices,
  wholesaleBelowFloor,
} from '@chepu/contract/basics/price-rules'
import { priceNames, type ProductPrice, productPrices } from '@chepu/contract/basics/product'
import { type Decimal, trimZeros } from '@chepu/contract/kernel/decimal'
import { isEntered } from '@chepu/contract/kernel/states'
import { type Caller, mayPress, sees } from '../../kernel/caller/caller'
import { refuseLine } from '../../kernel/base/errors'
import { isSamePrice } from '../product/price-history'
import { maySee } from '../product/fields'
import { type PricedProduct, pricesIn } from './repo'
import type { Adjustment, StoredLine } from './types'

type NewPrices = Record<ProductPrice, Decimal | null>

/** The prices that a line sets. */
export const setPrices = (line: NewPrices): ProductPrice[] => priceNames.filter((name) => line[name] !== null)

/** The prices of a product as they are with those that the line sets. */
export const pricesAfter = (line: NewPrices, before: Prices): Prices =>
  Object.fromEntries(priceNames.map((name) => [name, line[name] ?? before[name]])) as unknown as Prices

/** What is wrong with the prices that would stand, or undefined. The floor is named to who may see it; without a caller to nobody. */
export function floorFault(prices: Prices, caller?: Caller): string | undefined {
  if (!isBelowFloor(prices)) return undefined
  const floor = caller && sees(caller, 'min_sale_price') ? ` ${trimZeros(prices.minSalePrice ?? '0')}` : ''
  return `零售价不能低于最低售价${floor}`
}

/** Prices that the line sets and that are others by now than when it was saved. */
export const overtaken = (line: StoredLine, now: Prices): ProductPrice[] =>
  setPrices(line).filter((name) => !isSamePrice(line[formerName(name)], now[name]))

/**
 * Refuses an approval of what nobody has seen: a price that was changed after the adjustment was saved, prices that no product may have,
 * and those that only others may set (business/basics 4.4).
 */
export function assertApprovable(
  caller: Caller,
  { lines, state }: Adjustment,
  products: ReadonlyMap<number, PricedProduct>,
  costs: ReadonlyMap<number, { cost: Decimal; taxRate: Decimal }>,
): void {
  const { priceTaxIncluded, forbidBelowCost } = caller.org.config
  for (const line of lines) {
    const now = pricesIn(products, line.partId)
    const [moved] = overtaken(line, now)
    if (moved) refuseLine(line, moved, `${movedSince(caller, line, now, moved)}，${toMend(state)}`)
    const after = pricesAfter(line, now)
    const fault = floorFault(after, caller)
    if (fault) refuseLine(line, 'retailPrice', fault)
    const low = among(wholesaleBelowFloor(after), line)
    if (low.length > 0 && !mayPress(caller, priceButtons.belowMin))
      refuseLine(line, low[0] as string, `${inWords(low)}低于最低售价，您没有低于最低价的权限`)
    const known = costs.get(line.partId)
    if (!known || !forbidBelowCost || mayPress(caller, priceButtons.belowCost)) continue
    const tax: SaleTax = { taxRate: known.taxRate, taxIncluded: priceTaxIncluded }
    const loss = among(belowCost(after, known.cost, tax), line)
    if (loss.length > 0) refuseLine(line, loss[0] as string, `${inWords(loss)}低于成本价，您没有低于成本价的权限`)
  }
}

/** Of these prices those that the line sets; the others were decided before. */
const among = <Name extends ProductPrice>(names: readonly Name[], line: StoredLine) =>
  names.filter((name) => line[name] !== null)

/** Whether any line sets a price at which goods are sold. */
export const setsSellingPrices = ({ lines }: Adjustment): boolean =>
  lines.some((line) => sellingPrices.some((name) => line[name] !== null))

function movedSince(caller: Caller, line: StoredLine, now: Prices, name: ProductPrice): string {
  const shown = (price: Decimal | null) => (price === null ? '未定' : trimZeros(price))
  const change = maySee(caller, name) ? `由 ${shown(line[formerName(name)])} 改为 ${shown(now[name])}` : '改动'
  return `${productPrices[name]}在保存后已${change}`
}

/** What is to be done with an adjustment in this state whose prices have to be looked at again. */
const toMend = (state: string): string =>
  isEntered(priceAdjustment, state) ? '请核对后重新保存' : '请退回草稿核对后重新保存'
