import {
  reservationConflicts,
  reservationDay,
  reservationParts,
  reservationWeek,
} from '@chepu/contract/repair/reservation-day'
import type { App, Bind } from '../kernel/http/bind'
import { registerLiveTasks } from '../kernel/notify/live-tasks'
import { bindRepairDocument } from '../kernel/repair/routes'
import { bindInspections } from './inspection/routes'
import { bindCardsOnPaper } from './cards-on-paper'
import { bindRepairMasters } from './master-routes'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { bindDispatch } from './dispatch/routes'
import { bindFastCounter } from './fast/routes'
import { repairTasks } from './home-tasks'
import { carOffers as carOffersRoute } from '@chepu/contract/repair/car-offers'
import { orderDeposit } from '@chepu/contract/repair/order-deposit'
import { repairRecords } from '@chepu/contract/repair/records'
import { orderStock } from '@chepu/contract/repair/shortage'
import { ordersToSettle } from '@chepu/contract/repair/settlement'
import { matValuation, proposeValuation, setValuation } from '@chepu/contract/repair/valuation'
import { bindQuery } from '../kernel/query/query'
import { carOffers } from './queries/car-offers'
import { records } from './queries/records'
import { proposePrices, valueMaterial } from './valuation/actions'
import { valuationSource } from './valuation/query'
import { settlementKind } from './settlement/actions'
import { refundKind } from './refund/actions'
import { bindRefundPreview } from './refund/preview'
import { bindSettlementPreview } from './settlement/preview'
import { waitingForSettlement } from './settlement/waiting'
import { receptionKind } from './reception/actions'
import { bindReceptionLink } from './reception/link'
import { reservationKind } from './reservation/actions'
import { plannedParts } from './reservation/parts'
import { calendarDay, calendarWeek, conflictsOf } from './reservation/day'
import { expectedToday } from './reservation/today'
import { casesOfCar as casesOfCarRoute } from '@chepu/contract/repair/insurance-case'
import { insuranceCaseKind } from './insurance-case/actions'
import { casesOfCar } from './insurance-case/of-car'
import { workOrderKind } from './work-order/actions'
import { stockForOrder } from './work-order/stock'
import { depositOf } from './work-order/deposit'
import { bindOrderLink } from './work-order/link'

/** The workshop: what it keeps, orders and what hangs on them. */
export function bindRepair({ bind, bindOpen }: App): void {
  bindRepairMasters(bind)
  bindArrivals(bind)
  bindOrders(bind)
  bindOrderLink(bindOpen)
  bindReceptionLink(bindOpen)
  bind(orderDeposit, (tx, { params }) => depositOf(tx, params.id))
  bindInspections(bind)
  bindDispatch(bind)
  bindValuation(bind)
  bindRepairDocument(bind, settlementKind)
  bindSettlementPreview(bind)
  bind.reads(ordersToSettle, (tx, { query }) => waitingForSettlement(tx, query))
  bindRepairDocument(bind, refundKind)
  bindRefundPreview(bind)
  bindCardsOnPaper(bind)
  bindRepairDocument(bind, insuranceCaseKind)
  bind.reads(casesOfCarRoute, (tx, { query }) => casesOfCar(tx, query))
  bindFastCounter(bind)
  registerHomeTasks('repair', repairTasks)
}

/** Orders, and what is known of the cars that they were written for. */
function bindOrders(bind: Bind): void {
  bindRepairDocument(bind, workOrderKind)
  bindQuery(bind, repairRecords, records)
  bind.reads(carOffersRoute, (tx, { query }) => carOffers(tx, query))
  bind.reads(orderStock, async (tx, { query }) => ({ rows: await stockForOrder(tx, query) }))
}

/** What the material of orders is sold for. */
function bindValuation(bind: Bind): void {
  bindQuery(bind, matValuation, valuationSource)
  bind(setValuation, (tx, { params, body }) => valueMaterial(tx, params.id, body))
  bind(proposeValuation, async (tx, { body }) => ({ rows: await proposePrices(tx, body) }))
}

/** Cars that are expected, and those that came. */
function bindArrivals(bind: Bind): void {
  registerLiveTasks('repair', (tx, users) => expectedToday(tx, users))
  bind.reads(reservationDay, (tx, { query }) => calendarDay(tx, query.day))
  bind.reads(reservationWeek, (tx, { query }) => calendarWeek(tx, query.from))
  bind.reads(reservationParts, async (tx, { query }) => ({ rows: await plannedParts(tx, query) }))
  bind.reads(reservationConflicts, async (tx, { query }) => ({ rows: await conflictsOf(tx, query) }))
  bindRepairDocument(bind, reservationKind)
  bindRepairDocument(bind, receptionKind)
}
