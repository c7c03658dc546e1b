import { type stockCount as Definition, stockCount } from '@chepu/contract/warehouse/stock-count'
import type { ActionName, StateOf } from '@chepu/contract/kernel/document'
import { shanghaiDay } from '../../kernel/base/calendar'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { assertOpenMonth } from '../../kernel/document/period'
import { insertRed, negated } from '../../kernel/document/red'
import type { ActionHandler } from '../../kernel/document/run-action'
import { freeze, unfreeze } from './freeze'
import { stockCounts, type StockCount } from './repo'
import { differencesOf, postDifferences, reverseResults, undoResults } from './result'
import { assertNotCountedSince, assertNotMovedSince } from './rules'
import { snapshot } from './save'
import { type Covered, partsCovered } from './snapshot'

type Def = typeof Definition
type Count = StockCount<StateOf<Def>>
type Actions = Record<ActionName<Def>, ActionHandler<Count, StateOf<Def>>>

const partsOf = ({ lines }: StockCount): number[] => [...new Set(lines.map(({ partId }) => partId))]
const isCounted = ({ lines }: StockCount): boolean => lines.some(({ countedQty }) => countedQty !== null)

/**
 * 开始盘点: goods stand still from now on where the count wants that, and the books are read after they do. What somebody has counted
 * already was compared with the snapshot that there is, so that it stays.
 */
async function begin(tx: CallerTx, count: Count): Promise<'counting'> {
  const covered: Covered = { ...count, partIds: partsOf(count) }
  const keeps = isCounted(count)
  if (count.isFreezing) await freeze(tx, count, keeps ? covered.partIds : await partsCovered(tx, covered))
  if (!keeps) await snapshot(tx, count.id, covered)
  return 'counting'
}

/** 复盘: lines that differ are counted again, and what had been counted there stands beside it. */
async function recount(tx: CallerTx, count: Count): Promise<'recount'> {
  const differing = differencesOf(count).map(({ id }) => id)
  if (differing.length === 0) refuse('没有差异，不用复盘')
  tx.send({
    name: 'recount-lines',
    text: `update stock_count_line l set is_recount = l.id = any ($3::bigint[]),
        first_qty = case when l.id = any ($3::bigint[]) then l.counted_qty else l.first_qty end,
        counted_qty = case when l.id = any ($3::bigint[]) then null else l.counted_qty end, version = l.version + 1
      where l.group_id = $1 and l.count_id = $2`,
    values: [tx.groupId, count.id, differing],
  })
  return 'recount'
}

async function submit(_: CallerTx, count: Count): Promise<'submitted'> {
  const waiting = count.lines.filter(({ isRecount, countedQty }) => isRecount && countedQty === null)
  if (count.state === 'recount' && waiting.length > 0) refuse(`还有${waiting.length}行没有复盘，请复盘后再提交`)
  if (!isCounted(count) && !count.uncountedAsZero) refuse('还没有录入任何实盘数')
  return 'submitted'
}

/** 审核过账: the differences become gains and losses of the count's day, whatever has moved since the snapshot. */
async function approve(tx: CallerTx, count: Count): Promise<'done'> {
  assertOpenMonth(tx.caller, count, count.bizDate)
  await unfreeze(tx, count, partsOf(count))
  await postDifferences(tx, count)
  return 'done'
}

/** 反审核: as long as none of the parts has moved since (business/warehouse 5.6). */
async function unapprove(tx: CallerTx, count: Count): Promise<'draft'> {
  assertOpenMonth(tx.caller, count, count.bizDate)
  await assertNotCountedSince(tx, count)
  await assertNotMovedSince(tx, count)
  await undoResults(tx, count)
  return 'draft'
}

/** 红冲: a red count of today, with red gains and losses. */
async function reverse(tx: CallerTx, count: Count): Promise<'reversed'> {
  const bizDate = shanghaiDay()
  assertOpenMonth(tx.caller, count, bizDate)
  await assertNotCountedSince(tx, count)
  const { lines: _, closedMonth: __, ...header } = count
  const own = negated(header as StockCount, ['gainQty', 'gainAmount', 'lossQty', 'lossAmount'])
  const red = await insertRed(tx, stockCounts, stockCount, own, bizDate)
  tx.send({
    name: 'red-count-lines',
    text: `with original as materialized (select * from stock_count_line where group_id = $1 and count_id = $2)
      insert into stock_count_line (group_id, count_id, line_no, part_id, location_id, batch_no, book_qty, counted_qty, first_qty,
        is_recount, is_found, unit_cost, diff_value, counter_id, counted_at)
      select group_id, $3::bigint, line_no, part_id, location_id, batch_no, -book_qty, -counted_qty, -first_qty,
        is_recount, is_found, unit_cost, -diff_value, counter_id, counted_at
      from original order by line_no returning id`,
    values: [tx.groupId, count.id, red.id],
  })
  await reverseResults(tx, count, red.id)
  return 'reversed'
}

/** What is done with a count (business/warehouse 5.2). */
export const actions: Actions = {
  begin,
  recount,
  submit,
  withdraw: async () => 'counting',
  reject: async () => 'counting',
  async void(tx, count) {
    await unfreeze(tx, count)
    return 'voided'
  },
  approve,
  unapprove,
  reverse,
}
