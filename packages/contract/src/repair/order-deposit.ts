import { z } from 'zod'
import { idParam, route } from '../kernel/route'
import { workOrder } from './work-order'

/** What the customer has paid ahead for an order and has not been used; absent for who may not see balances. */
export const orderDeposit = route({
  method: 'GET',
  path: '/api/web/work-order/:id/deposit',
  access: workOrder.buttons.view,
  summary: '工单订金余额',
  params: idParam,
  data: z.object({ deposit: z.string().optional() }),
})
