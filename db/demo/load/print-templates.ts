import { templateRoutes } from '@chepu/contract/access/print-template'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import type { Desk } from './desk'

type Template = BodyOf<typeof templateRoutes.save>

const partner = (title: string) => ({ key: 'partnerName', title })
const day = { key: 'bizDate', title: '日期' }
const warehouse = { key: 'warehouseName', title: '仓库' }
const settlement = { key: 'settlementMethodName', title: '结算方式' }
const salesperson = { key: 'salespersonName', title: '业务员' }
const column = (key: string, title: string, share: number) => ({ key, title, share })

/** For the counter: three sheets at once, the first of which stays in the shop. */
const deliveryForm: Template = {
  docKind: salesDelivery.kind,
  name: '销售出库单 三联',
  paper: 'form',
  title: '销售出库单',
  fields: [
    partner('客户'),
    { key: 'partnerMobile', title: '电话' },
    day,
    warehouse,
    settlement,
    salesperson,
    { key: 'address', title: '收货地址' },
  ],
  columns: [
    column('#', '序号', 6),
    column('partCode', '配件编码', 18),
    column('partName', '配件名称', 26),
    column('brandName', '品牌', 10),
    column('unitName', '单位', 6),
    column('qty', '数量', 9),
    column('price', '单价', 12),
    column('taxed', '金额', 14),
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
  fields: [partner('客户'), day, salesperson],
  columns: [
    column('partName', '配件', 40),
    column('qty', '数量', 14),
    column('price', '单价', 20),
    column('taxed', '金额', 24),
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
    partner('供应商'),
    day,
    warehouse,
    settlement,
    { key: 'dueOn', title: '到期日' },
    { key: 'invoiceKind', title: '发票类型' },
    { key: 'handlerName', title: '采购员' },
  ],
  columns: [
    column('#', '序号', 6),
    column('partCode', '配件编码', 16),
    column('partName', '配件名称', 24),
    column('unitName', '单位', 6),
    column('qty', '数量', 9),
    column('price', '单价', 11),
    column('untaxed', '未税金额', 13),
    column('tax', '税额', 11),
    column('taxed', '价税合计', 14),
  ],
  signatures: ['制单', '审核', '验收', '财务'],
}

/** Papers that an org made for itself, beside the built-in ones, which stay the default. */
export async function drawTemplates(desk: Desk): Promise<void> {
  for (const body of [deliveryForm, deliveryReceipt, receiptSheet]) await desk.call(templateRoutes.save, { body })
}
