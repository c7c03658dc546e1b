// Links from inside: who may handle what a link shows makes it, sees what became of it, and ends it (business/links 1).
import { type CustomerAnswer, type LiveLink, usualLinkDays } from '@chepu/contract/kernel/customer-link'
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
  { purpose, subjectId: asked, days }: Subject & { days?: number | undefined },
): Promise<{ id: number; path: string; expiresAt: string }> {
  const { show, subjectKind, usualDays = usualLinkDays, nothing = '请先审核，并确认仍在有效期内' } = known(purpose)
  const { orgId, subjectId } = await placed(tx, { purpose, subjectId: asked })
  if ((await show(tx, { orgId, subjectId })) === undefined) refuse(`现在没有可以给客户看的内容：${nothing}`)
  await endLinks(tx, { purposes: [purpose], subjectId, orgId })
  const { token, hash } = newToken(tx.groupId)
  const link = await tx.one<{ id: number; expiresAt: string }>({
    text: `insert into customer_link (group_id, org_id, purpose, subject_kind, subject_id, token_hash, expires_at, created_by)
      values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7), $8) returning id, expires_at`,
    values: [tx.groupId, orgId, purpose, subjectKind, subjectId, hash, days ?? usualDays, tx.caller.userId],
  })
  const { id, expiresAt } = link as { id: number; expiresAt: string }
  await audit(tx, { entity: subjectKind, entityId: subjectId, action: 'make-link', detail: { linkId: id, expiresAt } })
  return { id, path: `/l/${token}`, expiresAt }
}

/** Ends the link of a purpose that shows a subject; answers how many opened it until now. */
export async function revokeLinks(tx: CallerTx, subject: Subject): Promise<{ revoked: number }> {
  const place = await placed(tx, subject)
  return { revoked: await revoke(tx, known(subject.purpose).subjectKind, { purposes: [subject.purpose], ...place }) }
}

/** Ends whatever links show a document that is of another customer, or of another car, from now on, or a customer who is none any more (business/links 1). */
export async function endLinksOf(tx: CallerTx, { kind, id }: { kind: string; id: number }): Promise<void> {
  await revoke(tx, kind, { purposes: purposesOf(kind), subjectId: id })
}

/** Links that are ended: of one organisation, or of all. */
interface Ended {
  purposes: readonly string[]
  subjectId: number
  orgId?: number
}

/** Whose link of a subject the caller handles, and of which row. Throws as the purpose does. */
async function placed(tx: CallerTx, { purpose, subjectId }: Subject): Promise<{ orgId: number; subjectId: number }> {
  const { orgId, standsFor = subjectId } = await known(purpose).owner(tx, subjectId)
  return { orgId, subjectId: standsFor }
}

async function revoke(tx: CallerTx, entity: string, which: Ended): Promise<number> {
  const ended = await endLinks(tx, which)
  if (ended.length > 0)
    await audit(tx, { entity, entityId: which.subjectId, action: 'revoke-link', detail: { links: ended } })
  return ended.length
}

async function endLinks(tx: CallerTx, { purposes, subjectId, orgId }: Ended): Promise<number[]> {
  const ended = await tx.query<{ id: number }>({
    text: `update customer_link set revoked_at = now()
      where group_id = $1 and purpose = any ($2::text[]) and subject_id = $3 and ($4::bigint is null or org_id = $4) and revoked_at is null
      returning id`,
    values: [tx.groupId, [...purposes], subjectId, orgId ?? null],
  })
  return ended.map(({ id }) => id)
}

/** The link of a purpose that opens a subject now, and the last answer that came by one. Throws as the purpose does. */
export async function linkOf(
  tx: CallerTx,
  { purpose, subjectId }: Subject,
): Promise<{ link: LiveLink | null; answer: (CustomerAnswer & { linkId: number }) | null }> {
  const place = await placed(tx, { purpose, subjectId })
  const values = [tx.groupId, purpose, place.subjectId, place.orgId]
  const [link, answer] = await Promise.all([
    tx.one<LiveLink>({
      text: `select l.id, l.expires_at, l.created_at, u.real_name as creator_name, l.open_count, l.last_opened_at
        from customer_link l join app_user u on u.group_id = l.group_id and u.id = l.created_by
        where l.group_id = $1 and l.purpose = $2 and l.subject_id = $3 and l.org_id = $4 and l.revoked_at is null and l.expires_at > now()`,
      values,
    }),
    tx.one<CustomerAnswer & { linkId: number }>({
      text: `select a.link_id, a.answered_at, a.decisions
        from customer_link l join customer_answer a on a.group_id = l.group_id and a.link_id = l.id
        where l.group_id = $1 and l.purpose = $2 and l.subject_id = $3 and l.org_id = $4 order by l.id desc limit 1`,
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
