// 维修领料: orders whose material waits for the warehouse (business/repair 5.2).
import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { oneOf } from '../kernel/labelled'
import { partQueryColumns } from '../kernel/part-columns'
import { defineQuery, type QueryRow } from '../kernel/query'
import { route } from '../kernel/route'
import { addressedId, id } from '../kernel/scalars'

const access = pageOf('picking')
const mayExport = button('picking', 'export')
const path = '/api/web/picking-desk'

/** What orders of the queue are: something of their material is still to be issued, all of it is out, or either. */
export const queueStates = { waiting: '待领', issued: '已领完' } as const

const orderFilters = z.object({
  /** Number of the order, or plate or the end of the VIN. */
  order: z.string().trim().max(40).optional(),
  status: oneOf(queueStates).optional().describe('waiting 待领，issued 已领完'),
  salespersonId: addressedId.optional(),
  technicianId: addressedId.optional(),
  warehouseId: addressedId.optional(),
})
export type QueueFilters = z.output<typeof orderFilters>

const orderColumns = {
  billNo: { title: '工单号', width: 150, isKey: true, chars: 20 },
  plate: { title: '车牌', width: 92, isKey: true, sort: false },
} as const

const besideOrder = {
  modelText: { title: '车型', width: 150, sort: false, chars: 24 },
  salespersonName: { title: '服务顾问', width: 84, sort: false, nullable: true },
  technicians: { title: '技师', width: 100, sort: false, nullable: true, chars: 20 },
  warehouseName: { title: '领料仓库', width: 84, sort: false },
} as const

/** Orders that are worked on, with what of their material waits: those that the customer agreed to first come first. */
export const pickingQueue = defineQuery({
  key: 'picking_queue',
  title: '维修领料',
  path: `${path}/orders`,
  access,
  mayExport,
  filters: orderFilters,
  columns: {
    ...orderColumns,
    lineCount: { title: '材料行', kind: 'count', sort: false, isKey: true },
    waitingQty: { title: '待领', kind: 'qty', isKey: true },
    heldQty: { title: '已占用', kind: 'qty', sort: false },
    shortQty: { title: '缺料', kind: 'qty', sort: false, isKey: true },
    issuedQty: { title: '已领', kind: 'qty', isKey: true },
    confirmedAt: { title: '提交时间', kind: 'time', nullable: true, isKey: true },
    ...besideOrder,
    promisedAt: { title: '预计交车', kind: 'time', nullable: true },
  },
  beside: { id, vehicleId: id.nullable(), warehouseId: id },
})
export type QueueRow = QueryRow<typeof pickingQueue>

/** 按配件领料: who waits for a part, the oldest first. */
export const pickingByParts = defineQuery({
  key: 'picking_by_parts',
  title: '按配件领料',
  path: `${path}/parts`,
  access,
  mayExport,
  filters: orderFilters.pick({ order: true, warehouseId: true }).extend({ part: z.string().trim().max(60).optional() }),
  columns: {
    ...orderColumns,
    place: { title: '优先级', kind: 'count', sort: false, total: false },
    waitingQty: { title: '待领', kind: 'qty', isKey: true, sort: false },
    heldQty: { title: '已占用', kind: 'qty', isKey: true, sort: false },
    available: { title: '可用', kind: 'qty', sort: false, total: false, isKey: true },
    ...partQueryColumns,
    ...besideOrder,
    plannedQty: { title: '计划', kind: 'qty', sort: false },
    issuedQty: { title: '已领', kind: 'qty', sort: false },
    confirmedAt: { title: '提交时间', kind: 'time', nullable: true, sort: false },
  },
  beside: { lineId: id, orderId: id, partId: id, warehouseId: id },
})
export type WaitingPartRow = QueryRow<typeof pickingByParts>

const materialRow = z.object({
  lineId: id,
  lineNo: z.number(),
  partId: id,
  partCode: z.string(),
  partName: z.string(),
  oeNo: z.string().nullable(),
  barcodes: z.array(z.string()),
  brandName: z.string(),
  spec: z.string(),
  unitName: z.string(),
  /** What the order wants, what it has had of that and given back, and what it waits for; base units, 4 decimals. */
  plannedQty: z.string(),
  issuedQty: z.string(),
  returnedQty: z.string(),
  waitingQty: z.string(),
  /** What could be issued now: free goods, with what the line holds itself. */
  available: z.string(),
  /** Where the goods lie, the first to be taken first. */
  locations: z.string().nullable(),
  isConsumable: z.boolean(),
  agreement: z.enum(['open', 'agreed', 'declined']),
  isCustomerSupplied: z.boolean(),
})
export type MaterialRow = z.output<typeof materialRow>

/** The material of one order at the warehouse's desk, without prices. */
export const orderMaterial = route({
  method: 'GET',
  path: `${path}/orders/:id`,
  access,
  summary: '工单材料',
  params: z.object({ id: addressedId }),
  data: z.object({
    order: z.object({
      id,
      billNo: z.string(),
      state: z.string(),
      stateName: z.string(),
      plate: z.string(),
      modelText: z.string(),
      partnerName: z.string(),
      salespersonName: z.string().nullable(),
      technicians: z.string().nullable(),
      warehouseId: id,
      warehouseName: z.string(),
      /** It is worked on, so that goods may be issued to it. */
      isIssuing: z.boolean(),
    }),
    lines: z.array(materialRow),
  }),
})
