import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { exportRoute } from '../kernel/export-route'
import { partColumns } from '../kernel/goods-document'
import { dateRange, flag, pageOf as page, pages, paging, totals } from '../kernel/list-query'
import { route } from '../kernel/route'
import { id, addressedId } from '../kernel/scalars'

const optionalId = addressedId.optional()

/** Cuts of 库存查询 (DOMAIN 2.5 stockInquiry): what one row stands for. */
export const stockCuts = {
  warehouse: '按仓库',
  part: '按配件',
  location: '按货位',
  batch: '按批次',
  group: '全集团',
} as const
export type StockCut = keyof typeof stockCuts
export const stockCutNames = Object.keys(stockCuts) as StockCut[]

export const stockFilters = z.object({
  part: z.string().trim().max(60).optional(),
  brandId: optionalId,
  categoryId: optionalId,
  fitment: z.string().trim().max(60).optional(),
  spec: z.string().trim().max(60).optional(),
  warehouseId: optionalId,
  locationId: optionalId,
  /** Only what is on hand. */
  inStock: flag.optional(),
  /** Parts on the shelf whose stock is below their lower or above their upper limit; by part only. */
  limit: z.enum(['low', 'high']).optional(),
  /** Parts that stand in for those found by the text, too. */
  substitutes: flag.optional(),
})
export type StockFilters = z.output<typeof stockFilters>

/**
 * One row of any cut. Quantities in base units, prices in yuan a unit with 4 decimals, value with 2. What a cut cannot
 * tell is null: reservations belong to a warehouse, not to a bin. Cost, value and prices are absent without their field.
 */
export const stockRow = partColumns.extend({
  /** Unique in the cut. */
  key: z.string(),
  partId: id,
  orgName: z.string().nullable(),
  warehouseId: id.nullable(),
  warehouseName: z.string().nullable(),
  locationId: id.nullable(),
  /** By warehouse: the bins that hold the part, the fullest first, with spaces between. */
  locationCode: z.string().nullable(),
  batchNo: z.string().nullable(),
  onHand: z.string(),
  reserved: z.string().nullable(),
  locked: z.string().nullable(),
  available: z.string().nullable(),
  /** Ordered from suppliers and not yet received. */
  onOrder: z.string().nullable(),
  costPrice: z.string().nullable().optional(),
  stockValue: z.string().nullable().optional(),
  retailPrice: z.string().nullable().optional(),
  wholesalePrice1: z.string().nullable().optional(),
  lastInOn: z.string().nullable(),
  lastOutOn: z.string().nullable(),
})
export type StockRow = z.output<typeof stockRow>

const access = pageOf('stock')
const path = '/api/web/stock'

const cut = (name: StockCut) => {
  const own = name === 'group' ? button('stock', 'all_org') : access
  const title = `库存查询${stockCuts[name]}`
  return {
    list: route({
      method: 'GET',
      path: `${path}/by-${name}`,
      access: own,
      summary: title,
      query: stockFilters.extend(paging.shape),
      data: page(stockRow),
    }),
    totals: route({
      method: 'GET',
      path: `${path}/by-${name}/totals`,
      access: own,
      summary: `${title}合计`,
      query: stockFilters,
      data: totals,
    }),
    export: exportRoute({
      path: `${path}/by-${name}/export`,
      access: button('stock', 'export'),
      summary: `导出${title}`,
      filters: stockFilters,
    }),
  }
}

export const stockInquiry = {
  warehouse: cut('warehouse'),
  part: cut('part'),
  location: cut('location'),
  batch: cut('batch'),
  group: cut('group'),
} as const satisfies Record<StockCut, ReturnType<typeof cut>>

/** A row of 台账: one movement, and what was there after it (DOMAIN 2.5). */
export const ledgerRow = z.object({
  id,
  bizDate: z.string(),
  postedAt: z.string(),
  docKind: z.string(),
  docId: id,
  billNo: z.string(),
  partnerName: z.string().nullable(),
  warehouseName: z.string(),
  locationCode: z.string(),
  batchNo: z.string(),
  inQty: z.string().nullable(),
  outQty: z.string().nullable(),
  unitCost: z.string().optional(),
  value: z.string().optional(),
  variance: z.string().optional(),
  balanceQty: z.string(),
  balanceValue: z.string().optional(),
  isReversal: z.boolean(),
  posterName: z.string().nullable(),
})
export type LedgerRow = z.output<typeof ledgerRow>

const ofPart = z.object({ partId: addressedId, warehouseId: optionalId })

/** 台账 of a part, in one warehouse or in all that the caller may see; the latest movement first. */
export const stockLedger = route({
  method: 'GET',
  path: `${path}/ledger`,
  access,
  summary: '库存台账',
  query: ofPart.extend(dateRange.shape).extend(pages.shape),
  data: page(ledgerRow),
})

/** 占用明细: which documents hold how much of a part, and how much they still wait for. */
export const stockReservations = route({
  method: 'GET',
  path: `${path}/reservations`,
  access,
  summary: '占用明细',
  query: ofPart.extend(pages.shape),
  data: page(
    z.object({
      id,
      sourceKind: z.string(),
      sourceId: id,
      billNo: z.string(),
      bizDate: z.string(),
      partnerName: z.string().nullable(),
      warehouseName: z.string(),
      heldQty: z.string(),
      backorderQty: z.string(),
      createdAt: z.string(),
      creatorName: z.string().nullable(),
    }),
  ),
})

/** 替换件 of a part with their stock in the org. */
export const stockSubstitutes = route({
  method: 'GET',
  path: `${path}/substitutes`,
  access,
  summary: '替换件库存',
  query: ofPart.extend(pages.shape),
  data: page(
    partColumns.extend({
      partId: id,
      onHand: z.string(),
      available: z.string(),
      retailPrice: z.string().nullable().optional(),
      note: z.string(),
    }),
  ),
})
