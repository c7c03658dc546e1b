import type { FollowUpResult, FollowUpsWanted } from '@chepu/contract/customers/follow-up'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { sql } from 'kysely'
import { invalid, notFound, refuse, staleRow } from '../../kernel/base/errors'
import { partnerScope } from '../../kernel/caller/partner-scope'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { insertMany } from '../../kernel/master/bulk'

/** Writes tasks for customers in scope and their own cars; those for whom the same is open already are left as they are (business/customers 9.1). */
export async function makeFollowUps(tx: CallerTx, body: FollowUpsWanted): Promise<{ made: number; open: number }> {
  const subjects = [...new Map(body.subjects.map((one) => [`${one.partnerId}:${one.vehicleId}`, one])).values()]
  await assertSubjects(tx, subjects)
  await assertCaller(tx, body.employeeId)
  const { reason, dueOn, employeeId } = body
  const shared = { orgId: tx.caller.orgId, reason, dueOn, employeeId, creatorId: tx.caller.userId }
  const made = await insertMany<{ id: number }>(
    tx,
    'follow_up',
    subjects.map((subject) => ({ ...shared, ...subject })),
    'on conflict (group_id, org_id, partner_id, coalesce(vehicle_id, 0), reason) where outcome is null do nothing returning id',
  )
  await audit(tx, ...made.map(({ id }) => ({ entity: 'follow_up', entityId: id, action: 'add' })))
  return { made: made.length, open: subjects.length - made.length }
}

/** Customers are held, so that none is merged away meanwhile; a car after its owner. */
async function assertSubjects(tx: CallerTx, subjects: FollowUpsWanted['subjects']): Promise<void> {
  const partnerIds = [...new Set(subjects.map(({ partnerId }) => partnerId))]
  const partners = await tx.select(sql<{ id: number }>`select p.id from partner p
    where ${partnerScope(tx.caller, partnerRoles.customer)} and p.id = any (${partnerIds}::bigint[]) and p.is_active order by p.id for key share of p`)
  if (partners.length < partnerIds.length) refuse('有客户不存在或已停用，请重新查询')
  const vehicleIds = subjects.flatMap(({ vehicleId }) => vehicleId ?? [])
  const cars = await tx.query<{ id: number; partnerId: number }>({
    text: 'select id, partner_id from vehicle where group_id = $1 and id = any ($2::bigint[]) order by id for key share',
    values: [tx.groupId, vehicleIds],
  })
  const ownerOf = new Map(cars.map(({ id, partnerId }) => [id, partnerId]))
  if (subjects.some(({ partnerId, vehicleId }) => vehicleId !== null && ownerOf.get(vehicleId) !== partnerId))
    refuse('有车辆不存在或已过户，请重新查询')
}

async function assertCaller(tx: CallerTx, employeeId: number | null): Promise<void> {
  if (employeeId === null) return
  const found = await tx.one({
    text: 'select id from employee where group_id = $1 and org_id = $2 and id = $3 and left_on is null',
    values: [tx.groupId, tx.caller.orgId, employeeId],
  })
  if (!found) invalid([{ path: 'employeeId', message: '回访人不是本企业在职员工' }])
}

/** Writes what came of a task; it may be written again, where somebody pressed the wrong thing. */
export async function noteResult(
  tx: CallerTx,
  id: number,
  { outcome, note, version }: FollowUpResult,
): Promise<SavedRow> {
  const [task] = await tx.select(sql<{
    version: number
    outcome: string | null
  }>`select f.version, f.outcome from follow_up f
    join partner p on p.group_id = f.group_id and p.id = f.partner_id
    where f.group_id = ${tx.groupId} and f.org_id = ${tx.caller.orgId} and f.id = ${id} and ${partnerScope(tx.caller, partnerRoles.customer)}
    for no key update of f`)
  if (!task) notFound('回访任务')
  if (task.version !== version) staleRow('回访任务')
  const saved = await tx.one<SavedRow>({
    text: `update follow_up set outcome = $3, note = $4, done_by = $5, done_at = now(), version = version + 1
      where group_id = $1 and id = $2 returning id, version`,
    values: [tx.groupId, id, outcome, note, tx.caller.userId],
  })
  await audit(tx, { entity: 'follow_up', entityId: id, action: 'result', fromState: task.outcome, toState: outcome })
  return saved as SavedRow
}
