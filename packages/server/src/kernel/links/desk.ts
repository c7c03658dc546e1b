// Links from inside: who may handle what a link shows makes it, sees what became of it, and ends it (business/links 1).
import type { CustomerAnswer, LiveLink } from '@chepu/contract/kernel/customer-link'
import { notFound, refuse } from '../base/errors'
import { keptFile } from '../base/file-store'
import type { Caller } from '../caller/caller'
import { audit } from '../db/audit'
import type { Database } from '../db/db'
import type { CallerTx } from '../db/tx'
import { type LinkPurpose, purposeOf, purposesOf } from './purpose'
import { newToken } from './token'

/** The folder of the pictures in the file store. */
export const signatureFolder = 'signature'

/** Where links lead. */
interface Subject {
  purpose: string
  subjectId: number
}

const known = (name: string): LinkPurpose<unknown> => purposeOf(name) ?? notFound('链接用途')

/**
 * Makes a link of a purpose, good for so many days, and ends the former one. Answers its path, which nobody can find out later.
 * Throws as the purpose does when the caller may not handle the subject, and refuses what has nothing to show now.
 */
export async function makeLink(
  tx: CallerTx,
  { purpose, subjectId, days }: Subject & { days: number },
): Promise<{ id: number; path: string; expiresAt: string }> {
  const { owner, show, subjectKind, nothing = '请先审核，并确认仍在有效期内' } = known(purpose)
  const { orgId } = await owner(tx, subjectId)
  if ((await show(tx, { orgId, subjectId })) === undefined) refuse(`现在没有可以给客户看的内容：${nothing}`)
  await endLinks(tx, [purpose], subjectId)
  const { token, hash } = newToken(tx.groupId)
  const link = await tx.one<{ id: number; expiresAt: string }>({
    text: `insert into customer_link (group_id, org_id, purpose, subject_kind, subject_id, token_hash, expires_at, created_by)
      values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7), $8) returning id, expires_at`,
    values: [tx.groupId, orgId, purpose, subjectKind, subjectId, hash, days, tx.caller.userId],
  })
  const { id, expiresAt } = link as { id: number; expiresAt: string }
  await audit(tx, { entity: subjectKind, entityId: subjectId, action: 'make-link', detail: { linkId: id, expiresAt } })
  return { id, path: `/l/${token}`, expiresAt }
}

/** Ends the link of a purpose that shows a subject; answers how many opened it until now. */
export async function revokeLinks(tx: CallerTx, subject: Subject): Promise<{ revoked: number }> {
  const { owner, subjectKind } = known(subject.purpose)
  await owner(tx, subject.subjectId)
  return { revoked: await revoke(tx, subjectKind, [subject.purpose], subject.subjectId) }
}

/** Ends whatever links show a document that is of another customer, or of another car, from now on (business/links 1). */
export async function endLinksOf(tx: CallerTx, { kind, id }: { kind: string; id: number }): Promise<void> {
  await revoke(tx, kind, purposesOf(kind), id)
}

async function revoke(tx: CallerTx, entity: string, purposes: readonly string[], entityId: number): Promise<number> {
  const ended = await endLinks(tx, purposes, entityId)
  if (ended.length > 0) await audit(tx, { entity, entityId, action: 'revoke-link', detail: { links: ended } })
  return ended.length
}

async function endLinks(tx: CallerTx, purposes: readonly string[], subjectId: number): Promise<number[]> {
  const ended = await tx.query<{ id: number }>({
    text: `update customer_link set revoked_at = now()
      where group_id = $1 and purpose = any ($2::text[]) and subject_id = $3 and revoked_at is null returning id`,
    values: [tx.groupId, [...purposes], subjectId],
  })
  return ended.map(({ id }) => id)
}

/** The link of a purpose that opens a subject now, and the last answer that came by one. Throws as the purpose does. */
export async function linkOf(
  tx: CallerTx,
  { purpose, subjectId }: Subject,
): Promise<{ link: LiveLink | null; answer: (CustomerAnswer & { linkId: number }) | null }> {
  await known(purpose).owner(tx, subjectId)
  const values = [tx.groupId, purpose, subjectId]
  const [link, answer] = await Promise.all([
    tx.one<LiveLink>({
      text: `select l.id, l.expires_at, l.created_at, u.real_name as creator_name, l.open_count, l.last_opened_at
        from customer_link l join app_user u on u.group_id = l.group_id and u.id = l.created_by
        where l.group_id = $1 and l.purpose = $2 and l.subject_id = $3 and l.revoked_at is null and l.expires_at > now()`,
      values,
    }),
    tx.one<CustomerAnswer & { linkId: number }>({
      text: `select a.link_id, a.answered_at, a.decisions
        from customer_link l join customer_answer a on a.group_id = l.group_id and a.link_id = l.id
        where l.group_id = $1 and l.purpose = $2 and l.subject_id = $3 order by l.id desc limit 1`,
      values,
    }),
  ])
  return { link: link ?? null, answer: answer ?? null }
}

/** The picture of the signature that came by a link, of who may handle its subject. */
export async function signatureOf(db: Database, caller: Caller, linkId: number): Promise<Buffer> {
  const row = await db.as(caller, async (tx) => {
    const found = await tx.one<Subject & { signedAs: string }>({
      text: `select l.purpose, l.subject_id, a.signed_as
        from customer_link l join customer_answer a on a.group_id = l.group_id and a.link_id = l.id
        where l.group_id = $1 and l.id = $2`,
      values: [tx.groupId, linkId],
    })
    if (!found) notFound('客户签名')
    await known(found.purpose).owner(tx, found.subjectId)
    return found
  })
  return (await keptFile(caller.groupId, signatureFolder, row.signedAs)) ?? notFound('客户签名')
}
