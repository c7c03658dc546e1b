import type { DataOf } from '@chepu/contract/kernel/route'
import type { warrantyFaults as route } from '@chepu/contract/warranty/warranty-bill'
import { sql } from 'kysely'
import { containing } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'

/** So many are offered at once. */
const most = 50

/** Active 故障代码 of a manufacturer and of nobody by what is typed, in the order of their codes. */
export async function faultsOf(
  tx: CallerTx,
  { q, manufacturerId }: QueryOf<typeof route>,
): Promise<DataOf<typeof route>> {
  const named = q ? sql`and (f.code ilike ${containing(q)} or f.name ilike ${containing(q)})` : sql``
  const own = manufacturerId ? sql`and coalesce(f.manufacturer_id, ${manufacturerId}) = ${manufacturerId}` : sql``
  const rows = await tx.select(sql<DataOf<typeof route>['rows'][number]>`
    select f.id, f.code, f.name, f.system from fault_code f
    where f.group_id = ${tx.groupId} and f.is_active ${named} ${own} order by f.code, f.id limit ${most}`)
  return { rows }
}
