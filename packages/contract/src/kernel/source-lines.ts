// 引单: what a document takes over of the former documents it executes, returns or copies (business/documents 4; ADR 0053).
import { z } from 'zod'
import { kilobyte } from './file-limit'
import { isPositive } from './decimal'
import { chargedLine } from './charged-share'
import type { DocumentDef } from './document'
import { maxLines, partColumns } from './goods-document'
import { route } from './route'
import { id } from './scalars'
import { plainValue } from './shown'

/** A new document has a day of its own, and its money falls due counted from that. */
const dated = ['bizDate', 'dueOn']
/** Terms of goods on their way to somebody; goods that come back have their own. */
const forwardOnly = ['orderDiscount', 'freight', 'freightPayer', 'carrierId']

/**
 * Header fields that pass from a document to one made of it: those that both kinds have, but for what a kind keeps to
 * itself (`ownFields`). A return takes neither freight nor order discount: what its lines credit holds the discount.
 */
export function carriedFields(source: DocumentDef, target: DocumentDef, isReturn: boolean): string[] {
  const kept = new Set([
    ...dated,
    ...(source.ownFields ?? []),
    ...(target.ownFields ?? []),
    ...(isReturn ? forwardOnly : []),
  ])
  return Object.keys(target.header.shape).filter((name) => name in source.header.shape && !kept.has(name))
}

/** Whether another document can be made of this one (转入库, 转出库, 转退货): something is left that it could take. */
export const canBeDrawn = ({ remainingQty }: { remainingQty?: unknown }): boolean =>
  typeof remainingQty === 'string' && isPositive(remainingQty)

/**
 * A line for the document in hand, as it would be typed: quantities in base units, money in yuan. Prices are absent where
 * the caller may not see them. Fields of the kind's own come along.
 */
const drawnLine = partColumns.extend({
  partId: id,
  warehouseId: id,
  qty: z.string(),
  auxUnitId: id.nullable(),
  auxQty: z.string().nullable(),
  /** Null on a copy of a draft that waits for it. */
  price: z.string().nullable().optional(),
  priceSource: z.string(),
  discountRate: z.string().optional(),
  /** Where the former line's amount was typed, and on every return. */
  netAmount: z.string().nullable().optional(),
  taxRate: z.string().optional(),
  /** What the drawn quantity bears of the former document's order discount. */
  drawnDiscount: z.string().optional(),
  /** Of a return: what was charged for the former line. */
  charged: chargedLine.optional(),
  locationId: id.nullable(),
  locationCode: z.string().nullable(),
  batchNo: z.string(),
  /** The former line and its document; null on a copy, which has no tie to it. */
  sourceLineId: id.nullable(),
  sourceNo: z.string().nullable(),
  available: z.string().optional(),
  lastPrice: z.string().nullable().optional(),
})
export type DrawnLine = z.output<typeof drawnLine>
// One call draws for every kind: its header and what its lines have of their own are those of the kind that is asked for.
const drawnLines = drawnLine.catchall(plainValue) as unknown as typeof drawnLine

/**
 * What a document takes over: header fields on which all drawn documents agree, with the partner's own terms where they
 * say nothing and names beside ids, and the lines with what remains of them. Nothing is saved.
 */
export const drawSource = route({
  method: 'POST',
  path: '/api/web/former/:target/draw',
  access: 'signedIn',
  summary: '引用前单',
  params: z.object({ target: z.string().max(40) }),
  body: z.object({
    /** Kind of the former documents. */
    source: z.string().max(40),
    /** All that remains of this document … */
    documentId: id.optional(),
    /** … or these lines. */
    lineIds: z.array(id).max(maxLines).default([]),
  }),
  // Numbers of lines and nothing else.
  maxBody: 64 * kilobyte,
  data: z.object({ header: z.record(z.string(), plainValue), lines: z.array(drawnLines) }),
})
