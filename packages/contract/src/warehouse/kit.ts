// What 组装单 and 拆分单 have in common: one line is the kit, the others are its components (business/warehouse 1.5, ADR 0152).
import { pageOf } from '../access/catalogue'
import { goodsHeader, goodsLine } from '../kernel/goods-document'
import type { OwnColumns } from '../kernel/own-columns'
import { route } from '../kernel/route'
import { addressedId, amount, id, rate } from '../kernel/scalars'
import { z } from 'zod'
import { unpriced } from '../kernel/unpriced'

/** What the work costs is kept as the freight of other documents is: on top of the goods, and on the bill of whoever is named. */
export const kitHeader = goodsHeader.extend({
  partnerId: id.nullable().default(null).meta({ title: '加工单位' }),
  freight: amount.default('0').meta({ title: '加工费' }),
})

/** A line: the kit, or a component of it. Nothing is priced, since what goods are worth follows from the pools. */
export const kitLine = goodsLine.omit({ sourceLineId: true }).extend({
  isKit: z.boolean().default(false).meta({ title: '成品' }),
  ...unpriced,
})

/** The line of a kit that is taken apart: its share of the kit's cost, from 0 to 1; blank, it is what the goods cost last. */
export const takenApartLine = kitLine.extend({
  costRatio: rate.nullable().default(null).meta({ title: '成本比例' }),
})

/** What lists show of the kit. */
export const kitColumns = {
  kitName: { title: '成品件', width: 180, sort: false, isKey: true, nullable: true },
  kitQty: { title: '套数', kind: 'qty', width: 60, sort: false, isKey: true, nullable: true },
  fee: { title: '加工费', kind: 'money', width: 76, sort: false, field: 'cost_price', nullable: true },
  kitCost: { title: '成品成本', kind: 'money', sort: false, total: false, field: 'cost_price', nullable: true },
} as const satisfies OwnColumns

/** 套用BOM: what a kit is made of, one kit of it. Ratios of the cost from 0 to 1. */
export const kitComponents = route({
  method: 'GET',
  path: '/api/web/kit/components',
  access: [pageOf('assembly'), pageOf('disassembly')],
  summary: '套用BOM',
  query: z.object({ partId: addressedId }),
  data: z.object({
    rows: z.array(z.object({ partId: id, partCode: z.string(), qty: z.string(), costRatio: z.string().nullable() })),
  }),
})
