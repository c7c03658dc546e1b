import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { dateRange, flag, orgReach } from '../kernel/list-query'
import { partQueryColumns } from '../kernel/part-columns'
import { defineQuery, orgQueryColumn, type QueryRow } from '../kernel/query'
import { addressedId, id } from '../kernel/scalars'
import { labelsOf } from '../kernel/states'
import { stockCount } from './stock-count'

const optionalId = addressedId.optional()
// What is not posted is not shown to who counts blindly.
const book = { kind: 'qty', width: 64, isKey: true, nullable: true } as const

/** 盘点查询 (business/warehouse 5.7): a row a counted place. */
export const countLines = defineQuery({
  key: 'stock_count_lines',
  title: '盘点查询',
  path: '/api/web/stock-count-lines',
  access: pageOf('stock_count'),
  mayExport: button('stock_count', 'export'),
  filters: dateRange.extend({
    orgs: orgReach.optional(),
    billNo: z.string().trim().max(40).optional(),
    warehouseId: optionalId,
    part: z.string().trim().max(60).optional(),
    brandId: optionalId,
    categoryId: optionalId,
    fitment: z.string().trim().max(60).optional(),
    spec: z.string().trim().max(60).optional(),
    /** Only what was not as the books said. */
    differing: flag.describe('只列实盘与账面不同的行').optional(),
    /** Counts that are not posted, too. */
    unposted: flag.optional(),
  }),
  columns: {
    ...partQueryColumns,
    oeNo: { ...partQueryColumns.oeNo, hidden: true },
    spec: { ...partQueryColumns.spec, hidden: true },
    orgName: orgQueryColumn,
    warehouseName: { title: '仓库', width: 72, sort: false },
    locationCode: { title: '货位', width: 82 },
    batchNo: { title: '批次', width: 80, sort: false, hidden: true },
    bookQty: { ...book, title: '账面' },
    countedQty: { ...book, title: '实盘' },
    diffQty: { ...book, title: '差异' },
    diffValue: { title: '差异额', kind: 'money', field: 'cost_price', isKey: true, nullable: true, sort: false },
    billNo: { title: '单号', width: 122, isKey: true, chars: 20 },
    state: { title: '状态', kind: 'state', width: 96, sort: false, labels: labelsOf(stockCount.states) },
    bizDate: { title: '日期', kind: 'date', width: 82 },
    counterName: { title: '盘点人', width: 64, sort: false, nullable: true },
    countedAt: { title: '盘点时间', kind: 'time', hidden: true, nullable: true },
  },
  beside: { id, countId: id, isRed: z.boolean() },
})
export type CountLineRow = QueryRow<typeof countLines>
