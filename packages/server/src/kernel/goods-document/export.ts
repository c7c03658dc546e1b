import { countedBy } from '@chepu/contract/kernel/document'
import type { GoodsColumnField } from '@chepu/contract/kernel/goods-document'
import { listedFields, listedFieldsOf } from '@chepu/contract/kernel/goods-header'
import { sql } from 'kysely'
import { type Caller, type HiddenField, sees } from '../caller'
import { type ExportColumn, registerExport } from '../export/registry'
import type { GoodsTraits } from './kind'
import { documentTotals, type Filters, hasProfit, selectRows } from './list'

type Head = Omit<ExportColumn, 'key'> & {
  /** Who may not see this field does not get the column; `price` is the kind's own. */
  field?: HiddenField | 'price'
}

const text = (title: string, width = 14): Head => ({ title, kind: 'text', width })
const number = (title: string, field?: Head['field']): Head => ({
  title,
  kind: 'number',
  width: 14,
  ...(field && { field }),
})
const quantity = (title: string): Head => ({ title, kind: 'quantity', width: 14 })
const date = (title: string, width = 14): Head => ({ title, kind: 'date', width })

/** Every column that a list of some kind may show, so that none is missing from its sheet. */
const heads: Record<GoodsColumnField, Head> = {
  billNo: text('单号', 20),
  orgName: text('企业', 20),
  bizDate: date('业务日期'),
  partnerName: text('往来单位', 24),
  warehouseName: text('仓库'),
  lineCount: number('品种数'),
  totalQty: quantity('数量合计'),
  executedQty: quantity('已执行数量'),
  openQty: quantity('未执行数量'),
  state: text('状态'),
  executed: text('执行状态'),
  confirmState: text('确认状态'),
  disposal: text('退货处理'),
  expectedOn: date('预计到货日'),
  deliveryOn: date('交货日期'),
  reason: text('原因'),
  carrierName: text('物流公司', 20),
  waybill: text('运单号', 20),
  invoiceKind: text('发票类型'),
  salespersonName: text('业务员'),
  handlerName: text('经手人'),
  creatorName: text('制单人'),
  createdAt: date('制单时间', 20),
  approverName: text('审核人'),
  approvedAt: date('审核时间', 20),
  postedAt: date('过账时间', 20),
  sourceNo: text('来源单号', 20),
  printCount: number('打印次数'),
  remark: text('备注', 30),
  totalUntaxed: number('未税金额', 'price'),
  totalTax: number('税额', 'price'),
  totalTaxed: number('价税合计', 'price'),
  orderDiscount: number('整单优惠', 'price'),
  settledAmount: number('已结金额', 'price'),
  openAmount: number('未结金额', 'price'),
  codAmount: number('代收货款', 'price'),
  deposit: number('订金', 'price'),
  costAmount: number('成本金额', 'cost_price'),
  grossProfit: number('毛利', 'gross_profit'),
}

/** Codes that not every kind has words for. */
const ownCodes = ['executed', 'confirmState', 'disposal'] as const

function columnsFor(caller: Caller, kind: GoodsTraits): ExportColumn[] {
  const listed: readonly string[] = listedFieldsOf(kind.def)
  const missing = new Set<string>([
    ...ownCodes.filter((name) => !kind.words?.[name]),
    ...(hasProfit(kind) ? [] : ['grossProfit']),
    ...listedFields.filter((name) => !listed.includes(name)),
  ])
  return Object.entries(heads).flatMap(([key, { field, ...head }]) => {
    if (missing.has(key) || (field && !sees(caller, field === 'price' ? kind.priceField : field))) return []
    return [{ key, ...head, title: key === 'partnerName' ? kind.def.partnerTitle : head.title }]
  })
}

/** Makes the list of a kind exportable under the kind's name, with the columns that the caller may see. */
export function exportDocuments(kind: GoodsTraits): void {
  registerExport(kind.def.kind, {
    title: kind.def.title,
    columns: ({ caller }) => columnsFor(caller, kind),
    rows: async (tx, filters) =>
      sql`${await selectRows(tx, kind, filters as Filters, { words: true })} order by d.biz_date desc, d.id desc`,
    frame: async (tx, filters) => ({
      totals: await documentTotals(tx, kind, filters as Filters),
      countedBy: countedBy(kind.def),
    }),
  })
}
