import { z } from 'zod'
import { maxLines } from './goods-document'
import { id, qtyOrZero, text } from './scalars'

/** What the warehouse counted when it confirmed a document, by line (business/documents 4.4). */
export const countedLines = z.object({
  lines: z
    .array(
      z.object({
        lineId: id,
        qty: qtyOrZero,
        locationId: id.nullable().default(null),
        batchNo: text(40).default(''),
      }),
    )
    .max(maxLines),
})
export type CountedLines = z.output<typeof countedLines>
