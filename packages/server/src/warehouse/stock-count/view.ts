import type { Effects } from '@chepu/contract/kernel/document-calls'
import { neg } from '@chepu/contract/kernel/decimal'
import { isPosted, stageOf } from '@chepu/contract/kernel/states'
import {
  type CountHeader,
  countHeaderFields,
  type CountLine,
  seeBook,
  stockCount,
} from '@chepu/contract/warehouse/stock-count'
import { sql } from 'kysely'
import { notFound } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { seesIn } from '../../kernel/caller/cost-visibility'
import { inScope } from '../../kernel/caller/scope'
import type { Related } from '../../kernel/document/view'
import type { CallerTx } from '../../kernel/db/tx'
import { allowedActions, tryAction } from '../../kernel/document/run-action'

import { reversible } from '../../kernel/goods/lifecycle'
import { madeOf } from '../../kernel/goods/made'
import { reversalMoves } from '../../kernel/ledgers'
import { actions } from './actions'
import { amounts, countFields, countJoins } from './list'
import { heldAt, type StockCount } from './repo'

type Row = CountHeader & { salespersonId: null; warehouseId: number; workerIds: number[] }

/** A count as the caller may see it: header, places, and the actions open to him. */
export async function viewCount(tx: CallerTx, id: number) {
  const [row] =
    await tx.selectKept<Row>(sql`select d.*, ${countFields(tx)}, po.real_name as poster_name, red.bill_no as red_of_no, blue.bill_no as red_no,
        blue.id as red_id
      from stock_count d ${countJoins}
      left join app_user po on po.group_id = d.group_id and po.id = d.poster_id
      left join stock_count red on red.group_id = d.group_id and red.id = d.red_of
      left join stock_count blue on blue.group_id = d.group_id and blue.red_of = d.id
      where d.group_id = ${tx.groupId} and d.id = ${id} and d.kind = ${stockCount.kind}`)
  if (!row || !inScope(tx.caller, stockCount.area, row)) notFound('单据')
  const isCosted = seesIn(tx.caller, 'cost_price', row.warehouseId)
  const shown = Object.entries(row).filter(
    ([key]) => countHeaderFields.includes(key) && (isCosted || !amounts.includes(key)),
  )
  const header = Object.fromEntries(shown) as CountHeader
  return { header, lines: await viewLines(tx, row), can: allowedActions(tx.caller, stockCount, row) }
}

/** Whether the caller is shown what the books say: blind counters see it once the count is posted (business/warehouse 5.3). */
const seesBook = (tx: CallerTx, { state }: { state: string }): boolean =>
  mayPress(tx.caller, seeBook) || ['posted', 'reversed'].includes(stageOf(stockCount, state))

/** Places of a count; those of `ids` alone, where some are named. */
export async function viewLines(
  tx: CallerTx,
  count: { id: number; state: string; warehouseId: number },
  ids?: readonly number[],
): Promise<CountLine[]> {
  const book = seesBook(tx, count) ? sql`, l.book_qty, ${heldAt} - l.book_qty as diff_qty` : sql``
  const cost = seesIn(tx.caller, 'cost_price', count.warehouseId)
    ? sql`, l.unit_cost ${seesBook(tx, count) ? sql`, ${worth} as diff_value` : sql``}`
    : sql``
  const rows =
    await tx.selectKept<CountLine>(sql`select l.id, l.line_no, l.part_id, p.code as part_code, p.name as part_name, p.oe_no,
      b.name as brand_name, p.spec, p.fitment, u.name as unit_name, l.location_id, loc.code as location_code, l.batch_no, ${heldAt} as counted_qty,
      l.first_qty, l.is_recount, l.is_found, w.real_name as counter_name, l.counted_at, l.version ${book} ${cost}
    from stock_count_line l
    join stock_count d on d.group_id = l.group_id and d.id = l.count_id
    join part p on p.group_id = l.group_id and p.id = l.part_id
    left join brand b on b.group_id = p.group_id and b.id = p.brand_id
    join unit u on u.group_id = p.group_id and u.id = p.unit_id
    join location loc on loc.group_id = l.group_id and loc.id = l.location_id
    left join app_user w on w.group_id = l.group_id and w.id = l.counter_id
    left join stock_cost c on c.group_id = l.group_id and c.org_id = d.org_id and c.warehouse_id = d.warehouse_id and c.part_id = l.part_id
    where l.group_id = ${tx.groupId} and l.count_id = (select ${count.id}::bigint) ${ids ? sql`and l.id = any (${[...ids]}::bigint[])` : sql``}
    order by l.line_no`)
  return rows
}

/** What a difference was worth, or would be at the present average. */
const worth = sql`coalesce(l.diff_value, round((${heldAt} - l.book_qty) * c.value / nullif(c.qty, 0), 2))`

/** Gains and losses of a count, and its red pair (关联单据). */
export async function relatedOfCount(tx: CallerTx, { id, redOf, warehouseId }: StockCount): Promise<Related[]> {
  const rows = await tx.query<Related>({
    name: 'related-of-count',
    text: `select kind, id, bill_no, biz_date, state, 'target' as relation, total_qty as qty, cost_amount as amount
      from goods_document where group_id = $1 and count_id = $2
      union all
      select kind, id, bill_no, biz_date, state, case when red_of = $2 then 'red' else 'redOf' end, null, null
      from stock_count where group_id = $1 and (red_of = $2 or id = $3)
      order by id`,
    values: [tx.groupId, id, redOf],
  })
  const isCosted = seesIn(tx.caller, 'cost_price', warehouseId)
  return rows.map((row) => (isCosted ? row : { ...row, amount: null }))
}

/** What undoing a count would do, found by doing it and rolling back (ADR 0007). */
export async function previewUndo(tx: CallerTx, count: StockCount, action: string): Promise<Effects> {
  const refusals = await tryAction(tx, { def: stockCount, actions }, count, action)
  const stock: Effects['stock'] = []
  const warehouse = await tx.one<{ name: string }>({
    name: 'name-of-warehouse',
    text: 'select name from warehouse where group_id = $1 and id = $2',
    values: [tx.groupId, count.warehouseId],
  })
  const isCosted = seesIn(tx.caller, 'cost_price', count.warehouseId)
  for (const { doc: result } of isPosted(stockCount, count.state) ? await madeOf(tx, count) : []) {
    const names = new Map(result.lines.map((line) => [line.id, line.partName]))
    for (const move of await reversalMoves(tx, result, reversible(result, result.lines))) {
      const signed = (figure: string) => (move.direction === 'out' ? neg(figure) : figure)
      stock.push({
        partCode: move.partCode,
        partName: names.get(move.lineId) ?? '',
        warehouseName: warehouse?.name ?? '',
        qty: signed(move.qty),
        ...(isCosted && 'value' in move.costing && { value: signed(move.costing.value) }),
      })
    }
  }
  return { stock, money: [], refusals }
}
