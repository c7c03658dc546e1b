import { z } from 'zod'
import { button } from '../access/catalogue'
import { idParam, route } from '../kernel/route'
import { id } from '../kernel/scalars'
import type { BillState } from './warranty-bill'

/** States of a bill for which the customer may still get something: it counts, and nobody has given it up (business/three-guarantees 3.7). */
export const remediable: readonly BillState[] = [
  'approved',
  'claimed',
  'confirmed',
  'part_confirmed',
  'rejected',
  'settled',
]

/** 换货出库 of a bill of parts alone: a draft of a delivery at price 0 with what he has not had yet. Wants the right to add a bill as well. */
export const replaceParts = route({
  method: 'POST',
  path: '/api/web/warranty-bill/:id/replace',
  access: button('sales_delivery', 'add'),
  summary: '三包换货出库',
  params: idParam,
  data: z.object({ id }),
})

/** 退货 of a bill of parts alone: a draft of a return that credits what he has paid for them. Wants the right to add a bill as well. */
export const creditParts = route({
  method: 'POST',
  path: '/api/web/warranty-bill/:id/credit',
  access: button('sales_return', 'add'),
  summary: '三包退货',
  params: idParam,
  data: z.object({ id }),
})
