import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { refuse } from '../base/errors'
import { plainText, type SheetColumn } from '../spreadsheet/sheet-xml'
import { workerEntry } from '../base/worker-entry'
import type { SheetSource } from '../spreadsheet/write'
import type { PdfTask } from './pdf.worker'

/** Rows of one PDF (business/finance 6): some 150 pages, which is more than anybody prints. */
const mostRows = 5_000

/**
 * Writes rows as a table on pages of A4 or, when it has many columns, A3: titles on each page, 第 1 页/共 2 页 below. The pages are
 * drawn in a thread of their own, one file at a time. Answers the number of rows. Values are read by the kind of their column,
 * as in a workbook; when it fails, the half-written file is removed.
 * @throws Failure for more than 5,000 rows
 */
export async function writePdf(
  path: string,
  source: Omit<SheetSource, 'rows'>,
  rows: SheetSource['rows'],
): Promise<number> {
  const { columns } = source
  const texts: string[][] = []
  for await (const row of rows) {
    if (texts.length === mostRows) refuse(`PDF 最多 ${mostRows} 行，请缩小范围，或改用 Excel`)
    texts.push(textsOf(columns, row))
  }
  try {
    await draw({
      path,
      font: fontPath(),
      title: source.sheet,
      head: source.head ?? [],
      columns: columns.map(({ title, kind }) => ({ title, kind })),
      rows: texts,
      foot: (source.foot ?? []).map((row) => textsOf(columns, row)),
      made: plainText(new Date(), 'date').slice(0, 16),
    })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return texts.length
}

const textsOf = (columns: readonly SheetColumn[], row: readonly unknown[]) =>
  columns.map(({ kind }, i) => (row[i] === null || row[i] === undefined ? '' : plainText(row[i], kind)))

/** The letters of the pages: beside the bundle in production, in its package otherwise. */
function fontPath(): string {
  const name = 'NotoSansHans-Regular.otf'
  const here = import.meta.url
  if (!here.endsWith('.ts')) return fileURLToPath(new URL(`./${name}`, here))
  return createRequire(here)
    .resolve('@embedpdf/fonts-sc')
    .replace(/dist.index\.cjs$/, `fonts/${name}`)
}

function draw(task: PdfTask): Promise<void> {
  const { source, options } = workerEntry('pdf', import.meta.url)
  const worker = new Worker(source, { ...options, workerData: task, resourceLimits: { maxOldGenerationSizeMb: 512 } })
  return new Promise<void>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error('the thread that draws a PDF ended early'))))
  })
}
