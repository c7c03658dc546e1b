import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { partQueryColumns } from '../kernel/part-columns'
import { defineQuery, type QueryColumns, type QueryRow } from '../kernel/query'
import { reference } from '../kernel/references'
import { route } from '../kernel/route'
import { addressedId, id, qty, qtyOrZero } from '../kernel/scalars'
import { asksForTransfer, seesGroupStock } from './group-stock'

const access = pageOf('stock')
const mayExport = button('stock', 'export')
const path = '/api/web/inventory-warning'
const optionalId = addressedId.optional()
const mostParts = 2000

/** What the column 仓库 says of limits that a product has as a whole. */
export const allWarehouses = '全部仓库'

/** Days for which 建议采购量 lays in beyond the time that goods take to come (business/warehouse 4.2). */
export const coverDays = 30
/** Days that goods take to come when 商品资料 does not say. */
export const usualLeadDays = 7

const partFilters = z.object({
  part: z.string().trim().max(60).optional(),
  brandId: optionalId,
  categoryId: optionalId,
  fitment: z.string().trim().max(60).optional(),
  spec: z.string().trim().max(60).optional(),
  warehouseId: optionalId,
})
export type WarningFilters = z.output<typeof partFilters>

const figure = { kind: 'qty', width: 60 } as const
const part = {
  ...partQueryColumns,
  oeNo: { ...partQueryColumns.oeNo, hidden: true },
  spec: { ...partQueryColumns.spec, hidden: true },
} as const satisfies QueryColumns

const stock = {
  warehouseName: { title: '仓库', width: 68, sort: false, card: 'small' },
  onHand: { ...figure, title: '现存', isKey: true },
  reserved: { ...figure, title: '占用', sort: false, hidden: true },
  available: { ...figure, title: '可用', sort: false, isKey: true },
  onOrder: { ...figure, title: '在途', sort: false, isKey: true },
  minStock: { ...figure, title: '下限', sort: false, total: false, nullable: true, isKey: true },
  maxStock: { ...figure, title: '上限', sort: false, total: false, nullable: true },
  out30: { ...figure, title: '近30天出库', width: 80, sort: false },
  out90: { ...figure, title: '近90天出库', width: 80, sort: false },
} as const satisfies QueryColumns

const supply = {
  lastSupplierName: { title: '最近供应商', width: 110, field: 'purchase_price', sort: false, nullable: true },
  lastPurchasePrice: {
    title: '最近进价',
    kind: 'price',
    width: 72,
    field: 'purchase_price',
    sort: false,
    nullable: true,
  },
} as const satisfies QueryColumns

const worth = { title: '库存金额', kind: 'money', field: 'cost_price', sort: false, nullable: true } as const

/** What tells a row from the others of its tab, and what its actions need. */
const beside = { partId: id, key: z.string() }
/** The same of limits; without a warehouse they are those of the product as a whole. */
const besideLimits = { ...beside, warehouseId: id.nullable() }

/**
 * 低于下限 (business/warehouse 4.1): products on the shelf of which less lies here, or in one warehouse, than their lower limit there, with what to
 * buy. Quantities in base units. Beside it stands what 建议采购量 was made of: the daily use, the days until goods come, the stock aimed at, what is asked for
 * already and the stock to be expected.
 */
export const lowStock = defineQuery({
  key: 'warning_low',
  title: '低于下限',
  path: `${path}/low`,
  access,
  mayExport,
  filters: partFilters,
  columns: {
    ...part,
    ...stock,
    suggestedQty: { title: '建议采购量', kind: 'qty', width: 84, isKey: true, card: 'amount' },
    ...supply,
  },
  beside: {
    ...besideLimits,
    /** Goods of one day: the greater of the averages of 30 and of 90 days. */
    dailyUse: z.string(),
    leadDays: z.number().int(),
    target: z.string(),
    /** On purchase orders that nobody has approved yet. */
    askedQty: z.string(),
    /** Asked of sister organisations and other warehouses, and not sent yet. */
    requestedQty: z.string(),
    /** What customers wait for and nothing is held of. */
    backorder: z.string(),
    expected: z.string(),
    /** What is on its way or asked for, to all warehouses that the caller may see, whichever one is asked about. */
    comingQty: z.string(),
  },
})
export type LowStockRow = QueryRow<typeof lowStock>

/** What the caller has seen of `comingQty` when he decided: where it has grown since, his line is refused (business/warehouse 4.2). */
const seenQty = z
  .string()
  .regex(/^\d{1,14}(\.\d{1,4})?$/, '应为列表里的 comingQty')
  .meta({ title: '已见的要货量' })

/** 高于上限: more lies here, or in one warehouse, than the upper limit there. */
export const highStock = defineQuery({
  key: 'warning_high',
  title: '高于上限',
  path: `${path}/high`,
  access,
  mayExport,
  filters: partFilters,
  columns: {
    ...part,
    ...stock,
    excessQty: { title: '超出数量', kind: 'qty', width: 76, isKey: true, card: 'amount' },
    stockValue: worth,
    ...supply,
  },
  beside: besideLimits,
})
export type HighStockRow = QueryRow<typeof highStock>

