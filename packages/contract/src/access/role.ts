import { z } from 'zod'
import { button, pageOf as pageId } from './catalogue'
import { fieldKeys } from '../kernel/fields'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { savedRow } from '../kernel/master-calls'
import { route } from '../kernel/route'
import { amount, id, rate, text255, addressedId, text } from '../kernel/scalars'
import { oneOf } from '../kernel/labelled'

/** Buttons of 角色管理 and 角色权限 (business/access 5). */
export const roleButtons = {
  view: pageId('role'),
  add: button('role', 'add'),
  update: button('role', 'update'),
  remove: button('role', 'delete'),
  grant: button('role', 'grant'),
}

const version = z.number().int()

export const roleReaches = { group: '集团', org: '企业' } as const

const roleRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  /** Null serves the whole group. */
  orgId: id.nullable(),
  /** 集团, or the organisation's name. */
  reach: z.string(),
  userCount: z.number().int(),
  isActive: z.boolean(),
  remark: z.string(),
  /** Came with the program: may be changed, not deleted. */
  isSeed: z.boolean(),
  /** The caller may change it. */
  isOwn: z.boolean(),
  /** Why the caller may not hand it out in the organisation asked about; empty when he may. */
  barrier: z.string(),
  version,
})
export type RoleRow = z.output<typeof roleRow>

const filters = z.object({
  q: z.string().trim().max(60).optional(),
  reach: oneOf(roleReaches).optional(),
  active: flag.optional(),
})

const roleFields = {
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z]\w{1,29}$/, '编码应为2-30位字母、数字或下划线，以字母开头'),
  name: text(30).min(1, '请输入名称'),
  orgId: id.nullable().default(null),
  remark: text255.default(''),
}

/** Body of a role that is added or changed, as the form sends it. */
export const roleForm = z.object({
  action: z.literal('save').default('save'),
  id: id.optional(),
  version: version.optional(),
  ...roleFields,
})
export const roleCopy = z.object({ action: z.literal('copy').default('copy'), from: id, ...roleFields })

const path = '/api/web/role'

/** 角色管理 (business/access 3.6). */
export const roleRoutes = {
  list: route({
    method: 'GET',
    path,
    access: [roleButtons.view, pageId('user'), pageId('data_auth')],
    summary: '角色列表',
    query: filters.extend({
      ...paging.shape,
      /** The organisation that `barrier` speaks of; without it the one the caller works in. */
      orgId: addressedId.optional(),
    }),
    data: pageOf(roleRow),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access: roleButtons.view,
    summary: '角色合计',
    query: filters,
    data: totals,
  }),
  /** Adds or changes (`save`), copies with all rights, switches on and off, deletes. */
  save: route({
    method: 'POST',
    path,
    access: [roleButtons.add, roleButtons.update, roleButtons.remove],
    forPeople: true,
    summary: '保存、复制、停用或删除角色',
    body: z.discriminatedUnion('action', [
      roleForm.extend({ action: z.literal('save') }),
      roleCopy.extend({ action: z.literal('copy') }),
      z.object({ action: z.literal('enable'), id, isActive: z.boolean(), version }),
      z.object({ action: z.literal('delete'), id, version }),
    ]),
    /** A deleted role has no version. */
    data: savedRow.partial({ version: true }),
  }),
  /** 成员: who has the role, and where. */
  members: route({
    method: 'GET',
    path: `${path}/members`,
    access: roleButtons.view,
    summary: '角色成员',
    query: z.object({ roleId: addressedId }),
    data: z.object({
      rows: z.array(
        z.object({
          userId: id,
          username: z.string(),
          realName: z.string(),
          orgId: id,
          orgName: z.string(),
          isActive: z.boolean(),
          version,
        }),
      ),
    }),
  }),
}

const limit = { discount: rate.nullable(), money: amount.nullable() }

/** Highest amounts of a role; null has no limit (business/access 10.2). */
const roleLimits = z.object({
  discountLimit: limit.discount,
  orderDiscountLimit: limit.money,
  settleDiscountLimit: limit.money,
  purchaseApproveLimit: limit.money,
  paymentApproveLimit: limit.money,
})
export type RoleLimits = z.output<typeof roleLimits>

export const limitLabels: Record<keyof RoleLimits, string> = {
  discountLimit: '折扣上限',
  orderDiscountLimit: '抹零上限',
  settleDiscountLimit: '核销优惠上限',
  purchaseApproveLimit: '采购审核上限',
  paymentApproveLimit: '付款审核上限',
}

const contents = {
  buttons: z.array(z.number().int().positive()).max(2000, '权限过多'),
  fields: z.array(z.enum(fieldKeys)).max(50),
  allWarehouses: z.boolean(),
  limits: roleLimits,
}

/** 角色权限: what a role holds. Saving warns of duties that one person should not have together (business/access 3.6, 10.3). */
export const rolePermissionRoutes = {
  read: route({
    method: 'GET',
    path: '/api/web/role_permission',
    access: roleButtons.view,
    summary: '角色权限',
    query: z.object({ roleId: addressedId }),
    data: z.object({
      roleId: id,
      name: z.string(),
      userCount: z.number().int(),
      isOwn: z.boolean(),
      version,
      ...contents,
      buttons: z.array(z.number()),
    }),
  }),
  save: route({
    method: 'POST',
    path: '/api/web/role_permission',
    access: roleButtons.grant,
    forPeople: true,
    summary: '保存角色权限',
    body: z.object({ roleId: id, version, ...contents }),
    data: z.object({ roleId: id, version, warnings: z.array(z.string()), told: z.number().int() }),
  }),
}

/** A folder or screen of the menu, as the role editor shows it. */
const menuNode = z.object({
  key: z.string(),
  parentKey: z.string().nullable(),
  kind: z.enum(['folder', 'screen']),
  name: z.string(),
  /** Any one of them opens the screen; null is open to everybody. */
  pageIds: z.array(z.number()).nullable(),
  isHidden: z.boolean(),
})
export type MenuNode = z.output<typeof menuNode>

const named = z.object({ id: z.number(), key: z.string(), name: z.string() })
const catalogueGroup = z.object({
  area: z.string(),
  key: z.string(),
  name: z.string(),
  pageId: z.number(),
  actions: z.array(named),
})
export type CatalogueGroup = z.output<typeof catalogueGroup>

/** The catalogue of permissions for those who give them: menu, buttons by group, fields. */
export const permissionCatalogue = route({
  method: 'GET',
  path: '/api/web/permission',
  access: [roleButtons.view, pageId('data_auth'), pageId('user')],
  summary: '权限目录',
  data: z.object({
    menu: z.array(menuNode),
    groups: z.array(catalogueGroup),
    fields: z.array(z.object({ key: z.enum(fieldKeys), name: z.string() })),
  }),
})
export type PermissionCatalogue = z.output<typeof permissionCatalogue.data>
