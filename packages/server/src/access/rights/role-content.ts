import type { RoleLimits } from '@chepu/contract/access/role'
import type { ScopeArea } from '@chepu/contract/kernel/scope-areas'
import type { HiddenField, Limits } from '../../kernel/caller/caller'
import type { Tx } from '../../kernel/db/tx'
import { type Gain, isHigher } from './gain'

/** What a role gives. */
export interface RoleContent {
  buttons: number[]
  fields: HiddenField[]
  scopes: Partial<Record<ScopeArea, number>>
  allWarehouses: boolean
  limits: RoleLimits
}

const noLimits: RoleLimits = {
  discountLimit: '0',
  orderDiscountLimit: '0',
  settleDiscountLimit: '0',
  purchaseApproveLimit: '0',
  paymentApproveLimit: '0',
}
const nothing: RoleContent = { buttons: [], fields: [], scopes: {}, allWarehouses: false, limits: noLimits }

const limitOf: Record<keyof RoleLimits, keyof Limits> = {
  discountLimit: 'lineDiscount',
  orderDiscountLimit: 'orderDiscount',
  settleDiscountLimit: 'settleDiscount',
  purchaseApproveLimit: 'purchaseApproval',
  paymentApproveLimit: 'paymentApproval',
}
export const limitKeys = Object.keys(limitOf) as (keyof RoleLimits)[]

export async function contentOf(tx: Tx, roleId: number): Promise<RoleContent> {
  return (await contentsOf(tx, [roleId])).get(roleId) ?? nothing
}

async function contentsOf(tx: Tx, roleIds: readonly number[]): Promise<Map<number, RoleContent>> {
  const rows = await tx.query<RoleLimits & Omit<RoleContent, 'limits'> & { id: number }>({
    text: `select r.id, r.all_warehouses, r.discount_limit, r.order_discount_limit, r.settle_discount_limit,
        r.purchase_approve_limit, r.payment_approve_limit,
        array(select b.button_id from role_button b where b.group_id = r.group_id and b.role_id = r.id order by 1) as buttons,
        array(select f.field from role_field f where f.group_id = r.group_id and f.role_id = r.id order by 1) as fields,
        (select coalesce(jsonb_object_agg(s.area, s.scope), '{}') from role_scope s
          where s.group_id = r.group_id and s.role_id = r.id) as scopes
      from role r where r.group_id = $1 and r.id = any ($2::bigint[])`,
    values: [tx.groupId, roleIds],
  })
  return new Map(
    rows.map(({ id, buttons, fields, scopes, allWarehouses, ...limits }) => [
      id,
      { buttons, fields, scopes, allWarehouses, limits },
    ]),
  )
}

/** What each of the roles gives to somebody without rights, also what the platform has stopped just now. */
export async function gainsOfRoles(tx: Tx, roleIds: readonly number[]): Promise<(roleId: number) => Gain> {
  const contents = await contentsOf(tx, roleIds)
  return (roleId) => gainOfContent(nothing, contents.get(roleId) ?? nothing)
}

/** What a changed role gives more than before. 全部仓库 is no flag of one warehouse; it is judged apart. */
export function gainOfContent(before: RoleContent, after: RoleContent): Gain {
  return {
    buttons: after.buttons.filter((id) => !before.buttons.includes(id)),
    fields: after.fields.filter((field) => !before.fields.includes(field)),
    scopes: (Object.entries(after.scopes) as [ScopeArea, number][]).filter(
      ([area, scope]) => scope > (before.scopes[area] ?? 3),
    ),
    limits: limitKeys
      .filter((key) => isHigher(after.limits[key], before.limits[key]))
      .map((key) => [limitOf[key], after.limits[key]]),
    warehouses: [],
  }
}
