import { pageOf as pageId } from '@chepu/contract/access/catalogue'
import { type ownUser, userButtons, type userRoutes, type UserRow } from '@chepu/contract/access/user'
import { stoppedMessage } from '@chepu/contract/kernel/errors'
import type { Provider } from '@chepu/contract/kernel/providers'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { audit } from '../../kernel/db/audit'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { type Caller, mayPress } from '../../kernel/caller/caller'
import type { Database } from '../../kernel/db/db'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import { isMasked, maskedMobile, partOfMobile } from '../../kernel/caller/mobile'
import { pushOrgChange } from '../../kernel/notify/notify'
import { wake } from '../../kernel/notify/wake'
import { allOf, containing, isAnyOf } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { assertOwnPassword, unbindIdentity } from '../../shell/public'
import { oneTimePassword } from '../one-time-password'
import { addUser, assignUser, renameUser, setPassword } from '../provision'
import {
  aboveCaller,
  assertNoAdministrator,
  assertNotBeyond,
  assertTouch,
  assertWhole,
  keepGoverned,
  lockPerson,
  orgsWith,
  type Person,
} from './reach'
import { assertFreeEmployee, giveRoles } from './memberships'
import { pageOf, totalsOf } from '../../kernel/query/page'

type Filters = QueryOf<typeof userRoutes.totals>

const sortable = {
  username: 'u.username',
  realName: 'u.real_name',
  lastLoginAt: 'l.last_login_at',
  isActive: 'u.is_active',
  isProgram: 'l.is_program',
}

/** Any of these lets a caller see the users of an organisation. */
export const seeing = [userButtons.view, pageId('role'), pageId('data_auth')]

/** Users of the organisations that the caller administers, with what they are there. */
export async function listUsers(tx: CallerTx, filters: QueryOf<typeof userRoutes.list>) {
  const orgIds = await orgsWith(tx, seeing)
  const here = sql`uo.group_id = u.group_id and uo.user_id = u.id and ${isAnyOf('uo.org_id', orgIds)}`
  const order = sortedBy(sortable, filters.sort) ?? sql`u.is_active desc, u.username`
  const { rows, more } = await pageOf(
    tx,
    sql<UserRow>`select u.id, u.username, u.real_name, u.mobile, u.is_active, u.version, l.is_program,
      to_char(l.last_login_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as last_login_at,
      exists (select 1 from shared.session s where s.login_id = u.id and s.end_reason is null and s.expires_at > now()
        and s.last_seen_at > now() - interval '30 minutes') as is_online,
      ${aboveCaller(tx)} as is_protected,
      array(select distinct i.provider from shared.identity i where i.login_id = u.id order by 1) as providers,
      coalesce((select string_agg(o.name, '、' order by o.code) from user_org uo
        join org o on o.group_id = uo.group_id and o.id = uo.org_id where ${here}), '') as org_names,
      coalesce((select string_agg(distinct r.name, '、') from user_org uo
        join user_role ur on ur.group_id = uo.group_id and ur.user_id = uo.user_id and ur.org_id = uo.org_id
        join role r on r.group_id = ur.group_id and r.id = ur.role_id where ${here}), '') as role_names,
      coalesce((select string_agg(w.name, '、' order by w.org_id, w.code) from user_org uo
        join warehouse w on w.group_id = uo.group_id and w.org_id = uo.org_id and w.is_active and w.kind <> 'transit'
        join user_warehouse uw on uw.group_id = w.group_id and uw.warehouse_id = w.id and uw.user_id = uo.user_id and uw.can_view
        where ${here}), '') as warehouse_names,
      coalesce(e.emp_no, '') as emp_no, coalesce(e.department, '') as department_name, coalesce(e.position, '') as position_name
    from app_user u join shared.login l on l.id = u.id and l.group_id = u.group_id
    left join lateral (select string_agg(e.emp_no, '、' order by e.id) as emp_no,
        string_agg(distinct d.name, '、') as department,
        string_agg(distinct p.name, '、') as position
      from employee e
      left join department d on d.group_id = e.group_id and d.id = e.department_id
      left join position p on p.group_id = e.group_id and p.id = e.position_id
      where e.group_id = u.group_id and e.user_id = u.id and ${isAnyOf('e.org_id', orgIds)}) e on true
    where ${where(tx, filters, orgIds)}
    order by ${order}, u.id`,
    filters,
  )
  const shown = rows.map((row) => ({ ...row, mobile: maskedMobile(tx.caller, row.mobile) }))
  return { rows: shown, more }
}

export async function userTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  const orgIds = await orgsWith(tx, seeing)
  return totalsOf(tx, sql`select count(*) as count from app_user u where ${where(tx, filters, orgIds)}`)
}

