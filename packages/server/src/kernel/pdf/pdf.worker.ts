import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { workerData } from 'node:worker_threads'
import PDFDocument from 'pdfkit'
import type { SheetColumn } from '../spreadsheet/sheet-xml'
import { chooseLayout, type Layout } from './layout'

/** What the drawing thread is given: a table of texts, and where its file goes. */
export interface PdfTask {
  path: string
  font: string
  title: string
  /** Lines of text above the table. */
  head: readonly string[]
  columns: Pick<SheetColumn, 'title' | 'kind'>[]
  rows: string[][]
  /** Rows below all others, such as sums. */
  foot: string[][]
  /** When it was made, `YYYY-MM-DD HH:mm`. */
  made: string
}

type Pdf = InstanceType<typeof PDFDocument>

/** Points between a cell's text and its lines. */
const padding = 2
const margin = 28
const grey = { line: '#bfbfbf', head: '#f0f0f0', text: '#666666' }

void write(workerData as PdfTask)

async function write(task: PdfTask): Promise<void> {
  const { font, title } = task
  const pdf = new PDFDocument({ font, autoFirstPage: false, bufferPages: true, info: { Title: title } })
  const written = pipeline(pdf, createWriteStream(task.path, { mode: 0o600 }))
  drawTable(pdf, task)
  pdf.end()
  await written
}

function drawTable(pdf: Pdf, { title, head, columns, rows, foot, made }: PdfTask): void {
  const layout = chooseLayout(columns, [...rows, ...foot], (text) => pdf.fontSize(1).widthOfString(text), margin)
  let y = newPage(pdf, layout)
  pdf.fontSize(13).text(title, margin, y, { lineBreak: false })
  y += 20
  pdf.fontSize(layout.fontSize)
  for (const line of head) {
    const width = layout.width - 2 * margin
    pdf.text(line, margin, y, { width })
    y += pdf.heightOfString(line, { width }) + padding
  }
  const titles = columns.map((column) => column.title)
  y = drawRow(pdf, layout, titles, y, grey.head)
  for (const row of [...rows, ...foot]) {
    if (y + heightOf(pdf, layout, row) > layout.height - margin - layout.fontSize * 2)
      y = drawRow(pdf, layout, titles, newPage(pdf, layout), grey.head)
    y = drawRow(pdf, layout, row, y)
  }
  drawFooters(pdf, layout, `${title}　${made}`)
}

function newPage(pdf: Pdf, { paper, fontSize }: Layout): number {
  pdf.addPage({ size: paper, layout: 'landscape', margin: 0 }).fontSize(fontSize)
  return margin
}

/** Draws a row of cells from `y` downwards; answers where the next one begins. */
function drawRow(pdf: Pdf, layout: Layout, texts: readonly string[], y: number, fill?: string): number {
  const height = heightOf(pdf, layout, texts)
  let x = margin
  for (const [i, { width, align }] of layout.columns.entries()) {
    pdf.rect(x, y, width, height).lineWidth(0.4)
    if (fill) pdf.fillAndStroke(fill, grey.line)
    else pdf.stroke(grey.line)
    drawText(pdf, texts[i] ?? '', { x: x + padding, y: y + padding, width: width - 2 * padding, align })
    x += width
  }
  return y + height
}

interface Place {
  x: number
  y: number
  width: number
  align: 'left' | 'right'
}

/** Most texts stand in one line, which need not be looked for places to break. */
function drawText(pdf: Pdf, text: string, { x, y, width, align }: Place): void {
  pdf.fillColor('black')
  const taken = pdf.widthOfString(text)
  if (taken > width || text.includes('\n')) pdf.text(text, x, y, { width, align })
  else pdf.text(text, align === 'right' ? x + width - taken : x, y, { lineBreak: false })
}

function heightOf(pdf: Pdf, { columns, fontSize }: Layout, texts: readonly string[]): number {
  const heights = columns.map(({ width }, i) => {
    const text = texts[i] ?? ''
    const room = width - 2 * padding
    const isShort = !text.includes('\n') && pdf.widthOfString(text) <= room
    return isShort ? pdf.currentLineHeight() : pdf.heightOfString(text, { width: room })
  })
  return Math.max(fontSize, ...heights) + 2 * padding
}

function drawFooters(pdf: Pdf, { width, height }: Layout, left: string): void {
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    pdf.fontSize(7).fillColor(grey.text)
    const right = `第 ${page + 1} 页/共 ${count} 页`
    pdf.text(left, margin, height - margin, { lineBreak: false })
    pdf.text(right, width - margin - pdf.widthOfString(right), height - margin, { lineBreak: false })
  }
}
