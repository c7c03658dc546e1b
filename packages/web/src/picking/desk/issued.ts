// What a keeper hands over of the lines of an order, as he types or scans it.
import type { MaterialRow } from '@chepu/contract/picking/desk'
import type { IssuedAsSeen } from '@chepu/contract/picking/picking'
import { add, compare, isPositive, min } from '@chepu/contract/kernel/decimal'

/** Quantities by line; nothing yet typed or scanned is undefined, and stands for all that can be issued. */
export type Issued = ReadonlyMap<number, string> | undefined

/** Lines of which something is to be issued, or may be beyond the plan. */
export const issuable = (lines: readonly MaterialRow[]): MaterialRow[] =>
  lines.filter(({ agreement, isCustomerSupplied }) => agreement === 'agreed' && !isCustomerSupplied)

/** What is handed over of a line: what was typed, else what it waits for as far as there is any. */
export const issuedOf = (issued: Issued, line: MaterialRow): string =>
  issued ? (issued.get(line.lineId) ?? '0') : min(line.waitingQty, isPositive(line.available) ? line.available : '0')

/**
 * Counts one more piece of the part that the code names, on the first of its lines that still waits for one.
 * A problem in words where no line has it.
 */
export function scanned(
  lines: readonly MaterialRow[],
  issued: Issued,
  code: string,
): { issued: Map<number, string>; line: MaterialRow } | { problem: string } {
  const wanted = code.toLowerCase()
  const named = lines.filter(({ partCode, barcodes, oeNo }) =>
    [partCode, oeNo, ...barcodes].some((each) => each?.toLowerCase() === wanted),
  )
  const next = new Map(issued ?? [])
  const open = named.find((line) => compare(add(next.get(line.lineId) ?? '0', '1'), line.waitingQty) <= 0)
  if (named.length === 0) return { problem: `工单没有配件 ${code}` }
  if (!open) return { problem: `[${named[0]?.partCode}] 待领数量已扫满` }
  next.set(open.lineId, add(next.get(open.lineId) ?? '0', '1'))
  return { issued: next, line: open }
}

/** What he has seen of 待领 when he decided (business/repair 5.2). */
export const seenOf = (lines: readonly MaterialRow[]): IssuedAsSeen => ({
  seen: lines.map(({ lineId, waitingQty }) => ({ workOrderLineId: lineId, waitingQty })),
})
