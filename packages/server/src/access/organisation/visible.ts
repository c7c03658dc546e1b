import { forbidden, notFound } from '../../kernel/errors'
import type { CallerTx } from '../../kernel/db'
import { heldPlaces } from '../rights/reach'

/** Organisations that the caller works in, disabled ones too, and all below them; no others exist for him (DOMAIN 2.2). */
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
