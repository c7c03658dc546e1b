import { stateLabels } from './states'
import type { GoodsColumnField } from './goods-document'
import { orgQueryColumn, type QueryColumn } from './query'
import { invoiceKindLabels } from './scalars'

/** The amount of a draft of which every line waits for its price (ADR 0080). */
export const withoutPrices = '待定价'

const time = { kind: 'time', chars: 20 } as const
const day = { kind: 'date', chars: 14 } as const
const qty = { kind: 'qty', chars: 14 } as const
const count = { kind: 'count', total: false, chars: 14 } as const
/** Who does not see the prices of the kind does not see it. */
const price = { kind: 'money', chars: 14, isPrice: true } as const
const person = { width: 56, sort: false } as const

/** Columns that lists of goods documents know by name: those of business/lists 1.3 and the money of most kinds. */
export const goodsColumns = {
  billNo: { title: '单号', width: 112, fixed: 'left', isKey: true, chars: 20 },
  orgName: orgQueryColumn,
  bizDate: { ...day, title: '业务日期', width: 78 },
  partnerName: { title: '往来单位', width: 140, isKey: true, chars: 24 },
  warehouseName: { title: '仓库', width: 60 },
  lineCount: { ...count, title: '品种数', width: 54 },
  totalQty: { ...qty, title: '数量合计', width: 66 },
  executedQty: { ...qty, title: '已执行数量' },
  openQty: { ...qty, title: '未执行数量', sort: false },
  state: { title: '状态', kind: 'state', isKey: true, labels: stateLabels },
  /** A kind that lists it has words for it. */
  executed: { title: '执行状态', width: 76, sort: false },
  invoiceKind: { title: '发票类型', width: 80, labels: invoiceKindLabels, sort: false },
  salespersonName: { ...person, title: '业务员' },
  handlerName: { ...person, title: '经手人' },
  creatorName: { ...person, title: '制单人', isKey: true },
  createdAt: { ...time, title: '制单时间' },
  approverName: { ...person, title: '审核人' },
  approvedAt: { ...time, title: '审核时间' },
  postedAt: { ...time, title: '过账时间' },
  sourceNo: { title: '来源单号', width: 122, sort: false, chars: 20 },
  printCount: { ...count, title: '打印次数', sort: false },
  remark: { title: '备注', width: 180, sort: false, chars: 30 },
  totalUntaxed: { ...price, title: '未税金额' },
  totalTax: { ...price, title: '税额' },
  totalTaxed: { ...price, title: '价税合计', isKey: true, missing: withoutPrices },
  orderDiscount: { ...price, title: '整单优惠', width: 76, sort: false },
  settledAmount: { ...price, title: '已结金额', sort: false },
  openAmount: { ...price, title: '未结金额', sort: false },
  costAmount: { title: '成本金额', kind: 'money', chars: 14, field: 'cost_price' },
  grossProfit: { title: '毛利', kind: 'money', chars: 14, field: 'gross_profit', sort: false },
} as const satisfies Record<GoodsColumnField, QueryColumn & { isPrice?: true }>
export type GoodsColumnName = keyof typeof goodsColumns
