import { typedNumber } from '@chepu/contract/kernel/typed'

/** Shorter bursts are figures: nobody prints a barcode of two signs, and 12 is a quantity however quickly it is typed. */
const leastSigns = 4
/** A practised hand rolls a figure at the number pad at 20 ms a key and more; below that it is a scanner. */
const handMs = 20
/** After such a pause whatever follows is a new run of keys; a computer that is busy makes shorter ones in the midst of a scan. */
const pauseMs = 250
/** So many digits are no quantity, and no price or sum that anybody types in one go. */
const codeDigits = 8

/** How slow a run may be and still be a scan: milliseconds from key to key on average, and from the last sign to Enter. */
interface Pace {
  signMs: number
  endMs: number
}

/** What could as well have been typed: a hand rolls a few signs as quickly, but has to reach for Enter. */
const strict: Pace = { signMs: 30, endMs: 50 }
/** No hand keeps this up over a text of six signs; Bluetooth scanners take 15 to 60 ms. */
const longText: Pace = { signMs: 60, endMs: 100 }
/** Where figures are typed and the text is none, its content speaks as well; nobody types it there so quickly on purpose. */
const noFigure: Pace = { signMs: 80, endMs: 200 }

/** What one may type as quantity, price, rate or discount; not 00123, and not the digits of a barcode. */
function isFigure(code: string): boolean {
  const plain = code.replace(/[%％折]$/, '')
  return 'value' in typedNumber(plain) && plain.replace(/\..*/, '').replace(/\D/g, '').length < codeDigits
}

/** A run of keys that a scanner has typed. */
interface Scan {
  code: string
  /** The text of the field before the first of its signs. */
  before: string
}

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'repeat' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey'>

/**
 * Tells a scanner from fingers by the rhythm of the keys and by what they spell (ADR 0112, 0123). It reads the signs from the keys themselves, so that
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

  /** Whether the last signs came as from a scanner: what a single key does here has to wait. */
  get isRunning(): boolean {
    const [before, last] = this.times.slice(-2)
    if (before === undefined || last === undefined) return false
    return last - before < handMs || (this.times.length > 2 && average(this.times) < longText.signMs)
  }

  /** Enter or Tab went down: the scan that it ends, or nothing. Into a `figure` a figure can be typed quickly as well. */
  end(event: Pick<KeyboardEvent, 'timeStamp'>, into: 'figure' | 'text'): Scan | undefined {
    const { signs, times, before } = this
    this.reset()
    const code = signs.trim()
    if (code.length < leastSigns) return undefined
    const doubtful = into === 'figure' && isFigure(code)
    const pace = doubtful ? strict : into === 'figure' ? noFigure : code.length < 6 ? strict : longText
    if (event.timeStamp - (times.at(-1) ?? 0) > pace.endMs || average(times) >= pace.signMs) return undefined
    if (doubtful && median(gaps(times)) >= handMs) return undefined
    return { code, before }
  }
}

const gaps = (times: readonly number[]) => times.slice(1).map((time, i) => time - (times[i] ?? time))

const average = (times: readonly number[]) => ((times.at(-1) ?? 0) - (times[0] ?? 0)) / Math.max(1, times.length - 1)

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** What becomes of a code that was scanned or typed. */
type ScanOutcome<Part> =
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
