import { button } from '@chepu/contract/access/catalogue'
import { add, compare, trimZeros } from '@chepu/contract/kernel/decimal'
import { repairLineMoney, repairTotals } from '@chepu/contract/kernel/repair-figures'
import { refuseLine } from '../../kernel/base/errors'
import { type Caller, mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { RepairDocument, RepairLine } from '../../kernel/repair/types'
import { asksAgain, netIssued, waitingQty, writeOrderTotals } from '../../repair/public'
import type { Moved } from '../order'

const isOver = ({ material, qty }: Moved) => compare(qty, waitingQty(material)) > 0

/**
 * Goods are issued for material that the customer has agreed to and does not bring himself, no more than the order still wants; more by who may
 * issue beyond the plan (business/repair 5.1, 5.2). @throws Failure refused, naming the line
 */
export function assertIssuable(caller: Caller, moved: readonly Moved[]): void {
  for (const each of moved) {
    const { material, qty, line } = each
    if (material.isCustomerSupplied) refuseLine(line, 'partId', '是客户自带件，不领料')
    if (material.agreement === 'open') refuseLine(line, 'workOrderLineId', '客户尚未确认，不能领料')
    if (material.agreement === 'declined') refuseLine(line, 'workOrderLineId', '客户不做这行材料，不能领料')
    if (isOver(each) && !mayPress(caller, button('picking', 'over')))
      refuseLine(
        line,
        'qty',
        `待领 ${trimZeros(waitingQty(material))}，本次 ${trimZeros(qty)}，您没有「超计划领料」的权限`,
      )
  }
}

/** Lines of the order of which more is issued than it wants get that for their quantity, and its sums follow. The caller has locked the order. */
export function planFor(tx: CallerTx, order: RepairDocument, moved: readonly Moved[]): void {
  const raised = new Map(moved.filter(isOver).map((each) => [each.material.id, raisedLine(each)]))
  if (raised.size === 0) return
  writePlans(tx, [...raised.values()])
  writeOrderTotals(tx, order.id, repairTotals(order.lines.map((line) => raised.get(line.id) ?? line)))
}

function raisedLine({ material, qty }: Moved): RepairLine {
  const now = { ...material, qty: add(netIssued(material), qty) }
  const figures = repairLineMoney({ ...now, pricingMode: null })
  // What costs the customer more than he agreed to is asked of him again.
  return { ...now, ...figures, agreement: asksAgain(now, material) ? 'open' : material.agreement }
}

const writePlans = (tx: CallerTx, lines: readonly RepairLine[]): void =>
  tx.send({
    name: 'raise-plans',
    text: `update repair_line l set qty = n.qty, amount = n.amount, net_amount = n.net, agreement = n.agreement,
        agreed_at = case when n.agreement = 'agreed' then l.agreed_at end
      from unnest($2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[], $6::text[]) as n (id, qty, amount, net, agreement)
      where l.group_id = $1 and l.id = n.id`,
    values: [
      tx.groupId,
      lines.map(({ id }) => id),
      lines.map(({ qty }) => qty),
      lines.map(({ amount }) => amount),
      lines.map(({ netAmount }) => netAmount),
      lines.map(({ agreement }) => agreement),
    ],
  })
