import type { ExportFormat } from '@chepu/contract/kernel/export-route'
import type { CallerTx } from '../db/tx'
import { invalid, notFound, refuse } from '../base/errors'
import { type ExportColumn, exportSource } from './registry'
import { wakeExports } from './worker'

/** Exports one user may have under way at once (business/finance 6). */
const maxOpenJobs = 3

/** Queues an export of what the list shows with these filters; the worker writes the file later. */
export async function enqueueExport(
  tx: CallerTx,
  key: string,
  request: {
    filters: Record<string, unknown>
    columns: string[]
    titles: Record<string, string>
    format: ExportFormat
  },
): Promise<{ jobId: number }> {
  const source = exportSource(key)
  if (!source) notFound('导出内容')
  const { columns, format } = request
  assertColumns(source.columns(tx), columns)
  await assertRoom(tx)
  const { orgId, userId } = tx.caller
  const [filters, titles] = [JSON.stringify(request.filters), JSON.stringify(request.titles)]
  const fileName = fileNameOf([source.title, await source.subject?.(tx, request.filters)], format)
  const [job] = await tx.insert<{ id: number }>(
    'export_job',
    ['group_id', 'org_id', 'user_id', 'source_key', 'title', 'filters', 'columns', 'titles', 'format', 'file_name'],
    [[tx.groupId, orgId, userId, key, source.title, filters, columns, titles, format, fileName]],
    'returning id',
  )
  tx.afterCommit(() => wakeExports(tx.db, tx.groupId))
  return { jobId: job?.id as number }
}

/** Refuses a sheet without a column. What a page shows beside the columns of its sheet is passed over, as it always is. */
function assertColumns(open: readonly ExportColumn[], wanted: readonly string[]): void {
  const [first] = wanted
  if (first === undefined || open.some(({ key }) => wanted.includes(key))) return
  invalid([{ path: 'columns', message: `没有“${first}”这一列可以导出` }])
}

/** Puts a failed or expired export of the caller in the queue again. */
export async function requeueExport(tx: CallerTx, jobId: number): Promise<{ id: number }> {
  await assertRoom(tx)
  const again = await tx.one<{ id: number }>({
    text: `update export_job set state = 'queued', attempts = 0, error = '', row_count = null, file_size = null, sha256 = null,
        finished_at = null, expires_at = null
      where group_id = $1 and id = $2 and user_id = $3 and state in ('failed', 'expired') returning id`,
    values: [tx.groupId, jobId, tx.caller.userId],
  })
  if (!again) refuse('只有失败或过期的导出可以重试')
  tx.afterCommit(() => wakeExports(tx.db, tx.groupId))
  return again
}

/** Refuses a fourth export under way; the user's row is locked, so that two requests at once do not both slip in. */
async function assertRoom(tx: CallerTx): Promise<void> {
  await tx.query({
    text: 'select id from app_user where group_id = $1 and id = $2 for no key update',
    values: [tx.groupId, tx.caller.userId],
  })
  const open = await tx.one<{ count: number }>({
    text: `select count(*) as count from export_job where group_id = $1 and user_id = $2 and state in ('queued', 'running')`,
    values: [tx.groupId, tx.caller.userId],
  })
  if ((open?.count ?? 0) >= maxOpenJobs) refuse(`最多同时进行${maxOpenJobs}个导出任务，请稍候`)
}

const moment = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

/** 采购入库单_20260131_154500.xlsx, in Shanghai's time, without the signs that no file name may have. */
function fileNameOf(parts: readonly (string | undefined)[], format: ExportFormat): string {
  const time = moment.format(new Date()).replace(/[-:]/g, '').replace(' ', '_')
  const words = parts
    .filter((part) => part !== undefined)
    .map((part) => part.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim())
  return `${[...words, time].join('_')}.${format}`
}
