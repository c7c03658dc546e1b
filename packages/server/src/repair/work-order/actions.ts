import type { StateOf } from '@chepu/contract/kernel/document'
import { button } from '@chepu/contract/access/catalogue'
import { compare, type Decimal, isPositive, isZero, trimZeros, withCommas } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import type { Consent, ConsentGiven } from '@chepu/contract/repair/consent'
import { workOrder } from '@chepu/contract/repair/work-order'
import { planMaintenance, recordMileage, vehicleOf } from '../../customers/public'
import { invalid, refuse } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { RepairActions, RepairKind, RepairRequest } from '../../kernel/repair/types'
import type { z } from 'zod'
import { tellAdded, tellCompleted } from '../dispatch/tell'
import { followOrder } from '../insurance-case/follow'
import { pauseWhole, resumeWhole } from '../dispatch/whole'
import { confirmAdded, confirmOrder } from './consent'
import { takeFormers } from './formers'
import { keepGiven } from './given'
import { wakeBoards } from './move'
import { agreedLines, hasIssued, progressOf } from './progress'
import { materialNews } from '../held-news'
import { customerItems } from '../settlement/owed'
import { holdMaterial, waitingQty } from './material'
import { voidDraft } from './settled'
import { type WorkOrder, workOrderTraits } from './traits'

type Handover = z.output<typeof workOrder.actions.handover.input>

const actions: RepairActions<typeof workOrder> = {
  async confirm(tx, order, { input, note, log }) {
    log(await keepGiven(tx, order, input as ConsentGiven))
    const { lines, columns } = await confirmOrder(tx, order, input as Consent, tx.caller.org.config)
    note(columns)
    // At a counter the goods leave in the same step: nobody gets in between (ADR 0276).
    if ((input as ConsentGiven).method === 'counter') return 'confirmed'
    return holding(tx, order, 'confirmed', lines)
  },

  async confirmAdded(tx, order, { input, note, log }) {
    log(await keepGiven(tx, order, input as ConsentGiven))
    const { state, lines, columns } = await confirmAdded(tx, order, input as Consent, tx.caller.org.config)
    await tellAdded(tx, order, lines)
    note(columns)
    return holding(tx, order, state, lines)
  },

  async pause(tx, order, { input, reason, note }) {
    const { kind } = input as { kind: string }
    await pauseWhole(tx, order.id, { kind, reason })
    note({ pauseKind: kind })
    return 'paused'
  },

  async resume(tx, order, { note }) {
    resumeWhole(tx, order.id)
    note({ pauseKind: null })
    return progressOf(order.lines)
  },

  async complete(tx, order, { input, note }) {
    const { roadTestKm } = input as { roadTestKm: string }
    assertNothingOpen(order)
    assertPassed(order)
    assertIssued(order)
    note({ completedAt: new Date().toISOString(), roadTestKm: roadTestKm || null })
    const [state] = await Promise.all([holding(tx, order, 'completed'), tellCompleted(tx, order)])
    return state
  },

  async reopen(tx, order, { note }) {
    note({ completedAt: null })
    return holding(tx, order, 'waiting_check')
  },

  async handover(tx, order, { input, note }) {
    await assertPaid(tx, order)
    await planNext(tx, order, input as Handover)
    note({ deliveredAt: new Date().toISOString() })
    return order.state === 'refunded' ? 'refunded' : 'delivered'
  },

  async cancel(tx, order, { reason, note }) {
    if (hasIssued(order.lines)) refuse(`工单 ${order.billNo} 有领料未退，请先退料`)
    note({ reason })
    voidDraft(tx, order)
    return holding(tx, order, 'cancelled')
  },
}

/** When the car should come again, for its reminders (business/customers 6.5). */
async function planNext(tx: CallerTx, { vehicleId, mileage }: WorkOrder, said: Handover): Promise<void> {
  const km = said.nextMaintenanceKm || null
  if (km !== null && compare(km, mileage ?? '0') <= 0)
    invalid([{ path: 'input.nextMaintenanceKm', message: '下次保养里程应大于进厂里程' }])
  if (said.nextMaintenanceOn !== null && said.nextMaintenanceOn <= shanghaiDay())
    invalid([{ path: 'input.nextMaintenanceOn', message: '下次保养日期应晚于今天' }])
  if (vehicleId !== null) await planMaintenance(tx, vehicleId, { on: said.nextMaintenanceOn, km })
}

