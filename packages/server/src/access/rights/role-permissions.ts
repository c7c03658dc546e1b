import { permissionGroups } from '@chepu/contract/access/catalogue'
import { conflictsOf } from '@chepu/contract/access/duties'
import { roleButtons, type rolePermissionRoutes } from '@chepu/contract/access/role'
import { audit, changes } from '../../kernel/db/audit'
import type { BodyOf } from '../../kernel/http/bind'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid } from '../../kernel/base/errors'
import { replaceRows } from '../../kernel/master/master'
import { pushPermission } from '../../kernel/notify/notify'
import { assertHolds } from './gain'
import { isGroupWide, keepGoverned, orgsWeighing, ownHoldings } from './reach'
import { contentOf, gainOfContent, limitKeys, type RoleContent } from './role-content'
import { holdersOf, lockRole, readRole } from './roles'

/** What a role holds, for its editor. */
export async function readPermissions(tx: CallerTx, roleId: number) {
  const role = await readRole(tx, roleId)
  const { scopes: _scopes, ...content } = await contentOf(tx, roleId)
  const { userIds } = await holdersOf(tx, roleId)
  const isOwn = role.orgId !== null || isGroupWide(tx.caller)
  return { roleId, name: role.name, userCount: userIds.length, isOwn, version: role.version, ...content }
}

const known = new Set(permissionGroups.flatMap((group) => [group.pageId, ...group.actions.map(({ id }) => id)]))

type Body = BodyOf<typeof rolePermissionRoutes.save>

/**
 * Saves what a role holds. What it gains must be the caller's own in every organisation where it is weighed; its holders'
 * pages follow at once.
 */
export async function savePermissions(tx: CallerTx, body: Body) {
  if (body.buttons.some((id) => !known.has(id))) invalid([{ path: 'buttons', message: '按钮编号不存在' }])
  const role = await lockRole(tx, body.roleId, roleButtons.grant, body.version)
  const before = await contentOf(tx, role.id)
  const after: RoleContent = {
    buttons: [...new Set(body.buttons)].sort((a, b) => a - b),
    fields: [...new Set(body.fields)].sort(),
    allWarehouses: body.allWarehouses,
    limits: body.limits,
    scopes: before.scopes,
  }
  const holders = await holdersOf(tx, role.id)
  const gain = gainOfContent(before, after)
  for (const orgId of await orgsWeighing(tx, role, [roleButtons.grant], holders.orgIds)) {
    assertHolds(await ownHoldings(tx, orgId), gain)
    if (after.allWarehouses && !before.allWarehouses) await assertAllWarehouses(tx, orgId)
  }
  await keepGoverned(tx, holders.orgIds, () => write(tx, role.id, after))
  await audit(tx, { entity: 'role', entityId: role.id, action: 'grant', detail: changes({ ...before }, { ...after }) })
  pushPermission(tx, holders.userIds)
  const warnings = conflictsOf(after.buttons)
  return { roleId: role.id, version: role.version + 1, warnings, told: holders.userIds.length }
}

/** 全部仓库 covers warehouses yet to come; only somebody who has it himself gives it. */
async function assertAllWarehouses(tx: CallerTx, orgId: number): Promise<void> {
  const own = await tx.one({
    text: `select 1 as held from user_role ur join role r on r.group_id = ur.group_id and r.id = ur.role_id and r.is_active
      where ur.group_id = $1 and ur.user_id = $2 and ur.org_id = $3
        and (r.org_id is null or r.org_id = ur.org_id) and r.all_warehouses limit 1`,
    values: [tx.groupId, tx.caller.userId, orgId],
  })
  if (!own) forbidden('您没有全部仓库的权限，不能授予他人')
}

async function write(tx: CallerTx, roleId: number, content: RoleContent): Promise<void> {
  const owner = { column: 'role_id', id: roleId }
  await replaceRows(
    tx,
    'role_button',
    owner,
    content.buttons.map((buttonId) => ({ buttonId })),
  )
  await replaceRows(
    tx,
    'role_field',
    owner,
    content.fields.map((field) => ({ field })),
  )
  const { limits } = content
  await tx.query({
    text: `update role set all_warehouses = $3, discount_limit = $4, order_discount_limit = $5, settle_discount_limit = $6,
        purchase_approve_limit = $7, payment_approve_limit = $8, version = version + 1 where group_id = $1 and id = $2`,
    values: [tx.groupId, roleId, content.allWarehouses, ...limitKeys.map((key) => limits[key])],
  })
}
