import { reservationConflicts, reservationDay } from '@chepu/contract/repair/reservation-day'
import type { Bind } from '../kernel/http/bind'
import { registerLiveTasks } from '../kernel/notify/live-tasks'
import { bindRepairDocument } from '../kernel/repair/routes'
import { bindRepairMasters } from './master-routes'
import { receptionKind } from './reception/actions'
import { reservationKind } from './reservation/actions'
import { conflictsOf, reservationsOf } from './reservation/day'
import { expectedToday } from './reservation/today'
import { workOrderKind } from './work-order/actions'

/** The workshop: what it keeps, orders and what hangs on them. */
export function bindRepair(bind: Bind): void {
  bindRepairMasters(bind)
  bindArrivals(bind)
  bindRepairDocument(bind, workOrderKind)
}

/** Cars that are expected, and those that came. */
function bindArrivals(bind: Bind): void {
  registerLiveTasks('repair', (tx, users) => expectedToday(tx, users))
  bind.reads(reservationDay, async (tx, { query }) => ({ rows: await reservationsOf(tx, query.day) }))
  bind.reads(reservationConflicts, async (tx, { query }) => ({ rows: await conflictsOf(tx, query) }))
  bindRepairDocument(bind, reservationKind)
  bindRepairDocument(bind, receptionKind)
}
