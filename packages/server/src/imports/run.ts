import { createHash } from 'node:crypto'
import { type ImportFault, type ImportResult, shownFaults } from '@chepu/contract/imports/import'
import { headingFinder, headingKey } from '@chepu/contract/kernel/headings'
import type { Caller } from '../kernel/caller/caller'
import type { Database } from '../kernel/db/db'
import type { CallerTx } from '../kernel/db/tx'
import { refuse } from '../kernel/base/errors'
import { once } from '../kernel/http/idempotency'
import { SpreadsheetError } from '../kernel/spreadsheet/errors'
import { isPackage } from '../kernel/spreadsheet/container'
import { readRows } from '../kernel/spreadsheet/read'
import { type ParsedTable, parseTable, type TableColumn } from '../kernel/spreadsheet/table'
import type { Importer } from './importer'

interface Upload {
  file: Buffer
  /** 覆盖: what exists is changed. */
  overwrite: boolean
  /** What the user said titles mean that are not understood by themselves. */
  columns: Readonly<Record<string, string>>
  /** Writes what is without faults; otherwise only checks. */
  confirmed: boolean
  /** A repeat of the same request answers what the first one did (business/documents 1.4). */
  key: string | undefined
}

type Table = ParsedTable<readonly TableColumn[]>

/**
 * Checks a file against the template and the database and, once confirmed, writes all of its rows in one transaction or,
 * with a single fault, none. The file is not kept: it is sent again to be confirmed and checked anew, so that what was
 * changed in the meantime is seen.
 */
export async function importFile(
  db: Database,
  caller: Caller,
  importer: Importer,
  upload: Upload,
): Promise<ImportResult> {
  importer.assertAllowed?.(caller)
  const { userId } = caller
  for (let running = importing.get(userId); running; running = importing.get(userId)) {
    if (running.key === undefined || running.key !== upload.key) refuse('您有一个文件正在导入，请等它完成后再试')
    await running.done
  }
  const work = importNow(db, caller, importer, upload)
  importing.set(userId, { key: upload.key, done: work.catch(() => undefined) })
  return work.finally(() => importing.delete(userId))
}

/**
 * Who has a file read or written in this process: one at a time, so that nobody keeps the others from the reader. A repeat
 * of the same request waits for the first.
 */
const importing = new Map<number, { key: string | undefined; done: Promise<unknown> }>()

async function importNow(db: Database, caller: Caller, importer: Importer, upload: Upload): Promise<ImportResult> {
  const table = await readTable(upload, importer, caller)
  const run = (tx: CallerTx) => importTable(tx, importer, table, upload)
  if (!upload.confirmed || upload.key === undefined) return db.as(caller, run)
  const sha256 = createHash('sha256').update(upload.file).digest('hex')
  const { overwrite, columns } = upload
  const request = { import: importer.title, overwrite, columns, sha256 }
  return once(db, caller, { key: upload.key, request }, run)
}

async function readTable(upload: Upload, importer: Importer, caller: Caller): Promise<Table> {
  const beside = new Set(importer.beside.map(headingKey))
  const find = headingFinder(importer.headings)
  try {
    const { rows } = await readRows(upload.file)
    const table = await parseTable(rows, importer.columns(caller), {
      // A column that the caller may not see is no question to him either.
      isBeside: (title) => beside.has(headingKey(title)) || find(title) !== undefined,
      told: upload.columns,
      ...(!isPackage(upload.file) && { advice: '。如果文件中的字显示为乱码，请用 Excel 另存为 CSV UTF-8 格式' }),
    })
    if (table.unknown.length === 0 && table.records.length + table.errors.length === 0)
      refuse('文件中没有数据，请在模板中填写后上传')
    return table
  } catch (error) {
    if (error instanceof SpreadsheetError) refuse(error.message)
    throw error
  }
}

const nothingDone = {
  imported: false,
  rows: 0,
  added: 0,
  updated: 0,
  summary: '',
  faults: [],
  faultCount: 0,
  notes: [],
  documents: [],
} satisfies Partial<ImportResult>

async function importTable(tx: CallerTx, importer: Importer, table: Table, upload: Upload): Promise<ImportResult> {
  const { ignored, unknown, free } = table
  if (unknown.length > 0) return { ...nothingDone, ignored, unknown, free }
  const notes: string[] = []
  const faults: ImportFault[] = table.errors.map(({ row, column, message }) => ({ row, column, message }))
  const plan = await importer.prepare(tx, table.records, {
    overwrite: upload.overwrite,
    isWhole: table.errors.length === 0,
    lock: upload.confirmed,
    fault: (row, column, message) => faults.push({ row, column, message }),
    pass: (row, message) => notes.push(`第${row}行${message}`),
  })
  const isRefused = faults.length > 0
  const writes = upload.confirmed && !isRefused
  const documents = writes ? await plan.write() : []
  return {
    imported: writes,
    rows: table.records.length + new Set(table.errors.map(({ row }) => row)).size,
    added: isRefused ? 0 : plan.added,
    updated: isRefused ? 0 : plan.updated,
    summary: isRefused ? '' : (plan.summary ?? ''),
    faults: faults.sort((a, b) => a.row - b.row).slice(0, shownFaults),
    faultCount: faults.length,
    ignored,
    unknown,
    free,
    notes,
    documents,
  }
}
