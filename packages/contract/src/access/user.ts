import { z } from 'zod'
import { button, pageOf as pageId } from './catalogue'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { provider } from '../kernel/providers'
import { idParam, route } from '../kernel/route'
import { day, id, mobile, personName, userName, addressedId } from '../kernel/scalars'

/** Buttons of 用户管理 and 所属企业 (business/access 5). */
export const userButtons = {
  view: pageId('user'),
  add: button('user', 'add'),
  update: button('user', 'update'),
  disable: button('user', 'disable'),
  resetPassword: button('user', 'reset_pwd'),
  kick: button('user', 'kick'),
  grant: button('role', 'grant'),
}

/** What an account is; the keys are those of `isProgram`. */
export const accountKinds = { false: '人员', true: '接口账号' } as const

const version = z.number().int()
const optionalId = addressedId.optional()

const userRow = z.object({
  id,
  username: z.string(),
  realName: z.string(),
  /** Another maker's program: it has no password and works with keys. */
  isProgram: z.boolean(),
  mobile: z.string(),
  /** Of the memberships that the caller may see, joined by 、. */
  empNo: z.string(),
  orgNames: z.string(),
  departmentName: z.string(),
  positionName: z.string(),
  roleNames: z.string(),
  warehouseNames: z.string(),
  isActive: z.boolean(),
  /** Signed in somewhere now. */
  isOnline: z.boolean(),
  lastLoginAt: z.string().nullable(),
  /** Outside providers by which he may sign in. */
  providers: z.array(provider),
  /** Somebody above the caller: the platform's keeper, or an owner for anybody who is none. Nothing may be done to him. */
  isProtected: z.boolean(),
  version,
})
export type UserRow = z.output<typeof userRow>

const filters = z.object({
  id: optionalId,
  q: z.string().trim().max(60).optional(),
  orgId: optionalId,
  roleId: optionalId,
  active: flag.optional(),
})

const optionalMobile = z.union([z.literal(''), mobile], '请输入正确的手机号').default('')
const path = '/api/web/user/info'
/** A password that is shown this once and must be changed at the next sign-in. */
const oneTime = z.object({ id, username: z.string(), oneTimePassword: z.string() })

/** 用户管理: accounts of the organisations that the caller administers (business/access 3.1). */
export const userRoutes = {
  list: route({
    method: 'GET',
    path,
    access: [userButtons.view, pageId('role'), pageId('data_auth')],
    summary: '用户列表',
    query: filters.extend(paging.shape),
    data: pageOf(userRow),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access: userButtons.view,
    summary: '用户合计',
    query: filters,
    data: totals,
  }),
  /** Creates a person with a one-time password or a program without one, or changes; `isActive` disables and enables. */
  save: route({
    method: 'POST',
    path,
    access: [userButtons.add, userButtons.update, userButtons.disable],
    forPeople: true,
    shownOnce: 'oneTimePassword',
    summary: '保存用户',
    body: z.object({
      id: id.optional(),
      version: version.optional(),
      username: userName,
      realName: personName,
      mobile: optionalMobile,
      isActive: z.boolean().optional(),
      /** Of a new user: a program. What an account is does not change. */
      isProgram: z.boolean().default(false),
      /** Where a new user works first; absent: the caller's own organisation. */
      orgId: id.nullable().optional(),
      employeeId: id.nullable().optional(),
      roleIds: z.array(id).max(50).optional(),
    }),
    data: z.object({ id, username: z.string(), oneTimePassword: z.string().nullable() }),
  }),
  enable: route({
    method: 'POST',
    path: `${path}/:id/enable`,
    access: userButtons.disable,
    forPeople: true,
    summary: '启用或停用用户',
    params: idParam,
    body: z.object({ isActive: z.boolean(), version }),
    data: z.object({ id }),
  }),
  resetPassword: route({
    method: 'POST',
    path: `${path}/:id/password`,
    access: userButtons.resetPassword,
    forPeople: true,
    shownOnce: 'oneTimePassword',
    summary: '重置密码',
    params: idParam,
    data: oneTime,
  }),
  kick: route({
    method: 'POST',
    path: `${path}/:id/kick`,
    access: userButtons.kick,
    summary: '强制下线',
    params: idParam,
    data: z.object({ id, sessions: z.number().int() }),
  }),
  /** The user no longer signs in by this provider; nothing else of his ends. */
  unbind: route({
    method: 'POST',
    path: `${path}/:id/unbind`,
    access: userButtons.resetPassword,
    summary: '解绑用户的第三方登录',
    params: idParam,
    body: z.object({ provider }),
    data: z.object({ id }),
  }),
}

