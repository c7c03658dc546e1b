import { orderLines, orderParts } from '@chepu/contract/purchasing/order-query'
import type { OrderQueryFilters } from '@chepu/contract/purchasing/order-query'
import { countedBy } from '@chepu/contract/kernel/document'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { sql } from 'kysely'
import type { Bind } from '../../app/http'
import { sees } from '../../kernel/caller'
import type { CallerTx } from '../../kernel/db'
import { date, number, partColumns, quantity, text } from '../../kernel/export/columns'
import { enqueueExport } from '../../kernel/export/enqueue'
import { type ExportColumn, registerExport } from '../../kernel/export/registry'
import {
  listOrderLines,
  listOrderParts,
  orderLinesExport,
  orderLineTotals,
  orderPartTotals,
  selectOrderParts,
} from './order-lines'

const figures = [
  quantity('qty', '订购数'),
  quantity('executedQty', '已入库'),
  quantity('returnedQty', '已退'),
  quantity('openQty', '未到'),
]
const prices = ({ caller }: CallerTx, price: ExportColumn) =>
  sees(caller, 'purchase_price') ? [price, number('taxed', '含税金额')] : []

/** 采购订单查询: lines and parts, with totals and export. */
export function bindOrderQueries(bind: Bind): void {
  registerExport('purchase_order_lines', {
    title: '采购订单明细',
    columns: (tx) => [
      text('billNo', '订单号', 20),
      text('orgName', '企业', 20),
      date('bizDate', '日期'),
      text('partnerName', '供应商', 24),
      text('warehouseName', '仓库'),
      ...partColumns,
      ...figures,
      ...prices(tx, number('taxedPrice', '含税单价')),
      date('expectedOn', '预计到货'),
      text('state', '状态'),
      text('salespersonName', '采购员'),
    ],
    rows: (tx, filters) => orderLinesExport(tx, filters as OrderQueryFilters),
    frame: async (tx, filters) => ({
      totals: await orderLineTotals(tx, filters as OrderQueryFilters),
      countedBy: countedBy(purchaseOrder),
    }),
  })
  registerExport('purchase_order_parts', {
    title: '采购订单按配件',
    columns: (tx) => [
      ...partColumns,
      number('orders', '订单数'),
      ...figures,
      ...prices(tx, number('taxedAverage', '含税均价')),
      quantity('waitingQty', '未审核'),
      date('nextExpectedOn', '最近预计到货'),
    ],
    rows: async (tx, filters) =>
      sql<
        Record<string, unknown>
      >`${await selectOrderParts(tx, filters as OrderQueryFilters)} order by part_code, part_id`,
    frame: async (tx, filters) => ({
      totals: await orderPartTotals(tx, filters as OrderQueryFilters),
      countedBy: countedBy(purchaseOrder),
    }),
  })
  bind(orderLines.list, (tx, { query }) => listOrderLines(tx, query))
  bind(orderLines.totals, (tx, { query }) => orderLineTotals(tx, query))
  bind(orderLines.export, (tx, { body }) => enqueueExport(tx, 'purchase_order_lines', body))
  bind(orderParts.list, (tx, { query }) => listOrderParts(tx, query))
  bind(orderParts.totals, (tx, { query }) => orderPartTotals(tx, query))
  bind(orderParts.export, (tx, { body }) => enqueueExport(tx, 'purchase_order_parts', body))
}
