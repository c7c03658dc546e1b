import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { documents as basics } from '../basics/documents'
import { dateRange } from '../kernel/list-query'
import { partQueryColumns } from '../kernel/part-columns'
import { defineQuery, type QueryRow } from '../kernel/query'
import { id, addressedId } from '../kernel/scalars'
import { isOrder } from '../kernel/states'
import { documents as picking } from '../picking/documents'
import { documents as purchasing } from '../purchasing/documents'
import { documents as sales } from '../sales/documents'
import { documents as warehouse } from './documents'
import { oneOf } from '../kernel/labelled'

const optionalId = addressedId.optional()

/** Documents that move stock, by kind: those that post, but for those that leave that to what they make, by their titles without 单. */
export const movementKinds: Readonly<Record<string, string>> = Object.fromEntries(
  [...purchasing, ...sales, ...picking, ...warehouse, ...basics]
    .filter((def) => !isOrder(def) && def.booksIn === undefined)
    .map(({ kind, title }) => [kind, title.replace(/单$/, '')]),
)

export const directions = { in: '入库', out: '出库' } as const

const movementFilters = dateRange.extend({
  kind: z.string().max(200).describe('单据种类，多个用英文逗号隔开，如 goods_receipt,sales_delivery').optional(),
  direction: oneOf(directions).optional(),
  billNo: z.string().trim().max(40).optional(),
  partnerId: optionalId,
  warehouseId: optionalId,
  posterId: optionalId,
  part: z.string().trim().max(60).optional(),
  partId: optionalId,
  brandId: optionalId,
  categoryId: optionalId,
  fitment: z.string().trim().max(60).optional(),
  spec: z.string().trim().max(60).optional(),
})
export type MovementFilters = z.output<typeof movementFilters>

const access = pageOf('stock')
const mayExport = button('stock', 'export')
const path = '/api/web/stock-movements'

const cost = { field: 'cost_price', sort: false } as const

/**
 * 出入库单据查询 (business/warehouse 3.3): a row a movement. Its quantity and value stand on the side of `direction`, negative when
 * it takes another one back; the other side is null. `balanceQty` is the warehouse's stock after it. Beside the document there
 * is no room for what tells a part closer; it can be turned on.
 */
export const movements = defineQuery({
  key: 'stock_movements',
  title: '出入库单据查询',
  path: `${path}/documents`,
  access,
  mayExport,
  filters: movementFilters,
  columns: {
    docKind: { title: '单据类型', width: 68, labels: movementKinds, sort: false },
    billNo: { title: '单号', width: 116, isName: true, isKey: true, chars: 20 },
    bizDate: { title: '日期', kind: 'date', width: 80 },
    direction: { title: '方向', kind: 'code', width: 42, labels: directions, sort: false, card: 'small', chars: 8 },
    ...partQueryColumns,
    partCode: { ...partQueryColumns.partCode, width: 88 },
    partName: { ...partQueryColumns.partName, width: 124 },
    oeNo: { ...partQueryColumns.oeNo, hidden: true },
    brandName: { ...partQueryColumns.brandName, width: 58 },
    spec: { ...partQueryColumns.spec, hidden: true },
    unitName: { ...partQueryColumns.unitName, hidden: true },
    warehouseName: { title: '仓库', width: 60, sort: false },
    locationCode: { title: '货位', width: 82, sort: false },
    batchNo: { title: '批次', width: 90, sort: false, hidden: true },
    // What came and what went stand in columns of their own, so that no sum adds one to the other.
    inQty: { title: '入库数量', kind: 'qty', width: 64, isKey: true, nullable: true },
    outQty: { title: '出库数量', kind: 'qty', width: 64, isKey: true, nullable: true },
    unitCost: { ...cost, title: '单位成本', kind: 'cost', width: 76, isKey: true },
    inValue: { ...cost, title: '入库金额', kind: 'money', width: 82, isKey: true, nullable: true },
    outValue: { ...cost, title: '出库金额', kind: 'money', width: 82, isKey: true, nullable: true },
    balanceQty: { title: '结存', kind: 'qty', width: 54, sort: false, total: false, isKey: true },
    balanceValue: { ...cost, title: '结存金额', kind: 'money', total: false, hidden: true },
    posterName: { title: '经手人', width: 56, sort: false, isKey: true, nullable: true },
    /** Null also where the caller could not open the document. */
    partnerName: { title: '往来单位', width: 120, sort: false, nullable: true, chars: 24 },
  },
  beside: { id, docId: id, partId: id, isReversal: z.boolean() },
})
export type MovementRow = QueryRow<typeof movements>

/** The same by part: its movements together. */
export const movementsByPart = defineQuery({
  key: 'stock_movements_by_part',
  title: '出入库单据查询按配件',
  path: `${path}/parts`,
  access,
  mayExport,
  filters: movementFilters,
  columns: {
    ...partQueryColumns,
    movements: { title: '笔数', kind: 'count', total: false },
    inQty: { title: '入库数', kind: 'qty' },
    outQty: { title: '出库数', kind: 'qty' },
    netQty: { title: '净增减', kind: 'qty', isKey: true },
    inValue: { ...cost, title: '入库金额', kind: 'money' },
    outValue: { ...cost, title: '出库金额', kind: 'money' },
    netValue: { ...cost, title: '净额', kind: 'money', isKey: true },
    lastOn: { title: '最近日期', kind: 'date' },
  },
  beside: { partId: id },
})
export type MovementPartRow = QueryRow<typeof movementsByPart>
