import { orgButtons, type orgRoutes } from '@chepu/contract/access/org'
import type { DataOf } from '@chepu/contract/kernel/route'
import { audit } from '../../kernel/db/audit'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { BodyOf } from '../../kernel/http/bind'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid, refuse } from '../../kernel/base/errors'
import { notify, pushPermission } from '../../kernel/notify/notify'
import { membershipCounts } from '../../kernel/caller/rights'
import { assertRolesAssignable, together } from '../rights/gain'
import { ownHoldings } from '../rights/reach'
import { gainsOfRoles } from '../rights/role-content'
import { lockOrg } from './org'
import { assertVisible } from '../../kernel/caller/visible-orgs'

/** Active people of an organisation, the administrator marked. */
export async function orgMembers(tx: CallerTx, orgId: number): Promise<DataOf<typeof orgRoutes.members>> {
  await assertVisible(tx, orgId)
  const rows = await tx.query<DataOf<typeof orgRoutes.members>['rows'][number]>({
    name: 'org-member-choices',
    text: `select u.id as user_id, u.username, u.real_name, coalesce(o.admin_user_id = u.id, false) as is_admin
      from user_org uo
      join app_user u on u.group_id = uo.group_id and u.id = uo.user_id and u.is_active
      join shared.login l on l.id = u.id and l.group_id = u.group_id and not l.is_program
      join org o on o.group_id = uo.group_id and o.id = uo.org_id
      where uo.group_id = $1 and uo.org_id = $2 and uo.is_active order by u.real_name, u.id`,
    values: [tx.groupId, orgId],
  })
  return { rows }
}

/**
 * 管理员移交 (business/access 3.2): the present administrator, or the owner of the group, names another member, who administers the
 * organisation from then on. From an owner he gets the owner's role besides, from others no more than they hold (ADR 0064).
 * Both are told.
 */
export async function abdicate(tx: CallerTx, body: BodyOf<typeof orgRoutes.abdicate>): Promise<{ id: number }> {
  const org = await lockOrg(tx, body.orgid, orgButtons.abdicate)
  const ownsAll = await ownsAbove(tx, org.id)
  if (org.adminUserId !== tx.caller.userId && !ownsAll) refuse('只有当前管理员或集团老板可以移交管理员')
  if (org.adminUserId === body.userid) invalid([{ path: 'userid', message: '该用户已经是管理员' }])
  const member = (await orgMembers(tx, org.id)).rows.find((each) => each.userId === body.userid)
  if (!member) invalid([{ path: 'userid', message: '该用户不属于此企业或已停用' }])
  await tx.query({
    text: 'update org set admin_user_id = $3, version = version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, org.id, member.userId],
  })
  await giveAdministration(tx, org.id, member.userId, ownsAll)
  await audit(tx, {
    entity: 'org',
    entityId: org.id,
    action: 'abdicate',
    detail: { adminUserId: [org.adminUserId, member.userId] },
  })
  tellBoth(tx, org, member)
  return { id: org.id }
}

async function giveAdministration(tx: CallerTx, orgId: number, heirId: number, ownsAll: boolean): Promise<void> {
  const own = await ownHoldings(tx, orgId)
  const isOwner = ownsAll || own.roles.includes('owner')
  const added = await tx.query<{ id: number; code: string; name: string }>({
    text: `with added as (
        insert into user_role (group_id, user_id, org_id, role_id)
        select $1, $2, $3, r.id from role r where r.group_id = $1 and r.code = any ($4::text[])
        on conflict do nothing returning role_id
      ) select r.id, r.code, r.name from role r join added on added.role_id = r.id where r.group_id = $1`,
    values: [tx.groupId, heirId, orgId, isOwner ? ['owner', 'admin'] : ['admin']],
  })
  if (isOwner) return
  const gainOfRole = await gainsOfRoles(
    tx,
    added.map((role) => role.id),
  )
  assertRolesAssignable(own, added, together(added.map((role) => gainOfRole(role.id))))
}

/** The owner of the group holds the role 老板 in the organisation at the top, above the one in question. */
async function ownsAbove(tx: CallerTx, orgId: number): Promise<boolean> {
  const row = await tx.one({
    name: 'owns-above',
    text: `with recursive above as (
        select id, parent_id from org where group_id = $1 and id = $2
        union
        select o.id, o.parent_id from org o join above a on o.id = a.parent_id where o.group_id = $1
      )
      select 1 as owner from above
      join user_org uo on uo.group_id = $1 and uo.org_id = above.id and ${membershipCounts('$4')}
      join user_role ur on ur.group_id = $1 and ur.user_id = uo.user_id and ur.org_id = uo.org_id
      join role r on r.group_id = $1 and r.id = ur.role_id and r.code = 'owner' and r.is_active
      where above.parent_id is null and uo.user_id = $3 limit 1`,
    values: [tx.groupId, orgId, tx.caller.userId, shanghaiDay()],
  })
  return row !== undefined
}

/** The heir's pages get his new rights; he and the former administrator read who did it. */
function tellBoth(
  tx: CallerTx,
  org: { id: number; name: string; adminUserId: number | null },
  heir: { userId: number; realName: string },
): void {
  const former = org.adminUserId === null ? [] : [org.adminUserId]
  pushPermission(tx, [heir.userId])
  notify(tx, {
    users: [heir.userId, ...former],
    kind: 'notice',
    message: `“${org.name}”的管理员已由${tx.caller.realName}移交给${heir.realName}`,
  })
}
