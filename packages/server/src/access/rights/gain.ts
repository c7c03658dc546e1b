// Nobody gives more than he holds himself (business/access 4): what a change adds is compared with the rights of who makes it.
import { permissionGroups } from '@chepu/contract/access/catalogue'
import { type ScopeArea, scopeAreas, scopeNames } from '@chepu/contract/kernel/scope-areas'
import { limitLabels, type RoleLimits } from '@chepu/contract/access/role'
import { fieldKeys, fieldLabels } from '@chepu/contract/kernel/fields'
import { compare, type Decimal } from '@chepu/contract/kernel/decimal'
import type { HiddenField, Limits } from '../../kernel/caller/caller'
import type { Tx } from '../../kernel/db/tx'
import { forbidden } from '../../kernel/base/errors'
import { type Grants, holdingsOf } from '../../kernel/caller/rights'

/** What a change adds to somebody's rights. */
export interface Gain {
  buttons: number[]
  fields: HiddenField[]
  /** Areas whose scope became wider, with the new scope. */
  scopes: [ScopeArea, number][]
  /** Limits that rose, with the new one; null has no limit. */
  limits: [keyof Limits, Decimal | null][]
  /** Warehouse and flag. */
  warehouses: [number, string][]
}

type Layer = Pick<Grants, 'buttons' | 'fields' | 'scopes' | 'limits' | 'warehouses'>

/** Of somebody without a role. */
const noRights: Layer = {
  buttons: new Set(),
  fields: new Set(),
  scopes: {},
  limits: { lineDiscount: '0', orderDiscount: '0', settleDiscount: '0', purchaseApproval: '0', paymentApproval: '0' },
  warehouses: new Map(),
}

const areas = Object.keys(scopeAreas) as ScopeArea[]
const widthOf = (scopes: Grants['scopes'], area: ScopeArea): number => scopes[area] ?? 3

/** True when the first limit allows more than the second; null allows everything. */
export const isHigher = (one: Decimal | null, other: Decimal | null): boolean =>
  other !== null && (one === null || compare(one, other) > 0)

/** What `after` holds more than `before`. */
function gainOf(before: Layer, after: Layer): Gain {
  return {
    buttons: [...after.buttons].filter((id) => !before.buttons.has(id)),
    fields: [...after.fields].filter((field) => !before.fields.has(field)),
    scopes: areas
      .filter((area) => widthOf(after.scopes, area) > widthOf(before.scopes, area))
      .map((area) => [area, widthOf(after.scopes, area)]),
    limits: (Object.keys(after.limits) as (keyof Limits)[])
      .filter((key) => isHigher(after.limits[key], before.limits[key]))
      .map((key) => [key, after.limits[key]]),
    warehouses: [...after.warehouses].flatMap(([id, flags]) =>
      [...flags].filter((flag) => !before.warehouses.get(id)?.has(flag)).map((flag): [number, string] => [id, flag]),
    ),
  }
}

/** What several gains add together. */
export const together = (gains: readonly Gain[]): Gain => ({
  buttons: [...new Set(gains.flatMap((gain) => gain.buttons))],
  fields: [...new Set(gains.flatMap((gain) => gain.fields))],
  scopes: gains.flatMap((gain) => gain.scopes),
  limits: gains.flatMap((gain) => gain.limits),
  warehouses: gains.flatMap((gain) => gain.warehouses),
})

/**
 * Changes somebody's rights in an organisation and returns what that adds to them: at once, once his roles that are
 * switched off are on again, and once he has none, since what stands beside a role outlives it. Neither hides what another adds.
 */
export async function gainBy(
  tx: Tx,
  { userId, orgId }: { userId: number; orgId: number },
  work: () => Promise<unknown>,
): Promise<Gain> {
  const read = async () => ({
    now: await holdingsOf(tx, userId, orgId),
    later: await holdingsOf(tx, userId, orgId, { roles: 'all' }),
    alone: await holdingsOf(tx, userId, orgId, { roles: 'none' }),
  })
  const before = await read()
  await work()
  const after = await read()
  return together([
    gainOf(before.now, after.now),
    gainOf(before.later, after.later),
    ofLayer(gainOf(before.alone, after.alone), after.alone),
  ])
}

/** What is the user's own: a scope that he has no longer himself is again that of his roles, which are weighed with them. */
const ofLayer = (gain: Gain, alone: Layer): Gain => ({
  ...gain,
  scopes: gain.scopes.filter(([area]) => alone.scopes[area] !== undefined),
})

/** What an account is worth in an organisation: all that roles, also those that are off, and own grants give before withdrawals. */
export const worthOf = async (tx: Tx, userId: number, orgId: number): Promise<Gain> =>
  gainOf(noRights, await holdingsOf(tx, userId, orgId, { roles: 'all', withdrawn: true }))

const names = new Map(
  permissionGroups.flatMap((group) => [
    [group.pageId, `${group.label}-查询`] as const,
    ...group.actions.map((action) => [action.id, `${group.label}-${action.label}`] as const),
  ]),
)
const nameOf = (id: number): string => names.get(id) ?? String(id)

