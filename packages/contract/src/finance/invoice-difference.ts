import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { idParam, route } from '../kernel/route'
import { id } from '../kernel/scalars'

const path = '/api/web/invoice-received/:id/difference'

/** A 成本调整单 that follows an invoice. */
const adjustment = z.object({ id, billNo: z.string() })

/** What a received invoice makes the goods cost above what they came in at (business/invoices 5). */
export const invoiceDifference = route({
  method: 'GET',
  path,
  access: pageOf('invoice'),
  summary: '收票与入库成本的差额',
  params: idParam,
  data: z.object({
    /** Yuan; null where nothing has to be adjusted: the two agree, the invoice does not count, or it is not for goods alone. */
    difference: z.string().nullable(),
    adjustments: z.array(adjustment),
  }),
})

/** Makes drafts of 成本调整单 of the difference, one a warehouse. */
export const adjustToInvoice = route({
  method: 'POST',
  path,
  access: button('invoice', 'receive'),
  summary: '按收票差额生成成本调整单',
  params: idParam,
  data: z.object({ adjustments: z.array(adjustment) }),
})
