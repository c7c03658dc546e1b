import type { ExportFormat } from '@chepu/contract/kernel/export-route'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../db/db'
import type { CallerTx, Tx } from '../db/tx'
import { Failure, refuse } from '../base/errors'
import { dropFile, keepWritten } from '../base/file-store'
import { type Notification, notify } from '../notify/notify'
import { own } from '../base/own'
import { writePdf } from '../pdf/write'
import { loadRights } from '../caller/rights'
import { writeCsv, writeWorkbook } from '../spreadsheet/write'
import { footOf } from './foot'
import { quantityTexts } from './quantity'
import { type ExportColumn, exportSource } from './registry'

interface Job {
  id: number
  userId: number
  orgId: number
  sourceKey: string
  title: string
  filters: Record<string, unknown>
  columns: string[]
  titles: Record<string, string>
  format: ExportFormat
  attempts: number
}

/** Kind under which finished files are kept. */
export const exportFiles = 'export'

/** Days that a finished file is kept (business/finance 6). */
const keptDays = 7
/** A job that ended this many processes is given up. */
const mostAttempts = 3
/** Rows taken from the cursor at once, so few that other requests get their turn in between. */
const batchRows = 200

/**
 * Takes the oldest waiting export of a group, or one whose process died: it is marked as running but nobody holds its
 * row. Undefined when there is none. Whoever is second at `runJob` finds the row held and leaves it.
 */
export const takeJob = (db: Database, groupId: number): Promise<Job | undefined> =>
  db.tenant(groupId, async (tx) => {
    const job = await tx.one<Job>({
      text: `select * from export_job where group_id = $1 and state in ('queued', 'running')
        order by id limit 1 for no key update skip locked`,
      values: [groupId],
    })
    if (!job) return undefined
    await tx.query({
      text: `update export_job set state = 'running', attempts = attempts + 1 where group_id = $1 and id = $2`,
      values: [groupId, job.id],
    })
    return job
  })

/**
 * Runs a taken export with the rights that its user has now, and notes the file or the reason of the failure. The row
 * stays locked for the whole run, so that the end of this process frees the job. Throws only when `stopped` says so.
 */
export async function runJob(
  db: Database,
  groupId: number,
  job: Job,
  stopped: () => boolean,
  report: (error: unknown) => void,
): Promise<void> {
  try {
    if (job.attempts >= mostAttempts) refuse('导出多次中断，请缩小范围后重试')
    const rights = await db.tenant(groupId, (tx) => loadRights(tx, job.userId, job.orgId))
    if (!rights) refuse('您已不在该企业，不能导出')
    const caller = { ...rights, deviceId: '', ip: '', requestId: `export-${job.id}` }
    await db.as(caller, async (tx) => {
      // Rows and sums are of one moment.
      await tx.query({ text: 'set transaction isolation level repeatable read' })
      tx.takeTime()
      if (await hold(tx, job.id)) await finish(tx, job, await writeFile(tx, job, stopped))
    })
  } catch (error) {
    if (stopped()) throw error
    // The user is told little of what a store of files did wrong; who runs the installation must find it.
    if (!(error instanceof Failure) || error.cause !== undefined) report(error)
    await fail(db, groupId, job, reasonOf(error))
  }
}

async function hold(tx: Tx, jobId: number): Promise<boolean> {
  const row = await tx.one({
    text: `select id from export_job where group_id = $1 and id = $2 and state = 'running' for no key update skip locked`,
    values: [tx.groupId, jobId],
  })
  return row !== undefined
}

const writers = { xlsx: writeWorkbook, csv: writeCsv, pdf: writePdf }

interface Written {
  rowCount: number
  fileSize: number
  sha256: string
}