function where(tx: CallerTx, { id, q, orgId, roleId, active }: Filters, orgIds: number[]): RawBuilder<SqlBool> {
  const text = q?.toLowerCase()
  const asked = orgId === undefined ? orgIds : orgIds.filter((each) => each === orgId)
  return allOf([
    sql<SqlBool>`u.group_id = ${tx.groupId} and exists (select 1 from user_org uo where uo.group_id = u.group_id
      and uo.user_id = u.id and ${isAnyOf('uo.org_id', asked)})`,
    ...(id === undefined ? [] : [sql<SqlBool>`u.id = ${id}`]),
    ...(text ? [namesUser(tx.caller, text)] : []),
    ...(roleId === undefined
      ? []
      : [
          sql<SqlBool>`exists (select 1 from user_role ur where ur.group_id = u.group_id and ur.user_id = u.id
            and ur.role_id = ${roleId} and ${isAnyOf('ur.org_id', asked)})`,
        ]),
    ...(active === undefined ? [] : [sql<SqlBool>`u.is_active = ${active}`]),
  ])
}

/** Users `u` that the lower-case text names: part of the user name, the name or the mobile. */
function namesUser(caller: Caller, text: string): RawBuilder<SqlBool> {
  const ways = [
    sql<SqlBool>`u.username like ${containing(text)}`,
    sql<SqlBool>`lower(u.real_name) like ${containing(text)}`,
    ...partOfMobile(caller, 'u.mobile', text),
  ]
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

type Saved = BodyOf<typeof userRoutes.save>

/** Adds a user with a one-time password, or a program without one, or changes name and mobile; `isActive` disables and enables. */
export async function saveUser(tx: CallerTx, body: Saved) {
  if (body.id !== undefined) return changeUser(tx, body.id, body)
  if (!mayPress(tx.caller, userButtons.add)) forbidden()
  const orgId = body.orgId ?? tx.caller.orgId
  if (!(await orgsWith(tx, [userButtons.add])).includes(orgId)) invalid([{ path: 'orgId', message: '请选择企业' }])
  const { username, realName, mobile, isProgram } = body
  if (isProgram) assertNobody(body)
  if (body.employeeId != null) await assertFreeEmployee(tx, orgId, body.employeeId, null)
  const password = isProgram ? null : oneTimePassword()
  const id = await addUser(tx, { username, realName, mobile, password, mustChangePassword: !isProgram })
  await assignUser(tx, { userId: id, orgId, roles: [], isDefault: true, employeeId: body.employeeId ?? null })
  await audit(tx, {
    entity: 'app_user',
    entityId: id,
    action: 'add',
    detail: { username, realName, mobile, orgId, isProgram },
  })
  if (body.roleIds?.length) await giveRoles(tx, { userId: id, orgId, roleIds: body.roleIds })
  return { id, username: username.toLowerCase(), oneTimePassword: password }
}

/** Refuses what only a person has: a program is no employee and gets no codes by SMS. */
function assertNobody({ mobile, employeeId }: Pick<Saved, 'mobile' | 'employeeId'>): void {
  if (mobile !== '') invalid([{ path: 'mobile', message: '接口账号不填手机' }])
  if (employeeId != null) invalid([{ path: 'employeeId', message: '接口账号不是员工' }])
}

async function changeUser(tx: CallerTx, id: number, body: Saved) {
  const person = await touchable(tx, id, [userButtons.update, userButtons.disable], body.version ?? 0)
  const mobile = isMasked(body.mobile) ? person.mobile : body.mobile
  const renamed = person.realName !== body.realName || person.mobile !== mobile
  if (body.username.toLowerCase() !== person.username) invalid([{ path: 'username', message: '用户名不能修改' }])
  if (person.isProgram) assertNobody({ mobile })
  if (renamed) {
    if (!mayPress(tx.caller, userButtons.update)) forbidden()
    // By his mobile somebody signs in and sets a new password.
    if (person.mobile !== mobile) await assertNotBeyond(tx, person)
    await renameUser(tx, id, { username: person.username, realName: body.realName, mobile })
    const { realName } = body
    await audit(tx, {
      entity: 'app_user',
      entityId: id,
      action: 'update',
      detail: { realName: [person.realName, realName], mobile: [person.mobile, mobile] },
    })
  }
  if (body.isActive !== undefined && body.isActive !== person.isActive) await setActive(tx, person, body.isActive)
  return { id, username: person.username, oneTimePassword: null }
}

/** A user whom the caller may deal with as a whole: visible, not above him, and in no organisation beyond his. */
export async function touchable(
  tx: CallerTx,
  id: number,
  buttons: readonly number[],
  version?: number,
): Promise<Person> {
  const orgIds = await orgsWith(tx, buttons)
  const person = await lockPerson(tx, id, orgIds, version)
  assertTouch(person)
  assertWhole(person, orgIds)
  return person
}

/** 停用 or 启用. A disabled user is signed out at once. */
export async function enableUser(tx: CallerTx, id: number, body: { isActive: boolean; version: number }) {
  const person = await touchable(tx, id, [userButtons.disable], body.version)
  if (person.isActive === body.isActive) refuse(`用户已经${body.isActive ? '启用' : '停用'}`)
  await setActive(tx, person, body.isActive)
  return { id }
}

/** 停用 or 启用 of the account of somebody who leaves or comes back; nothing happens when it is so already. */
export async function switchUser(tx: CallerTx, id: number, isActive: boolean): Promise<void> {
  const person = await touchable(tx, id, [userButtons.disable])
  if (person.isActive !== isActive) await setActive(tx, person, isActive)
}

async function setActive(tx: CallerTx, person: Person, isActive: boolean): Promise<void> {
  if (!mayPress(tx.caller, userButtons.disable)) forbidden()
  if (person.id === tx.caller.userId) refuse('不能停用自己的账号')
  await (isActive ? assertNotBeyond(tx, person) : assertNoAdministrator(tx, person, person.orgIds))
  await keepGoverned(tx, person.orgIds, async () => {
    await tx.query({
      text: 'update app_user set is_active = $3, version = version + 1 where group_id = $1 and id = $2',
      values: [tx.groupId, person.id, isActive],
    })
    await tx.query({
      text: 'update shared.login set is_active = $3, access_version = access_version + 1 where group_id = $1 and id = $2',
      values: [tx.groupId, person.id, isActive],
    })
  })
  // While he is disabled his calls say so; the reason of the session is for the time when he is enabled again.
  if (!isActive) await endSessions(tx, person.id, '您的账号曾被停用，请重新登录', stoppedMessage)
  await audit(tx, { entity: 'app_user', entityId: person.id, action: isActive ? 'enable' : 'disable' })
}

/** A new one-time password; all sessions of the user end. */
export async function resetPassword(tx: CallerTx, id: number) {
  const person = await touchable(tx, id, [userButtons.resetPassword])
  if (person.isProgram) refuse('接口账号没有密码，请新建密钥')
  if (id === tx.caller.userId) refuse('请在“密码修改”中修改自己的密码')
  await assertNotBeyond(tx, person)
  const password = oneTimePassword()
  await setPassword(tx, id, password)
  await endSessions(tx, id, '您的密码已重置，请用新密码登录')
  await audit(tx, { entity: 'app_user', entityId: id, action: 'reset_password' })
  return { id, username: person.username, oneTimePassword: password }
}

/** 强制下线: ends all sessions of the user. */
export async function kickUser(tx: CallerTx, id: number) {
  const person = await touchable(tx, id, [userButtons.kick])
  if (id === tx.caller.userId) refuse('不能强制自己下线')
  const sessions = await endSessions(tx, person.id, '您已被管理员强制下线')
  await audit(tx, { entity: 'app_user', entityId: id, action: 'kick', detail: { sessions } })
  return { id, sessions }
}

/** 解绑: the user no longer signs in by an outside provider. His sessions and his password stay. */
export async function unbindUser(tx: CallerTx, id: number, provider: Provider) {
  const person = await touchable(tx, id, [userButtons.resetPassword])
  await unbindIdentity(tx, person.id, provider)
  return { id }
}

/** Ends the user's sessions with a reason; his pages show `message` at once. Returns how many there were. */
async function endSessions(tx: CallerTx, userId: number, reason: string, message = reason): Promise<number> {
  const ended = await tx.query({
    text: `update shared.session set end_reason = $3 where group_id = $1 and login_id = $2 and end_reason is null
      and expires_at > now() returning login_id`,
    values: [tx.groupId, userId, reason],
  })
  pushOrgChange(tx, [userId], message)
  wake(tx, { type: 'session', users: [userId] })
  return ended.length
}

/** The caller's own name and mobile. By another mobile somebody could sign in or set the password, so it asks for the password. */
export async function saveOwnUser(db: Database, caller: Caller, body: BodyOf<typeof ownUser>) {
  const own = await db.as(caller, (tx) => ownMobile(tx))
  const mobile = isMasked(body.mobile) ? own : body.mobile
  if (mobile !== own) await assertOwnPassword(db, caller.userId, body.old_password)
  return db.as(caller, (tx) => writeOwnUser(tx, { realName: body.realName, mobile }))
}

async function ownMobile(tx: CallerTx): Promise<string> {
  const row = await tx.one<{ mobile: string }>({
    text: 'select mobile from app_user where group_id = $1 and id = $2',
    values: [tx.groupId, tx.caller.userId],
  })
  return row?.mobile ?? ''
}

async function writeOwnUser(tx: CallerTx, { realName, mobile }: { realName: string; mobile: string }) {
  const id = tx.caller.userId
  const before = await tx.one<{ username: string; mobile: string }>({
    text: 'select username, mobile from app_user where group_id = $1 and id = $2 for no key update',
    values: [tx.groupId, id],
  })
  await renameUser(tx, id, { username: before?.username ?? '', realName, mobile })
  await audit(tx, { entity: 'app_user', entityId: id, action: 'update', detail: { realName, mobile } })
  pushOwn(tx)
  return { id }
}

/** The cached rights carry the name. */
const pushOwn = (tx: CallerTx) =>
  tx.send({
    text: 'update shared.login set access_version = access_version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, tx.caller.userId],
  })
