import type { ClosingCheck } from '@chepu/contract/kernel/closing-check'
import type { CallerTx } from '../db/tx'

/** What is closed: the days of an organisation from the end of what it has closed to the end of a month. */
export interface ClosingSpan {
  orgId: number
  /** YYYYMM. */
  month: number
  /** The month that was closed before; null while nothing is. */
  formerMonth: number | null
  /** YYYY-MM-DD; null where everything before the end is closed. */
  from: string | null
  to: string
}

/** What of an area may stand against closing a month; what holds is among it with a count of 0. */
type Source = (tx: CallerTx, span: ClosingSpan) => Promise<ClosingCheck[]>

const sources = new Map<string, Source>()

/** Makes known what an area has to say about closing a month (business/closing 2). */
export const registerClosingChecks = (area: string, source: Source): void => void sources.set(area, source)

/** Every check of every area over what is to be closed, area by area. */
export async function closingChecks(tx: CallerTx, span: ClosingSpan): Promise<ClosingCheck[]> {
  const found: ClosingCheck[] = []
  for (const source of sources.values()) found.push(...(await source(tx, span)))
  return found
}
