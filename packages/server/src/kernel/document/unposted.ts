import { isOrder, statesIn } from '@chepu/contract/kernel/states'
import type { Tx } from '../db/tx'
import type { ClosingSpan } from './closing-checks'
import { documentKinds, statesOfAll } from './registry'

/** States of kinds that post in which a document is not in the books yet and may still come to be. */
const waitingStates = () => statesOfAll((def) => (isOrder(def) ? [] : statesIn(def, 'entry', 'waiting', 'agreed')))

/** How many documents of each kind that posts are dated within the span and not in the books; kinds without any are missing. */
export async function unpostedDocuments(tx: Tx, { orgId, from, to }: ClosingSpan): Promise<Map<string, number>> {
  const tables = [...new Set(documentKinds().map(({ family }) => family.table))]
  const counts = tables.map(
    (table) => `select kind, count(*)::int as count from ${table}
      where group_id = $1 and org_id = $2 and ($3::date is null or biz_date >= $3::date) and biz_date <= $4::date
        and (kind, state) in (select * from unnest($5::text[], $6::text[])) group by kind`,
  )
  const [kinds, states] = waitingStates()
  const rows = await tx.query<{ kind: string; count: number }>({
    text: counts.join(' union all '),
    values: [tx.groupId, orgId, from, to, kinds, states],
  })
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

/** The filter by which the list of a kind shows what is not in the books yet. */
export const unpostedFilter = (kind: string): string =>
  documentKinds()
    .filter(({ def }) => def.kind === kind)
    .flatMap(({ def }) => statesIn(def, 'entry', 'waiting', 'agreed'))
    .join()