/** Ids of the area 系统: users, roles, organisations and rights. */
const systemIds = new Set(
  permissionGroups
    .filter((group) => group.area === '系统')
    .flatMap((group) => [group.pageId, ...group.actions.map((action) => action.id)]),
)

const listed = (parts: readonly string[]): string =>
  parts.length > 3 ? `${parts.slice(0, 3).join('、')}等${parts.length}项` : parts.join('、')

/** Buttons of a gain that the giver does not hold. */
const lacking = (own: Layer, buttons: readonly number[]): number[] => buttons.filter((id) => !own.buttons.has(id))

const limitKeys: Record<keyof Limits, keyof RoleLimits> = {
  lineDiscount: 'discountLimit',
  orderDiscount: 'orderDiscountLimit',
  settleDiscount: 'settleDiscountLimit',
  purchaseApproval: 'purchaseApproveLimit',
  paymentApproval: 'paymentApproveLimit',
}

/** Refuses a gain beyond the giver's own rights, and names what he lacks. */
export function assertHolds(own: Layer, gain: Gain): void {
  const buttons = lacking(own, gain.buttons)
  if (buttons.length > 0) forbidden(`您没有“${listed(buttons.map(nameOf))}”的权限，不能授予他人`)
  const fields = gain.fields.filter((field) => !own.fields.has(field))
  if (fields.length > 0) forbidden(`您看不到“${listed(fields.map((field) => fieldLabels[field]))}”，不能授予他人`)
  const wide = gain.scopes.find(([area, scope]) => scope > widthOf(own.scopes, area))
  if (wide) {
    const mine = scopeNames[widthOf(own.scopes, wide[0]) as keyof typeof scopeNames]
    forbidden(`您在“${scopeAreas[wide[0]]}”的数据范围是${mine}，不能授予更大的范围`)
  }
  assertLimits(own.limits, gain.limits)
  if (gain.warehouses.some(([id, flag]) => !own.warehouses.get(id)?.has(flag as never)))
    forbidden('您没有该仓库的这项权限，不能授予他人')
}

function assertLimits(own: Limits, raised: Gain['limits']): void {
  const over = raised.find(([key, limit]) => isHigher(limit, own[key]))
  if (over) forbidden(`“${limitLabels[limitKeys[over[0]]]}”不能高于您自己的上限`)
}

/**
 * What the company pays, earns and owns. A system administrator hands out no role that shows it unless he sees it himself;
 * what every salesperson knows is not among it (ADR 0077).
 */
const confidential = new Set<HiddenField>(['cost_price', 'gross_profit', 'purchase_price', 'account_balance'])

/**
 * Names what a giver may not hand out of a gain: buttons, fields and scopes that he lacks; limits and warehouses are not
 * compared. The system administrator, who runs the accounts and no business, is free in buttons of the business and in fields that
 * are not confidential.
 */
function beyond(own: Grants, gain: Gain): string[] {
  const isAdmin = own.roles.includes('admin')
  const buttons = lacking(own, gain.buttons).filter((id) => !isAdmin || systemIds.has(id))
  const fields = gain.fields.filter((field) => !own.fields.has(field) && (!isAdmin || confidential.has(field)))
  const ordered = fieldKeys.filter((field) => fields.includes(field))
  const wide = gain.scopes.filter(([area, scope]) => scope > widthOf(own.scopes, area))
  return [
    ...buttons.map(nameOf),
    ...ordered.map((field) => fieldLabels[field]),
    ...new Set(wide.map(([area]) => `“${scopeAreas[area]}”更大的数据范围`)),
  ]
}

/** Why a giver may not hand out a gain to others, to be read after its name (ADR 0077); empty when he may. */
function barrierOf(own: Grants, gain: Gain): string {
  const names = beyond(own, gain)
  return names.length === 0 ? '' : `有您没有的权限：${listed(names)}，请老板处理`
}

/** Refuses what a giver may not hand out to others; `what` has the rights, e.g. 角色“店长”. */
export function assertAssignable(own: Grants, gain: Gain, what: string): void {
  const barrier = barrierOf(own, gain)
  if (barrier !== '') forbidden(what + barrier)
}

const onlyOwners = '只有老板可以授予老板角色'
const isReserved = (own: Grants, role: { code: string }): boolean =>
  role.code === 'owner' && !own.roles.includes('owner')

/** The same of a role, which may be the owner's: that one is handed on by owners only. */
export const barrierOfRole = (own: Grants, role: { code: string }, gain: Gain): string =>
  isReserved(own, role) ? onlyOwners : barrierOf(own, gain)

/** Refuses roles that a giver may not hand out to others, by what they give together. */
export function assertRolesAssignable(own: Grants, roles: readonly { code: string; name: string }[], gain: Gain): void {
  if (roles.some((role) => isReserved(own, role))) forbidden(onlyOwners)
  assertAssignable(own, gain, `角色“${roles.map((role) => role.name).join('、')}”`)
}
