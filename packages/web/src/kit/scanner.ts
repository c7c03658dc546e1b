/** Shorter bursts are figures: nobody prints a barcode of two signs, and 12 is a quantity however quickly it is typed. */
const leastSigns = 4
/** Milliseconds from key to key, on average, that no hand keeps up over a whole code. */
const scannerMs = 30
/** A practised hand rolls a figure at the number pad at 20 ms a key and more; below that it is a scanner. */
const handMs = 20
/** A scanner sends its Enter at once; a hand has to reach for it. */
const endMs = 50
/** After such a pause whatever follows is a new run of keys. */
const pauseMs = 150

/** What one may type as quantity, price, rate or discount; not 00123, and not the digits of a barcode. */
const figure = /^[-+]?(0|[1-9][\d,]{0,7})?(\.\d*)?[%折]?$/

/** A run of keys that a scanner has typed. */
export interface Scan {
  code: string
  /** The text of the field before the first of its signs. */
  before: string
}

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'repeat' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey'>

/**
 * Tells a scanner from fingers by the rhythm of the keys (ADR 0112). It reads the signs from the keys themselves, so that
 * it does not matter what the field that had the keyboard made of them. One meter for each place that takes scans.
 */
export class ScanMeter {
  private signs = ''
  private times: number[] = []
  private before = ''

  /** A key went down in a field that holds `text`. */
  key(event: Key, text: string): void {
    if (event.isComposing || event.repeat) return this.reset()
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.timeStamp - (this.times.at(-1) ?? event.timeStamp) > pauseMs) this.reset()
    if (this.signs === '') this.before = text
    this.signs += event.key
    this.times.push(event.timeStamp)
  }

  reset(): void {
    this.signs = ''
    this.times = []
  }

  /** Whether the last two signs came as from a scanner: what a single key does here has to wait. */
  get isRunning(): boolean {
    const [before, last] = this.times.slice(-2)
    return before !== undefined && last !== undefined && last - before < handMs
  }

  /** Enter or Tab went down: the scan that it ends, or nothing. Into a `figure` a figure can be typed quickly as well. */
  end(event: Pick<KeyboardEvent, 'timeStamp'>, into: 'figure' | 'text'): Scan | undefined {
    const { signs, times, before } = this
    this.reset()
    const code = signs.trim()
    const first = times[0] ?? 0
    const last = times.at(-1) ?? 0
    if (code.length < leastSigns || event.timeStamp - last > endMs) return undefined
    if (last - first > scannerMs * (times.length - 1)) return undefined
    if (into === 'figure' && figure.test(code) && median(gaps(times)) >= handMs) return undefined
    return { code, before }
  }
}

const gaps = (times: readonly number[]) => times.slice(1).map((time, i) => time - (times[i] ?? time))

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

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
