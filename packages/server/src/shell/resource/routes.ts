import { resourceRoutes } from '@chepu/contract/shell/resource'
import type { App } from '../../kernel/http/bind'
import type { Caller } from '../../kernel/caller/caller'
import type { Upload } from '../../kernel/http/upload'
import { contentOf, fileOf, keepContent, listFiles, removeFile, takeTicket } from './resource'

/**
 * Calls of 附件. What is uploaded has come whole and lies in the store before the transaction of its row begins, and what is downloaded
 * is sent after it: neither a slow line nor a slow store may hold a connection of the database (ADR 0141).
 */
export function bindResources({ bind, bindOpen }: App): void {
  bind(resourceRoutes.list, (tx, { query }) => listFiles(tx, query))
  bind(resourceRoutes.ticket, (tx, { body }) => takeTicket(tx, body))
  bind(resourceRoutes.remove, (tx, { params }) => removeFile(tx, params.id))
  // Needs no Idempotency-Key: a ticket is good for one file, which may be sent again.
  bindOpen(resourceRoutes.upload, ({ db, caller, params, upload }) =>
    keepContent(db, caller as Caller, params.id, (upload as Upload).content),
  )
  bindOpen(resourceRoutes.file, async ({ db, caller, params, reply }) => {
    const file = await db.as(caller as Caller, (tx) => fileOf(tx, params.id))
    const content = await contentOf((caller as Caller).groupId, file)
    await reply
      .header('content-type', file.contentType)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
      .header('cache-control', 'private, no-store')
      .send(content)
  })
}