async function writeFile(tx: CallerTx, job: Job, stopped: () => boolean): Promise<Written> {
  const source = exportSource(job.sourceKey)
  if (!source) refuse('该内容已不支持导出')
  const columns = chosenColumns(source.columns(tx), job)
  if (columns.length === 0) refuse('没有可导出的列')
  const quantityText = await quantityTexts(tx)
  const cells = (row: Record<string, unknown>) =>
    columns.map(({ key, kind }) => (kind === 'quantity' ? quantityText(row[key], row) : row[key]))
  const { head = [], before = [], ...sums } = (await source.frame?.(tx, job.filters)) ?? {}
  const rows = async function* () {
    yield* before.map(cells)
    for await (const row of tx.stream(await source.rows(tx, job.filters), batchRows)) {
      if (stopped()) throw new Error('the server stops')
      yield cells(row)
    }
  }
  const sheet = {
    sheet: job.title,
    columns: columns.map(({ kind, ...column }) => ({ ...column, kind: kind === 'quantity' ? 'number' : kind })),
    head,
    foot: footOf(columns, sums).map(cells),
  }
  return keepWritten([tx.groupId, exportFiles, job.id], async (path) => {
    const written = await writers[job.format](path, sheet, rows())
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    return { rowCount: written - before.length, fileSize: (await stat(path)).size, sha256: hash.digest('hex') }
  })
}

/** The columns that the user had on screen, in his order and words, out of those that he may see, and those that always stand; all when he named none. */
function chosenColumns(columns: readonly ExportColumn[], { columns: wanted, titles }: Job): ExportColumn[] {
  const known = new Map(
    columns.map((column) => [column.key, { ...column, title: own(titles, column.key) ?? column.title }]),
  )
  const chosen = wanted.flatMap((key) => known.get(key) ?? [])
  const further = columns.filter(({ key, always }) => always && !wanted.includes(key))
  return wanted.length === 0 ? [...columns] : [...chosen, ...further]
}

async function finish(tx: Tx, job: Job, { rowCount, fileSize, sha256 }: Written): Promise<void> {
  const done = await tx.one<{ finishedAt: string }>({
    text: `update export_job set state = 'done', row_count = $3, file_size = $4, sha256 = $5, finished_at = now(),
        expires_at = now() + make_interval(days => $6) where group_id = $1 and id = $2 returning finished_at`,
    values: [tx.groupId, job.id, rowCount, fileSize, sha256, keptDays],
  })
  const eventKey = fileEvent(job.id, done?.finishedAt ?? null)
  tell(tx, job, { message: `${job.title}导出完成，共 ${rowCount} 行`, eventKey })
}

/** Key of the notice that the file of an export is ready; one that is made again is told again. */
export const fileEvent = (jobId: number, finishedAt: string | null): string => `export:${jobId}:${finishedAt}`

/** Event 6 of business/notifications 4: the requester learns how his export ended. */
const tell = (tx: Tx, { userId, orgId }: Job, told: Pick<Notification, 'message' | 'eventKey'>): void =>
  notify(tx, { users: [userId], kind: 'news', msgType: 6, orgId, screen: 'downloadCenter', ...told })

const fail = (db: Database, groupId: number, job: Job, reason: string) =>
  db.tenant(groupId, async (tx) => {
    const failed = await tx.one({
      text: `update export_job set state = 'failed', error = $3, finished_at = now()
        where group_id = $1 and id = $2 and state = 'running' returning id`,
      values: [groupId, job.id, reason],
    })
    if (failed) tell(tx, job, { message: `${job.title}导出失败：${reason}` })
  })

const reasonOf = (error: unknown): string =>
  error instanceof Failure ? error.message : '导出失败，请重试；仍不成功请联系管理员'

/** Deletes the files of exports whose days are over and marks them (business/finance 6). */
export async function expireJobs(db: Database, groupId: number): Promise<void> {
  const expired = await db.tenant(groupId, (tx) =>
    tx.query<{ id: number }>({
      text: `update export_job set state = 'expired' where group_id = $1 and state = 'done' and expires_at < now() returning id`,
      values: [groupId],
    }),
  )
  for (const { id } of expired) await dropFile(groupId, exportFiles, id)
}

/** Exports of all groups that wait, run, or failed within the last day. */
export async function countExports(db: Database): Promise<Record<'queued' | 'running' | 'failed', number>> {
  const counts = { queued: 0, running: 0, failed: 0 }
  const groups = await db.shared<{ id: number }>({ text: 'select id from shared.tenant_group order by id' })
  for (const { id } of groups) {
    const rows = await db.tenant(id, (tx) =>
      tx.query<{ state: keyof typeof counts; count: number }>({
        text: `select state, count(*) as count from export_job where group_id = $1
          and (state in ('queued', 'running') or (state = 'failed' and finished_at > now() - interval '1 day')) group by state`,
        values: [id],
      }),
    )
    for (const { state, count } of rows) counts[state] += count
  }
  return counts
}
