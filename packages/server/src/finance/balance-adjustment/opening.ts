import { type AdjustmentSide, balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import { saveSlip } from '../../kernel/money/save'
import type { Saved } from '../../kernel/document/run-action'
import { traits } from './traits'

/** What is still open of one old document, in yuan; a credit of a receivable or payable is negative. */
export interface OpeningBalance {
  partnerId: number
  side: AdjustmentSide
  /** Number of the old document; '' when nobody knows it. */
  billNo: string
  bizDate: string
  dueOn: string | null
  amount: Decimal
}

/** Drafts of 往来调整单 with 期初, one an old document, so that each ages by its own day (business/basics 10, business/ledgers 8). */
export async function createOpeningBalances(tx: CallerTx, balances: readonly OpeningBalance[]): Promise<Saved[]> {
  const drafts: Saved[] = []
  for (const { partnerId, side, billNo, bizDate, dueOn, amount } of balances) {
    const remark = billNo === '' ? '期初' : `期初 ${billNo}`
    const header = balanceAdjustment.header.parse({
      purpose: 'opening',
      partnerId,
      side,
      bizDate,
      dueOn,
      total: amount,
      remark,
    })
    drafts.push(await saveSlip(tx, traits, { header, tenders: [], items: [] }))
  }
  return drafts
}
