import { stockCount } from '@chepu/contract/warehouse/stock-count'
import { firstState } from '@chepu/contract/kernel/states'
import { refuse } from '../../kernel/base/errors'
import type { Input } from '../../kernel/http/bind'
import type { CallerTx } from '../../kernel/db/tx'
import { type Saved, savedDraft } from '../../kernel/document/run-action'
import { editable, typedColumns, writeHeader } from '../../kernel/document/save'
import { enter } from './entry'
import { type StockCount, stockCounts } from './repo'
import { checkCovered, type Covered, takeSnapshot } from './snapshot'

/** What saving a count takes, checked. */
export type CountRequest = Input<typeof stockCount.routes.save>['body']

/**
 * Saves a count that is not submitted yet. A draft takes its snapshot anew, unless somebody has counted in it already; once it
 * has begun, what it covers stands (business/warehouse 5.1).
 */
export async function saveCount(tx: CallerTx, request: CountRequest): Promise<Saved> {
  const before = await editable(tx, stockCounts, stockCount, request)
  const { header } = request
  const covered: Covered = { ...header, partIds: [...new Set(request.lines.map(({ partId }) => partId))] }
  const isNew = before === undefined || before.state === firstState(stockCount)
  if (!isNew && (!coversSame(before, covered) || before.isFreezing !== header.isFreezing || request.lines.length > 0))
    refuse('盘点已开始，仓库、范围和冻结不能再改')
  if (isNew) await checkCovered(tx, covered, request.lines)
  const isKept = before !== undefined && isNew && isCounted(before)
  if (isKept && !isWithin(before, covered))
    refuse('已录入实盘数，范围不能再改；找到的其他配件请直接录入，重盘请作废后另开')
  const columns = typedColumns(stockCount, header)
  const note = { scope: header.scope, lines: request.lines.length }
  const saved = await writeHeader(tx, stockCounts, stockCount, { before, columns, note })
  if (isNew && !isKept) await snapshot(tx, saved.id, covered)
  const counted = request.lines.flatMap((line, at) => (line.countedQty === null ? [] : [{ ...line, at }]))
  if (counted.length > 0) await enter(tx, { ...saved, warehouseId: header.warehouseId }, counted)
  return savedDraft(tx.caller, stockCount, saved, before, header)
}

/** Takes the snapshot of a count, and notes when. */
export async function snapshot(tx: CallerTx, countId: number, covered: Covered): Promise<void> {
  const lineCount = await takeSnapshot(tx, countId, covered)
  tx.send({
    name: 'note-snapshot',
    text: 'update stock_count set snapshot_at = now(), line_count = $3 where group_id = $1 and id = $2',
    values: [tx.groupId, countId, lineCount],
  })
}

const coversSame = (before: StockCount, { warehouseId, scope, categoryId, location }: Covered): boolean =>
  before.warehouseId === warehouseId &&
  before.scope === scope &&
  before.categoryId === categoryId &&
  before.location === location

const isCounted = ({ lines }: StockCount): boolean => lines.some(({ countedQty }) => countedQty !== null)

/** Whether a draft covers no more than it did: what somebody has counted was compared with the snapshot that there is. */
function isWithin(before: StockCount, covered: Covered): boolean {
  const parts = new Set(before.lines.map(({ partId }) => partId))
  return coversSame(before, covered) && (covered.scope !== 'parts' || covered.partIds.every((id) => parts.has(id)))
}
