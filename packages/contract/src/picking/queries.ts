// 领料查询 and 退料查询: what was issued to orders and what came back, by document and by part (business/repair 5.5).
import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { dateRange } from '../kernel/list-query'
import { partQueryColumns } from '../kernel/part-columns'
import { defineQuery, type QueryColumns } from '../kernel/query'
import { addressedId, id } from '../kernel/scalars'

const filters = dateRange.extend({
  billNo: z.string().trim().max(40).optional(),
  /** Number of the order, or plate or the end of the VIN. */
  order: z.string().trim().max(40).optional(),
  warehouseId: addressedId.optional(),
  handlerId: addressedId.optional(),
  part: z.string().trim().max(60).optional(),
})
export type IssuedFilters = z.output<typeof filters>

const documentColumns = (no: string) =>
  ({
    billNo: { title: no, width: 150, isKey: true, chars: 20 },
    workOrderNo: { title: '工单号', width: 150, sort: false, isKey: true, chars: 20 },
    plate: { title: '车牌', width: 92, sort: false, isKey: true },
  }) as const satisfies QueryColumns

const besideDocument = (handler: string) =>
  ({
    bizDate: { title: '业务日期', kind: 'date' },
    partnerName: { title: '客户', width: 120, sort: false, chars: 24 },
    warehouseName: { title: '仓库', width: 72, sort: false },
    handlerName: { title: handler, width: 72, sort: false, nullable: true },
    posterName: { title: '发料人', width: 72, sort: false, nullable: true },
  }) as const satisfies QueryColumns

const figures = {
  qty: { title: '数量', kind: 'qty', isKey: true },
  cost: { title: '成本', kind: 'money', field: 'cost_price', nullable: true },
} as const satisfies QueryColumns

const sold = {
  price: { title: '售价', kind: 'price', field: 'doc_price', sort: false, nullable: true },
  amount: { title: '金额', kind: 'money', field: 'doc_price', sort: false, nullable: true },
} as const satisfies QueryColumns

const times = { postedAt: { title: '时间', kind: 'time', isKey: true } } as const
const reason = { reason: { title: '退料原因', width: 120, sort: false, nullable: true } } as const

const beside = { documentId: id, workOrderId: id }

/** 领料查询-按单号: posted pickings. */
export const pickingsByNumber = defineQuery({
  key: 'pickings_by_number',
  title: '领料查询-按单号',
  path: '/api/web/picking-query/documents',
  access: pageOf('picking'),
  mayExport: button('picking', 'export'),
  filters,
  columns: {
    ...documentColumns('领料单号'),
    ...times,
    lineCount: { title: '品种', kind: 'count', sort: false },
    ...figures,
    amount: sold.amount,
    ...besideDocument('领料人'),
  },
  beside,
})

/** 领料查询-按配件: their lines. */
export const pickingsByPart = defineQuery({
  key: 'pickings_by_part',
  title: '领料查询-按配件',
  path: '/api/web/picking-query/lines',
  access: pageOf('picking'),
  mayExport: button('picking', 'export'),
  filters,
  columns: {
    ...documentColumns('领料单号'),
    ...times,
    ...figures,
    ...partQueryColumns,
    ...sold,
    ...besideDocument('领料人'),
  },
  beside: { ...beside, lineId: id, partId: id },
})

/** 退料查询-按单号: posted returns. */
export const pickingReturnsByNumber = defineQuery({
  key: 'picking_returns_by_number',
  title: '退料查询-按单号',
  path: '/api/web/picking-return-query/documents',
  access: pageOf('picking_return'),
  mayExport: button('picking_return', 'export'),
  filters,
  columns: {
    ...documentColumns('退料单号'),
    ...times,
    lineCount: { title: '品种', kind: 'count', sort: false },
    ...figures,
    amount: sold.amount,
    ...reason,
    ...besideDocument('退料人'),
  },
  beside,
})

/** 退料查询-按配件: their lines. */
export const pickingReturnsByPart = defineQuery({
  key: 'picking_returns_by_part',
  title: '退料查询-按配件',
  path: '/api/web/picking-return-query/lines',
  access: pageOf('picking_return'),
  mayExport: button('picking_return', 'export'),
  filters,
  columns: {
    ...documentColumns('退料单号'),
    ...times,
    ...figures,
    ...partQueryColumns,
    ...sold,
    ...reason,
    ...besideDocument('退料人'),
  },
  beside: { ...beside, lineId: id, partId: id },
})
