// 材料计价: what material that was issued to orders is sold for, and who pays it (business/repair 5.6).
import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { oneOf } from '../kernel/labelled'
import { partQueryColumns } from '../kernel/part-columns'
import { payerTypes } from '../kernel/payer-types'
import { defineQuery, type QueryRow } from '../kernel/query'
import { route } from '../kernel/route'
import { addressedId, id, openPrice, rate } from '../kernel/scalars'

const access = pageOf('mat_valuation')
const path = '/api/web/mat-valuation'

/** What of a line wants to be looked at. */
export const valuationFlags = { unvalued: '未计价', below_min: '低于最低售价', below_cost: '低于成本' } as const

const { partCode, ...restOfPart } = partQueryColumns

/** Issued material of orders that are not settled, the orders longest in the shop first. */
export const matValuation = defineQuery({
  key: 'mat_valuation',
  title: '材料计价',
  path: `${path}/lines`,
  access,
  mayExport: access,
  filters: z.object({
    /** Number of the order, or plate or the end of the VIN. */
    order: z.string().trim().max(40).optional(),
    flag: oneOf(valuationFlags).optional(),
    payer: oneOf(payerTypes).optional(),
    part: z.string().trim().max(60).optional(),
  }),
  columns: {
    billNo: { title: '工单号', width: 150, isKey: true, chars: 20 },
    plate: { title: '车牌', width: 92, sort: false, isKey: true },
    partCode,
    issuedQty: { title: '实领', kind: 'qty', isKey: true, sort: false },
    price: { title: '单价', kind: 'price', field: 'doc_price', sort: false, nullable: true, isKey: true },
    discountRate: { title: '折扣', kind: 'discount', field: 'doc_price', sort: false },
    amount: { title: '金额', kind: 'money', field: 'doc_price', sort: false, isKey: true },
    payer: { title: '付费方', kind: 'code', width: 64, labels: payerTypes, sort: false, isKey: true },
    flags: { title: '提示', width: 130, sort: false, isKey: true },
    ...restOfPart,
    partnerName: { title: '客户', width: 120, sort: false, chars: 24 },
    payerName: { title: '付费单位', width: 100, sort: false, nullable: true },
    isValued: { title: '已计价', kind: 'flag', width: 60, sort: false },
    unitCost: { title: '成本单价', kind: 'cost', field: 'cost_price', sort: false, nullable: true },
  },
  beside: { lineId: id, orderId: id, version: z.number(), partId: id },
})
export type ValuationRow = QueryRow<typeof matValuation>

const lineIds = z.array(id).min(1, '请选择材料').max(500)
const order = z.object({ version: z.number().int() })

/** Prices and payers of lines of one order, as they are to stand. What is left out stays. */
export const setValuation = route({
  method: 'POST',
  path: `${path}/orders/:id`,
  access: [button('mat_valuation', 'price'), button('mat_valuation', 'payer')],
  summary: '材料计价',
  params: z.object({ id: addressedId }),
  body: order.extend({
    lines: z
      .array(
        z.object({
          lineId: id,
          price: openPrice.optional(),
          discountRate: rate.optional(),
          payer: oneOf(payerTypes).optional(),
          payerPartnerId: id.nullable().optional(),
          payerDepartmentId: id.nullable().optional(),
        }),
      )
      .min(1, '请选择材料')
      .max(500),
  }),
  data: z.object({ version: z.number() }),
})

/** Prices for lines: those of the customer's level, or what they cost with a markup on it, for who may see costs. Nothing is saved. */
export const proposeValuation = route({
  method: 'POST',
  path: `${path}/propose`,
  access: button('mat_valuation', 'batch'),
  summary: '材料取价',
  body: z.object({
    lineIds,
    /** 0.2 adds 20 % to the cost; without it the level decides. */
    markup: rate.optional().meta({ title: '加价率' }),
  }),
  data: z.object({
    rows: z.array(z.object({ lineId: id, price: z.string().nullable() })),
  }),
})
