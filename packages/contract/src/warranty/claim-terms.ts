import { z } from 'zod'
import { type Decimal, isPositive, trimZeros } from '../kernel/decimal'
import { id } from '../kernel/scalars'

/** A figure in yuan; absent for who may not see prices. */
export const priced = z.string().optional()

/** What a manufacturer pays for items and parts; money with tax. */
export const claimTerms = z.object({
  /** Yuan an hour of work. */
  labourRate: priced,
  /** Hours that he pays for items; of an item without any its own count. */
  labour: z.array(z.object({ serviceItemId: id, hours: z.string() })),
  /** Claim prices of parts; a part whose price is not known is left out. */
  parts: z.array(z.object({ partId: id, price: priced })),
})
export type ClaimTerms = z.output<typeof claimTerms>

interface ClaimedLine {
  serviceItemId: number | null
  partId: number | null
  /** Hours; '' or 0 of work that is not paid by hours. */
  stdHours: string
}

type TermFigures = {
  pricingMode?: 'hours'
  stdHours?: Decimal
  price?: Decimal
}

/** The figures of a line of work or of a part at the terms; none where they say nothing of it, or the caller sees no prices (business/three-guarantees 1.5). */
export function atTerms({ labourRate, labour, parts }: ClaimTerms, line: ClaimedLine): TermFigures {
  if (line.partId !== null) {
    const price = parts.find(({ partId }) => partId === line.partId)?.price
    return price === undefined ? {} : { price: trimZeros(price) }
  }
  const quota = labour.find(({ serviceItemId }) => serviceItemId === line.serviceItemId)?.hours
  const stdHours = quota ?? line.stdHours
  if (labourRate === undefined || stdHours === '' || !isPositive(stdHours)) return {}
  return { pricingMode: 'hours', stdHours: trimZeros(stdHours), price: trimZeros(labourRate) }
}
