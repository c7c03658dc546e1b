import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { idList } from '../kernel/list-query'
import { route } from '../kernel/route'
import { addressedId, day, id, miles } from '../kernel/scalars'
import { claimTerms, priced } from './claim-terms'

const data = claimTerms.extend({
  /** Terms that may be chosen, the most specific first. */
  policies: z.array(z.object({ termId: id, name: z.string() })),
  /** By which of them the bill is claimed, and what follows. */
  policyTermId: id.nullable(),
  isInTerm: z.boolean().nullable(),
  termText: z.string(),
  claimBy: z.string().nullable(),
  /** Of a bill without a car: when we sold its part to the customer last; null where we did not. */
  soldOn: z.string().nullable(),
  /** What wants a reason: a meter that others have read otherwise, and bills that claim the same. */
  doubts: z.array(z.string()),
  /** Photos that are wanted, by name. */
  photos: z.array(z.string()),
  returnsOldParts: z.boolean(),
  /** Yuan a kilometre of 外出. */
  outingRate: priced,
})
export type BillPrices = z.output<typeof data>

/** By which terms a bill is claimed, and what they pay for its items and parts; money with tax (business/three-guarantees 3.6). */
export const warrantyBillPrices = route({
  method: 'GET',
  path: '/api/web/warranty-bill-prices',
  access: pageOf('warranty_bill'),
  summary: '三包单的政策与索赔价',
  query: z.object({
    manufacturerId: addressedId,
    billId: addressedId.optional().describe('三包单编号，未保存时不填'),
    vehicleId: addressedId.optional(),
    partnerId: addressedId.optional().describe('客户编号，没有车辆时填写'),
    workOrderId: addressedId.optional(),
    causePartId: addressedId.optional().describe('主因件编号'),
    faultCodeId: addressedId.optional().describe('故障代码编号'),
    policyTermId: addressedId.optional().describe('已选的三包政策条款编号'),
    partIds: idList.optional(),
    serviceItemIds: idList.optional(),
    day: day.optional().describe('修理日期，不填为今天'),
    invoicedOn: day.optional().describe('购车日期'),
    boughtOn: day.optional().describe('购买日期，没有车辆时填写'),
    mileage: miles.optional(),
  }),
  data,
})
