import { forbidden, notFound } from '../base/errors'
import type { CallerTx } from '../db/tx'
import { shanghaiDay } from '../base/calendar'
import { membershipCounts } from './rights'

/** Organisations that the caller works in, disabled ones too, and all below them; no others exist for him (business/access 3.2). */
export async function visibleOrgs(tx: CallerTx): Promise<number[]> {
  const rows = await tx.query<{ id: number }>({
    name: 'visible-orgs',
    text: `with recursive visible as (
        select org_id as id from user_org where group_id = $1 and user_id = $2 and is_active
        union
        select o.id from org o join visible v on o.parent_id = v.id where o.group_id = $1
      )
      select id from visible order by id`,
    values: [tx.groupId, tx.caller.userId],
  })
  return rows.map((row) => row.id)
}

/** 404 for an organisation that does not exist for the caller. */
export async function assertVisible(tx: CallerTx, orgId: number): Promise<void> {
  if (!(await visibleOrgs(tx)).includes(orgId)) notFound('企业')
}

/** Those of the buttons that the caller has for each organisation: held in it, or in one above it (ADR 0064). */
export async function buttonsByOrg(tx: CallerTx, buttons: readonly number[]): Promise<Map<number, number[]>> {
  const held = await heldPlaces(tx, buttons)
  const rows = await tx.query<{ id: number; button: number }>({
    name: 'buttons-by-org',
    text: `with recursive reached as (
        select org_id as id, button from unnest($2::bigint[], $3::int[]) as held (org_id, button)
        union
        select o.id, r.button from org o join reached r on o.parent_id = r.id where o.group_id = $1
      )
      select id, button from reached order by id, button`,
    values: [tx.groupId, held.map((place) => place.orgId), held.map((place) => place.button)],
  })
  const found = new Map<number, number[]>()
  for (const { id, button } of rows) found.set(id, [...(found.get(id) ?? []), button])
  return found
}

/** Organisations that the caller may change with a button. */
export const changeableOrgs = async (tx: CallerTx, button: number): Promise<number[]> => [
  ...(await buttonsByOrg(tx, [button])).keys(),
]

/**
 * 404 for an organisation that does not exist for the caller, 403 where he does not hold the button: in it, or in one above
 * it. What he may do in one organisation says nothing about another (ADR 0064).
 */
export async function assertMayChange(tx: CallerTx, orgId: number, button: number): Promise<void> {
  await assertVisible(tx, orgId)
  if (!(await changeableOrgs(tx, button)).includes(orgId)) forbidden('您在该企业没有此项权限')
}

/** Organisations that the caller is a member of today, also disabled ones, with those of the buttons that he holds there. */
export const heldPlaces = (tx: CallerTx, buttons: readonly number[]): Promise<{ orgId: number; button: number }[]> =>
  tx.query({
    name: 'held-places',
    text: `select uo.org_id, asked.button from user_org uo cross join unnest($3::int[]) as asked (button)
      where uo.group_id = $1 and uo.user_id = $2 and ${membershipCounts('$4')}
        and asked.button in (
          select rb.button_id from user_role ur
          join role r on r.group_id = ur.group_id and r.id = ur.role_id and r.is_active
          join role_button rb on rb.group_id = ur.group_id and rb.role_id = ur.role_id
          where ur.group_id = uo.group_id and ur.user_id = uo.user_id and ur.org_id = uo.org_id
            and (r.org_id is null or r.org_id = ur.org_id)
          union all
          select ub.button_id from user_button ub where ub.group_id = uo.group_id and ub.user_id = uo.user_id
            and ub.org_id = uo.org_id and ub.is_granted
        ) and asked.button not in (
          select ub.button_id from user_button ub where ub.group_id = uo.group_id and ub.user_id = uo.user_id
            and ub.org_id = uo.org_id and not ub.is_granted
          union all
          select unnest(p.button_ids) from shared.permission_point p where p.kind = 'button' and not p.is_active
        )
      order by uo.org_id`,
    values: [tx.groupId, tx.caller.userId, buttons, shanghaiDay()],
  })
