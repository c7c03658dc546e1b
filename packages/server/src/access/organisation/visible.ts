import { shanghaiDay } from '../../kernel/calendar'
import { forbidden, notFound } from '../../kernel/errors'
import type { CallerTx } from '../../kernel/db'
import { membershipCounts } from '../../kernel/rights'
import { rightsIn } from '../rights/reach'

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

/**
 * 404 for an organisation that does not exist for the caller, 403 where he does not hold the button: in it, or in one above
 * it. What he may do in one organisation says nothing about another (ADR 0064).
 */
export async function assertMayChange(tx: CallerTx, orgId: number, button: number): Promise<void> {
  await assertVisible(tx, orgId)
  const rows = await tx.query<{ id: number }>({
    name: 'orgs-above-with-membership',
    text: `with recursive above as (
        select id, parent_id from org where group_id = $1 and id = $2
        union
        select o.id, o.parent_id from org o join above a on o.id = a.parent_id where o.group_id = $1
      )
      select above.id from above join user_org uo on uo.group_id = $1 and uo.org_id = above.id
      where uo.user_id = $3 and ${membershipCounts('$4')} order by above.id`,
    values: [tx.groupId, orgId, tx.caller.userId, shanghaiDay()],
  })
  for (const { id } of rows) {
    if ((await rightsIn(tx, id)).buttons.has(button)) return
  }
  forbidden('您在该企业没有此项权限')
}
