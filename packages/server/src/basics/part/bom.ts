import type { Decimal } from '@chepu/contract/kernel/decimal'
import { groupBy } from '../../kernel/base/group-by'
import type { Tx } from '../../kernel/db/tx'

/** A component of a kit: how many of it in one kit, and its share of the kit's cost from 0 to 1. */
interface Component {
  partId: number
  partCode: string
  qty: Decimal
  costRatio: Decimal | null
}

/** What a part is assembled of, in the order in which it was entered (business/basics 3). */
export const componentsOf = (tx: Tx, partId: number): Promise<Component[]> =>
  tx.query<Component>({
    name: 'components-of-part',
    text: `select b.component_id as part_id, p.code as part_code, b.qty, b.cost_ratio
      from part_bom b join part p on p.group_id = b.group_id and p.id = b.component_id
      where b.group_id = $1 and b.parent_id = $2 order by b.id`,
    values: [tx.groupId, partId],
  })

interface Edge {
  parentId: number
  componentId: number
  partCode: string
}

/**
 * How components of a part lead back to it, at whatever depth: the codes on the shortest way, or nothing where none does (business/basics 3). Held
 * until the commit, since two parts that come to contain each other at the same time would each see nothing of the other.
 */
export async function pathBack(tx: Tx, partId: number, components: readonly number[]): Promise<string | undefined> {
  if (components.length === 0) return undefined
  await tx.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 48))', values: [`bom/${tx.groupId}`] })
  const edges = await tx.query<Edge>({
    text: `with recursive below as (
        select unnest($3::bigint[]) as id
        union
        select b.component_id from part_bom b join below on below.id = b.parent_id where b.group_id = $1 and b.parent_id <> $2
      )
      select b.parent_id, b.component_id, p.code as part_code
      from (
        select $2::bigint as parent_id, unnest($3::bigint[]) as component_id
        union all
        select e.parent_id, e.component_id from part_bom e join below on below.id = e.parent_id where e.group_id = $1 and e.parent_id <> $2
      ) b join part p on p.group_id = $1 and p.id = b.component_id`,
    values: [tx.groupId, partId, components],
  })
  const codes = new Map(edges.map((edge) => [edge.componentId, edge.partCode]))
  const way = shortestWay(edges, partId)
  return way?.map((id) => codes.get(id)).join(' → ')
}

/** The parts from one to itself, by the fewest edges, or nothing. */
function shortestWay(edges: readonly Edge[], partId: number): number[] | undefined {
  const below = groupBy(edges, (edge) => edge.parentId)
  const ways: number[][] = [[partId]]
  const seen = new Set<number>()
  for (const way of ways) {
    for (const { componentId } of below.get(way.at(-1) as number) ?? []) {
      if (componentId === partId) return [...way, partId]
      if (seen.has(componentId)) continue
      seen.add(componentId)
      ways.push([...way, componentId])
    }
  }
  return undefined
}
