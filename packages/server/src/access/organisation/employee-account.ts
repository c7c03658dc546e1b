import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import type { employeeRoutes } from '@chepu/contract/access/staff'
import type { DataOf } from '@chepu/contract/kernel/route'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { audit } from '../../kernel/db/audit'
import type { BodyOf } from '../../kernel/http/bind'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid, refuse } from '../../kernel/base/errors'
import { changeMaster } from '../../kernel/master/master'
import { oneTimePassword } from '../one-time-password'
import { addUser, assignUser } from '../provision'
import { giveRoles } from '../rights/memberships'
import { switchUser } from '../rights/users'
import { employeeMaster, lockEmployee } from './employee'

/** Roles that a user of the current organisation may have: the group's and its own. */
export function rolesToGive(tx: CallerTx): Promise<{ id: number; code: string; name: string }[]> {
  return tx.query({
    name: 'roles-to-give',
    text: `select id, code, name from role where group_id = $1 and is_active and (org_id is null or org_id = $2)
      order by id`,
    values: [tx.groupId, tx.caller.orgId],
  })
}

/**
 * 生成账号: a login of the employee for the current organisation; its password is shown once. Roles are given within
 * the caller's own rights.
 */
export async function openEmployeeAccount(
  tx: CallerTx,
  id: number,
  body: BodyOf<typeof employeeRoutes.account>,
): Promise<DataOf<typeof employeeRoutes.account>> {
  const employee = await lockEmployee(tx, id)
  if (employee.leftOn !== null) refuse(`${employee.name}已离职，不能生成账号`)
  if (employee.userId !== null) refuse(`${employee.name}已有账号`)
  const allowed = new Set((await rolesToGive(tx)).map((role) => role.id))
  if (!body.roleIds.every((role) => allowed.has(role))) invalid([{ path: 'roleIds', message: '角色不存在或已停用' }])
  const password = oneTimePassword()
  const { username } = body
  const { name: realName, mobile } = employee
  const userId = await addUser(tx, { username, realName, mobile, password, mustChangePassword: true })
  const { orgId } = tx.caller
  await assignUser(tx, { userId, orgId, roles: [], isDefault: true })
  if (body.roleIds.length > 0) await giveRoles(tx, { userId, orgId, roleIds: body.roleIds })
  await changeMaster(tx, employeeMaster, employee, { userId })
  await audit(tx, { entity: 'user', entityId: userId, action: 'add', detail: { username, employeeId: id } })
  return { username, password }
}

/** 离职 or 复职. Who leaves may keep his login or lose it, as the rules of 停用 allow; an administrator must hand over first. */
export async function leaveOrReturn(
  tx: CallerTx,
  id: number,
  { version, leftOn, disableAccount, reason }: BodyOf<typeof employeeRoutes.leave>,
): Promise<SavedRow> {
  const employee = await lockEmployee(tx, id, version)
  if ((employee.leftOn !== null) === (leftOn !== null))
    refuse(`${employee.name}${leftOn === null ? '在职' : '已离职'}，无需再操作`)
  if (leftOn !== null && leftOn > shanghaiDay()) invalid([{ path: 'leftOn', message: '离职日期不能晚于今天' }])
  const saved = await changeMaster(tx, employeeMaster, employee, { leftOn })
  await audit(tx, { entity: 'employee', entityId: id, action: leftOn === null ? 'return' : 'leave', reason })
  if (employee.userId !== null && (leftOn === null || disableAccount))
    await switchUser(tx, employee.userId, leftOn === null)
  return saved
}
