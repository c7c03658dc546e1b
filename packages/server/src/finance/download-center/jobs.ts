import type { DownloadRow } from '@chepu/contract/finance/download-center'
import type { ExportJob } from '@chepu/contract/kernel/export-job'
import type { ExportFormat } from '@chepu/contract/kernel/export-route'
import type { Paging } from '@chepu/contract/kernel/list-query'
import { sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { notFound, refuse } from '../../kernel/base/errors'
import { exportFiles, fileEvent } from '../../kernel/export/run'
import { dropFileAfter } from '../../kernel/base/file-store'
import { markKnown } from '../../kernel/notify/notify'
import { summariesOf } from './summary'
import { pageOf } from '../../kernel/query/page'

type StoredJob = Omit<DownloadRow, 'summary'> & { filters: Record<string, unknown>; format: ExportFormat }

/** What a finished export is sent as. */
export type ReadyFile = Pick<StoredJob, 'fileName' | 'fileSize' | 'format'>

const columns = sql`id, title, coalesce(file_name, title || '.xlsx') as file_name, state, row_count, file_size, error, filters, format,
  created_at, finished_at, expires_at`

/** The caller's own exports, newest first. */
export async function listDownloads(tx: CallerTx, query: Paging & { state?: string | undefined }) {
  const state = query.state ? sql`and state = ${query.state}` : sql``
  const { rows: page, more } = await pageOf(
    tx,
    sql<StoredJob>`select ${columns} from export_job
    where group_id = ${tx.groupId} and user_id = ${tx.caller.userId} ${state}
    order by id desc`,
    query,
  )
  const summaries = await summariesOf(
    tx,
    page.map((job) => job.filters),
  )
  const rows = page.map((job, i): DownloadRow => ({ ...shown(job), summary: summaries[i] ?? '' }))
  return { rows, more }
}

/** One export of the caller; another user's does not exist for him. */
export const readDownload = async (tx: CallerTx, jobId: number): Promise<ExportJob> => shown(await storedJob(tx, jobId))

async function storedJob(tx: CallerTx, jobId: number): Promise<StoredJob> {
  const [job] = await tx.select<StoredJob>(sql<StoredJob>`select ${columns} from export_job
    where group_id = ${tx.groupId} and user_id = ${tx.caller.userId} and id = ${jobId}`)
  if (!job) notFound('导出任务')
  return job
}

function shown(job: StoredJob) {
  const { filters: _filters, format: _format, ...rest } = job
  return rest
}

/** Name, size and format of a finished file that the caller fetches; what told him of it is read with that. */
export async function fetchedFile(tx: CallerTx, jobId: number): Promise<ReadyFile> {
  const job = await storedJob(tx, jobId)
  if (job.state === 'expired') refuse('文件已过期，请重新导出')
  if (job.state !== 'done') refuse('文件还没有生成')
  markKnown(tx, fileEvent(jobId, job.finishedAt))
  return job
}

/** Deletes an export of the caller with its file; one that is being written is left alone. */
export async function removeDownload(tx: CallerTx, jobId: number): Promise<{ id: number }> {
  await readDownload(tx, jobId)
  const free = await tx.one({
    text: 'select id from export_job where group_id = $1 and id = $2 for no key update skip locked',
    values: [tx.groupId, jobId],
  })
  if (!free) refuse('正在生成文件，完成后才能删除')
  await tx.query({ text: 'delete from export_job where group_id = $1 and id = $2', values: [tx.groupId, jobId] })
  dropFileAfter(tx, exportFiles, jobId)
  return { id: jobId }
}
