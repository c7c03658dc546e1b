import { permissionGroups } from '@chepu/contract/access/catalogue'
import type { ClientBase } from 'pg'
import { seedRoles } from './seed-roles'

/**
 * Gives the standing roles of every group the buttons that this version brought, as a new group's same roles have them
 * (ADR 0099). A button comes once: what somebody took back afterwards stays taken. Works as the owner of the tables.
 */
export async function grantNewButtons(owner: ClientBase): Promise<void> {
  const ids = permissionGroups.flatMap((group) => [group.pageId, ...group.actions.map((action) => action.id)])
  await owner.query('begin')
  const fresh = await owner.query<{ id: number }>({
    text: `insert into shared.known_button (button_id) select unnest($1::int[]) on conflict do nothing returning button_id as id`,
    values: [ids],
  })
  if (fresh.rows.length > 0) await grant(owner, new Set(fresh.rows.map(({ id }) => id)))
  await owner.query('commit')
}

async function grant(owner: ClientBase, fresh: ReadonlySet<number>): Promise<void> {
  const gifts = seedRoles.flatMap(({ code, buttons }) =>
    [...new Set(buttons)].filter((button) => fresh.has(button)).map((button) => ({ code, button })),
  )
  await owner.query({
    text: `insert into role_button (group_id, role_id, button_id)
      select r.group_id, r.id, g.button from role r, jsonb_to_recordset($1::jsonb) as g (code text, button int)
      where g.code = r.code on conflict do nothing`,
    values: [JSON.stringify(gifts)],
  })
  await owner.query('update shared.login set access_version = access_version + 1')
}
