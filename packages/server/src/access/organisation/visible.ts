import { notFound } from '../../kernel/errors'
import type { CallerTx } from '../../kernel/db'

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
