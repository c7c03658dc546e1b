import { isEntered, stateLabel } from '@chepu/contract/kernel/states'
import { type OrgConfig, orgConfig } from '@chepu/contract/kernel/org-config'
import type { Consent } from '@chepu/contract/repair/consent'
import { workOrder } from '@chepu/contract/repair/work-order'
import { refuse } from '../../kernel/base/errors'
import { snake } from '../../kernel/db/names'
import type { Value } from '../../kernel/db/statement'
import type { Tx } from '../../kernel/db/tx'
import { notify } from '../../kernel/notify/notify'
import { tellAddedWork } from '../dispatch/tell'
import { confirmAdded, confirmOrder } from './consent'
import { holdFor } from './material'
import { wakeBoards } from './move'
import type { WorkOrder } from './traits'

/** Event 4 of business/notifications 4: the customer has answered. */
const customerConfirmed = 4

/**
 * Takes the consent that a customer gave by a link, who has no user and passes no gate: the same rules as at the desk, state and log without
 * a user, and news to the adviser. The order is locked. Throws as the actions do.
 */
export async function answerOrder(tx: Tx, order: WorkOrder, consent: Consent, linkId: number): Promise<void> {
  const isEstimate = isEntered(workOrder, order.state)
  const name = isEstimate ? 'confirm' : 'confirmAdded'
  const { from, label } = workOrder.actions[name]
  if (!from.some((state) => state === order.state))
    refuse(`工单当前为「${stateLabel(workOrder, order.state)}」，不能${label}`)
  const config = await configOf(tx, order.orgId)
  const { state, lines, columns } = isEstimate
    ? { state: 'confirmed' as const, ...(await confirmOrder(tx, order, consent, config)) }
    : await confirmAdded(tx, order, consent, config)
  const answeredAt = new Date().toISOString()
  writeState(tx, order, { state, ...columns, ...(isEstimate && { approvedAt: answeredAt }) })
  tx.sendInsert(
    'audit_log',
    ['group_id', 'org_id', 'entity', 'entity_id', 'action', 'from_state', 'to_state', 'detail'],
    [[tx.groupId, order.orgId, order.kind, order.id, name, order.state, state, JSON.stringify({ ...consent, linkId })]],
  )
  await holdFor(tx, { ...order, state }, lines, config)
  if (!isEstimate) await tellAddedWork(tx, order, lines)
  await tellAdviser(tx, order, consent)
  wakeBoards(tx, order.orgId)
}

/** Settings of the order's organisation: nobody of it calls. */
async function configOf(tx: Tx, orgId: number): Promise<OrgConfig> {
  const org = await tx.one<{ config: unknown }>({
    name: 'config-of-org',
    text: 'select config from org where group_id = $1 and id = $2',
    values: [tx.groupId, orgId],
  })
  return orgConfig.parse(org?.config ?? {})
}

function writeState(tx: Tx, { id }: WorkOrder, columns: Record<string, Value>): void {
  const changed = Object.keys(columns).map((column, i) => `, ${snake(column)} = $${i + 3}`)
  tx.send({
    text: `update repair_document set version = version + 1 ${changed.join('')} where group_id = $1 and id = $2`,
    values: [tx.groupId, id, ...Object.values(columns)],
  })
}

/** Tells the adviser, and without one who entered the order. */
async function tellAdviser(tx: Tx, order: WorkOrder, { declined }: Consent): Promise<void> {
  const adviser = await tx.one<{ userId: number | null }>({
    name: 'user-of-adviser',
    text: 'select user_id from employee where group_id = $1 and id = $2',
    values: [tx.groupId, order.salespersonId],
  })
  const asked = order.lines.filter(({ agreement, isConsumable }) => agreement === 'open' && !isConsumable)
  const reasons = declined.filter(({ lineId }) => asked.some(({ id }) => id === lineId)).map(({ reason }) => reason)
  const without = reasons.length > 0 ? `，不做${reasons.length}项（${[...new Set(reasons)].join('、')}）` : ''
  notify(tx, {
    users: [adviser?.userId ?? order.creatorId],
    kind: 'news',
    msgType: customerConfirmed,
    message: `${workOrder.title} ${order.billNo} 客户已确认：同意${asked.length - reasons.length}项${without}`,
    orgId: order.orgId,
    params: { kind: workOrder.kind, id: order.id, no: order.billNo },
  })
}
