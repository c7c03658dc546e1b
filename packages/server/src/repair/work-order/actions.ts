import type { StateOf } from '@chepu/contract/kernel/document'
import { button } from '@chepu/contract/access/catalogue'
import { type Decimal, isZero, withCommas } from '@chepu/contract/kernel/decimal'
import type { Consent, workOrder } from '@chepu/contract/repair/work-order'
import { refuse } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { RepairActions, RepairKind } from '../../kernel/repair/types'
import { tellAdded, tellCompleted } from '../dispatch/tell'
import { followOrder } from '../insurance-case/follow'
import { pauseWhole, resumeWhole } from '../dispatch/whole'
import { confirmAdded, confirmOrder } from './consent'
import { wakeBoards } from './move'
import { agreedLines, hasIssued, progressOf } from './progress'
import { holdMaterial, tellArrived, tellReleased } from './material'
import { type WorkOrder, workOrderTraits } from './traits'

const actions: RepairActions<typeof workOrder> = {
  async confirm(tx, order, { input, note }) {
    const { lines, columns } = await confirmOrder(tx, order, input as Consent)
    note(columns)
    return holding(tx, order, 'confirmed', lines)
  },

  async confirmAdded(tx, order, { input, note }) {
    const { state, lines, columns } = await confirmAdded(tx, order, input as Consent)
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
    await tellCompleted(tx, order)
    note({ completedAt: new Date().toISOString(), roadTestKm: roadTestKm || null })
    return holding(tx, order, 'completed')
  },

  async reopen(tx, order, { note }) {
    note({ completedAt: null })
    return holding(tx, order, 'waiting_check')
  },

  async handover(tx, order, { note }) {
    await assertPaid(tx, order)
    note({ deliveredAt: new Date().toISOString() })
    return 'delivered'
  },

  async cancel(tx, order, { reason, note }) {
    if (hasIssued(order.lines)) refuse(`工单 ${order.billNo} 有领料未退，请先退料`)
    note({ reason })
    return holding(tx, order, 'cancelled')
  },
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
    text: `select coalesce(sum(balance), 0.00) as open from open_item
      where group_id = $1 and source_kind = 'repair_settlement' and source_id = $2 and payer_type = 'customer'`,
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
  tellArrived,
  tellReleased,
  actions: waking,
} satisfies RepairKind<typeof workOrder>
