import type { DataOf } from '@chepu/contract/kernel/route'
import type { approvalRoutes } from '@chepu/contract/access/registration'
import { sql } from 'kysely'
import { audit } from '../../kernel/db/audit'
import type { BodyOf } from '../../kernel/http/bind'
import type { Caller } from '../../kernel/caller/caller'
import type { Database } from '../../kernel/db/db'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import { Failure, forbidden, notFound } from '../../kernel/base/errors'
import { notify } from '../../kernel/notify/notify'
import { visibleApplications } from './registrations'
import { foundGroup, openShop, type Registration } from './open-company'

type Decision = BodyOf<typeof approvalRoutes.decide>
type Decided = DataOf<typeof approvalRoutes.decide>

const conflicts = {
  login_username_key: '申请人的用户名已被其他账号使用，请驳回后重新申请',
  login_mobile_key: '申请人的手机号已被其他账号使用，请驳回后重新申请',
  tenant_group_name_key: '已有同名企业，请驳回后重新申请',
  org_group_id_name_key: '集团内已有同名企业，请驳回后重新申请',
}

/**
 * 通过 or 驳回 of 企业审核 (business/access 3.3). The platform's keeper decides who founds a group, an organisation about the shops that
 * shall stand below it; other applications do not exist for a caller. What an approval makes is made in one transaction with its mark, so two
 * at once make one company.
 */
export async function decide(db: Database, caller: Caller, { id, action, reason }: Decision): Promise<Decided> {
  const seen = await db.as(caller, (tx) => decidable(tx, id))
  if (action === 'reject') return db.as(caller, (tx) => reject(tx, id, reason))
  await db.as(caller, (tx) => assertNotOwn(tx, seen))
  if (seen.groupId !== null) return onViolation(conflicts, () => db.as(caller, (tx) => approveShop(tx, id)))
  const decided = await onViolation(conflicts, () => approveGroup(db, caller, id))
  await db.as(caller, (tx) =>
    audit(tx, { entity: 'registration', entityId: id, action: 'approve', fromState: 'pending', toState: 'approved' }),
  )
  return decided
}

interface Seen {
  groupId: number | null
  requestedBy: number | null
  mobile: string
}

async function decidable(tx: CallerTx, id: number): Promise<Seen> {
  const [seen] = await tx.select<Seen>(
    sql<Seen>`select r.group_id, r.requested_by, r.mobile from shared.registration r where r.id = ${id} and ${await visibleApplications(tx)}`,
  )
  return seen ?? notFound('申请')
}

/** Nobody approves what he applied for, nor through a second login: the same mobile stands at both or at their employees. */
async function assertNotOwn(tx: CallerTx, { requestedBy, mobile }: Seen): Promise<void> {
  const { userId } = tx.caller
  const row = await tx.one<{ isOwn: boolean }>({
    text: `with known as (
        select id as user_id, mobile from app_user where group_id = $1 and id = any (array[$2, $3]::bigint[])
        union all select user_id, mobile from employee where group_id = $1 and user_id = any (array[$2, $3]::bigint[])
        union all select $3::bigint, $4
      )
      select exists (select from known mine join known theirs on theirs.mobile = mine.mobile and theirs.mobile <> ''
        where mine.user_id = $2::bigint and theirs.user_id is not distinct from $3::bigint) as is_own`,
    values: [tx.groupId, userId, requestedBy, mobile],
  })
  if (requestedBy === userId || row?.isOwn) forbidden('不能审核自己提交的申请，请由其他有审核权限的人处理')
}

async function reject(tx: CallerTx, id: number, reason: string): Promise<Decided> {
  const registration = await lock(tx, id)
  await mark(tx, id, tx.caller.userId, { state: 'rejected', reason })
  const { requestedBy, name } = registration
  if (requestedBy !== null) {
    notify(tx, {
      users: [requestedBy],
      kind: 'notice',
      message: `门店“${name}”的申请未通过：${reason}`,
      eventKey: `registration-${id}-decided`,
    })
  }
  await audit(tx, {
    entity: 'registration',
    entityId: id,
    action: 'reject',
    fromState: 'pending',
    toState: 'rejected',
    reason,
  })
  return { id, state: 'rejected', orgid: null }
}

async function approveShop(tx: CallerTx, id: number): Promise<Decided> {
  const registration = await lock(tx, id)
  const orgId = await openShop(tx, registration)
  await mark(tx, id, tx.caller.userId, { state: 'approved', groupId: tx.groupId, orgId })
  await audit(tx, {
    entity: 'registration',
    entityId: id,
    action: 'approve',
    fromState: 'pending',
    toState: 'approved',
    detail: { orgId },
  })
  return { id, state: 'approved', orgid: orgId }
}

/** The transaction belongs to the group that it founds. */
async function approveGroup(db: Database, caller: Caller, id: number): Promise<Decided> {
  const [next] = await db.shared<{ groupId: number }>({
    text: `select nextval(pg_get_serial_sequence('shared.tenant_group', 'id')) as group_id`,
  })
  return db.tenant(next?.groupId as number, async (tx) => {
    const registration = await lock(tx, id)
    const orgId = await foundGroup(tx, registration)
    await mark(tx, id, caller.userId, { state: 'approved', groupId: tx.groupId, orgId })
    return { id, state: 'approved' as const, orgid: orgId }
  })
}

/** Locks an application that still waits. */
async function lock(tx: Tx, id: number): Promise<Registration> {
  const row = await tx.one<Registration & { state: string }>({
    text: `select id, group_id, parent_org_id, requested_by, username, password_hash, mobile, name, credit_code,
        region_code, address, contact, org_type, state
      from shared.registration where id = $1 for no key update`,
    values: [id],
  })
  if (row?.state !== 'pending') throw new Failure('stale', '该申请已处理，请刷新后查看')
  return row
}

/** Writes the decision; the password waits for nobody any more. */
async function mark(
  tx: Tx,
  id: number,
  userId: number,
  decision: { state: 'approved' | 'rejected'; reason?: string; groupId?: number; orgId?: number },
): Promise<void> {
  await tx.query({
    text: `update shared.registration set state = $2, reason = $3, decided_by = $4, decided_at = now(),
        created_group_id = $5, created_org_id = $6,
        password_hash = case when $2 = 'rejected' then password_hash end
      where id = $1`,
    values: [id, decision.state, decision.reason ?? '', userId, decision.groupId ?? null, decision.orgId ?? null],
  })
}
