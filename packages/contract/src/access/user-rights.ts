import { z } from 'zod'
import { button, pageOf as pageId } from './catalogue'
import { fieldKeys } from '../kernel/fields'
import { maxLinesBody, route } from '../kernel/route'
import { amount, id, rate, addressedId } from '../kernel/scalars'
import { warehouseFlags } from '../kernel/warehouse-flags'
import { scope, scopeArea } from '../kernel/scope-areas'
import { oneOf } from '../kernel/labelled'

/** Buttons of 用户授权, 仓库权限 and 数据权限 (business/access 5). */
export const authButtons = {
  view: pageId('data_auth'),
  warehouse: button('data_auth', 'warehouse'),
  data: button('data_auth', 'data'),
  field: button('data_auth', 'field'),
  grant: button('data_auth', 'user_grant'),
}

const version = z.number().int()
const queryId = addressedId
const buttonIds = z.array(z.number().int().positive()).max(2000, '权限过多')
const fieldList = z.array(z.enum(fieldKeys)).max(50)

const limitFigures = z.object({
  discountLimit: rate.nullable(),
  orderDiscountLimit: amount.nullable(),
  settleDiscountLimit: amount.nullable(),
})
/** Limits that a user may have of his own. */
export const userLimitKeys = ['discountLimit', 'orderDiscountLimit', 'settleDiscountLimit'] as const
export type UserLimitKey = (typeof userLimitKeys)[number]

/** Limits of one user; null leaves that of his roles, unless it is named in `unlimited` (不限). */
const userLimits = limitFigures.extend({ unlimited: z.array(z.enum(userLimitKeys)).max(3).default([]) })
export type UserLimits = z.output<typeof userLimits>

const ownLayer = {
  granted: buttonIds,
  withdrawn: buttonIds,
  visibleFields: fieldList,
  hiddenFields: fieldList,
  limits: userLimits,
}

/**
 * 用户授权: what one user holds beside his roles in an organisation, or does not hold in spite of them. A user and an
 * organisation with nothing of its own answers empty lists.
 */
export const privilegeRoutes = {
  read: route({
    method: 'GET',
    path: '/api/web/user_field',
    access: authButtons.view,
    summary: '用户授权与可见字段',
    query: z.object({ userId: queryId, orgId: queryId }),
    data: z.object({
      userId: id,
      orgId: id,
      isProtected: z.boolean(),
      version,
      roles: z.array(
        z.object({ id, name: z.string(), buttons: z.array(z.number()), fields: z.array(z.enum(fieldKeys)) }),
      ),
      /** The widest of his roles; null has no limit. */
      roleLimits: limitFigures,
      ...ownLayer,
      granted: z.array(z.number()),
      withdrawn: z.array(z.number()),
    }),
  }),
  save: route({
    method: 'POST',
    path: '/api/web/user_field',
    access: [authButtons.field, authButtons.grant],
    forPeople: true,
    summary: '保存用户授权',
    body: z.object({ userId: id, orgId: id, version, ...ownLayer }),
    data: z.object({ userId: id, version }),
  }),
}

/** Where a right comes from: the roles that give it, and what the user himself was given or lost. */
const source = z.object({
  roles: z.array(z.string()),
  /** True granted, false withdrawn, null neither. */
  own: z.boolean().nullable(),
  /** Switched off by the platform for everybody. */
  isStopped: z.boolean(),
  isHeld: z.boolean(),
})

/** 查看有效权限: everything that a user may do in an organisation, and where each right comes from. */
export const effectiveRights = route({
  method: 'GET',
  path: '/api/web/user_permission/effective',
  access: authButtons.view,
  summary: '有效权限',
  query: z.object({ userId: queryId, orgId: queryId }),
  data: z.object({
    roles: z.array(z.string()),
    buttons: z.array(source.extend({ id: z.number(), group: z.string(), name: z.string() })),
    fields: z.array(source.extend({ key: z.enum(fieldKeys), name: z.string() })),
    scopes: z.array(
      z.object({ area: scopeArea, name: z.string(), scope, departments: z.array(z.string()), from: z.string() }),
    ),
    limits: z.array(
      z.object({ name: z.string(), value: z.string().nullable(), isRate: z.boolean(), from: z.string() }),
    ),
    warehouses: z.array(z.object({ name: z.string(), flags: z.array(z.string()), from: z.string() })),
  }),
})
export type EffectiveRights = z.output<typeof effectiveRights.data>

