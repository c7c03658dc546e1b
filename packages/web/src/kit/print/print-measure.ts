import type { Flow } from './print-pages'
import { type PaperKey, papers } from './print-template'

const pixelsPerMm = 96 / 25.4
/** What a page leaves free, since a printer may set a line a hair longer than the screen. */
const spareMm = 2

/** Draws `flowHtml` out of sight and takes of each sheet the heights by which it is cut into pages, in pixels. */
export function measureFlow(html: string, paper: PaperKey): Flow[] {
  const frame = document.createElement('iframe')
  frame.className = 'kit-print-hidden'
  document.body.append(frame)
  try {
    const drawn = frame.contentDocument
    if (!drawn) return []
    // Written and not set by srcdoc, so that it is there at once.
    drawn.open()
    drawn.write(html)
    drawn.close()
    return [...drawn.querySelectorAll('.sheet')].map((sheet) => flowOf(sheet, papers[paper].height))
  } finally {
    frame.remove()
  }
}

function flowOf(sheet: Element, heightMm: number): Flow {
  const heights = (rows: string) => [...sheet.querySelectorAll(rows)].map((row) => row.getBoundingClientRect().height)
  const total = (rows: string) => heights(rows).reduce((sum, height) => sum + height, 0)
  const around = sheet.getBoundingClientRect().height - total('tbody tr')
  return {
    room: (heightMm - spareMm) * pixelsPerMm - around,
    lines: heights('.line'),
    subtotal: total('.subtotal'),
    end: total('.end'),
  }
}