/** The meter as it stood when the car came, noted with the car (business/customers 6.4); what the car shows already is not noted again. */
async function noteMileage(tx: CallerTx, id: number, { header }: RepairRequest): Promise<void> {
  const { mileage, arrivedAt } = header as { mileage?: string | null; arrivedAt?: string | null }
  if (!mileage || !isPositive(mileage) || header.vehicleId === null) return
  const car = await vehicleOf(tx, header.vehicleId)
  if (compare(mileage, car.mileage) === 0) return
  const readOn = arrivedAt ? shanghaiDay(new Date(arrivedAt)) : header.bizDate
  await recordMileage(tx, car.id, { mileage, readOn, doc: { kind: workOrder.kind, id }, at: 'header.' })
}

/** The state that the order comes into, with the goods held that its material waits for there, and its insurers' cases beside it. */
async function holding<State extends StateOf<typeof workOrder>>(
  tx: CallerTx,
  order: WorkOrder,
  state: State,
  lines = order.lines,
): Promise<State> {
  await holdMaterial(tx, { ...order, state }, lines)
  followOrder(tx, order, state)
  return state
}

/** A car leaves when its customer has paid, or somebody may let him pay later (business/repair-settlement 10). */
async function assertPaid(tx: CallerTx, { billNo, settlementId }: WorkOrder): Promise<void> {
  const row = await tx.one<{ open: Decimal }>({
    name: 'open-of-settlement',
    text: `select coalesce((select sum(i.balance) from open_item i where ${customerItems}), 0.00) as open from repair_document d
      where d.group_id = $1 and d.id = $2`,
    values: [tx.groupId, settlementId],
  })
  if (!row || isZero(row.open) || mayPress(tx.caller, button('repair_settlement', 'on_credit'))) return
  refuse(`工单 ${billNo} 客户还有 ${withCommas(row.open)} 元未付，收清后再交车，或由有「挂账」权限的人交车`)
}

/** What the customer has not been asked about is neither done nor billed. */
function assertNothingOpen({ lines }: WorkOrder): void {
  const open = lines.find(({ agreement }) => agreement === 'open')
  if (open) refuse(`「${open.name || open.partCode}」客户尚未确认，请先确认增项或删除`)
}

/** The last look comes after those at every line (business/repair 6.3). */
function assertPassed({ lines }: WorkOrder): void {
  const open = agreedLines(lines).find(({ section, workState }) => section === 'labour' && workState !== 'passed')
  if (open) refuse(`「${open.name}」尚未组检合格，不能终检`)
}

/** Nothing is issued any more to an order that is completed, and it is settled with what was issued alone. */
function assertIssued({ lines }: WorkOrder): void {
  const short = lines.find((line) => isPositive(waitingQty(line)))
  if (short) refuse(`「${short.partCode}」还有 ${trimZeros(waitingQty(short))} 待领，请先领料或减少数量`)
}

/** Whatever moves an order shows on the boards of the workshop. */
const waking = Object.fromEntries(
  Object.entries(actions).map(([name, take]): [string, (typeof actions)[keyof typeof actions]] => [
    name,
    (tx, order, call) => {
      wakeBoards(tx, tx.caller.orgId)
      return take(tx, order, call)
    },
  ]),
) as RepairActions<typeof workOrder>

export const workOrderKind = {
  ...workOrderTraits,
  ...materialNews(workOrderTraits.def),
  async saved(tx, id, request, before) {
    if (request.id === undefined) await takeFormers(tx, request.header)
    await noteMileage(tx, id, request)
    await workOrderTraits.saved?.(tx, id, request, before)
  },
  actions: waking,
} satisfies RepairKind<typeof workOrder>
