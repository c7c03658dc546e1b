import { permissionGroups } from '@chepu/contract/access/catalogue'
import {
  authButtons,
  type privilegeRoutes,
  type UserLimitKey,
  userLimitKeys,
  type UserLimits,
} from '@chepu/contract/access/user-rights'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { audit } from '../../kernel/db/audit'
import type { BodyOf } from '../../kernel/http/bind'
import type { HiddenField } from '../../kernel/caller/caller'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import { forbidden, invalid, notFound } from '../../kernel/base/errors'
import { pushPermission } from '../../kernel/notify/notify'
import { assertHolds, gainBy, isHigher } from './gain'
import { assertTouch, keepGoverned, lockPerson, orgsWith, ownHoldingsIn, readPerson, rightsIn } from './reach'

const known = new Set(permissionGroups.flatMap((group) => [group.pageId, ...group.actions.map(({ id }) => id)]))

/** A role that a user has in an organisation, with what it gives. */
export interface HeldRole {
  id: number
  name: string
  buttons: number[]
  fields: HiddenField[]
  discountLimit: Decimal | null
  orderDiscountLimit: Decimal | null
  settleDiscountLimit: Decimal | null
  purchaseApproveLimit: Decimal | null
  paymentApproveLimit: Decimal | null
  allWarehouses: boolean
}

/** Active roles of the user there. */
export const heldRoles = (tx: Tx, userId: number, orgId: number): Promise<HeldRole[]> =>
  tx.query<HeldRole>({
    text: `select r.id, r.name, r.all_warehouses, r.discount_limit, r.order_discount_limit, r.settle_discount_limit,
        r.purchase_approve_limit, r.payment_approve_limit,
        array(select b.button_id from role_button b where b.group_id = r.group_id and b.role_id = r.id order by 1) as buttons,
        array(select f.field from role_field f where f.group_id = r.group_id and f.role_id = r.id order by 1) as fields
      from user_role ur join role r on r.group_id = ur.group_id and r.id = ur.role_id and r.is_active
      where ur.group_id = $1 and ur.user_id = $2 and ur.org_id = $3 and (r.org_id is null or r.org_id = ur.org_id) order by r.id`,
    values: [tx.groupId, userId, orgId],
  })

/** What the user himself was given or lost there. */
interface OwnLayer {
  granted: number[]
  withdrawn: number[]
  visibleFields: HiddenField[]
  hiddenFields: HiddenField[]
  limits: UserLimits
}

const noLimits: UserLimits = {
  discountLimit: null,
  orderDiscountLimit: null,
  settleDiscountLimit: null,
  unlimited: [],
}

/** Columns that say 不限. */
const unlimitedColumns: Record<UserLimitKey, string> = {
  discountLimit: 'no_discount_limit',
  orderDiscountLimit: 'no_order_discount_limit',
  settleDiscountLimit: 'no_settle_discount_limit',
}
const unlimitedOf = userLimitKeys.map((key) => `case when ${unlimitedColumns[key]} then '${key}' end`).join(', ')

export async function ownLayerOf(tx: Tx, userId: number, orgId: number): Promise<OwnLayer> {
  const values = [tx.groupId, userId, orgId]
  const buttons = await tx.query<{ buttonId: number; isGranted: boolean }>({
    text: `select button_id, is_granted from user_button where group_id = $1 and user_id = $2 and org_id = $3 order by 1`,
    values,
  })
  const fields = await tx.query<{ field: HiddenField; isVisible: boolean }>({
    text: `select field, is_visible from user_field where group_id = $1 and user_id = $2 and org_id = $3 order by 1`,
    values,
  })
  const limits = await tx.one<UserLimits>({
    text: `select discount_limit, order_discount_limit, settle_discount_limit, array_remove(array[${unlimitedOf}], null) as unlimited
      from user_limit
      where group_id = $1 and user_id = $2 and org_id = $3`,
    values,
  })
  return {
    granted: buttons.filter((row) => row.isGranted).map((row) => row.buttonId),
    withdrawn: buttons.filter((row) => !row.isGranted).map((row) => row.buttonId),
    visibleFields: fields.filter((row) => row.isVisible).map((row) => row.field),
    hiddenFields: fields.filter((row) => !row.isVisible).map((row) => row.field),
    limits: limits ?? noLimits,
  }
}

/** 用户授权 of one user in an organisation: roles, and his own layer above them. */
export async function readPrivilege(tx: CallerTx, { userId, orgId }: { userId: number; orgId: number }) {
  const person = await readPerson(tx, userId, await orgsWith(tx, [authButtons.view]))
  if (!(await orgsWith(tx, [authButtons.view])).includes(orgId) || !person.orgIds.includes(orgId)) notFound('用户')
  const roles = await heldRoles(tx, userId, orgId)
  return {
    userId,
    orgId,
    isProtected: person.isAbove,
    version: person.version,
    roles: roles.map(({ id, name, buttons, fields }) => ({ id, name, buttons, fields })),
    roleLimits: {
      discountLimit: widest(roles.map((role) => role.discountLimit)),
      orderDiscountLimit: widest(roles.map((role) => role.orderDiscountLimit)),
      settleDiscountLimit: widest(roles.map((role) => role.settleDiscountLimit)),
    },
    ...(await ownLayerOf(tx, userId, orgId)),
  }
}

