// Marks that scanners read. Modules of labels are whole dots of a 203 dpi printer: a bar of one dot and a half is printed now as
// one, now as two, and no scanner reads it (ADR 0113).

import { markPath, qrRows } from '../base/qr'

/** Millimetres of a dot; label printers have 8 to a millimetre, others can draw what is made for these. */
const dotMm = 0.125
/** Width in dots of a sticker of 60 mm; white at its edges is the quiet zone of the bars. */
const labelDots = 480
/** What is beside the text of a sticker for a QR code, with its quiet zone. */
const squareDots = 160
const leastBarDots = 2
/** Wider bars are no easier to read. */
const mostBarDots = 4
const leastSquareDots = 3
const barsQuiet = 10

/** A mark of rows of modules, '1' black and '0' white, quiet zone and all; bars are one row. */
export interface Mark {
  kind: 'bars' | 'square'
  rows: readonly string[]
  /** Width of a module. */
  dots: number
}

/** What a sticker can carry no mark for, in words for the user. */
export class MarkRefused extends Error {}

/**
 * The mark of a text on a sticker so many dots wide: CODE 128 where its bars fit in whole dots, else a QR code (level M, UTF-8), which also holds
 * Chinese and full-width signs. Refuses what neither can hold.
 */
export async function labelMark(text: string, width = labelDots): Promise<Mark> {
  const bars = await barsOf(text)
  if (bars !== undefined) {
    const quiet = '0'.repeat(barsQuiet)
    const row = quiet + bars + quiet
    const dots = Math.min(mostBarDots, Math.floor(width / row.length))
    if (dots >= leastBarDots) return { kind: 'bars', rows: [row], dots }
  }
  return squareOf(text)
}

/** Modules of a text in CODE 128; undefined for signs that it does not know. */
async function barsOf(text: string): Promise<string | undefined> {
  if (!/^[ -~]+$/.test(text)) return undefined
  const { default: JsBarcode } = await import('jsbarcode')
  const drawn: { encodings?: { data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  return drawn.encodings?.map(({ data }) => data).join('')
}

async function squareOf(text: string): Promise<Mark> {
  const rows = await qrRows(text)
  const dots = Math.floor(squareDots / rows.length)
  if (dots < leastSquareDots) throw new MarkRefused('编码过长')
  return { kind: 'square', rows, dots }
}

/** Width of a mark on the sticker in mm. */
export const markWidth = ({ rows, dots }: Mark): number => (rows[0]?.length ?? 0) * dots * dotMm

/** CODE 128 bars of a document's number as SVG, filling the box that the paper gives them; empty where it has none. */
export async function barcodeSvg(text: string): Promise<string> {
  const bars = await barsOf(text)
  if (bars === undefined) return ''
  const path = markPath({ rows: [bars] })
  return `<svg viewBox="0 0 ${bars.length} 1" preserveAspectRatio="none"><path d="${path}"/></svg>`
}
