import type { savedSearchRoutes } from '@chepu/contract/customers/saved-search'
import type { BodyOf, DataOf } from '@chepu/contract/kernel/route'
import { notFound } from '../kernel/base/errors'
import type { CallerTx } from '../kernel/db/tx'

const screen = 'moreQuestion'

/** The caller's own, by name. */
export const listSearches = (tx: CallerTx): Promise<DataOf<typeof savedSearchRoutes.list>> =>
  tx.query({
    text: 'select id, name, filters from saved_search where group_id = $1 and user_id = $2 and screen = $3 order by name',
    values: [tx.groupId, tx.caller.userId, screen],
  })

/** Keeps filters under a name; the caller's own of that name are overwritten. */
export async function saveSearch(
  tx: CallerTx,
  { name, filters }: BodyOf<typeof savedSearchRoutes.save>,
): Promise<{ id: number }> {
  const [saved] = await tx.insert<{ id: number }>(
    'saved_search',
    ['group_id', 'user_id', 'screen', 'name', 'filters'],
    [[tx.groupId, tx.caller.userId, screen, name, JSON.stringify(filters)]],
    'on conflict (group_id, user_id, screen, name) do update set filters = excluded.filters returning id',
  )
  return saved as { id: number }
}

/** @throws Failure notFound where it is not the caller's own */
export async function removeSearch(tx: CallerTx, id: number): Promise<{ id: number }> {
  const row = await tx.one<{ id: number }>({
    text: 'delete from saved_search where group_id = $1 and user_id = $2 and id = $3 returning id',
    values: [tx.groupId, tx.caller.userId, id],
  })
  return row ?? notFound('查询方案')
}
