// Who works in an organisation that has just been opened: nobody gains by it (business/access 4, ADR 0064).
import type { CallerTx, Tx } from '../../kernel/db/tx'
import { shanghaiDay } from '../../kernel/base/calendar'
import { refuse } from '../../kernel/base/errors'
import { raiseAccess } from '../../kernel/notify/notify'
import { membershipCounts } from '../../kernel/caller/rights'
import { assignUser } from '../provision'

/** What a user was given or lost himself, beside his roles; departments that a scope names stay where they are. */
const ownLayer = {
  user_button: 'button_id, is_granted',
  user_field: 'field, is_visible',
  user_scope: 'area, scope',
  user_limit:
    'discount_limit, order_discount_limit, settle_discount_limit, no_discount_limit, no_order_discount_limit, no_settle_discount_limit',
} as const

/**
 * Lets the founder work in a new organisation with what he has in `from`, roles of the group and his own withdrawals alike,
 * and makes those owners of it who own the nearest organisation above. Returns who administers it: the founder when his
 * roles do, else the first of the owners.
 */
export async function settleNewOrg(
  tx: CallerTx,
  { orgId, parentId }: { orgId: number; parentId: number },
  founder: { userId: number; from: number },
): Promise<number> {
  const owners = await ownersAbove(tx, parentId)
  const roles = await groupRoles(tx, founder)
  const administers = !tx.caller.isProgram && roles.some((code) => code === 'owner' || code === 'admin')
  const administrator = administers ? founder.userId : owners[0]
  if (administrator === undefined) refuse('上级企业没有可用的老板，请先为上级企业指定老板')
  await assignUser(tx, { userId: founder.userId, orgId, roles, isDefault: false })
  await copyOwnLayer(tx, founder, orgId)
  for (const userId of owners.filter((id) => id !== founder.userId))
    await assignUser(tx, { userId, orgId, roles: ['owner'], isDefault: false })
  await tx.query({
    text: 'update org set admin_user_id = $3 where group_id = $1 and id = $2',
    values: [tx.groupId, orgId, administrator],
  })
  raiseAccess(tx, [founder.userId, ...owners])
  return administrator
}

/** Active owners of the organisation, or of the nearest one above it that has any. */
async function ownersAbove(tx: Tx, orgId: number): Promise<number[]> {
  const rows = await tx.query<{ userId: number; distance: number }>({
    text: `with recursive above as (
        select id, parent_id, 0 as distance from org where group_id = $1 and id = $2
        union all
        select o.id, o.parent_id, a.distance + 1 from org o join above a on o.id = a.parent_id where o.group_id = $1
      )
      select uo.user_id, a.distance from above a
      join user_org uo on uo.group_id = $1 and uo.org_id = a.id and ${membershipCounts('$3')}
      join app_user u on u.group_id = uo.group_id and u.id = uo.user_id and u.is_active
      join user_role ur on ur.group_id = uo.group_id and ur.user_id = uo.user_id and ur.org_id = uo.org_id
      join role r on r.group_id = ur.group_id and r.id = ur.role_id and r.is_active and r.code = 'owner'
      order by a.distance, uo.user_id`,
    values: [tx.groupId, orgId, shanghaiDay()],
  })
  return rows.filter((row) => row.distance === rows[0]?.distance).map((row) => row.userId)
}

/** Codes of the roles of the group that a user has in an organisation. */
async function groupRoles(tx: Tx, { userId, from }: { userId: number; from: number }): Promise<string[]> {
  const rows = await tx.query<{ code: string }>({
    text: `select r.code from user_role ur join role r on r.group_id = ur.group_id and r.id = ur.role_id
        and r.org_id is null and r.is_active
      where ur.group_id = $1 and ur.user_id = $2 and ur.org_id = $3`,
    values: [tx.groupId, userId, from],
  })
  return rows.map((row) => row.code)
}

async function copyOwnLayer(tx: Tx, { userId, from }: { userId: number; from: number }, to: number): Promise<void> {
  for (const [table, columns] of Object.entries(ownLayer))
    await tx.query({
      text: `insert into ${table} (group_id, user_id, org_id, ${columns})
        select $1::bigint, user_id, $4::bigint, ${columns} from ${table} where group_id = $1 and user_id = $2 and org_id = $3
        on conflict do nothing`,
      values: [tx.groupId, userId, from, to],
    })
}
