import type { OrgInfo, UserInfo, UserPermission } from '@chepu/contract/shell/session'
import { permissionGroups } from '@chepu/contract/access/catalogue'
import { type Caller, warehousesWith } from '../kernel/caller'
import type { Tx } from '../kernel/db'
import { notFound } from '../kernel/errors'
import { orgsOf } from './orgs'

interface OrgRow {
  code: string
  name: string
  shortName: string
  orgType: string
  taxpayerKind: string
  address: string
  tel: string
}

/** Profile and settings of the caller's organisation. */
export async function orgInfoOf(tx: Tx, caller: Caller): Promise<OrgInfo> {
  const row = await tx.one<OrgRow>({
    name: 'org-profile',
    text: `select code, name, short_name, org_type, taxpayer_kind, address, tel from org where group_id = $1 and id = $2`,
    values: [tx.groupId, caller.orgId],
  })
  if (!row) return notFound('企业')
  return {
    orgid: caller.orgId,
    orgname: row.name,
    forgid: tx.groupId,
    code: row.code,
    short_name: row.shortName,
    org_type: row.orgType,
    taxpayer_kind: row.taxpayerKind,
    address: row.address,
    tel: row.tel,
    config: caller.org.config,
  }
}

/** Everything the client keeps of the signed-in user (SPEC 3). */
export async function userInfoOf(tx: Tx, caller: Caller, token: string): Promise<UserInfo> {
  const user = await tx.one<{ username: string; mobile: string; mustChangePassword: boolean }>({
    name: 'own-user',
    text: `select u.username, u.mobile, l.must_change_password from app_user u
      join shared.login l on l.id = u.id and l.group_id = u.group_id where u.group_id = $1 and u.id = $2`,
    values: [tx.groupId, caller.userId],
  })
  if (!user) return notFound('用户')
  const roles = await tx.query<{ code: string }>({
    name: 'own-roles',
    text: `select r.code from user_role ur join role r on r.group_id = ur.group_id and r.id = ur.role_id and r.is_active
      where ur.group_id = $1 and ur.user_id = $2 and ur.org_id = $3 order by r.id`,
    values: [tx.groupId, caller.userId, caller.orgId],
  })
  return {
    token,
    name: caller.realName,
    userid: caller.userId,
    orgname: caller.org.name,
    orgid: caller.orgId,
    forgid: caller.groupId,
    empid: caller.employeeId,
    avatar: '',
    introduction: '',
    roles: roles.length > 0 ? roles.map((role) => role.code) : ['none'],
    whids: warehousesWith(caller, 'view'),
    orgList: await orgsOf(tx, caller.userId),
    orgInfo: await orgInfoOf(tx, caller),
    user: { username: user.username, mobile: user.mobile, must_change_password: user.mustChangePassword },
  }
}

/** The catalogue of DOMAIN 10.2 cut down to what the caller holds, and the hidden fields he may see. */
export function permissionOf(caller: Caller): UserPermission {
  const held = (id: number) => caller.buttons.has(id)
  const userpermission = permissionGroups
    .map(({ label, pageId, actions }) => ({
      name: label,
      button_id: pageId,
      children: actions.filter(({ id }) => held(id)).map(({ id, label: name }) => ({ name, button_id: id })),
    }))
    .filter((group) => held(group.button_id) || group.children.length > 0)
  return {
    userpermission,
    userUniqueIdAll: [...caller.buttons].sort((a, b) => a - b),
    fields: [...caller.fields],
    is_platform: caller.isPlatform,
  }
}
