import { button } from '@chepu/contract/access/catalogue'
import { type Decimal, isZero, withCommas } from '@chepu/contract/kernel/decimal'
import { repairTotals } from '@chepu/contract/kernel/repair-figures'
import type { Consent, workOrder } from '@chepu/contract/repair/work-order'
import { invalid, refuse } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { RepairActions, RepairKind, RepairLine } from '../../kernel/repair/types'
import { agreedLines, hasIssued, progressOf } from './progress'
import { type WorkOrder, workOrderTraits } from './traits'

const actions: RepairActions<typeof workOrder> = {
  async confirm(tx, order, { input, note }) {
    if (order.lines.length === 0) refuse('工单没有项目和材料，请先录入再确认')
    const lines = await takeConsent(tx, order, input as Consent)
    if (agreedLines(lines).length === 0) refuse('客户没有同意任何项目，请取消工单')
    note({ confirmedAt: new Date().toISOString(), ...repairTotals(lines) })
    return 'confirmed'
  },

  async confirmAdded(tx, order, { input, note }) {
    const lines = await takeConsent(tx, order, input as Consent)
    note(repairTotals(lines))
    return order.state === 'paused' ? 'paused' : progressOf(lines)
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

  async handover(tx, order, { note }) {
    await assertPaid(tx, order)
    note({ deliveredAt: new Date().toISOString() })
    return 'delivered'
  },

  async cancel(_tx, order, { reason, note }) {
    if (hasIssued(order.lines)) refuse(`工单 ${order.billNo} 有领料未退，请先退料`)
    note({ reason })
    return 'cancelled'
  },
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

/** Notes on every open line whether the customer agrees to it; answers the lines as they stand now. */
async function takeConsent(tx: CallerTx, order: WorkOrder, { declined }: Consent): Promise<RepairLine[]> {
  const open = order.lines.filter(({ agreement }) => agreement === 'open')
  if (open.length === 0) refuse('没有待确认的项目和材料')
  const strange = declined.findIndex(({ lineId }) => !open.some(({ id }) => id === lineId))
  if (strange >= 0) invalid([{ path: `input.declined.${strange}.lineId`, message: '明细不属于本单据，或已确认' }])
  const reasons = new Map(declined.map(({ lineId, reason }) => [lineId, reason]))
  await tx.query({
    name: 'take-consent',
    text: `update repair_line l set agreement = case when u.reason = '' then 'agreed' else 'declined' end, declined_reason = u.reason,
        agreed_at = $5::timestamptz
      from unnest($3::bigint[], $4::text[]) u (id, reason)
      where l.group_id = $1 and l.document_id = $2 and l.id = u.id`,
    values: [
      tx.groupId,
      order.id,
      open.map(({ id }) => id),
      open.map(({ id }) => reasons.get(id) ?? ''),
      new Date().toISOString(),
    ],
  })
  return order.lines.map((line) =>
    line.agreement === 'open' ? { ...line, agreement: reasons.has(line.id) ? 'declined' : 'agreed' } : line,
  )
}

export const workOrderKind = { ...workOrderTraits, actions } satisfies RepairKind<typeof workOrder>
