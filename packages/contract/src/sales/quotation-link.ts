import { z } from 'zod'
import { linkAnswer, linkView } from '../kernel/customer-link'
import { id } from '../kernel/scalars'

/** The purpose of links by which customers see a quotation and say to each line whether they take it (business/sales 1.7). */
export const quotationPurpose = 'quotation'

/** What is offered: a chosen line, as the customer reads it. */
const offered = z.object({
  lineId: id,
  /** What he asked for, in his words; '' where nobody wrote them down. */
  asked: z.string(),
  partName: z.string(),
  brandName: z.string(),
  spec: z.string(),
  unitName: z.string(),
  qty: z.string(),
  price: z.string(),
  taxed: z.string(),
})

const content = z.object({
  version: z.number().int(),
  billNo: z.string(),
  bizDate: z.string(),
  validUntil: z.string(),
  partnerName: z.string(),
  vehicleText: z.string(),
  orderDiscount: z.string(),
  freight: z.string(),
  totalTaxed: z.string(),
  lines: z.array(offered),
})
export type QuotationContent = z.output<typeof content>

export const quotationLink = {
  view: linkView(quotationPurpose, { summary: '客户查看报价', content }),
  answer: linkAnswer(quotationPurpose, { summary: '客户确认报价' }),
}
