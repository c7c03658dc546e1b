import { z } from 'zod'
import { button } from '../access/catalogue'
import { documentButtons, postingActionsOf } from '../access/document-rights'
import { documentAmounts, type DocumentAmounts } from '../kernel/amounts'
import type { Decimal } from '../kernel/decimal'
import type { FieldKey } from '../kernel/fields'
import { defineGoodsDocument, goodsHeader, goodsLineWith, goodsLines } from '../kernel/goods-document'
import { reference } from '../kernel/references'
import { salesDelivery } from './sales-delivery'
import { day, id, invoiceKind, openPrice, rate, text255 } from '../kernel/scalars'

const group = 'direct_trade'

/** 付款状态 and 收款状态: how much of what a posted trade owes, or is owed for it, is settled. */
const paidStates = { none: '未付', part: '部分付款', full: '已付清' } as const
const collectedStates = { none: '未收', part: '部分收款', full: '已收清' } as const

const settled = z.enum(['none', 'part', 'full']).nullable()
const purchase: { field: FieldKey } = { field: 'purchase_price' }

/**
 * 采购转销售单: bought of a supplier and sold to a customer by one document, through a warehouse. What it does to the books is done by a
 * receipt and a delivery that it makes (business/sales 1.8).
 */
export const directTrade = defineGoodsDocument({
  kind: 'direct_trade',
  title: '采购转销售单',
  prefix: 'ZX',
  path: 'direct-trade',
  area: 'sales',
  priceField: 'doc_price',
  partnerTitle: '客户',
  // Freight that the customer bears is on his bill.
  freightRule: 'partner',
  booksIn: salesDelivery.kind,
  buttons: documentButtons(group),
  header: goodsHeader.extend({
    address: text255.nullable().default(null).meta({ title: '收货地址' }),
    supplierId: id.meta({ title: '供应商' }),
    purchaseSettlementMethodId: reference('settlementMethod').nullable().default(null).meta({ title: '采购结算方式' }),
    purchaseDueOn: day.nullable().default(null).meta({ title: '付款到期日' }),
    purchaseInvoiceKind: invoiceKind.default('none').meta({ title: '进项发票' }),
    purchaseTaxIncluded: z.boolean().default(true).meta({ title: '进价含税' }),
  }),
  columns: {
    supplierName: { title: '供应商', width: 120, sort: false, isKey: true, chars: 24, filter: 'id' },
    purchaseTaxed: {
      title: '进价金额',
      kind: 'money',
      width: 96,
      chars: 14,
      isKey: true,
      value: z.string(),
      ...purchase,
    },
    totalTaxed: { title: '销售金额' },
    paid: { title: '付款状态', width: 76, sort: false, isKey: true, labels: paidStates, value: settled, ...purchase },
    collected: {
      title: '收款状态',
      width: 76,
      sort: false,
      isKey: true,
      labels: collectedStates,
      value: settled,
      field: 'doc_price',
    },
  },
  sections: {
    lines: goodsLines(
      goodsLineWith('售价')
        .omit({ sourceLineId: true })
        .extend({
          purchasePrice: openPrice.default(null).meta({ title: '进价', ...purchase }),
          purchaseTaxRate: rate.default('0').meta({ title: '进项税率', ...purchase }),
        }),
    ),
  },
  actions: {
    ...postingActionsOf(group),
    /** Approval of what the customer's credit does not cover, as of a delivery (business/sales 1.6). */
    passCredit: {
      label: '超信用放行',
      from: ['draft', 'submitted'],
      to: ['done'],
      button: button('order_confirm', 'credit_override'),
      stamp: 'approved',
      passes: 'credit',
      reason: true,
    },
  },
})

/** A line as far as it is bought. */
interface BoughtLine {
  qty: Decimal
  /** Null waits for somebody who knows it. */
  purchasePrice: Decimal | null
  purchaseTaxRate: Decimal
}

/** What the supplier charges for the lines, yuan with 2 decimals (business/documents 3); a line without a price counts as nothing. */
export const purchaseAmounts = (lines: readonly BoughtLine[], purchaseTaxIncluded: boolean): DocumentAmounts =>
  documentAmounts(
    lines.map(({ qty, purchasePrice, purchaseTaxRate }) => ({
      qty,
      price: purchasePrice,
      discountRate: '1',
      taxRate: purchaseTaxRate,
    })),
    { taxIncluded: purchaseTaxIncluded, orderDiscount: '0', chargedFreight: '0' },
  )
