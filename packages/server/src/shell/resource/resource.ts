import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { fileTooLarge } from '@chepu/contract/kernel/file-limit'
import { keepsFiles, stateLabel } from '@chepu/contract/kernel/states'
import type { DataOf } from '@chepu/contract/kernel/route'
import { attachedFile, maxFiles, type Resource, type resourceRoutes } from '@chepu/contract/shell/resource'
import { audit } from '../../kernel/db/audit'
import { type Caller, mayPress } from '../../kernel/caller/caller'
import type { Database } from '../../kernel/db/db'
import type { CallerTx } from '../../kernel/db/tx'
import { type DocumentKind, documentKind } from '../../kernel/document/registry'
import { visible } from '../../kernel/document/view'
import { forbidden, invalid, notFound, refuse } from '../../kernel/base/errors'
import { attachmentKind, dropFileAfter, keepFile, openFile } from '../../kernel/base/file-store'
import { imageType } from '../../kernel/base/image-type'
import { assertOwn } from '../../kernel/caller/scope'
import { photoHeld } from '../../repair/public'

const folder = attachmentKind
/** How long a ticket waits for its content. */
const ticketMinutes = 10

interface Owner {
  kind: string
  ownerId: number
}

interface Row {
  id: number
  ownerKind: string
  ownerId: number
  fileName: string
  contentType: string
}

/** A file that lies in the store. */
interface StoredRow extends Row {
  storedAs: string
}

interface VisibleOwner extends DocumentKind {
  orgId: number
  state: string
}

/** The document's kind and organisation, when the caller may look at the document; else it does not exist for him. */
async function visibleOwner(tx: CallerTx, { kind, ownerId }: Owner): Promise<VisibleOwner> {
  const found = documentKind(kind)
  if (!found || !mayPress(tx.caller, found.def.buttons.view)) notFound('单据')
  const { orgId, state } = await visible(tx, found.family, found.def, ownerId)
  return { ...found, orgId, state }
}

const hasButton = (tx: CallerTx, { def }: DocumentKind): boolean =>
  mayPress(tx.caller, [def.buttons.add, def.buttons.update].flat())

const mayAttach = (tx: CallerTx, kind: DocumentKind): boolean =>
  hasButton(tx, kind) || mayPress(tx.caller, [kind.def.buttons.attach ?? []].flat())

/** Whoever sees other organisations still writes only in the one that he works in (business/access 7). */
async function changeableOwner(tx: CallerTx, owner: Owner, may = hasButton): Promise<VisibleOwner> {
  const found = await visibleOwner(tx, owner)
  if (!may(tx, found)) forbidden(`您没有修改${found.def.title}的权限`)
  assertOwn(tx.caller, found)
  return found
}

/** Refuses to take away what a document, or a record of it, proves by it (ADR 0314); held, so that it goes no further meanwhile. @throws Failure refusal */
async function assertLoose(tx: CallerTx, { def, family }: VisibleOwner, file: Row): Promise<void> {
  if (!def.filesProve) return
  const owner = await family.lock(tx, def.kind, file.ownerId)
  if (owner && keepsFiles(def, owner.state))
    refuse(`${def.title} ${owner.billNo} 当前为「${stateLabel(def, owner.state)}」，照片和附件不能删除`)
  const reason = await photoHeld(tx, file)
  if (reason !== undefined) refuse(reason)
}

/** Files of a document, oldest first. */
export async function listFiles(tx: CallerTx, owner: Owner): Promise<DataOf<typeof resourceRoutes.list>> {
  const found = await visibleOwner(tx, owner)
  const rows = await tx.query<Resource>({
    text: `select a.id, a.file_name, a.content_type, a.byte_count, a.created_at, u.real_name as creator_name
      from attachment a join app_user u on u.group_id = a.group_id and u.id = a.created_by
      where a.group_id = $1 and a.owner_kind = $2 and a.owner_id = $3 and a.stored_as is not null order by a.id`,
    values: [tx.groupId, owner.kind, owner.ownerId],
  })
  const mayChange = found.orgId === tx.caller.orgId && hasButton(tx, found)
  return { rows, mayChange, mayRemove: mayChange && !keepsFiles(found.def, found.state) }
}

