import { z } from 'zod'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { enableRoute, removeRoute, savedRow } from '../kernel/master-calls'
import { idParam, route } from '../kernel/route'
import { day, id, personName, text255, addressedId, text, sortNumber, userName, mobileOrNone } from '../kernel/scalars'
import { button, pageOf as pageId } from './catalogue'
import { newAccount } from './org'
import { oneOf } from '../kernel/labelled'

/** Buttons of 部门架构: departments and employees go with the users (business/access 3.4, 5). */
export const staffButtons = {
  view: [pageId('org'), pageId('user')],
  add: button('user', 'add'),
  update: button('user', 'update'),
  leave: button('user', 'disable'),
}

export const genders = { male: '男', female: '女', unknown: '未填' } as const
export const maxDepartmentLevel = 5

const optionalId = addressedId.optional()

const departmentRow = z.object({
  id,
  parentId: id.nullable(),
  code: z.string(),
  name: z.string(),
  leaderId: id.nullable(),
  leaderName: z.string().nullable(),
  sort: z.number().int(),
  employeeCount: z.number().int(),
  isActive: z.boolean(),
  version: z.number().int(),
})
export type DepartmentRow = z.output<typeof departmentRow>

/** Departments of the current organisation (business/access 3.4). */
export const departmentRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/dep',
    access: staffButtons.view,
    summary: '部门架构',
    data: z.object({ rows: z.array(departmentRow) }),
  }),
  save: route({
    method: 'POST',
    path: '/api/web/dep',
    access: [staffButtons.add, staffButtons.update],
    summary: '保存部门',
    body: z.object({
      id: id.optional(),
      version: z.number().int().optional(),
      parentId: id.nullable().default(null),
      code: text(20).default(''),
      name: text(40).min(1, '请输入名称'),
      leaderId: id.nullable().default(null),
      sort: sortNumber,
    }),
    data: savedRow,
  }),
  enable: enableRoute('/api/web/dep', staffButtons.update, '部门'),
  remove: removeRoute('/api/web/dep', staffButtons.leave, '部门'),
}

const employeeRow = z.object({
  id,
  empNo: z.string(),
  name: z.string(),
  gender: oneOf(genders),
  mobile: z.string(),
  departmentId: id.nullable(),
  departmentName: z.string().nullable(),
  positionId: id.nullable(),
  positionName: z.string(),
  teamId: id.nullable(),
  teamName: z.string().nullable(),
  hiredOn: z.string().nullable(),
  leftOn: z.string().nullable(),
  userId: id.nullable(),
  username: z.string().nullable(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type EmployeeRow = z.output<typeof employeeRow>

const employeeFilters = z.object({
  q: z.string().trim().max(40).optional(),
  /** This department and all below it. */
  departmentId: optionalId,
  positionId: optionalId,
  teamId: optionalId,
  /** 在职. */
  active: flag.optional(),
})

/** What a login of an employee is made of: the roles he gets in the current organisation. */
const accountFields = z.object({
  username: userName,
  roleIds: z.array(id).min(1, '请至少选择一个角色').max(20),
})

/** Employees of the current organisation (business/access 2.3, 3.4). */
export const employeeRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/emp/info',
    access: staffButtons.view,
    summary: '员工列表',
    query: employeeFilters.extend(paging.shape),
    data: pageOf(employeeRow),
  }),
  totals: route({
    method: 'GET',
    path: '/api/web/emp/info/totals',
    access: staffButtons.view,
    summary: '员工合计',
    query: employeeFilters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path: '/api/web/emp/info',
    access: [staffButtons.add, staffButtons.update],
    summary: '保存员工',
    body: z.object({
      id: id.optional(),
      version: z.number().int().optional(),
      /** Given out when left blank. */
      empNo: text(20).default(''),
      name: personName,
      gender: oneOf(genders).default('unknown'),
      mobile: mobileOrNone,
      departmentId: id.nullable().default(null),
      positionId: id.nullable().default(null),
      teamId: id.nullable().default(null),
      hiredOn: day.nullable().default(null),
      remark: text255.default(''),
    }),
    data: savedRow,
  }),
  /** 调岗: another department, position and team from a day; the audit trail keeps the old ones. */
  transfer: route({
    method: 'POST',
    path: '/api/web/emp/info/:id/transfer',
    access: staffButtons.update,
    summary: '员工调岗',
    params: idParam,
    body: z.object({
      version: z.number().int(),
      departmentId: id.nullable(),
      positionId: id.nullable(),
      teamId: id.nullable(),
      reason: text255.default(''),
    }),
    data: savedRow,
  }),
  /** 离职, or back to work with `leftOn` null. With `disableAccount` his login cannot be used any more. */
  leave: route({
    method: 'POST',
    path: '/api/web/emp/info/:id/leave',
    access: staffButtons.leave,
    forPeople: true,
    summary: '员工离职或复职',
    params: idParam,
    body: z.object({
      version: z.number().int(),
      leftOn: day.nullable(),
      disableAccount: z.boolean().default(true),
      reason: text255.default(''),
    }),
    data: savedRow,
  }),
  /** 生成账号: a login for this organisation with a one-time password. */
  account: route({
    method: 'POST',
    path: '/api/web/emp/info/:id/account',
    access: staffButtons.add,
    forPeople: true,
    shownOnce: 'password',
    summary: '生成员工账号',
    params: idParam,
    body: accountFields,
    data: newAccount,
  }),
  /** Roles that a new login may get. */
  roles: route({
    method: 'GET',
    path: '/api/web/emp/info/roles',
    access: staffButtons.add,
    summary: '可分配的角色',
    /** `barrier` says why the caller may not hand a role out; empty when he may. */
    data: z.object({ rows: z.array(z.object({ id, code: z.string(), name: z.string(), barrier: z.string() })) }),
  }),
}

