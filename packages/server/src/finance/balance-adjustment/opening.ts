import {
  adjustmentButton,
  type AdjustmentSide,
  adjustmentSides,
  balanceAdjustment,
} from '@chepu/contract/finance/balance-adjustment'
import { type Decimal, isNegative } from '@chepu/contract/kernel/decimal'
import { mayPress } from '../../kernel/caller'
import type { CallerTx } from '../../kernel/db'
import { saveSlip } from '../../kernel/money-document/save'
import type { Saved } from '../../kernel/run-action'
import { isAdvance, isOpeningDay, openingAdvance, traits } from './traits'

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

/** Why the caller may not enter this opening balance, or nothing. */
export async function openingRefusal(
  tx: CallerTx,
  { side, bizDate, amount }: Pick<OpeningBalance, 'side' | 'bizDate' | 'amount'>,
): Promise<{ field: 'side' | 'bizDate' | 'amount'; message: string } | undefined> {
  if (!mayPress(tx.caller, adjustmentButton(side, 'opening')))
    return { field: 'side', message: `您没有录入${adjustmentSides[side]}期初的权限` }
  if (isAdvance(side) && isNegative(amount)) return { field: 'amount', message: openingAdvance }
  if (await isOpeningDay(tx, bizDate)) return undefined
  return { field: 'bizDate', message: '已有月份结账，期初的日期必须早于启用月份' }
}

/** Drafts of 往来调整单 with 期初, one an old document, so that each ages by its own day (DOMAIN 2.13b, 5.8). */
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
