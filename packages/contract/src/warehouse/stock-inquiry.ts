import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { partColumns } from '../kernel/goods-document'
import { dateRange, flag, pageOf as page, pages } from '../kernel/list-query'
import { partQueryColumns } from '../kernel/part-columns'
import { defineQuery, type QueryColumns, type QueryRow } from '../kernel/query'
import { route } from '../kernel/route'
import { id, addressedId } from '../kernel/scalars'

const optionalId = addressedId.optional()

/** Cuts of 库存查询 (business/warehouse 3.1): what one row stands for. */
export const stockCuts = {
  warehouse: '按仓库',
  part: '按配件',
  location: '按货位',
  batch: '按批次',
  group: '全集团',
} as const
export type StockCut = keyof typeof stockCuts
export const stockCutNames = Object.keys(stockCuts) as StockCut[]

const stockFilters = z.object({
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

const access = pageOf('stock')
const path = '/api/web/stock'

const figure = { kind: 'qty', width: 56 } as const
const pooled = { ...figure, sort: false, nullable: true } as const
const price = { kind: 'price', width: 68, sort: false, isKey: true, nullable: true } as const

/**
 * One row of any cut. Quantities in base units, prices in yuan a unit with 4 decimals, value with 2. What a cut cannot
 * tell is null: reservations belong to a warehouse, not to a bin.
 */
const columns = {
  ...partQueryColumns,
  // As a part is asked for at the counter: with the cars that it fits, without OE number and size until one wants them.
  brandName: { ...partQueryColumns.brandName, sort: true },
  oeNo: { ...partQueryColumns.oeNo, hidden: true },
  spec: { ...partQueryColumns.spec, hidden: true },
  fitment: { ...partQueryColumns.fitment, hidden: false, width: 96, isKey: true },
  orgName: { title: '企业', width: 160, sort: false, isKey: true, nullable: true, chars: 18 },
  warehouseName: { title: '仓库', width: 68, sort: false, card: 'small', nullable: true },
  /** By warehouse: the bins that hold the part, the fullest first, with spaces between. */
  locationCode: { title: '货位', width: 76, sort: false, card: 'fact', nullable: true },
  batchNo: { title: '批次', width: 96, sort: false, nullable: true },
  onHand: { ...figure, title: '现存', isKey: true },
  available: { ...pooled, title: '可用', isKey: true, card: 'amount' },
  reserved: { ...pooled, title: '占用' },
  locked: { ...pooled, title: '锁定' },
  /** Ordered from suppliers and not yet received. */
  onOrder: { ...pooled, title: '在途' },
  retailPrice: { ...price, title: '零售价', field: 'doc_price' },
  wholesalePrice1: { ...price, title: '批发价', field: 'wholesale_price' },
  costPrice: { ...price, title: '成本价', kind: 'cost', width: 76, field: 'cost_price' },
  stockValue: { title: '库存金额', kind: 'money', field: 'cost_price', isKey: true, nullable: true },
  lastInOn: { title: '最近入库', kind: 'date', sort: false, nullable: true },
  lastOutOn: { title: '最近出库', kind: 'date', sort: false, nullable: true },
} as const satisfies QueryColumns

const cut = (name: StockCut) =>
  defineQuery({
    key: `stock_by_${name}`,
    title: `库存查询${stockCuts[name]}`,
    path: `${path}/by-${name}`,
    access: name === 'group' ? button('stock', 'all_org') : access,
    mayExport: button('stock', 'export'),
    filters: stockFilters,
    columns,
    // `key` is unique in the cut.
    beside: { key: z.string(), partId: id, warehouseId: id.nullable(), locationId: id.nullable() },
  })

export type StockQuery = ReturnType<typeof cut>
export type StockRow = QueryRow<StockQuery>

export const stockInquiry: Readonly<Record<StockCut, StockQuery>> = {
  warehouse: cut('warehouse'),
  part: cut('part'),
  location: cut('location'),
  batch: cut('batch'),
  group: cut('group'),
}

/** A row of 台账: one movement, and what was there after it (business/warehouse 3.2). */
const ledgerRow = z.object({
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
