// Links from outside: what a customer does by one, who has no account (business/links 2).
import { createHash } from 'node:crypto'
import { type Confirmation, type CustomerAnswer, linkGone, signatureFile } from '@chepu/contract/kernel/customer-link'
import { fileTooLarge } from '@chepu/contract/kernel/file-limit'
import type { FastifyRequest } from 'fastify'
import { Failure, invalid, refuse } from '../base/errors'
import { attachmentKind, keepFile, keptFile } from '../base/file-store'
import { isWholePng } from '../base/image-type'
import type { Database } from '../db/db'
import type { Tx } from '../db/tx'
import { Allowance } from '../http/allowance'
import { signatureFolder } from './desk'
import { type LinkPurpose, type OpenLink, purposeOf } from './purpose'
import { placeOf } from './token'

/** Calls a minute of one address, behind which a whole shop may stand, and by one token. */
const addresses = new Allowance(240)
const tokens = new Allowance(30)

/** A customer before a link. */
interface Visit {
  db: Database
  token: string
  ip: string
  userAgent: string
  requestId: string
}

interface FoundLink extends OpenLink {
  subjectKind: string
  expiresAt: string
  orgName: string
  tel: string
}

/** Who comes by a link, and from where. Throws Failure tooMany to who comes faster than people do, before anything is looked up. */
export function visitOf(db: Database, token: string, request: FastifyRequest): Visit {
  if (!addresses.take(request.ip, 1) || !tokens.take(token.slice(0, 64), 1))
    throw new Failure('tooMany', '操作过于频繁，请稍后再试')
  return {
    db,
    token,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
  }
}

const gone = (): never => {
  throw new Failure('notFound', linkGone)
}

const linkColumns = `l.id, l.org_id, l.purpose, l.subject_kind, l.subject_id, l.expires_at, o.name as org_name, o.tel`

/** The link that a token opens now, of a purpose or of any. Throws Failure notFound in the same words whatever is the matter with it. */
async function find(tx: Tx, hash: string, purpose: string | null): Promise<FoundLink & { purpose: string }> {
  const link = await tx.one<FoundLink & { purpose: string }>({
    name: 'find-link',
    text: `select ${linkColumns} from customer_link l join org o on o.group_id = l.group_id and o.id = l.org_id
      where l.group_id = $1 and l.token_hash = $2 and ($3::text is null or l.purpose = $3)
        and l.revoked_at is null and l.expires_at > now()`,
    values: [tx.groupId, hash, purpose],
  })
  return link ?? gone()
}

/** What a link is for, and whose it is. Throws as `openLink` does, so that nobody is told of a link that shows nothing. */
export async function purposeBehind({ db, token }: Visit): Promise<{ purpose: string; orgName: string; tel: string }> {
  const { groupId, hash } = placeOf(token)
  return db.tenant(groupId, async (tx) => {
    const link = await find(tx, hash, null)
    const { purpose, orgName, tel } = link
    return (await purposeOf(purpose)?.show(tx, link)) === undefined ? gone() : { purpose, orgName, tel }
  })
}

/** Shows what a link is about, counts the opening and notes it. Throws as `find` does, also when there is nothing to show any more. */
export async function openLink<Content>(
  visit: Visit,
  { name, show }: LinkPurpose<Content>,
): Promise<{ expiresAt: string; answer: CustomerAnswer | null; content: Content }> {
  const { groupId, hash } = placeOf(visit.token)
  return visit.db.tenant(groupId, async (tx) => {
    const link = await find(tx, hash, name)
    const content = (await show(tx, link)) ?? gone()
    tx.send({
      text: `update customer_link set open_count = open_count + 1, last_opened_at = now() where group_id = $1 and id = $2`,
      values: [tx.groupId, link.id],
    })
    note(tx, visit, link, { action: 'open-link' })
    return { expiresAt: link.expiresAt, answer: (await answerBy(tx, link.id)) ?? null, content }
  })
}

/** A picture that the content of a link names. Throws Failure notFound in the same words whatever is the matter. */
export async function pictureBehind(visit: Visit, { name, picture }: LinkPurpose<unknown>, id: number) {
  const { groupId, hash } = placeOf(visit.token)
  const file = await visit.db.tenant(groupId, async (tx) => {
    const link = await find(tx, hash, name)
    return picture?.(tx, link, id)
  })
  const content = file && (await keptFile(groupId, attachmentKind, file.storedAs))
  return content ? { content, contentType: file.contentType } : gone()
}