/** 呆滞: goods that lie here and of which nothing has gone out for so many days. */
export const idleStock = defineQuery({
  key: 'warning_idle',
  title: '呆滞',
  path: `${path}/idle`,
  access,
  mayExport,
  filters: partFilters.extend({
    days: z.coerce
      .number()
      .int()
      .min(1, '天数至少为1')
      .max(3650, '天数最多为3650')
      .default(90)
      .describe('至少这么多天没有出库，从未出库的从入库算起'),
  }),
  columns: {
    ...part,
    warehouseName: stock.warehouseName,
    onHand: stock.onHand,
    stockValue: { ...worth, isKey: true, card: 'amount' },
    lastInOn: { title: '最近入库', kind: 'date', sort: false, nullable: true },
    lastOutOn: { title: '最近出库', kind: 'date', sort: false, nullable: true, missing: '从未出库', isKey: true },
    idleDays: { title: '呆滞天数', kind: 'count', width: 76, total: false, isKey: true },
    ...supply,
  },
  beside,
})
export type IdleStockRow = QueryRow<typeof idleStock>

/** 临期批次: batches that keep for so many days at most, or are over already. */
export const expiringStock = defineQuery({
  key: 'warning_expiring',
  title: '临期批次',
  path: `${path}/expiring`,
  access,
  mayExport,
  filters: partFilters.extend({
    days: z.coerce
      .number()
      .int()
      .min(0, '天数至少为0')
      .max(3650, '天数最多为3650')
      .default(30)
      .describe('这么多天内到期，含已过期'),
  }),
  columns: {
    ...part,
    warehouseName: stock.warehouseName,
    batchNo: { title: '批次', width: 96, sort: false, isKey: true },
    onHand: stock.onHand,
    producedOn: { title: '生产日期', kind: 'date', sort: false },
    expiresOn: { title: '到期日', kind: 'date', isKey: true },
    daysLeft: { title: '剩余天数', kind: 'count', width: 76, total: false, isKey: true, card: 'amount' },
  },
  beside,
})
export type ExpiringStockRow = QueryRow<typeof expiringStock>

/** The warehouse that goods are wanted in: that of the limits which they fall short of. */
const wantedIn = id.nullable().optional()
/** 缺料: the order of a car whose shortage it is, which the drafts then name (business/repair 5.7). */
const wantedFor = id.optional().meta({ title: '工单' })

/**
 * 生成采购订单: drafts of purchase orders of the lines, one a supplier and warehouse. The supplier is the one that is named, else the product's
 * default or latest; the warehouse the one that the line names, else the product's own, else the default one of the organisation. Refuses, naming the
 * part, where none is known.
 */
export const orderLowStock = route({
  method: 'POST',
  path: `${path}/purchase`,
  access: button('purchase_order', 'add'),
  summary: '库存预警生成采购订单',
  body: z.object({
    workOrderId: wantedFor,
    supplierId: reference('supplier').optional(),
    lines: z
      .array(z.object({ partId: id, warehouseId: wantedIn, qty, comingQty: seenQty }))
      .min(1, '请选择要采购的配件')
      .max(mostParts, `一次最多${mostParts}个配件`),
  }),
  data: z.object({
    orders: z.array(
      z.object({ id, billNo: z.string(), supplierName: z.string(), warehouseName: z.string(), lineCount: z.number() }),
    ),
  }),
})

/** A sister organisation that has more of a part than it keeps for itself, and the warehouse of it that the surplus lies in. */
const surplus = z.object({
  partId: id,
  orgName: z.string(),
  warehouseId: id,
  warehouseName: z.string(),
  surplusQty: z.string(),
})
export type Surplus = z.output<typeof surplus>

/** Of each part the sister organisation with the greatest surplus (business/warehouse 4.4); parts of which nobody has one are left out. */
export const surplusOf = route({
  method: 'POST',
  path: `${path}/surplus`,
  access: seesGroupStock,
  summary: '库存预警可调拨的兄弟企业',
  body: z.object({ partIds: z.array(id).min(1, '请选择要申请的配件').max(mostParts, `一次最多${mostParts}个配件`) }),
  data: z.object({ rows: z.array(surplus) }),
})

/**
 * 生成调拨申请: drafts of 调拨申请单 of the lines, one a supplying warehouse and warehouse that asks, which is the one that the line names, else the
 * product's own, else the default one of the organisation. Refuses, naming the part, where none is known.
 */
export const requestLowStock = route({
  method: 'POST',
  path: `${path}/transfer`,
  access: asksForTransfer,
  summary: '库存预警生成调拨申请',
  body: z.object({
    workOrderId: wantedFor,
    lines: z
      .array(z.object({ partId: id, warehouseId: wantedIn, fromWarehouseId: id, qty, comingQty: seenQty }))
      .min(1, '请选择要申请的配件')
      .max(mostParts, `一次最多${mostParts}个配件`),
  }),
  data: z.object({
    requests: z.array(z.object({ id, billNo: z.string(), fromName: z.string(), lineCount: z.number().int() })),
  }),
})

/** 设上下限 of products, by their parts: as a whole, or in one warehouse; null takes a limit away. */
export const setLimits = route({
  method: 'POST',
  path: `${path}/limits`,
  access: button('stock', 'set_limit'),
  summary: '设库存上下限',
  body: z.object({
    partIds: z.array(id).min(1, '请选择配件').max(1000, '一次最多1000个配件'),
    warehouseId: id.nullable().optional().meta({ title: '仓库' }),
    minStock: qtyOrZero.nullable().meta({ title: '库存下限' }),
    maxStock: qtyOrZero.nullable().meta({ title: '库存上限' }),
  }),
  data: z.object({ count: z.number().int() }),
})
