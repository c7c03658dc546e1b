import type { Readable } from 'node:stream'
import { downloadRoutes } from '@chepu/contract/finance/download-center'
import { exportFile, readExport } from '@chepu/contract/kernel/export-job'
import type { ExportFormat } from '@chepu/contract/kernel/export-route'
import { mediaTypes } from '@chepu/contract/kernel/route'
import type { FastifyReply } from 'fastify'
import type { App } from '../../kernel/http/bind'
import type { Caller } from '../../kernel/caller/caller'
import { requeueExport } from '../../kernel/export/enqueue'
import { exportFiles } from '../../kernel/export/run'
import { notFound } from '../../kernel/base/errors'
import { openFile } from '../../kernel/base/file-store'
import { listDownloads, readDownload, type ReadyFile, fetchedFile, removeDownload } from './jobs'

/** Calls of 下载中心 and of everybody who waits for his export. */
export function bindDownloadCenter({ bind, bindOpen }: App): void {
  bind(downloadRoutes.list, (tx, { query }) => listDownloads(tx, query))
  bind(readExport, (tx, { params }) => readDownload(tx, params.id))
  bind(downloadRoutes.retry, async (tx, { params }) => {
    await readDownload(tx, params.id)
    return requeueExport(tx, params.id)
  })
  bind(downloadRoutes.remove, (tx, { params }) => removeDownload(tx, params.id))
  // Sent outside the transaction: a slow reader must not hold a connection of the database.
  bindOpen(exportFile, async ({ db, caller, params, reply }) => {
    const { groupId } = caller as Caller
    const file = await db.as(caller as Caller, (tx) => fetchedFile(tx, params.id))
    const content = await openFile(groupId, exportFiles, params.id)
    if (!content) notFound('文件')
    await send(reply, file, content)
  })
}

const contentTypes: Record<ExportFormat, string> = {
  xlsx: mediaTypes.xlsx,
  csv: `${mediaTypes.csv}; charset=utf-8`,
  pdf: mediaTypes.pdf,
}

async function send(reply: FastifyReply, file: ReadyFile, content: Readable) {
  await reply
    .header('content-type', contentTypes[file.format])
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
    .header('cache-control', 'private, no-store')
    .header('content-length', file.fileSize ?? undefined)
    .send(content)
}
