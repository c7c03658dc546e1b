import type { Consent, workOrder } from '@chepu/contract/repair/work-order'
import { refuse } from '../../kernel/base/errors'
import type { RepairActions, RepairKind } from '../../kernel/repair/types'
import { confirmAdded, confirmOrder } from './consent'
import { hasIssued, progressOf } from './progress'
import { type WorkOrder, workOrderTraits } from './traits'

const actions: RepairActions<typeof workOrder> = {
  async confirm(tx, order, { input, note }) {
    note(await confirmOrder(tx, order, input as Consent))
    return 'confirmed'
  },

  async confirmAdded(tx, order, { input, note }) {
    const { state, columns } = await confirmAdded(tx, order, input as Consent)
    note(columns)
    return state
  },

  async pause(_tx, _order, { input, note }) {
    note({ pauseKind: (input as { kind: string }).kind })
    return 'paused'
  },

  async resume(_tx, order, { note }) {
    note({ pauseKind: null })
    return progressOf(order.lines)
  },

  async complete(_tx, order, { input, note }) {
    const { roadTestKm } = input as { roadTestKm: string }
    assertNothingOpen(order)
    note({ completedAt: new Date().toISOString(), roadTestKm: roadTestKm || null })
    return 'completed'
  },

  async reopen(_tx, _order, { note }) {
    note({ completedAt: null })
    return 'waiting_check'
  },

  async handover(_tx, _order, { note }) {
    note({ deliveredAt: new Date().toISOString() })
    return 'delivered'
  },

  async cancel(_tx, order, { reason, note }) {
    if (hasIssued(order.lines)) refuse(`工单 ${order.billNo} 有领料未退，请先退料`)
    note({ reason })
    return 'cancelled'
  },
}

/** What the customer has not been asked about is neither done nor billed. */
function assertNothingOpen({ lines }: WorkOrder): void {
  const open = lines.find(({ agreement }) => agreement === 'open')
  if (open) refuse(`「${open.name || open.partCode}」客户尚未确认，请先确认增项或删除`)
}

export const workOrderKind = { ...workOrderTraits, actions } satisfies RepairKind<typeof workOrder>
