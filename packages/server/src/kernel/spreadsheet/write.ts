import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { packageParts, rowXml, sheetEnd, sheetName, sheetStart, type SheetColumn } from './sheet-xml'
import { zip, type ZipPart } from './zip'

export interface SheetSource {
  sheet: string
  columns: SheetColumn[]
  rows: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>
}

/** Rows of a sheet below its header before the next sheet starts (DOMAIN 8.9). */
export const rowsPerSheet = 100_000
/** Characters of XML that are made in one go, well below a millisecond's work. */
const chunkChars = 64 * 1024

/**
 * Writes rows to an .xlsx file as they come, in constant memory: bold frozen header, filter on every column, a further
 * sheet `名称(2)` after each 100,000 rows. A value is a string, number, Date or null, read by the kind of its column:
 * `number` takes decimal strings and keeps their digits and decimals, `date` takes `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss` or a
 * moment (shown in Asia/Shanghai); what does not fit its kind is written as text. Text is never taken for a formula.
 * When it fails, the half-written file is removed. Answers the number of rows written.
 */
export async function writeWorkbook(
  path: string,
  { sheet, columns }: Omit<SheetSource, 'rows'>,
  rows: SheetSource['rows'],
): Promise<number> {
  let count = 0
  const counted = async function* () {
    for await (const row of rows) {
      count += 1
      yield row
    }
  }
  try {
    await pipeline(
      Readable.from(workbook([{ sheet, columns, rows: counted() }])),
      createWriteStream(path, { mode: 0o600 }),
    )
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
  const sheets: { name: string; columns: number; rows: number }[] = []
  for (const source of sources) {
    for await (const { entry, data } of sheetParts(source)) {
      sheets.push(entry)
      yield { name: `xl/worksheets/sheet${sheets.length}.xml`, data }
    }
  }
  for (const [name, xml] of Object.entries(packageParts(sheets))) yield { name, data: inChunks([xml]) }
}

/** A sheet for every 100,000 rows; `entry.rows` grows while `data` is read. */
async function* sheetParts({ sheet, columns, rows }: SheetSource) {
  const cursor = iterate(rows)
  try {
    let next = await cursor.next()
    for (let part = 0; part === 0 || !next.done; part += 1) {
      const entry = { name: sheetName(sheet, part), columns: columns.length, rows: 1 }
      const lines = async function* () {
        yield sheetStart(columns)
        for (; !next.done && entry.rows <= rowsPerSheet; next = await cursor.next()) {
          entry.rows += 1
          yield rowXml(columns, next.value, entry.rows)
        }
        yield sheetEnd(columns, entry.rows)
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
