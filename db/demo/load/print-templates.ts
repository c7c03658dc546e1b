import { templateRoutes } from '@chepu/contract/access/print-template'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import type { Desk } from './desk'

type Template = BodyOf<typeof templateRoutes.save>

/** For the counter: three sheets at once, the first of which stays in the shop. */
const deliveryForm: Template = {
  docKind: salesDelivery.kind,
  name: '销售出库单 三联',
  paper: 'form',
  title: '销售出库单',
  fields: [
    { key: 'partnerName', title: '客户' },
    { key: 'partnerMobile', title: '电话' },
    { key: 'bizDate', title: '日期' },
    { key: 'warehouseName', title: '仓库' },
    { key: 'settlementMethodName', title: '结算方式' },
    { key: 'salespersonName', title: '业务员' },
    { key: 'address', title: '收货地址' },
  ],
  columns: [
    { key: '#', title: '序号', share: 6 },
    { key: 'partCode', title: '配件编码', share: 18 },
    { key: 'partName', title: '配件名称', share: 26 },
    { key: 'brandName', title: '品牌', share: 10 },
    { key: 'unitName', title: '单位', share: 6 },
    { key: 'qty', title: '数量', share: 9 },
    { key: 'price', title: '单价', share: 12 },
    { key: 'taxed', title: '金额', share: 14 },
  ],
  signatures: ['制单', '发货', '客户签收'],
  foot: '白联存根　红联客户　黄联仓库　　货物请当面点清，质量问题请凭单退换。',
}

/** For walk-in customers: a strip of what they bought and paid. */
const deliveryReceipt: Template = {
  docKind: salesDelivery.kind,
  name: '销售小票',
  paper: 'receipt',
  title: '销售小票',
  fields: [
    { key: 'partnerName', title: '客户' },
    { key: 'bizDate', title: '日期' },
    { key: 'salespersonName', title: '业务员' },
  ],
  columns: [
    { key: 'partName', title: '配件', share: 40 },
    { key: 'qty', title: '数量', share: 14 },
    { key: 'price', title: '单价', share: 20 },
    { key: 'taxed', title: '金额', share: 24 },
  ],
  foot: '谢谢惠顾，退换货请出示小票。',
}

/** For the accountant's file: with the tax of each line, and room for those who checked and stored the goods. */
const receiptSheet: Template = {
  docKind: goodsReceipt.kind,
  name: '采购入库单 财务联',
  paper: 'a4',
  title: '采购入库单',
  fields: [
    { key: 'partnerName', title: '供应商' },
    { key: 'bizDate', title: '日期' },
    { key: 'warehouseName', title: '仓库' },
    { key: 'settlementMethodName', title: '结算方式' },
    { key: 'dueOn', title: '到期日' },
    { key: 'invoiceKind', title: '发票类型' },
    { key: 'handlerName', title: '采购员' },
  ],
  columns: [
    { key: '#', title: '序号', share: 6 },
    { key: 'partCode', title: '配件编码', share: 16 },
    { key: 'partName', title: '配件名称', share: 24 },
    { key: 'unitName', title: '单位', share: 6 },
    { key: 'qty', title: '数量', share: 9 },
    { key: 'price', title: '单价', share: 11 },
    { key: 'untaxed', title: '未税金额', share: 13 },
    { key: 'tax', title: '税额', share: 11 },
    { key: 'taxed', title: '价税合计', share: 14 },
  ],
  signatures: ['制单', '审核', '验收', '财务'],
}

/** Papers that an org made for itself, beside the built-in ones, which stay the default. */
export async function drawTemplates(desk: Desk): Promise<void> {
  for (const body of [deliveryForm, deliveryReceipt, receiptSheet]) await desk.call(templateRoutes.save, { body })
}