/** People of one department, for choices. */
export const departmentEmployees = route({
  method: 'GET',
  path: '/api/web/dep/emp',
  access: 'signedIn',
  summary: '部门员工',
  query: z.object({ departmentId: optionalId }),
  data: z.object({ rows: z.array(z.object({ id, name: z.string(), empNo: z.string(), departmentId: id.nullable() })) }),
})

const master = { version: z.number().int(), isActive: z.boolean(), remark: z.string() }
const masterFilters = z.object({ q: z.string().trim().max(40).optional(), active: flag.optional() })
const saved = { id: id.optional(), version: z.number().int().optional() }

export const teamButtons = {
  view: pageId('team'),
  add: button('team', 'add'),
  update: button('team', 'update'),
  remove: button('team', 'delete'),
}
const teamRow = z.object({
  id,
  name: z.string(),
  leaderId: id.nullable(),
  leaderName: z.string().nullable(),
  memberIds: z.array(id),
  memberNames: z.string(),
  memberCount: z.number().int(),
  ...master,
})
export type TeamRow = z.output<typeof teamRow>

/** 班组 of the current organisation (business/basics 6, 8): name, leader, members. */
export const teamRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/team_group',
    access: 'signedIn',
    summary: '班组列表',
    query: masterFilters.extend(paging.shape),
    data: pageOf(teamRow),
  }),
  totals: route({
    method: 'GET',
    path: '/api/web/team_group/totals',
    access: teamButtons.view,
    summary: '班组合计',
    query: masterFilters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path: '/api/web/team_group',
    access: [teamButtons.add, teamButtons.update],
    summary: '保存班组',
    body: z.object({
      ...saved,
      name: text(30).min(1, '请输入名称'),
      leaderId: id.nullable().default(null),
      memberIds: z.array(id).max(200).default([]),
      remark: text255.default(''),
    }),
    data: savedRow,
  }),
  enable: enableRoute('/api/web/team_group', teamButtons.update, '班组'),
  remove: removeRoute('/api/web/team_group', teamButtons.remove, '班组'),
}

export const positionButtons = {
  view: pageId('position'),
  add: button('position', 'add'),
  update: button('position', 'update'),
  remove: button('position', 'delete'),
}
const positionRow = z.object({
  id,
  name: z.string(),
  level: z.number().int(),
  employeeCount: z.number().int(),
  ...master,
})
export type PositionRow = z.output<typeof positionRow>

/** 职位 of the group (business/basics 6, 8): name and level, 1 is the highest. */
export const positionRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/position',
    access: 'signedIn',
    summary: '职位列表',
    query: masterFilters.extend(paging.shape),
    data: pageOf(positionRow),
  }),
  totals: route({
    method: 'GET',
    path: '/api/web/position/totals',
    access: positionButtons.view,
    summary: '职位合计',
    query: masterFilters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path: '/api/web/position',
    access: [positionButtons.add, positionButtons.update],
    summary: '保存职位',
    body: z.object({
      ...saved,
      name: text(30).min(1, '请输入名称'),
      level: z
        .number({ error: '请输入级别' })
        .int('请输入整数')
        .min(1, '级别应为1-99')
        .max(99, '级别应为1-99')
        .default(1),
      remark: text255.default(''),
    }),
    data: savedRow,
  }),
  enable: enableRoute('/api/web/position', positionButtons.update, '职位'),
  remove: removeRoute('/api/web/position', positionButtons.remove, '职位'),
}
