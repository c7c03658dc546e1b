// Lines of orders and appointments, section by section (business/repair 2).
import { z } from 'zod'
import type { Section } from '../kernel/document'
import { oneOf } from '../kernel/labelled'
import { payerTypes } from '../kernel/payer-types'
import { pricingModes } from '../kernel/pricing-modes'
import { workTaxRate } from '../kernel/repair-document'
import { amount, id, miles, openPrice, positiveInteger, qty, rate, text, text255 } from '../kernel/scalars'

/** At most this many lines a section. */
const most = 300

/** A line that the document has already says its id, so that it stays the same line. */
const lineId = id.optional()
const discountRate = rate.default('1').meta({ title: '折扣' })
const taxRate = rate.default('0').meta({ title: '税率', description: '如 0.13；不填为 0' })
const remark = text255.default('').meta({ title: '备注' })

/** The line that it was made of: what the customer did without the last time, or what was planned for his appointment. */
const sourceLineId = id.nullable().default(null).meta({ title: '来源明细' })

/** Who pays, and what another payer has agreed to; of every line that costs somebody something. */
const paid = {
  payer: oneOf(payerTypes).default('customer').meta({ title: '付费方' }),
  payerPartnerId: id.nullable().default(null).meta({ title: '付费单位' }),
  payerDepartmentId: id.nullable().default(null).meta({ title: '承担部门' }),
  assessedAmount: amount.nullable().default(null).meta({ title: '定损金额' }),
}

/** 项目: work on the car. */
const labourLine = z.object({
  id: lineId,
  serviceItemId: id.nullable().default(null).meta({ title: '服务项目' }),
  name: text(100).min(1, '请填写项目名称').meta({ title: '项目' }),
  workerTypeId: id.nullable().default(null).meta({ title: '工种' }),
  pricingMode: oneOf(pricingModes).default('fixed').meta({ title: '计价方式' }),
  stdHours: z
    .string()
    .trim()
    .regex(/^\d{1,8}(\.\d{1,6})?$/, '工时整数最多8位，小数最多6位')
    .default('0')
    .meta({ title: '标准工时' }),
  qty: qty.default('1').meta({ title: '数量' }),
  price: openPrice.default(null).meta({ title: '单价' }),
  priceSource: text(20).default('manual').meta({ title: '价格来源' }),
  discountRate,
  taxRate: workTaxRate,
  ...paid,
  sourceLineId,
  complaint: text255.default('').meta({ title: '报修' }),
  cause: text255.default('').meta({ title: '原因' }),
  remedy: text255.default('').meta({ title: '措施' }),
  qualityKm: miles.nullable().default(null).meta({ title: '质保公里' }),
  qualityDays: positiveInteger.nullable().default(null).meta({ title: '质保天数' }),
  reworkOfLineId: id.nullable().default(null).meta({ title: '返工原项目' }),
  remark,
})

/** 材料: parts that go into the car. */
const materialLine = z.object({
  id: lineId,
  partId: id.meta({ title: '配件' }),
  qty: qty.meta({ title: '数量' }),
  price: openPrice.default(null).meta({ title: '单价' }),
  priceSource: text(20).default('manual').meta({ title: '价格来源' }),
  discountRate,
  taxRate,
  ...paid,
  sourceLineId,
  /** The labour that it goes with, by its place in the body. */
  labourNo: positiveInteger.nullable().default(null).meta({ title: '所属项目' }),
  isCustomerSupplied: z.boolean().default(false).meta({ title: '自带件' }),
  isConsumable: z.boolean().default(false).meta({ title: '辅料' }),
  remark,
})

/** 附加费: towing, testing, paint material and the like. */
const extraLine = z.object({
  id: lineId,
  name: text(100).min(1, '请填写费用名称').meta({ title: '费用' }),
  qty: qty.default('1').meta({ title: '数量' }),
  price: openPrice.default(null).meta({ title: '单价' }),
  discountRate,
  taxRate: workTaxRate,
  ...paid,
  sourceLineId,
  remark,
})

/** 外协: work that is bought of others. */
const outsourcedLine = z.object({
  id: lineId,
  name: text(100).min(1, '请填写外协项目').meta({ title: '外协项目' }),
  supplierId: id.meta({ title: '外协单位' }),
  qty: qty.default('1').meta({ title: '数量' }),
  price: openPrice.default(null).meta({ title: '售价' }),
  purchaseAmount: amount.default('0').meta({ title: '外协成本' }),
  discountRate,
  taxRate: workTaxRate,
  ...paid,
  sourceLineId,
  remark,
})

/** The four tables of an order. */
export const orderSections = {
  labour: { title: '项目', line: labourLine, most },
  materials: { title: '材料', line: materialLine, most },
  extras: { title: '附加费', line: extraLine, most },
  outsourced: { title: '外协', line: outsourcedLine, most },
} as const satisfies Record<string, Section>
