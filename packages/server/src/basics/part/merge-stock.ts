// Stock of a doubled part goes over to the one that stays: out of each bin and into the same, at its value, under a 配件合并单 for each
// warehouse. The ledgers are never changed, so that what was posted keeps the name it was posted under (ADR 0161).
import { partMerge } from '@chepu/contract/basics/part-merge'
import { add, type Decimal, sumOf } from '@chepu/contract/kernel/decimal'
import { stateAt } from '@chepu/contract/kernel/states'
import { shanghaiDay } from '../../kernel/base/calendar'
import { refuse } from '../../kernel/base/errors'
import { groupBy } from '../../kernel/base/group-by'
import { audit } from '../../kernel/db/audit'
import { nextDocument } from '../../kernel/db/numbering'
import type { CallerTx } from '../../kernel/db/tx'
import { assertMonthOpenAt } from '../../kernel/document/period'
import { insertRows, sendRow } from '../../kernel/document/rows'
import { goodsDocuments, recordCosts } from '../../kernel/goods/repo'
import { post } from '../../kernel/ledgers'
import { lockPools } from '../../kernel/ledgers/pools'
import { periodOf, type StockMove } from '../../kernel/ledgers/types'
import type { PartMaster } from './check'

/** The part that stays, and the doubled one. */
export interface PartPair {
  target: PartMaster
  source: PartMaster
}

interface FullBin {
  orgId: number
  warehouseId: number
  locationId: number
  batchNo: string
  qty: Decimal
}

/** Moves all stock of the source, whosever it is; answers the numbers of the documents that say so. */
export async function mergeStock(tx: CallerTx, pair: PartPair): Promise<string[]> {
  const bins = await lockedBins(tx, pair)
  const numbers: string[] = []
  for (const [, own] of groupBy(bins, (bin) => bin.warehouseId)) numbers.push(await moveBins(tx, pair, own))
  return numbers
}

/** What lies anywhere of the source. The pools of both parts are locked first, in the order of every posting. */
async function lockedBins(tx: CallerTx, { target, source }: PartPair): Promise<FullBin[]> {
  const places = await tx.query<{ orgId: number; warehouseId: number }>({
    name: 'pools-of-part',
    text: 'select org_id, warehouse_id from stock_cost where group_id = $1 and part_id = $2 and qty <> 0',
    values: [tx.groupId, source.id],
  })
  if (places.length === 0) return []
  const wanted = places.flatMap((place) => [target, source].map(({ id }) => ({ ...place, partId: id })))
  await lockPools(tx, tx.caller.orgId, wanted)
  return tx.query<FullBin>({
    name: 'bins-of-part',
    text: `select org_id, warehouse_id, location_id, batch_no, qty from stock_balance
      where group_id = $1 and part_id = $2 and qty <> 0 order by org_id, warehouse_id, location_id, batch_no`,
    values: [tx.groupId, source.id],
  })
}

async function moveBins(tx: CallerTx, pair: PartPair, bins: readonly FullBin[]): Promise<string> {
  const [{ orgId, warehouseId }] = bins as readonly [FullBin]
  const bizDate = shanghaiDay()
  await assertMonthOpenAt(tx, orgId, bizDate)
  const doc = await writeDocument(tx, pair, { orgId, warehouseId, bizDate, bins })
  const costs = await post(tx, doc, { stock: movesOf(pair, bins, doc.lineIds) })
  await recordCosts(tx, doc.id, costs)
  await audit(tx, { entity: partMerge.kind, entityId: doc.id, action: 'post', toState: stateAt(partMerge, 'posted') })
  return doc.billNo
}

/** Two lines a bin: what leaves of the source, and what comes in of the target. */
async function writeDocument(
  tx: CallerTx,
  pair: PartPair,
  {
    orgId,
    warehouseId,
    bizDate,
    bins,
  }: { orgId: number; warehouseId: number; bizDate: string; bins: readonly FullBin[] },
) {
  const header = { orgId, kind: partMerge.kind, bizDate, period: periodOf(bizDate), departmentId: null }
  const numbered = { ...header, ...(await nextDocument(tx, partMerge.prefix, goodsDocuments.table)) }
  const now = new Date().toISOString()
  const { userId } = tx.caller
  const qty = sumOf(bins, (bin) => bin.qty)
  sendRow(tx, goodsDocuments.table, {
    groupId: tx.groupId,
    ...numbered,
    state: stateAt(partMerge, 'posted'),
    warehouseId,
    lineCount: bins.length * 2,
    totalQty: add(qty, qty),
    ...noMoney,
    remark: `${pair.source.code} 合并到 ${pair.target.code}`,
    creatorId: userId,
    createdAt: now,
    approverId: userId,
    approvedAt: now,
    posterId: userId,
  })
  const names = await namesOf(tx, pair)
  const lines = bins.flatMap((bin, i) =>
    [pair.source, pair.target].map((part, j) => ({
      groupId: tx.groupId,
      documentId: numbered.id,
      lineNo: i * 2 + j + 1,
      ...names.get(part.id),
      warehouseId: bin.warehouseId,
      locationId: bin.locationId,
      batchNo: bin.batchNo,
      qty: bin.qty,
    })),
  )
  const ids = await insertRows(tx, 'goods_document_line', lines)
  await stampPosted(tx, numbered.id)
  return { ...numbered, lineIds: ids.map(({ id }) => id) }
}

const noMoney = { totalAmount: '0', totalUntaxed: '0', totalTax: '0', totalTaxed: '0' }

/** The day and hour of the transaction, which the log has, too. */
const stampPosted = (tx: CallerTx, id: number) =>
  tx.query({
    text: 'update goods_document set posted_at = now() where group_id = $1 and id = $2',
    values: [tx.groupId, id],
  })

/** Both parts as lines name them. */
async function namesOf(tx: CallerTx, { target, source }: PartPair) {
  const rows = await tx.query<{ partId: number; partCode: string }>({
    text: `select p.id as part_id, p.code as part_code, p.name as part_name, b.name as brand_name, p.spec, u.name as unit_name
      from part p
      join brand b on b.group_id = p.group_id and b.id = p.brand_id
      join unit u on u.group_id = p.group_id and u.id = p.unit_id
      where p.group_id = $1 and p.id in ($2, $3)`,
    values: [tx.groupId, target.id, source.id],
  })
  return new Map(rows.map((row) => [row.partId, row]))
}

function movesOf({ target, source }: PartPair, bins: readonly FullBin[], lineIds: readonly number[]): StockMove[] {
  return bins.flatMap((bin, i) => {
    const moveOf = (part: PartMaster, line: number) => ({
      lineId: lineIds[line] as number,
      lineNo: line + 1,
      partId: part.id,
      partCode: part.code,
      warehouseId: bin.warehouseId,
      locationId: bin.locationId,
      batchNo: bin.batchNo,
      qty: bin.qty,
    })
    const leaving: StockMove = { ...moveOf(source, i * 2), direction: 'out', costing: { at: 'free' } }
    const entering: StockMove = {
      ...moveOf(target, i * 2 + 1),
      direction: 'in',
      costing: { at: 'linked', source: { moves: [leaving] } },
    }
    return [leaving, entering]
  })
}

/** Refuses when something of the source came in while it was merged away. */
export async function assertEmptied(tx: CallerTx, { source }: PartPair): Promise<void> {
  const left = await tx.one({
    text: 'select 1 as held from stock_cost where group_id = $1 and part_id = $2 and (qty <> 0 or value <> 0) limit 1',
    values: [tx.groupId, source.id],
  })
  if (left) refuse(`配件 ${source.code} 刚有出入库，请重试`)
}