/** The caller's own name and mobile. Another mobile, by which he could sign in, needs his password. */
export const ownUser = route({
  method: 'POST',
  path: '/api/web/common/user',
  access: 'signedIn',
  forPeople: true,
  repeats: true,
  summary: '修改本人资料',
  body: z.object({ realName: personName, mobile: optionalMobile, old_password: z.string().max(64).default('') }),
  data: z.object({ id }),
})

/** The same of an outside identity of one's own. */
export const ownUnbind = route({
  method: 'POST',
  path: '/api/web/common/user/unbind',
  access: 'signedIn',
  forPeople: true,
  summary: '解绑本人的第三方登录',
  body: z.object({ provider }),
  data: z.object({}),
})

/** 分配角色: the roles of one user in each organisation that the caller administers. */
export const userRoleRoutes = {
  read: route({
    method: 'GET',
    path: '/api/web/user_role',
    access: [userButtons.view, userButtons.grant],
    summary: '用户的角色',
    query: z.object({ userId: addressedId }),
    data: z.object({
      userId: id,
      version,
      orgs: z.array(z.object({ orgId: id, orgName: z.string(), roleIds: z.array(id) })),
    }),
  }),
  save: route({
    method: 'POST',
    path: '/api/web/user_role',
    access: userButtons.grant,
    forPeople: true,
    summary: '分配角色',
    body: z.object({ userId: id, orgId: id, roleIds: z.array(id).max(50), version }),
    data: z.object({ userId: id, version }),
  }),
}

const membershipRow = z.object({
  /** User and organisation, since a membership has no number of its own. */
  key: z.string(),
  userId: id,
  username: z.string(),
  realName: z.string(),
  orgId: id,
  orgName: z.string(),
  roleNames: z.string(),
  employeeId: id.nullable(),
  employeeName: z.string(),
  isDefault: z.boolean(),
  startsOn: z.string().nullable(),
  isActive: z.boolean(),
  isProtected: z.boolean(),
  /** Of the user. */
  version,
})
export type MembershipRow = z.output<typeof membershipRow>

const membership = { userId: id, orgId: id }
const membershipFields = {
  employeeId: id.nullable().default(null),
  startsOn: day.nullable().default(null),
}

const membershipFilters = z.object({
  q: z.string().trim().max(60).optional(),
  userId: optionalId,
  orgId: optionalId,
  active: flag.optional(),
})

/** 所属企业: which organisations a user may choose (business/access 3.9). Removing him there signs him out at once. */
export const membershipRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/user_org',
    access: userButtons.view,
    summary: '所属企业',
    query: membershipFilters.extend(paging.shape),
    data: pageOf(membershipRow),
  }),
  totals: route({
    method: 'GET',
    path: '/api/web/user_org/totals',
    access: userButtons.view,
    summary: '所属企业合计',
    query: membershipFilters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path: '/api/web/user_org',
    access: userButtons.update,
    forPeople: true,
    summary: '保存所属企业',
    body: z.discriminatedUnion('action', [
      z.object({
        action: z.literal('add'),
        ...membership,
        ...membershipFields,
        roleIds: z.array(id).max(50).default([]),
        isDefault: z.boolean().default(false),
      }),
      z.object({ action: z.literal('change'), ...membership, ...membershipFields, version }),
      z.object({ action: z.literal('enable'), ...membership, isActive: z.boolean(), version }),
      z.object({ action: z.literal('default'), ...membership, version }),
      z.object({ action: z.literal('remove'), ...membership, version }),
    ]),
    data: z.object({ userId: id, orgId: id }),
  }),
}

/** Employees of an organisation who have no account yet, to be joined with one. */
export const freeEmployees = route({
  method: 'GET',
  path: '/api/web/user_org/employee',
  access: [userButtons.view],
  summary: '未关联账号的员工',
  query: z.object({ orgId: addressedId }),
  data: z.object({ rows: z.array(z.object({ id, empNo: z.string(), name: z.string(), mobile: z.string() })) }),
})

/** Organisations in which the caller administers users. */
export const administeredOrgs = route({
  method: 'GET',
  path: '/api/web/user_org/reach',
  access: [userButtons.view, pageId('role'), pageId('data_auth')],
  summary: '可管理的企业',
  data: z.object({ isGroupWide: z.boolean(), rows: z.array(z.object({ id, name: z.string() })) }),
})
