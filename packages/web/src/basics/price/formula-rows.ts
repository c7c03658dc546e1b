import type { PriceRow } from '@chepu/contract/basics/price-list'
import { costAsPrice } from '@chepu/contract/basics/price-rules'
import { byPrice } from '@chepu/contract/basics/product'
import type { FormulaRow } from './formula-dialog'
import { type PriceLine, pricesAfter } from './price-store'

/** A row of 价格 for the formula. */
export const rowOfList = (row: PriceRow, taxIncluded: boolean): FormulaRow => ({
  id: row.partId,
  partCode: row.partCode,
  partName: row.partName,
  prices: byPrice((name) => row[name] ?? null),
  lastPurchasePrice: row.lastPurchasePrice ?? null,
  ...costs(row.costPrice ?? null, row.taxRate, taxIncluded),
})

/** A line of a 调价单 for the formula: it goes by the prices as they will be. What is not known of it yet has no base. */
export const rowOfLine = (line: PriceLine, taxIncluded: boolean): FormulaRow => ({
  id: line.key,
  partCode: line.partCode,
  partName: line.partName,
  prices: pricesAfter(line),
  lastPurchasePrice: line.lastPurchasePrice,
  ...costs(line.costPrice, line.taxRate ?? '0', taxIncluded),
})

const costs = (cost: string | null, taxRate: string, taxIncluded: boolean) => ({
  cost,
  taxRate,
  costPrice: cost === null ? null : costAsPrice(cost, { taxRate, taxIncluded }),
})