/** The highest of several limits; null, which has no limit, wins; without a role nothing may be granted. */
export const widest = (limits: readonly (Decimal | null)[]): Decimal | null =>
  limits.reduce<Decimal | null>((most, limit) => (isHigher(limit, most) ? limit : most), '0')

type Body = BodyOf<typeof privilegeRoutes.save>

/**
 * Puts a user's own grants, withdrawals, fields and limits in the place of the old ones. What he gains by it, also by a
 * withdrawal that ends, must be the caller's own in that organisation.
 */
export async function savePrivilege(tx: CallerTx, body: Body) {
  assertBody(body)
  const { userId, orgId } = body
  const person = await lockPerson(tx, userId, await orgsWith(tx, [authButtons.field, authButtons.grant]), body.version)
  assertTouch(person)
  if (!person.orgIds.includes(orgId)) notFound('用户')
  const own = await ownHoldingsIn(tx, orgId, [authButtons.field, authButtons.grant])
  const old = await ownLayerOf(tx, userId, orgId)
  assertMayChange((await rightsIn(tx, orgId)).buttons, old, body)
  assertHolds(own, await gainBy(tx, body, () => keepGoverned(tx, [orgId], () => write(tx, body))))
  const saved = await tx.one<{ version: number }>({
    text: 'update app_user set version = version + 1 where group_id = $1 and id = $2 returning version',
    values: [tx.groupId, userId],
  })
  const { version: _version, ...after } = body
  await audit(tx, { entity: 'user_privilege', entityId: userId, action: 'update', detail: { before: old, after } })
  pushPermission(tx, [userId])
  return { userId, version: saved?.version ?? body.version }
}

function assertBody(body: Body): void {
  const both = body.granted.find((id) => body.withdrawn.includes(id))
  if (both !== undefined) invalid([{ path: 'withdrawn', message: '同一项不能既增加又收回' }])
  if ([...body.granted, ...body.withdrawn].some((id) => !known.has(id)))
    invalid([{ path: 'granted', message: '按钮编号不存在' }])
  if (body.visibleFields.some((field) => body.hiddenFields.includes(field)))
    invalid([{ path: 'hiddenFields', message: '同一字段不能既可见又隐藏' }])
  const figured = body.limits.unlimited.find((key) => body.limits[key] !== null)
  if (figured) invalid([{ path: `limits.${figured}`, message: '选了不限就不能再填上限' }])
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const sorted = <Value extends number | string>(values: readonly Value[]) => [...new Set(values)].sort()

/** Fields ask for 字段权限, buttons and limits for 用户授权. */
function assertMayChange(held: ReadonlySet<number>, old: OwnLayer, body: Body): void {
  const fields = [sorted(body.visibleFields), sorted(body.hiddenFields)]
  if (!held.has(authButtons.field) && !same(fields, [sorted(old.visibleFields), sorted(old.hiddenFields)]))
    forbidden('您没有「字段权限」的权限')
  const rest = [sorted(body.granted), sorted(body.withdrawn), body.limits]
  if (!held.has(authButtons.grant) && !same(rest, [sorted(old.granted), sorted(old.withdrawn), old.limits]))
    forbidden('您没有「用户授权」的权限')
}

async function write(tx: CallerTx, body: Body): Promise<void> {
  const key = [tx.groupId, body.userId, body.orgId]
  for (const table of ['user_button', 'user_field', 'user_limit'] as const) {
    await tx.query({
      text: `delete from ${table} where group_id = $1 and user_id = $2 and org_id = $3`,
      values: key,
    })
  }
  const buttons = [
    ...[...new Set(body.granted)].map((id) => [...key, id, true]),
    ...[...new Set(body.withdrawn)].map((id) => [...key, id, false]),
  ]
  await tx.insert('user_button', ['group_id', 'user_id', 'org_id', 'button_id', 'is_granted'], buttons)
  const fields = [
    ...[...new Set(body.visibleFields)].map((field) => [...key, field, true]),
    ...[...new Set(body.hiddenFields)].map((field) => [...key, field, false]),
  ]
  await tx.insert('user_field', ['group_id', 'user_id', 'org_id', 'field', 'is_visible'], fields)
  const { discountLimit, orderDiscountLimit, settleDiscountLimit, unlimited } = body.limits
  const isSet = [discountLimit, orderDiscountLimit, settleDiscountLimit].some((limit) => limit !== null)
  if (!isSet && unlimited.length === 0) return
  await tx.insert(
    'user_limit',
    [
      'group_id',
      'user_id',
      'org_id',
      'discount_limit',
      'order_discount_limit',
      'settle_discount_limit',
      ...userLimitKeys.map((each) => unlimitedColumns[each]),
    ],
    [
      [
        ...key,
        discountLimit,
        orderDiscountLimit,
        settleDiscountLimit,
        ...userLimitKeys.map((each) => unlimited.includes(each)),
      ],
    ],
  )
}
