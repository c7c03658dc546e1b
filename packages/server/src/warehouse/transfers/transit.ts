// What of a transfer is on its way: where it lies, and what is left of each line that was sent (business/ledgers 4.2).
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { neg, round, sumOf } from '@chepu/contract/kernel/decimal'
import { groupBy } from '../../kernel/base/group-by'
import type { CallerTx } from '../../kernel/db/tx'
import type { GoodsDocument } from '../../kernel/goods/types'

/** The place of an organisation where goods on their way lie. */
export interface TransitPlace {
  warehouseId: number
  locationId: number
}

/** What of a sent line is on its way: quantity, and what it is worth with 2 decimals. */
export interface OnItsWay {
  qty: Decimal
  value: Decimal
}

/** Where goods lie that the organisation has sent. @throws Error when it has no such place, which every organisation has */
export async function transitOf(tx: CallerTx, orgId: number): Promise<TransitPlace> {
  const place = await tx.one<TransitPlace>({
    name: 'transit-of-org',
    text: `select w.id as warehouse_id, l.id as location_id from warehouse w
      join location l on l.group_id = w.group_id and l.warehouse_id = w.id and l.is_default
      where w.group_id = $1 and w.org_id = $2 and w.kind = 'transit'`,
    values: [tx.groupId, orgId],
  })
  if (!place) throw new Error('an organisation has no place for goods on their way')
  return place
}

/** What is left of sent lines, by line; of their orders, which the caller has locked. */
export async function onTheirWay(tx: CallerTx, lineIds: readonly number[]): Promise<Map<number, OnItsWay>> {
  const rows = await tx.query<OnItsWay & { id: number }>({
    name: 'on-their-way',
    text: `select order_line_id as id, qty, value from transit_balance where group_id = $1 and order_line_id = any ($2::bigint[])`,
    values: [tx.groupId, lineIds],
  })
  return new Map(rows.map(({ id, ...left }) => [id, left]))
}

interface Moved extends OnItsWay {
  lineId: number
}

/** What a document has standing in the books in a warehouse, by line: what came less what left. */
export const standingIn = (tx: CallerTx, { kind, id }: GoodsDocument, warehouseId: number): Promise<Moved[]> =>
  tx.query<Moved>({
    name: 'standing-in-warehouse',
    text: `select line_id, sum(qty) as qty, sum(value) as value from stock_ledger
      where group_id = $1 and doc_kind = $2 and doc_id = $3 and warehouse_id = $4 group by line_id having sum(qty) <> 0 order by line_id`,
    values: [tx.groupId, kind, id, warehouseId],
  })

/** Begins to count what was sent of the lines of an order. */
export function openBalances(tx: CallerTx, order: GoodsDocument, sent: readonly Moved[]): void {
  const parts = new Map(order.lines.map((line) => [line.id, line.partId]))
  tx.sendInsert(
    'transit_balance',
    ['group_id', 'order_line_id', 'org_id', 'part_id', 'qty', 'value'],
    sent.map(({ lineId, qty, value }) => [tx.groupId, lineId, order.orgId, parts.get(lineId), qty, value]),
  )
}

/** Nothing of an order is on its way any more, because it is not sent. */
export const forgetBalances = (tx: CallerTx, order: GoodsDocument): void =>
  tx.send({
    name: 'forget-transit-balances',
    text: 'delete from transit_balance where group_id = $1 and order_line_id = any ($2::bigint[])',
    values: [tx.groupId, order.lines.map((line) => line.id)],
  })

/**
 * Takes off what a receipt has taken of the lines that it names, as it stands in the books (negative there), or puts it back (`sign` −1)
 * before that is undone.
 */
export function moveBalances(tx: CallerTx, receipt: GoodsDocument, taken: readonly Moved[], sign: 1 | -1): void {
  if (taken.length === 0) return
  const sources = new Map(receipt.lines.map((line) => [line.id, line.sourceLineId]))
  const bySource = groupBy(taken, ({ lineId }) => sources.get(lineId) as number)
  const rows = [...bySource].toSorted(([a], [b]) => a - b)
  const signed = (figure: Decimal) => (sign === 1 ? figure : neg(figure))
  tx.send({
    name: 'move-transit-balances',
    text: `update transit_balance t set qty = t.qty + n.qty, value = t.value + n.value
      from unnest($2::bigint[], $3::numeric[], $4::numeric[]) as n (id, qty, value)
      where t.group_id = $1 and t.order_line_id = n.id`,
    values: [
      tx.groupId,
      rows.map(([id]) => id),
      rows.map(([, moved]) =>
        signed(
          round(
            sumOf(moved, ({ qty }) => qty),
            4,
          ),
        ),
      ),
      rows.map(([, moved]) => signed(sumOf(moved, ({ value }) => value))),
    ],
  })
}