/** Announces a file; forgets tickets of the document that nobody used. */
export async function takeTicket(tx: CallerTx, body: Owner & { fileName: string }): Promise<{ id: number }> {
  await changeableOwner(tx, body, mayAttach)
  const owner = [tx.groupId, body.kind, body.ownerId]
  // Tickets of one document wait for each other, so that its limit holds; whoever works on the document waits for none of them.
  await tx.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 46))', values: [owner.join('/')] })
  await tx.query({
    text: `delete from attachment where group_id = $1 and owner_kind = $2 and owner_id = $3 and stored_as is null
      and created_at < now() - make_interval(mins => $4)`,
    values: [...owner, ticketMinutes],
  })
  const [count] = await tx.query<{ count: number }>({
    text: 'select count(*) as count from attachment where group_id = $1 and owner_kind = $2 and owner_id = $3',
    values: owner,
  })
  if ((count?.count ?? 0) >= maxFiles) refuse(`每张单据最多${maxFiles}个附件`)
  const [row] = await tx.insert<{ id: number }>(
    'attachment',
    ['group_id', 'owner_kind', 'owner_id', 'file_name', 'created_by'],
    [[...owner, body.fileName.slice(-100), tx.caller.userId]],
    'returning id',
  )
  return row as { id: number }
}

const fileType = (content: Buffer): string | undefined =>
  content.toString('latin1', 0, 5) === '%PDF-' ? 'application/pdf' : imageType(content)

/**
 * Keeps the content of a ticket of the caller's own: a picture or a PDF by its first bytes, at most 10 MB. Whoever sends the
 * same again, since the answer was lost, is answered the same.
 */
export async function keepContent(db: Database, caller: Caller, id: number, content: Buffer): Promise<{ id: number }> {
  const contentType = fileType(content)
  if (contentType === undefined) invalid([{ path: 'file', message: '只支持PNG、JPG、WebP图片和PDF' }])
  if (content.length > attachedFile.maxBytes) invalid([{ path: 'file', message: fileTooLarge(attachedFile) }])
  const sha256 = createHash('sha256').update(content).digest('hex')
  const ticket = await db.as(caller, (tx) => ownTicket(tx, id, sha256))
  if (ticket.storedAs !== null) return { id }
  await keepFile([caller.groupId, folder], content, (file) =>
    db.as(caller, async (tx) => {
      const row = await ownTicket(tx, id, sha256)
      if (row.storedAs !== null) return
      await tx.query({
        text: `update attachment set stored_as = $3, content_type = $4, byte_count = $5, sha256 = $6
          where group_id = $1 and id = $2`,
        values: [tx.groupId, id, file.nameIn(tx), contentType, content.length, sha256],
      })
      await note(tx, row, 'add-file')
    }),
  )
  return { id }
}

/** A ticket of the caller that waits for its content, or was filled with the same a moment ago. Refuses every other one. */
async function ownTicket(tx: CallerTx, id: number, sha256: string): Promise<Row & { storedAs: string | null }> {
  const row = await tx.one<Row & { storedAs: string | null }>({
    text: `select id, owner_kind, owner_id, file_name, content_type, stored_as from attachment
      where group_id = $1 and id = $2 and created_by = $3 and (stored_as is null or sha256 = $4)
        and created_at > now() - make_interval(mins => $5) for no key update`,
    values: [tx.groupId, id, tx.caller.userId, sha256, ticketMinutes],
  })
  if (!row) notFound('上传凭证')
  await changeableOwner(tx, { kind: row.ownerKind, ownerId: row.ownerId }, mayAttach)
  return row
}

/** What a file is that the caller may see. */
export async function fileOf(tx: CallerTx, id: number): Promise<StoredRow> {
  const row = await stored(tx, id)
  await visibleOwner(tx, { kind: row.ownerKind, ownerId: row.ownerId })
  return row
}

/** Its content. */
export async function contentOf(groupId: number, { storedAs }: StoredRow): Promise<Readable> {
  return (await openFile(groupId, folder, storedAs)) ?? notFound('附件')
}

export async function removeFile(tx: CallerTx, id: number): Promise<{ id: number }> {
  const row = await stored(tx, id)
  await assertLoose(tx, await changeableOwner(tx, { kind: row.ownerKind, ownerId: row.ownerId }), row)
  const deleted = await tx.one({
    text: 'delete from attachment where group_id = $1 and id = $2 and not is_signature returning id',
    values: [tx.groupId, id],
  })
  // Else somebody deleted it meanwhile.
  if (!deleted) await stored(tx, id).then(() => refuse('客户已用它签字确认，不能删除'))
  await note(tx, row, 'remove-file')
  dropFileAfter(tx, folder, row.storedAs)
  return { id }
}

async function stored(tx: CallerTx, id: number): Promise<StoredRow> {
  const row = await tx.one<StoredRow>({
    text: `select id, owner_kind, owner_id, file_name, content_type, stored_as from attachment
      where group_id = $1 and id = $2 and stored_as is not null`,
    values: [tx.groupId, id],
  })
  if (!row) notFound('附件')
  return row
}

const note = (tx: CallerTx, { ownerKind, ownerId, fileName }: Row, action: string) =>
  audit(tx, { entity: ownerKind, entityId: ownerId, action, detail: { fileName } })
