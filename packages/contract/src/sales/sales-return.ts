import { z } from 'zod'
import { button } from '../access/catalogue'
import { documentButtons, postingActionsOf } from '../access/document-rights'
import { countedLines } from '../kernel/counted-lines'
import { defineGoodsDocument, goodsHeader, goodsLineWith, goodsLines } from '../kernel/goods-document'
import { reference } from '../kernel/references'
import { text255 } from '../kernel/scalars'
import { oneOf } from '../kernel/labelled'

const group = 'sales_return'

/** Where returned goods go. */
export const disposals = { good: '入良品', scrap: '入报废' } as const

/** Cost of one unit in yuan as the books keep it, at most 6 decimals. */
const unitCost = z
  .string()
  .trim()
  .regex(/^(0|[1-9]\d{0,9})(\.\d{1,6})?$/, '成本单价整数最多10位，小数最多6位')

/** 销售退货单: goods come back from a customer, who owes less (business/sales 1.4). */
export const salesReturn = defineGoodsDocument({
  kind: 'sales_return',
  title: '销售退货单',
  prefix: 'XT',
  path: 'sales-return',
  area: 'sales',
  priceField: 'doc_price',
  partnerTitle: '客户',
  board: { goods: 'in', tab: '销售退货入库', action: 'receive' },
  // Freight that the customer has paid for us is credited with the goods; a carrier's own bill is not his.
  freightRule: 'advanced',
  buttons: documentButtons(group),
  header: goodsHeader.extend({
    reason: text255.nullable().default(null).meta({ title: '退货原因' }),
    disposal: oneOf(disposals).default('good').meta({ title: '退货处理' }),
    carrierId: reference('carrier').nullable().default(null).meta({ title: '物流公司' }),
    waybill: text255.nullable().default(null).meta({ title: '运单号' }),
  }),
  ownFields: ['waybill'],
  columns: {
    reason: { width: 76, sort: false, isKey: true, filter: 'contains' },
    disposal: { width: 76, labels: disposals, sort: false },
    carrierName: { title: '物流公司', width: 120, sort: false, chars: 20, filter: 'id' },
    waybill: { width: 120, sort: false, chars: 20, filter: 'begins' },
  },
  sections: {
    lines: goodsLines(
      goodsLineWith('退货价').extend({
        /** For a return without a delivery when nothing else tells the cost; only who may see cost can type it. */
        unitCost: unitCost.nullable().default(null).meta({ title: '成本单价' }),
      }),
    ),
  },
  actions: {
    ...postingActionsOf(group),
    receive: {
      label: '确认入库',
      from: ['approved'],
      to: ['done'],
      button: button('inbound', 'post'),
      flags: ['in'],
      input: countedLines.optional(),
    },
    sendBack: {
      label: '差异退回',
      from: ['approved'],
      to: ['draft'],
      stamp: 'cleared',
      button: button('inbound', 'diff'),
      flags: ['in'],
      reason: true,
    },
  },
})
