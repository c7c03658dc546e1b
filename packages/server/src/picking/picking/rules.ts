import { button } from '@chepu/contract/access/catalogue'
import { add, compare, type Decimal, trimZeros } from '@chepu/contract/kernel/decimal'
import { picking } from '@chepu/contract/picking/picking'
import { repairLineMoney, repairTotals } from '@chepu/contract/kernel/repair-figures'
import { refuseLine, stale } from '../../kernel/base/errors'
import { type Caller, mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { RepairDocument, RepairLine } from '../../kernel/repair/types'
import { asksAgain, netIssued, waitingQty, writeOrderTotals } from '../../repair/public'
import type { Moved } from '../order'

const isOver = ({ material, qty }: Moved) => compare(qty, waitingQty(material)) > 0

/** What whoever issues has seen of 待领, by the line of the order. */
type Seen = ReadonlyMap<number, Decimal>

/**
 * Refuses lines of which less is awaited by now than whoever issues has seen, so that two keepers do not both hand over what was asked for once
 * (business/repair 5.2). The caller has locked the order. @throws Failure stale, naming line and latest picking
 */
export async function assertAsSeen(tx: CallerTx, moved: readonly Moved[], seen: Seen): Promise<void> {
  const isLess = ({ material }: Moved) => compare(waitingQty(material), seen.get(material.id) ?? '0') < 0
  const less = moved.find(isLess)
  if (!less) return
  const { material, line } = less
  const latest = await tx.one<{ billNo: string }>({
    name: 'latest-picking-of-line',
    text: `select d.bill_no from goods_document_line l join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      where l.group_id = $1 and l.work_order_line_id = $2 and d.kind = $3 and d.state = 'done' order by d.posted_at desc, d.id desc limit 1`,
    values: [tx.groupId, material.id, picking.kind],
  })
  const change = `待领已由 ${trimZeros(seen.get(material.id) as Decimal)} 变为 ${trimZeros(waitingQty(material))}`
  stale(
    `第${line.lineNo}行 [${line.partCode}] ${change}${latest ? `（最近领料单 ${latest.billNo}）` : ''}，请核对刷新后的待领再领料`,
  )
}

/**
 * Goods are issued for material that the customer has agreed to and does not bring himself, no more than the order still wants; more by who may
 * issue beyond the plan and has seen what it wants (business/repair 5.1, 5.2). @throws Failure refused, naming the line
 */
export function assertIssuable(caller: Caller, moved: readonly Moved[], seen: Seen): void {
  for (const each of moved) {
    const { material, qty, line } = each
    if (material.isCustomerSupplied) refuseLine(line, 'partId', '是客户自带件，不领料')
    if (material.agreement === 'open') refuseLine(line, 'workOrderLineId', '客户尚未确认，不能领料')
    if (material.agreement === 'declined') refuseLine(line, 'workOrderLineId', '客户不做这行材料，不能领料')
    if (!isOver(each)) continue
    const figures = `待领 ${trimZeros(waitingQty(material))}，本次 ${trimZeros(qty)}，`
    if (!mayPress(caller, button('picking', 'over'))) refuseLine(line, 'qty', `${figures}您没有「超计划领料」的权限`)
    // Nobody issues more than is asked for who does not know it, as of a draft that another picking has overtaken.
    if (!seen.has(material.id)) refuseLine(line, 'qty', `${figures}超计划领料请先核对待领`)
  }
}

/** Lines of the order of which more is issued than it wants get that for their quantity, and its sums follow. The caller has locked the order. */
export function planFor(tx: CallerTx, order: RepairDocument, moved: readonly Moved[]): void {
  const taxIncluded = tx.caller.org.config.priceTaxIncluded
  const raised = new Map(moved.filter(isOver).map((each) => [each.material.id, raisedLine(each, taxIncluded)]))
  if (raised.size === 0) return
  writePlans(tx, [...raised.values()])
  writeOrderTotals(
    tx,
    order.id,
    repairTotals(
      order.lines.map((line) => raised.get(line.id) ?? line),
      taxIncluded,
    ),
  )
}

function raisedLine({ material, qty }: Moved, taxIncluded: boolean): RepairLine {
  const now = { ...material, qty: add(netIssued(material), qty) }
  const figures = repairLineMoney({ ...now, pricingMode: null })
  // What costs the customer more than he agreed to is asked of him again.
  return { ...now, ...figures, agreement: asksAgain(now, material, taxIncluded) ? 'open' : material.agreement }
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
