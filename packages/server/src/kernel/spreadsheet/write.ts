import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { csvText } from './csv'
import { packageParts, rowXml, sheetEnd, type SheetColumn, type SheetEntry, sheetName, sheetStart } from './sheet-xml'
import { zip, type ZipPart } from './zip'

export interface SheetSource {
  sheet: string
  columns: SheetColumn[]
  /** Lines of text above the header. */
  head?: readonly string[]
  rows: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>
  /** Rows below all others, such as sums; a filter does not hide them. */
  foot?: readonly (readonly unknown[])[]
}

/** Rows of a sheet below its header before the next sheet starts (business/finance 6). */
const rowsPerSheet = 100_000
/** Characters of XML that are made in one go, well below a millisecond's work. */
const chunkChars = 64 * 1024

/**
 * Writes rows to an .xlsx file as they come, in constant memory: bold frozen header, filter on every column, a further
 * sheet `名称(2)` after each 100,000 rows. A value is a string, number, Date or null, read by the kind of its column:
 * `number` takes decimal strings, whose digits stay, `date` takes `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss` or a
 * moment (shown in Asia/Shanghai); what does not fit its kind is written as text. Text is never taken for a formula.
 * When it fails, the half-written file is removed. Answers the number of rows written.
 */
export function writeWorkbook(
  path: string,
  source: Omit<SheetSource, 'rows'>,
  rows: SheetSource['rows'],
): Promise<number> {
  return writeFile(path, rows, (counted) => workbook([{ ...source, rows: counted }]))
}

/** The same as a file of comma-separated text, whatever its length. */
export function writeCsv(
  path: string,
  source: Omit<SheetSource, 'rows' | 'sheet'>,
  rows: SheetSource['rows'],
): Promise<number> {
  return writeFile(path, rows, (counted) => inChunks(csvText({ ...source, rows: counted })))
}

async function writeFile(
  path: string,
  rows: SheetSource['rows'],
  made: (counted: AsyncGenerator<readonly unknown[]>) => AsyncGenerator<Buffer>,
): Promise<number> {
  let count = 0
  const counted = async function* () {
    for await (const row of rows) {
      count += 1
      yield row
    }
  }
  try {
    await pipeline(Readable.from(made(counted())), createWriteStream(path, { mode: 0o600 }))
    return count
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** The bytes of a workbook of several sheets, chunk by chunk. */
export function workbook(sources: SheetSource[]): AsyncGenerator<Buffer> {
  return zip(workbookParts(sources))
}

async function* workbookParts(sources: SheetSource[]): AsyncGenerator<ZipPart> {
  const sheets: SheetEntry[] = []
  for (const source of sources) {
    for await (const { entry, data } of sheetParts(source)) {
      sheets.push(entry)
      yield { name: `xl/worksheets/sheet${sheets.length}.xml`, data }
    }
  }
  for (const [name, xml] of Object.entries(packageParts(sheets))) yield { name, data: inChunks([xml]) }
}

/** A sheet for every 100,000 rows; `entry.last` grows while `data` is read. */
async function* sheetParts({ sheet, columns, head = [], rows, foot = [] }: SheetSource) {
  const cursor = iterate(rows)
  try {
    let next = await cursor.next()
    for (let part = 0; part === 0 || !next.done; part += 1) {
      const first = head.length + 1
      const entry = { name: sheetName(sheet, part), columns: columns.length, first, last: first }
      const lines = async function* () {
        yield sheetStart(columns, head)
        for (; !next.done && entry.last < first + rowsPerSheet; next = await cursor.next()) {
          entry.last += 1
          yield rowXml(columns, next.value, entry.last)
        }
        if (next.done) for (const [i, row] of foot.entries()) yield rowXml(columns, row, entry.last + 1 + i)
        yield sheetEnd(columns, entry)
      }
      yield { entry, data: inChunks(lines()) }
    }
  } finally {
    await cursor.return(undefined)
  }
}

async function* iterate<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item, undefined> {
  yield* items
}

async function* inChunks(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  let pending = ''
  for await (const text of texts) {
    pending += text
    if (pending.length < chunkChars) continue
    yield Buffer.from(pending)
    pending = ''
  }
  yield Buffer.from(pending)
}
