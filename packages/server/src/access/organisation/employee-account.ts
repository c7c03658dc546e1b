import type { employeeRoutes } from '@chepu/contract/access/staff'
import type { DataOf } from '@chepu/contract/kernel/route'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { audit } from '../../kernel/audit'
import type { BodyOf } from '../../kernel/body'
import type { CallerTx } from '../../kernel/db'
import { invalid, refuse } from '../../kernel/errors'
import { changeMaster } from '../../kernel/master'
import { oneTimePassword } from '../one-time-password'
import { addUser, assignUser } from '../provision'
import { type Employee, employeeMaster, lockEmployee } from './employee'

/** Roles that a user of the current organisation may have: the group's and its own. */
export function rolesToGive(tx: CallerTx): Promise<{ id: number; name: string }[]> {
  return tx.query({
    name: 'roles-to-give',
    text: `select id, name from role where group_id = $1 and is_active and (org_id is null or org_id = $2)
      order by id`,
    values: [tx.groupId, tx.caller.orgId],
  })
}

/** 生成账号: a login of the employee for the current organisation; its password is shown once. */
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
  await assignUser(tx, { userId, orgId: tx.caller.orgId, roles: [], isDefault: true })
  await tx.insert(
    'user_role',
    ['group_id', 'user_id', 'org_id', 'role_id'],
    [...new Set(body.roleIds)].map((role) => [tx.groupId, userId, tx.caller.orgId, role]),
  )
  await changeMaster(tx, employeeMaster, employee, { userId })
  await audit(tx, { entity: 'user', entityId: userId, action: 'add', detail: { username, employeeId: id } })
  return { username, password }
}

/** 离职 or 复职. Who leaves may keep his login or lose it; the last administrator must hand over first. */
export async function leaveOrReturn(
  tx: CallerTx,
  id: number,
  { version, leftOn, disableAccount, reason }: BodyOf<typeof employeeRoutes.leave>,
): Promise<{ id: number }> {
  const employee = await lockEmployee(tx, id, version)
  if ((employee.leftOn !== null) === (leftOn !== null))
    refuse(`${employee.name}${leftOn === null ? '在职' : '已离职'}，无需再操作`)
  if (leftOn !== null) await assertMayLeave(tx, employee, leftOn, disableAccount)
  const saved = await changeMaster(tx, employeeMaster, employee, { leftOn })
  await audit(tx, { entity: 'employee', entityId: id, action: leftOn === null ? 'return' : 'leave', reason })
  if (employee.userId !== null && (leftOn === null || disableAccount))
    await switchAccount(tx, employee.userId, leftOn === null, employee.name)
  return saved
}

async function assertMayLeave(tx: CallerTx, employee: Employee, leftOn: string, disables: boolean): Promise<void> {
  if (leftOn > shanghaiDay()) invalid([{ path: 'leftOn', message: '离职日期不能晚于今天' }])
  if (employee.userId === null || !disables) return
  if (employee.userId === tx.caller.userId) refuse('不能停用自己的账号')
  const administered = await tx.one<{ name: string }>({
    text: `select name from org where group_id = $1 and admin_user_id = $2 and status = 'active' order by code limit 1`,
    values: [tx.groupId, employee.userId],
  })
  if (administered) refuse(`${employee.name}是“${administered.name}”的管理员，请先移交管理员`)
}

/** Opens or closes a login; whoever is signed in with it is signed out. */
async function switchAccount(tx: CallerTx, userId: number, isActive: boolean, name: string): Promise<void> {
  await tx.query({
    text: 'update app_user set is_active = $3, version = version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, userId, isActive],
  })
  await tx.query({
    text: `update shared.login set is_active = $3, access_version = access_version + 1 where group_id = $1 and id = $2`,
    values: [tx.groupId, userId, isActive],
  })
  if (!isActive)
    await tx.query({
      text: `update shared.session set end_reason = $3 where group_id = $1 and login_id = $2 and end_reason is null`,
      values: [tx.groupId, userId, '您的账号已停用，请联系管理员'],
    })
  await audit(tx, { entity: 'user', entityId: userId, action: isActive ? 'enable' : 'disable', detail: { name } })
}
