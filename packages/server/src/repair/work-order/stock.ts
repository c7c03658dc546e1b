import { sumOf } from '@chepu/contract/kernel/decimal'
import type { OrderStock, orderStock } from '@chepu/contract/repair/shortage'
import { workOrder } from '@chepu/contract/repair/work-order'
import { type SqlBool, sql } from 'kysely'
import { groupBy } from '../../kernel/base/group-by'
import { warehousesWith } from '../../kernel/caller/caller'
import { isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { stateName } from '../../kernel/document/registry'
import type { QueryOf } from '../../kernel/http/bind'
import { poolFigures } from '../../kernel/query/pool-figures'
import { comingForOrder, comingOf } from '../../warehouse/public'

/**
 * Stock of parts as an order counts it (business/repair 5.7): what is free in the warehouse with what the order holds itself, and what is on its way for it;
 * of a warehouse that the caller does not view nothing. Base units, 4 decimals. @throws Failure invalid for an order that he does not see
 */
export async function stockForOrder(
  tx: CallerTx,
  { workOrderId, warehouseId, partIds }: QueryOf<typeof orderStock>,
): Promise<OrderStock[]> {
  const [free, bringers, coming] = await Promise.all([
    freeFor(tx, { workOrderId, warehouseId, partIds }),
    workOrderId === undefined ? [] : comingForOrder(tx, workOrderId),
    comingOf(tx, partIds),
  ])
  const available = new Map(free.map((row) => [row.partId, row.available]))
  const byPart = groupBy(bringers, ({ partId }) => partId)
  return [...new Set(partIds)].map((partId) => {
    const own = byPart.get(partId) ?? []
    return {
      partId,
      available: available.get(partId) ?? '0.0000',
      onOrder: sumOf(own, ({ qty }) => qty),
      bringers: own.map(({ kind, id, billNo, state, qty }) => ({
        kind,
        id,
        billNo,
        stateName: stateName({ kind, state }),
        qty,
      })),
      comingQty: coming.get(partId) ?? '0.0000',
    }
  })
}

const freeFor = (tx: CallerTx, { workOrderId, warehouseId, partIds }: QueryOf<typeof orderStock>) => {
  const held = sql<SqlBool>`r.source_kind = ${workOrder.kind} and r.source_id = ${workOrderId}`
  const own = workOrderId === undefined ? {} : { own: held }
  const seen = warehousesWith(tx.caller, 'view').filter((id) => id === warehouseId)
  return tx.select(sql<{ partId: number; available: string }>`select c.part_id, c.available
    from ${poolFigures(tx.groupId, { ...own, takenFrom: warehouseId })} c
    where c.group_id = ${tx.groupId} and c.org_id = ${tx.caller.orgId} and ${isAnyOf('c.warehouse_id', seen)} and ${isAnyOf('c.part_id', partIds)}`)
}
