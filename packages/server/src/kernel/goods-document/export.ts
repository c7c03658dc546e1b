import { sql } from 'kysely'
import { sees } from '../caller'
import { type ExportColumn, registerExport } from '../export/registry'
import type { GoodsTraits } from './kind'
import { type Filters, selectRows } from './list'

const text = (key: string, title: string, width = 14): ExportColumn => ({ key, title, kind: 'text', width })
const number = (key: string, title: string): ExportColumn => ({ key, title, kind: 'number', width: 14 })
const date = (key: string, title: string, width = 14): ExportColumn => ({ key, title, kind: 'date', width })

const columnsOf = (kind: GoodsTraits): ExportColumn[] => [
  text('billNo', '单号', 20),
  text('orgName', '企业', 20),
  date('bizDate', '业务日期'),
  text('partnerName', kind.def.partnerTitle, 24),
  text('warehouseName', '仓库'),
  number('lineCount', '品种数'),
  number('totalQty', '数量合计'),
  number('executedQty', '已执行数量'),
  number('openQty', '未执行数量'),
  text('state', '状态'),
  date('expectedOn', '预计到货日'),
  date('deliveryOn', '交货日期'),
  text('reason', '原因'),
  text('carrierName', '物流公司', 20),
  text('waybill', '运单号', 20),
  text('invoiceKind', '发票类型'),
  text('salespersonName', '业务员'),
  text('handlerName', '经手人'),
  text('creatorName', '制单人'),
  date('createdAt', '制单时间', 20),
  text('approverName', '审核人'),
  date('approvedAt', '审核时间', 20),
  date('postedAt', '过账时间', 20),
  text('sourceNo', '来源单号', 20),
  text('remark', '备注', 30),
]

const prices: ExportColumn[] = [
  number('totalUntaxed', '未税金额'),
  number('totalTax', '税额'),
  number('totalTaxed', '价税合计'),
  number('orderDiscount', '整单优惠'),
  number('settledAmount', '已结金额'),
  number('openAmount', '未结金额'),
  number('codAmount', '代收货款'),
  number('deposit', '订金'),
]

/** Makes the list of a kind exportable under the kind's name, with the columns that the caller may see. */
export function exportDocuments(kind: GoodsTraits): void {
  registerExport(kind.def.kind, {
    title: kind.def.title,
    columns: ({ caller }) => [
      ...columnsOf(kind),
      ...(sees(caller, kind.priceField) ? prices : []),
      ...(sees(caller, 'cost_price') ? [number('costAmount', '成本金额')] : []),
      ...(sees(caller, 'gross_profit') ? [number('grossProfit', '毛利')] : []),
    ],
    rows: (tx, filters) =>
      sql`${selectRows(tx, kind, filters as Filters, { words: true })} order by d.biz_date desc, d.id desc`,
  })
}
