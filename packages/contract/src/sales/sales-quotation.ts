import { z } from 'zod'
import { button } from '../access/catalogue'
import { documentButtons, orderActionsOf } from '../access/document-rights'
import { defineGoodsDocument, goodsHeader, goodsLineWith, goodsLines, maxLines } from '../kernel/goods-document'
import { day, text } from '../kernel/scalars'
import { orderStates } from '../kernel/states'
import { vehicleText } from './vehicle-text'

const group = 'quotation'

/** 转单状态: how much of what was chosen has become orders or deliveries. */
export const conversions = { none: '未转单', part: '部分转单', full: '已转单' } as const

/** 延期: the day until which the offer holds from now on. */
const newValidity = z.object({ validUntil: day.meta({ title: '有效期至' }) })
export type NewValidity = z.output<typeof newValidity>

const steps = orderActionsOf(group)

/**
 * 销售报价单: what goods would cost a customer, with alternatives for what he asked for; orders and deliveries execute what he chose
 * (business/sales 1.7).
 */
export const salesQuotation = defineGoodsDocument({
  kind: 'sales_quotation',
  title: '销售报价单',
  prefix: 'BJ',
  path: 'sales-quotation',
  area: 'sales',
  priceField: 'doc_price',
  partnerTitle: '客户',
  mayLack: true,
  states: orderStates,
  // Freight that the customer bears is on his bill.
  freightRule: 'partner',
  buttons: documentButtons(group),
  header: goodsHeader.extend({
    validUntil: day.nullable().default(null).meta({ title: '有效期至', description: '不填为业务日期后7天' }),
    vehicleText: vehicleText.meta({ title: '车型/VIN' }),
  }),
  ownFields: ['validUntil'],
  columns: {
    openQty: { title: '未转数量' },
    executedQty: { title: '已转数量' },
    executed: { title: '转单状态', labels: conversions },
    validUntil: { kind: 'date', width: 78, chars: 14, isKey: true, filter: 'expired' },
    vehicleText: { title: '询价车型/VIN', width: 140, sort: false, chars: 24, filter: 'contains' },
  },
  // A quotation is the first of its chain: it refers to no former document.
  sections: {
    lines: goodsLines(
      goodsLineWith('售价')
        .omit({ sourceLineId: true })
        .extend({
          groupNo: z
            .number('请填写项号')
            .int('项号应为整数')
            .min(1, '项号从1开始')
            .max(maxLines, `项号最大${maxLines}`)
            .nullable()
            .default(null)
            .meta({ title: '询价项', description: '同一项号的明细互为备选；不填自成一项' }),
          asked: text(30).default('').meta({ title: '询价品名' }),
          isChosen: z.boolean().default(true).meta({ title: '选定', description: '每个询价项最多选定一行' }),
        }),
    ),
  },
  actions: {
    ...steps,
    close: { ...steps.close, label: '关闭' },
    reopen: { ...steps.reopen, to: ['approved', 'partial', 'done'] },
    /** A new day until which the offer holds; one that had run out is open again. */
    extend: {
      label: '延期',
      from: ['approved', 'partial', 'closed'],
      to: ['approved', 'partial', 'done'],
      button: button(group, 'close'),
      input: newValidity,
    },
  },
})
