import type { CallerTx } from '../db/tx'

/** A file and the document that it belongs to. */
interface HeldFile {
  id: number
  ownerId: number
}

/** Why a file may not be taken away, in words; undefined where an area has no objection. */
type Hold = (tx: CallerTx, file: HeldFile) => Promise<string | undefined>

const holds = new Map<string, Hold>()

/** Lets an area keep files that its own records show (ADR 0314). */
export const registerFileHold = (area: string, hold: Hold): void => void holds.set(area, hold)

/** The first objection to taking a file away; undefined where there is none. */
export async function fileHeld(tx: CallerTx, file: HeldFile): Promise<string | undefined> {
  for (const hold of holds.values()) {
    const reason = await hold(tx, file)
    if (reason !== undefined) return reason
  }
  return undefined
}
