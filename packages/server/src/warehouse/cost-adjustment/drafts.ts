import { costAdjustment } from '@chepu/contract/warehouse/cost-adjustment'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '../../kernel/base/calendar'
import { forbidden } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { Saved } from '../../kernel/document/run-action'
import { saveDraft } from '../../kernel/goods/save'
import { costAdjustmentKind } from './traits'

const { line } = costAdjustment.sections.lines

/** What the goods of a warehouse are to cost more, or less: parts with amounts in yuan, and why. */
interface WantedAdjustment {
  warehouseId: number
  reason: string
  lines: readonly { partId: number; amount: Decimal }[]
}

/**
 * A draft of 成本调整单 of today (business/warehouse 1.6).
 * @throws Failure forbidden for who may not adjust costs there
 */
export function createCostAdjustment(tx: CallerTx, { warehouseId, reason, lines }: WantedAdjustment): Promise<Saved> {
  if (!mayPress(tx.caller, costAdjustment.buttons.add)) forbidden('您没有「成本调整」的权限')
  const header = costAdjustment.header.parse({ bizDate: shanghaiDay(), warehouseId, remark: reason })
  return saveDraft(tx, costAdjustmentKind, {
    header,
    lines: lines.map(({ partId, amount }) => ({ ...line.parse({ partId, netAmount: amount }), sourceLineId: null })),
  })
}
