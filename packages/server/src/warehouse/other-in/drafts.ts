import { goodsLine, maxLines } from '@chepu/contract/kernel/goods-document'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { openingReason, otherIn } from '@chepu/contract/warehouse/other-in'
import type { CallerTx } from '../../kernel/db/tx'
import { groupBy } from '../../kernel/base/group-by'
import { saveDraft } from '../../kernel/goods/save'
import type { Saved } from '../../kernel/document/run-action'
import { openingDay } from './rules'
import { traits } from './traits'

/** Opening stock of one part in one bin; the cost of a unit in yuan with at most 4 decimals. */
export interface OpeningLine {
  partId: number
  warehouseId: number
  locationId: number | null
  batchNo: string
  qty: Decimal
  unitCost: Decimal
}

/**
 * Drafts of 其他入库 with reason 期初 (business/basics 10): one a warehouse, more when a warehouse has more lines
 * than a document holds. Refusals name the line within its draft.
 */
export async function createOpeningDrafts(tx: CallerTx, lines: readonly OpeningLine[]): Promise<Saved[]> {
  const byWarehouse = groupBy(lines, (line) => line.warehouseId)
  const drafts: Saved[] = []
  for (const [warehouseId, own] of byWarehouse) {
    for (let from = 0; from < own.length; from += maxLines) {
      drafts.push(await createDraft(tx, warehouseId, own.slice(from, from + maxLines)))
    }
  }
  return drafts
}

function createDraft(tx: CallerTx, warehouseId: number, lines: readonly OpeningLine[]): Promise<Saved> {
  const header = otherIn.header.parse({ bizDate: openingDay(tx.caller.org), warehouseId, reason: openingReason })
  return saveDraft(tx, traits, {
    header,
    lines: lines.map((line) => goodsLine.parse({ ...line, price: line.unitCost })),
  })
}
