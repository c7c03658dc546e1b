// What a count comes to: a document of gains and one of losses, posted with it and undone with it (business/warehouse 5.5).
import { abs, add, type Decimal, isNegative, isPositive, isZero, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { GoodsDef } from '@chepu/contract/kernel/goods-document'
import { countGain, countLoss } from '@chepu/contract/warehouse/count-results'
import { shanghaiDay } from '../../kernel/base/calendar'
import { nextDocument } from '../../kernel/db/numbering'
import type { CallerTx } from '../../kernel/db/tx'
import { goodsDocuments, recordCosts } from '../../kernel/goods/repo'
import { clearCosts, insertRedDocument, reversible } from '../../kernel/goods/lifecycle'
import type { GoodsDocument } from '../../kernel/goods/types'
import { insertRows, sendRow } from '../../kernel/document/rows'
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
  const { orgId, bizDate, period, warehouseId, handlerId } = count
  const { id, billNo } = await nextDocument(tx, def.prefix, goodsDocuments.table)
  const { userId } = tx.caller
  const totalQty = add('0', ...lines.map(({ diffQty }) => abs(diffQty)))
  const none = { totalAmount: '0', totalUntaxed: '0', totalTax: '0', totalTaxed: '0' }
  sendRow(tx, goodsDocuments.table, {
    groupId: tx.groupId,
    id,
    orgId,
    kind: def.kind,
    billNo,
    bizDate,
    period,
    state: 'draft',
    warehouseId,
    handlerId,
    countId: count.id,
    lineCount: lines.length,
    totalQty,
    ...none,
    creatorId: userId,
  })
  const rows = await insertRows(
    tx,
    'goods_document_line',
    lines.map((line, i) => ({
      groupId: tx.groupId,
      documentId: id,
      lineNo: i + 1,
      partId: line.partId,
      partCode: line.partCode,
      partName: line.partName,
      brandName: line.brandName,
      spec: line.spec,
      unitName: line.unitName,
      warehouseId,
      locationId: line.locationId,
      batchNo: line.batchNo,
      qty: abs(line.diffQty),
    })),
  )
  const ref: DocumentRef = { orgId, kind: def.kind, id, billNo, bizDate, period, departmentId: count.departmentId }
  writeStep(tx, ref, { action: 'approve', from: null, to: 'done' })
  return { ref, lineIds: rows.map((row) => row.id) }
}

/** State and stamps of a result, and its row in the log. */
function writeStep(
  tx: CallerTx,
  { kind, id }: DocumentRef,
  { action, from, to }: { action: string; from: string | null; to: 'done' | 'voided' | 'reversed' },
): void {
  const { caller } = tx
  const stamps = {
    done: ', approver_id = $4, approved_at = now(), poster_id = $4, posted_at = now()',
    voided: ', approver_id = null, approved_at = null, poster_id = null, posted_at = null',
    reversed: '',
  }
  tx.send({
    name: `write-count-result-${to}`,
    text: `with document as (
        update goods_document set state = $3, version = version + 1 ${stamps[to]} where group_id = $1 and id = $2 returning id
      )
      insert into audit_log (group_id, org_id, user_id, entity, entity_id, action, from_state, to_state, device_id, ip, request_id)
      select $1, $5, $4::bigint, $6, id, $7, $8, $3, $9, $10, $11 from document returning id`,
    values: [
      tx.groupId,
      id,
      to,
      caller.userId,
      caller.orgId,
      kind,
      action,
      from,
      caller.deviceId,
      caller.ip,
      caller.requestId,
    ],
  })
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

/** The posted results of a count, locked, gains first. */
export async function resultsOf(tx: CallerTx, count: StockCount): Promise<GoodsDocument[]> {
  const rows = await tx.query<{ kind: string; id: number }>({
    name: 'results-of-count',
    text: `select kind, id from goods_document where group_id = $1 and count_id = $2 and posted_at is not null and not is_red order by kind, id`,
    values: [tx.groupId, count.id],
  })
  const found = await Promise.all(rows.map(({ kind, id }) => goodsDocuments.lock(tx, kind, id)))
  return found.filter((each) => each !== undefined)
}

/** 反审核 of a count: its results are taken back by opposite rows of their own, and are void. */
export async function undoResults(tx: CallerTx, count: StockCount): Promise<void> {
  for (const result of await resultsOf(tx, count)) {
    await reverse(tx, result, result, reversible(result, result.lines))
    clearCosts(tx, result.id)
    writeStep(tx, result, { action: 'unapprove', from: 'done', to: 'voided' })
  }
  forgetFound(tx, count)
}

/** 红冲 of a count: each of its results gets a red one of today, which belongs to the red count. */
export async function reverseResults(tx: CallerTx, count: StockCount, redId: number): Promise<void> {
  const bizDate = shanghaiDay()
  for (const result of await resultsOf(tx, count)) {
    const def = result.kind === countGain.kind ? countGain : countLoss
    const { red, lines } = await insertRedDocument(tx, { def }, { ...result, countId: redId }, bizDate)
    await recordCosts(tx, red.id, await reverse(tx, result, red, reversible(result, lines)))
    writeStep(tx, result, { action: 'reverse', from: 'done', to: 'reversed' })
  }
}
