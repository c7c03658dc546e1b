// What a count comes to: a document of gains and one of losses, posted with it and undone with it (business/warehouse 5.5).
import { abs, add, type Decimal, isNegative, isPositive, isZero, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { GoodsDef } from '@chepu/contract/kernel/goods-document'
import { countGain, countLoss } from '@chepu/contract/warehouse/count-results'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import { lockMade, stampMade, writeMade } from '../../kernel/goods/made'
import { recordCosts } from '../../kernel/goods/repo'
import { clearCosts, insertRedDocument, reversible } from '../../kernel/goods/lifecycle'
import { post, reverse } from '../../kernel/ledgers'
import { lockPools } from '../../kernel/ledgers/pools'
import type { DocumentRef, LineCosts, StockMove } from '../../kernel/ledgers/types'
import { lastReceiptCosts } from '../../purchasing/public'
import { type CountedPlace, countedOf, type StockCount } from './repo'

/** A place whose goods are not what the books say. */
interface Difference extends CountedPlace {
  /** What was counted, less what the books said. */
  diffQty: Decimal
}

/** The differences of a count, in the order of its lines. */
export const differencesOf = (count: StockCount): Difference[] =>
  count.lines.flatMap((line) => {
    const counted = countedOf(line, count)
    if (counted === undefined) return []
    const diffQty = sub(counted, line.bookQty)
    return isZero(diffQty) ? [] : [{ ...line, diffQty }]
  })

/**
 * Posts what a count found, in a constant number of statements: all pools are locked first, in the order of all postings. A loss is
 * refused by line where the bin no longer holds it.
 */
export async function postDifferences(tx: CallerTx, count: StockCount): Promise<void> {
  const differences = differencesOf(count)
  const gains = differences.filter(({ diffQty }) => isPositive(diffQty))
  const losses = differences.filter(({ diffQty }) => isNegative(diffQty))
  await lockPools(
    tx,
    count.orgId,
    differences.map(({ partId }) => ({ warehouseId: count.warehouseId, partId })),
  )
  const costs = await lastReceiptCosts(tx, count.orgId, [...new Set(gains.map(({ partId }) => partId))])
  const gained = await postResult(tx, count, countGain, gains, (line) => ({
    direction: 'in',
    costing: { at: 'average', unitCost: costs.get(line.partId) ?? line.unitCost },
    pnl: 'stock_gain',
  }))
  const lost = await postResult(tx, count, countLoss, losses, () => ({
    direction: 'out',
    costing: { at: 'free' },
    pnl: 'stock_loss',
    isGone: true,
  }))
  const values = [...gained, ...lost.map(({ id, value }) => ({ id, value: neg(value) }))]
  noteFound(tx, count, values, {
    gainQty: sumOf(gains, ({ diffQty }) => diffQty),
    gainAmount: sumOf(gained, ({ value }) => value),
    lossQty: sumOf(losses, ({ diffQty }) => neg(diffQty)),
    lossAmount: sumOf(lost, ({ value }) => value),
  })
}

/** What posting found, as the header of the count notes it. */
type Found = Pick<StockCount, 'gainQty' | 'gainAmount' | 'lossQty' | 'lossAmount'>

/** A line of the count with what its difference was worth. */
interface Valued {
  id: number
  value: Decimal
}

/** Makes one document of differences and posts it; nothing of no differences. */
async function postResult(
  tx: CallerTx,
  count: StockCount,
  def: GoodsDef,
  lines: readonly Difference[],
  how: (line: Difference) => Pick<StockMove, 'direction' | 'costing' | 'pnl' | 'isGone'>,
): Promise<Valued[]> {
  if (lines.length === 0) return []
  const made = await insertResult(tx, count, def, lines)
  const moves = lines.map((line, i): StockMove => ({
    lineId: made.lineIds[i] as number,
    lineNo: line.lineNo,
    partId: line.partId,
    partCode: line.partCode,
    warehouseId: count.warehouseId,
    locationId: line.locationId,
    batchNo: line.batchNo,
    qty: abs(line.diffQty),
    ...how(line),
  }))
  const costs = await post(tx, made.ref, { stock: moves })
  await recordCosts(tx, made.ref.id, costs)
  return lines.map((line, i) => ({ id: line.id, value: valueOf(costs, made.lineIds[i]) }))
}

const valueOf = (costs: LineCosts, lineId: number | undefined): Decimal => costs.get(lineId ?? 0)?.value ?? '0'

async function insertResult(tx: CallerTx, count: StockCount, def: GoodsDef, lines: readonly Difference[]) {
  const totalQty = add('0', ...lines.map(({ diffQty }) => abs(diffQty)))
  const made = await writeMade(
    tx,
    count,
    { def },
    {
      header: { totalQty, totalAmount: '0', totalUntaxed: '0', totalTax: '0', totalTaxed: '0' },
      lines: lines.map((line, i) => ({
        lineNo: i + 1,
        partId: line.partId,
        partCode: line.partCode,
        partName: line.partName,
        brandName: line.brandName,
        spec: line.spec,
        unitName: line.unitName,
        locationId: line.locationId,
        batchNo: line.batchNo,
        qty: abs(line.diffQty),
      })),
    },
  )
  await stampMade(tx, [{ kind: { def }, doc: made }], 'approve')
  const { orgId, bizDate, period, departmentId } = count
  const ref: DocumentRef = { orgId, kind: def.kind, id: made.id, billNo: made.billNo, bizDate, period, departmentId }
  return { ref, lineIds: made.lineIds }
}

/** Notes on lines and header what was found. */
function noteFound(tx: CallerTx, { id }: StockCount, lines: readonly Valued[], found: Found): void {
  tx.send({
    name: 'note-found',
    text: `with line as (
        update stock_count_line l set diff_value = n.value from unnest($3::bigint[], $4::numeric[]) as n (id, value)
        where l.group_id = $1 and l.id = n.id returning l.id
      )
      update stock_count set gain_qty = $5, gain_amount = $6, loss_qty = $7, loss_amount = $8 where group_id = $1 and id = $2`,
    values: [
      tx.groupId,
      id,
      lines.map((line) => line.id),
      lines.map((line) => line.value),
      found.gainQty,
      found.gainAmount,
      found.lossQty,
      found.lossAmount,
    ],
  })
}

/** Forgets what was found. */
const forgetFound = (tx: CallerTx, { id }: StockCount): void =>
  tx.send({
    name: 'forget-found',
    text: `with line as (
        update stock_count_line set diff_value = null where group_id = $1 and count_id = $2 and diff_value is not null returning id
      )
      update stock_count set gain_qty = 0, gain_amount = 0, loss_qty = 0, loss_amount = 0 where group_id = $1 and id = $2`,
    values: [tx.groupId, id],
  })

/** 反审核 of a count: its results are taken back by opposite rows of their own, and are void. */
export async function undoResults(tx: CallerTx, count: StockCount): Promise<void> {
  const results = await lockMade(tx, count)
  for (const { doc } of results) {
    await reverse(tx, doc, doc, reversible(doc, doc.lines))
    clearCosts(tx, doc.id)
  }
  await stampMade(tx, results, 'unapprove')
  forgetFound(tx, count)
}

/** 红冲 of a count: each of its results gets a red one of today, which belongs to the red count. */
export async function reverseResults(tx: CallerTx, count: StockCount, redId: number): Promise<void> {
  const bizDate = shanghaiDay()
  const results = await lockMade(tx, count)
  for (const { kind, doc } of results) {
    const { red, lines } = await insertRedDocument(tx, kind, { ...doc, countId: redId }, bizDate)
    await recordCosts(tx, red.id, await reverse(tx, doc, red, reversible(doc, lines)))
  }
  await stampMade(tx, results, 'reverse')
}