const flag = oneOf(warehouseFlags)

/** 仓库权限: users and warehouses of one organisation. */
export const userWarehouseRoutes = {
  read: route({
    method: 'GET',
    path: '/api/web/user_warehouse',
    access: authButtons.view,
    summary: '仓库权限',
    query: z.object({ orgId: queryId }),
    data: z.object({
      orgId: id,
      warehouses: z.array(z.object({ id, name: z.string(), isActive: z.boolean() })),
      users: z.array(
        z.object({
          userId: id,
          username: z.string(),
          realName: z.string(),
          isProtected: z.boolean(),
          /** A role of his opens every warehouse. */
          hasAll: z.boolean(),
          version,
          cells: z.array(z.object({ warehouseId: id, flags: z.array(flag) })),
        }),
      ),
      /** What the caller holds himself and so may give. */
      grantable: z.array(z.object({ warehouseId: id, flags: z.array(flag) })),
    }),
  }),
  save: route({
    method: 'POST',
    path: '/api/web/user_warehouse',
    access: authButtons.warehouse,
    forPeople: true,
    summary: '保存仓库权限',
    body: z.object({
      orgId: id,
      users: z
        .array(
          z.object({
            userId: id,
            version,
            cells: z
              .array(z.object({ warehouseId: id, flags: z.array(flag).max(Object.keys(warehouseFlags).length) }))
              .max(500),
          }),
        )
        .min(1, '没有修改')
        .max(500),
    }),
    data: z.object({ users: z.number().int() }),
    maxBody: maxLinesBody,
  }),
}

/** One area's scope; departments count for 本部门 only, none means the user's own. */
const areaScope = z.object({
  area: scopeArea,
  scope,
  departmentIds: z.array(id).max(200).nullable().default(null),
})
export type AreaScope = z.output<typeof areaScope>

/** 数据权限: scopes by area of roles, and of users in an organisation, which stand above those of their roles. */
export const dataScopeRoutes = {
  read: route({
    method: 'GET',
    path: '/api/web/auth_configuration',
    access: authButtons.view,
    summary: '数据权限',
    query: z.object({ orgId: queryId }),
    data: z.object({
      orgId: id,
      departments: z.array(z.object({ id, parentId: id.nullable(), name: z.string() })),
      roles: z.array(
        z.object({
          id,
          name: z.string(),
          isOwn: z.boolean(),
          version,
          scopes: z.array(areaScope),
        }),
      ),
      users: z.array(
        z.object({
          id,
          name: z.string(),
          isProtected: z.boolean(),
          version,
          /** His own; areas that are not named follow `fromRoles`. */
          scopes: z.array(areaScope),
          fromRoles: z.array(areaScope),
        }),
      ),
      /** The widest that the caller may give, by area. */
      grantable: z.array(z.object({ area: scopeArea, scope })),
    }),
  }),
  /** Puts the scopes in the place of the old ones; `reset` gives a role those it came with and takes a user's away. */
  save: route({
    method: 'POST',
    path: '/api/web/auth_configuration',
    access: authButtons.data,
    forPeople: true,
    summary: '保存数据权限',
    body: z.object({
      subject: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('role'), roleId: id }),
        z.object({ kind: z.literal('user'), userId: id, orgId: id }),
      ]),
      version,
      reset: z.boolean().default(false),
      scopes: z.array(areaScope).max(8).default([]),
    }),
    data: z.object({ version }),
  }),
}