interface KeptAnswer extends CustomerAnswer {
  contentHash: string
}

const answerBy = async (tx: Tx, linkId: number): Promise<CustomerAnswer | undefined> => {
  const kept = await keptAnswer(tx, linkId)
  return kept && { answeredAt: kept.answeredAt, decisions: kept.decisions }
}

const keptAnswer = (tx: Tx, linkId: number): Promise<KeptAnswer | undefined> =>
  tx.one({
    name: 'answer-by-link',
    text: 'select content_hash, answered_at, decisions from customer_answer where group_id = $1 and link_id = $2',
    values: [tx.groupId, linkId],
  })

/**
 * Takes the customer's answer with the picture of his signature, once: a repeat gets the first answer, also while the first still runs, and
 * another answer is refused. Throws as `find` does, as the purpose does, and Failure invalid for what is no PNG or too large.
 */
export async function answerLink(
  visit: Visit,
  purpose: Required<Pick<LinkPurpose<unknown>, 'name' | 'take'>>,
  answer: Confirmation,
): Promise<CustomerAnswer> {
  const picture = pictureOf(answer.signature)
  const { groupId, hash } = placeOf(visit.token)
  const contentHash = createHash('sha256').update(JSON.stringify(answer)).digest('hex')
  // Nobody fills the store by a link that opens nothing, and a repeat needs no further picture.
  const before = await visit.db.tenant(groupId, async (tx) => keptAnswer(tx, (await find(tx, hash, purpose.name)).id))
  if (before) return sameAnswer(before, contentHash)
  return keepFile([groupId, signatureFolder], picture, (file) =>
    visit.db.tenant(groupId, async (tx) => {
      const link = await find(tx, hash, purpose.name)
      const answeredAt = await claim(tx, link.id, contentHash)
      if (answeredAt === undefined) return sameAnswer((await keptAnswer(tx, link.id)) as KeptAnswer, contentHash)
      const decisions = await purpose.take(tx, link, answer)
      tx.send({
        text: 'update customer_answer set decisions = $3, signed_as = $4 where group_id = $1 and link_id = $2',
        values: [tx.groupId, link.id, JSON.stringify(decisions), file.nameIn(tx)],
      })
      note(tx, visit, link, { action: 'answer-link', detail: { decisions } })
      return { answeredAt, decisions }
    }),
  )
}

/**
 * Takes the place of the link's one answer before anything else is locked, as a request takes its key; undefined when an answer has it
 * already. One that is on its way is waited for.
 */
async function claim(tx: Tx, linkId: number, contentHash: string): Promise<string | undefined> {
  const row = await tx.one<{ answeredAt: string }>({
    name: 'claim-answer',
    text: `insert into customer_answer (group_id, link_id, content_hash) values ($1, $2, $3)
      on conflict do nothing returning answered_at`,
    values: [tx.groupId, linkId, contentHash],
  })
  return row?.answeredAt
}

/** Writes into the log of the subject what a customer did, who has no user: from where, and with what browser. */
function note(tx: Tx, visit: Visit, link: FoundLink, did: { action: string; detail?: object }): void {
  const detail = { linkId: link.id, userAgent: visit.userAgent, ...did.detail }
  tx.sendInsert(
    'audit_log',
    ['group_id', 'org_id', 'entity', 'entity_id', 'action', 'detail', 'ip', 'request_id'],
    [
      [
        tx.groupId,
        link.orgId,
        link.subjectKind,
        link.subjectId,
        did.action,
        JSON.stringify(detail),
        visit.ip,
        visit.requestId,
      ],
    ],
  )
}

function sameAnswer({ answeredAt, decisions, contentHash }: KeptAnswer, asked: string): CustomerAnswer {
  if (contentHash !== asked) refuse('您已经确认过，如需更改请联系门店')
  return { answeredAt, decisions }
}

/** The picture that somebody drew. */
function pictureOf(signature: string): Buffer {
  const picture = Buffer.from(signature, 'base64')
  if (!isWholePng(picture)) invalid([{ path: 'signature', message: '签名图片无法读取，请重新签名' }])
  if (picture.length > signatureFile.maxBytes) invalid([{ path: 'signature', message: fileTooLarge(signatureFile) }])
  return picture
}
