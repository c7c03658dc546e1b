// The parts that an appointment plans: whether they are there, and held until the car comes (business/arrivals 1.7).
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { holdingStates, reservation } from '@chepu/contract/repair/reservation'
import type { reservationParts } from '@chepu/contract/repair/reservation-day'
import type { DataOf } from '@chepu/contract/kernel/route'
import { type SqlBool, sql } from 'kysely'
import { warehousesWith } from '../../kernel/caller/caller'
import { isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { holdWanted, passOn } from '../../kernel/ledgers/reservation'
import { poolFigures } from '../../kernel/query/pool-figures'
import type { RepairDocument, RepairLine } from '../../kernel/repair/types'
import { workOrder } from '@chepu/contract/repair/work-order'

interface Holding {
  id: number
  orgId: number
  state: string
  warehouseId: number | null
  holdsParts: boolean
  lines: readonly RepairLine[]
}

const holding: readonly string[] = holdingStates

/**
 * Lets an appointment hold what it plans, or nothing: where nobody wants that, and once it waits no more. What is short waits in the queue of its part.
 * The caller has locked its header; the pools are locked here.
 */
export function holdPlanned(tx: Tx, { id, orgId, state, warehouseId, holdsParts, lines }: Holding): Promise<void> {
  const holds = holdsParts && warehouseId !== null && holding.includes(state)
  const wishes = holds
    ? lines.flatMap(({ id: lineId, section, partId, qty, isCustomerSupplied }) =>
        section === 'materials' && partId !== null && !isCustomerSupplied ? [{ warehouseId, partId, lineId, qty }] : [],
      )
    : []
  return holdWanted(tx, orgId, { kind: reservation.kind, id }, wishes)
}

/** What an appointment holds is held by the order that was made of it (business/arrivals 2.3). */
export function passHolding(tx: Tx, doc: Pick<Holding, 'id' | 'orgId'>, order: RepairDocument): Promise<void> {
  const lines = order.lines.flatMap(({ id, sourceLineId }) =>
    sourceLineId === null ? [] : [{ from: sourceLineId, to: id }],
  )
  const between = { from: { kind: reservation.kind, id: doc.id }, to: { kind: workOrder.kind, id: order.id } }
  return passOn(tx, doc.orgId, between, lines)
}

/** 备件确认: what of parts is free in a warehouse that the caller views, with what the appointment holds itself. */
export function plannedParts(
  tx: CallerTx,
  { warehouseId, parts, except }: QueryOf<typeof reservationParts>,
): Promise<DataOf<typeof reservationParts>['rows']> {
  const isOwn = sql<SqlBool>`r.source_kind = ${reservation.kind} and r.source_id = ${except ?? 0}::bigint`
  return tx.selectKept(
    sql<{
      partId: number
      available: Decimal
      held: Decimal
    }>`select c.part_id, c.available, coalesce(h.qty, 0.0000) as held
      from ${poolFigures(tx.groupId, { own: isOwn, takenFrom: warehouseId })} c
      left join (
        select r.part_id, sum(r.qty - r.released_qty - r.backorder_qty) as qty from stock_reservation r
        where r.group_id = ${tx.groupId} and r.org_id = ${tx.caller.orgId} and r.warehouse_id = ${warehouseId} and r.is_live and ${isOwn}
        group by r.part_id
      ) h on h.part_id = c.part_id
      where c.group_id = ${tx.groupId} and c.org_id = ${tx.caller.orgId} and c.warehouse_id = ${warehouseId}
        and ${isAnyOf('c.warehouse_id', warehousesWith(tx.caller, 'view'))} and ${isAnyOf('c.part_id', parts)}`,
  )
}
