import { isAdvance } from '@chepu/contract/kernel/money-document'
import {
  adjustmentButton,
  adjustmentPurposes,
  type AdjustmentPurpose,
  type AdjustmentSide,
  balanceAdjustment,
} from '@chepu/contract/finance/balance-adjustment'
import { type Decimal, isZero, money } from '@chepu/contract/kernel/decimal'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import type { MoneyTraits, SlipRequest } from '../../kernel/money/types'
import { openingRefusals } from './opening-refusal'

/** 往来调整单 on the server. */
export const traits: MoneyTraits<typeof balanceAdjustment> = {
  def: balanceAdjustment,
  purposes: adjustmentPurposes,
  figures: ({ header }) => ({
    total: money(String(header.total)),
    fee: '0.00',
    writtenOff: '0.00',
    discount: '0.00',
    advance: '0.00',
  }),
  async check(tx, request, { total }) {
    if (request.tenders.length > 0 || request.items.length > 0) refuse('往来调整只录入金额')
    if (isZero(total)) invalid([{ path: 'header.total', message: '金额不能为0' }])
    assertButton(tx, { side: request.header.side, purpose: request.header.purpose })
    if (request.header.purpose === 'opening') await checkOpening(tx, request, total)
    else if (isAdvance(request.header.side)) refuse('预收预付只能录入期初，变动请开收付款单')
  },
}

/** Receivables and payables, openings and corrections each have a right of their own (business/access 5). */
export function assertButton(tx: CallerTx, slip: { side: unknown; purpose: string }): void {
  const needed = adjustmentButton(slip.side as AdjustmentSide, slip.purpose as AdjustmentPurpose)
  if (!mayPress(tx.caller, needed)) forbidden('您没有此账目期初或调整的权限')
}

async function checkOpening(tx: CallerTx, { header }: SlipRequest, amount: Decimal): Promise<void> {
  const refusalOf = await openingRefusals(tx)
  const dueOn = (header['dueOn'] as string | undefined) ?? null
  const refused = refusalOf({ side: header.side as AdjustmentSide, bizDate: header.bizDate, dueOn, amount })
  if (refused.length === 0) return
  invalid(refused.map(({ field, message }) => ({ path: `header.${field === 'amount' ? 'total' : field}`, message })))
}
