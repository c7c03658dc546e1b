import {
  adjustmentButton,
  adjustmentPurposes,
  type AdjustmentPurpose,
  type AdjustmentSide,
  balanceAdjustment,
} from '@chepu/contract/finance/balance-adjustment'
import { isNegative, isZero, money } from '@chepu/contract/kernel/decimal'
import { mayPress } from '../../kernel/caller'
import type { CallerTx } from '../../kernel/db'
import { forbidden, invalid, refuse } from '../../kernel/errors'
import { periodOf } from '../../kernel/ledgers/types'
import type { MoneyTraits, SlipRequest } from '../../kernel/money-document/kind'

/** 往来调整单 on the server. */
export const traits: MoneyTraits<typeof balanceAdjustment> = {
  def: balanceAdjustment,
  purposes: adjustmentPurposes,
  sides: () => [],
  isRefund: () => false,
  sourceKind: () => null,
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
    if (request.header.purpose === 'opening') await checkOpening(tx, request)
    if (!isAdvance(request.header.side)) return
    if (request.header.purpose !== 'opening') refuse('预收预付只能录入期初，变动请开收付款单')
    if (isNegative(total)) invalid([{ path: 'header.total', message: openingAdvance }])
  },
}

export const openingAdvance = '预收预付期初必须大于0'

export const isAdvance = (side: unknown): side is 'ADV_IN' | 'ADV_OUT' => side === 'ADV_IN' || side === 'ADV_OUT'

/** Receivables and payables, openings and corrections each have a right of their own (DOMAIN 10.2). */
export function assertButton(tx: CallerTx, slip: { side: unknown; purpose: string }): void {
  const needed = adjustmentButton(slip.side as AdjustmentSide, slip.purpose as AdjustmentPurpose)
  if (!mayPress(tx.caller, needed)) forbidden('您没有此账目期初或调整的权限')
}

/** Opening balances are dated before the first month of business, or entered while no month has been closed (DOMAIN 8.5). */
async function checkOpening(tx: CallerTx, { header }: SlipRequest): Promise<void> {
  if (!(await isOpeningDay(tx, header.bizDate))) refuse('已有月份结账，期初的日期必须早于启用月份')
}

/** Whether an opening balance may be dated on this day. */
export async function isOpeningDay(tx: CallerTx, bizDate: string): Promise<boolean> {
  if (periodOf(bizDate) < tx.caller.org.startMonth) return true
  const org = await tx.one<{ closedMonth: number | null }>({
    name: 'closed-month',
    text: 'select closed_month from org where group_id = $1 and id = $2',
    values: [tx.groupId, tx.caller.orgId],
  })
  return org?.closedMonth == null
}
