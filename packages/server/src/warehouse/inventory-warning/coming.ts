// What of a product is on its way or asked for already, and whether more is than whoever asks has seen.
import { compare, type Decimal } from '@chepu/contract/kernel/decimal'
import { statesIn, unfinishedStates } from '@chepu/contract/kernel/states'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import type { WarningFilters } from '@chepu/contract/warehouse/inventory-warning'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { type RawBuilder, sql } from 'kysely'
import { stale } from '../../kernel/base/errors'
import { warehousesWith } from '../../kernel/caller/caller'
import { isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { onOrder, type Place } from '../queries/free-stock'

/** A condition on a warehouse's column: one that the caller may see, and the one asked for. */
export const placeOf = (tx: CallerTx, { warehouseId }: Pick<WarningFilters, 'warehouseId'>): Place => {
  const seen = warehousesWith(tx.caller, 'view')
  return (column) => isAnyOf(column, warehouseId ? seen.filter((id) => id === warehouseId) : seen)
}

/**
 * Joins to the limits `lm` of the product `pr` what is on its way to where they count, `oo`, what purchase orders ask for there, `po`, and what
 * transfer requests do, `rq`.
 */
export const coming = (tx: CallerTx, at: Place): RawBuilder<unknown> => sql`left join (
      select part_id, warehouse_id, sum(qty) as qty from (${onOrder(tx, placeOf(tx, {}))}) o
      group by grouping sets ((part_id), (part_id, warehouse_id))
    ) oo on oo.part_id = pr.part_id and oo.warehouse_id is not distinct from lm.warehouse_id
    cross join lateral (${askedToBuy(tx, at)}) po
    cross join lateral (${requested(tx, at)}) rq`

/** Joins to the product or part `pr` all that is on its way or asked for, to wherever the caller sees it: goods are bought for where the product is at home. */
export const allComing = (tx: CallerTx): RawBuilder<unknown> => {
  const seen = placeOf(tx, {})
  return sql`left join (
      select part_id, sum(qty) as qty from (${onOrder(tx, seen)}) o group by part_id
    ) whole_oo on whole_oo.part_id = pr.part_id
    cross join lateral (${askedToBuy(tx, seen)}) whole_po
    cross join lateral (${requested(tx, seen)}) whole_rq`
}

/** How much that is, beside the joins of `allComing`. */
export const comingQty = sql`coalesce(whole_oo.qty, 0) + whole_po.asked + whole_rq.open`

const waitingOrders = statesIn(purchaseOrder, 'entry', 'waiting')

/** What purchase orders ask for that nobody has approved yet. */
const askedToBuy = (tx: CallerTx, at: Place) => sql`
  select coalesce(sum(l.qty), 0.0000) as asked
  from goods_document_line l join goods_document d on d.group_id = l.group_id and d.id = l.document_id
  where l.group_id = ${tx.groupId} and l.part_id = pr.part_id and d.org_id = ${tx.caller.orgId} and d.kind = ${purchaseOrder.kind}
    and d.state = any (${waitingOrders}) and ${at('l.warehouse_id')}`

/** What 调拨申请单 ask for that has not been sent; what has been is on its way here. */
const requested = (tx: CallerTx, at: Place) => sql`
  select coalesce(sum(greatest(l.qty - l.executed_qty - l.closed_qty, 0)), 0.0000) as open
  from goods_document_line l join goods_document d on d.group_id = l.group_id and d.id = l.document_id
  where l.group_id = ${tx.groupId} and l.part_id = pr.part_id and d.org_id = ${tx.caller.orgId} and d.kind = ${transferRequest.kind}
    and d.state = any (${unfinishedStates(transferRequest)}) and ${at('l.warehouse_id')}`

/** Parts that somebody asks for, whether the organisation has kept them before or not, as a table of a FROM. */
const partsAsked = ({ groupId }: CallerTx, partIds: readonly number[]) => sql`(
  select p.group_id, p.id as part_id, p.code from part p where p.group_id = ${groupId} and ${isAnyOf('p.id', partIds)})`

/** How much of parts is on its way or asked for, to wherever the caller sees it, by part; 4 decimals. */
export async function comingOf(tx: CallerTx, partIds: readonly number[]): Promise<Map<number, Decimal>> {
  const rows = await tx.select(
    sql<Seen>`select pr.part_id, ${comingQty} as coming_qty from ${partsAsked(tx, partIds)} pr ${allComing(tx)}`,
  )
  return new Map(rows.map((row) => [row.partId, row.comingQty]))
}

interface Seen {
  partId: number
  comingQty: Decimal
}

/**
 * Refuses parts of which more is on its way or asked for than the caller has seen, so that two who look at the same shortage do not both ask for it
 * (business/warehouse 4.2). Whoever asks for the same parts meanwhile waits until this transaction ends.
 * @throws Failure stale, naming line, part and the latest document
 */
export async function assertNotAskedSince(tx: CallerTx, lines: readonly Seen[]): Promise<void> {
  const partIds = lines.map(({ partId }) => partId)
  await tx.query({
    name: 'parts-asked-for',
    text: 'select id from part where group_id = $1 and id = any ($2::bigint[]) order by id for no key update',
    values: [tx.groupId, partIds],
  })
  const rows = await tx.select(sql<Seen & { code: string }>`select pr.part_id, pr.code, ${comingQty} as coming_qty
    from ${partsAsked(tx, partIds)} pr ${allComing(tx)}`)
  const now = new Map(rows.map((row) => [row.partId, row]))
  const at = lines.findIndex(({ partId, comingQty: seen }) => compare(now.get(partId)?.comingQty ?? '0', seen) > 0)
  const part = now.get(lines[at]?.partId as number)
  if (!part) return
  const latest = await latestFor(tx, part.partId)
  stale(`第${at + 1}行 [${part.code}] 已有${latest}要货，请核对刷新后的建议量再生成`)
}

const asking = [purchaseOrder, transferRequest, transferOrder]

/** The latest document that brings or asks for the part, in words. */
async function latestFor(tx: CallerTx, partId: number): Promise<string> {
  const { orgId } = tx.caller
  const [row] = await tx.select(sql<{ kind: string; billNo: string }>`select d.kind, d.bill_no
    from goods_document_line l join goods_document d on d.group_id = l.group_id and d.id = l.document_id
    where l.group_id = ${tx.groupId} and l.part_id = ${partId} and not d.is_red and (
      (d.org_id = ${orgId} and d.kind = ${purchaseOrder.kind} and d.state = any (${unfinishedStates(purchaseOrder)}))
      or (d.org_id = ${orgId} and d.kind = ${transferRequest.kind} and d.state = any (${unfinishedStates(transferRequest)}))
      or (coalesce(d.counter_org_id, d.org_id) = ${orgId} and d.kind = ${transferOrder.kind} and d.state = any (${unfinishedStates(transferOrder)})))
    order by d.id desc limit 1`)
  const title = asking.find(({ kind }) => kind === row?.kind)?.title
  return row && title ? `${title} ${row.billNo} ` : '其他单据'
}
