/** A scanner types at least this many signs, with less than this many milliseconds between two of them. */
const leastSigns = 4
const longestGapMs = 30

/** Tells a scanner from fingers by the rhythm of the keys; times are in milliseconds. */
export class TypingMeter {
  private signs = 0
  private first = 0
  private last = 0

  /** A printable key went down. */
  key(at: number): void {
    if (this.signs === 0) this.first = at
    this.last = at
    this.signs += 1
  }

  reset(): void {
    this.signs = 0
  }

  /** True when `text` came in one run of keys too quick for a person. */
  isScan(text: string): boolean {
    return text.length >= leastSigns && this.signs >= text.length && this.last - this.first <= longestGapMs * this.signs
  }
}

/** What becomes of a code that was scanned or typed. */
export type ScanOutcome<Part> =
  | { kind: 'add'; part: Part }
  | { kind: 'choose'; parts: Part[] }
  | { kind: 'unknown'; message: string }

/** One part is added at once, several are offered, none is said (one message, worded for the counter). */
export function decideScan<Part>(code: string, parts: readonly Part[]): ScanOutcome<Part> {
  const [only, ...others] = parts
  if (!only) return { kind: 'unknown', message: `未找到配件 ${code}` }
  return others.length === 0 ? { kind: 'add', part: only } : { kind: 'choose', parts: [...parts] }
}

interface ScannedLine {
  partId?: unknown
  locationId?: unknown
  batchNo?: unknown
  sourceLineId?: unknown
}

/**
 * The line that a repeated scan raises: same part, location and batch, and not taken from a former document, whose
 * quantity is bounded by its source.
 */
export const repeatedLine = <Line extends ScannedLine>(
  lines: readonly Line[],
  scanned: ScannedLine,
): Line | undefined =>
  lines.findLast(
    (line) =>
      line.partId === scanned.partId &&
      (line.locationId ?? null) === (scanned.locationId ?? null) &&
      (line.batchNo ?? '') === (scanned.batchNo ?? '') &&
      line.sourceLineId == null,
  )
