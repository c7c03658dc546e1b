import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { idParam, route } from '../kernel/route'

/** What a seller asks before he sells on account, in yuan; figures are absent without their field permission. */
export const customerCredit = route({
  method: 'GET',
  path: '/api/web/customer-credit/:id',
  access: pageOf('sales_delivery'),
  summary: '客户信用余额与预收',
  params: idParam,
  data: z.object({
    /** Limit less what the customer owes or is about to owe; null has no limit. */
    left: z.string().nullable().optional(),
    /** 预收和订金 that are not used yet. */
    advances: z.string().optional(),
  }),
})
