import { add, compare, isPositive } from '@chepu/contract/kernel/decimal'
import type { NewValidity, salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { shanghaiDay } from '../../kernel/base/calendar'
import { entryHandlers } from '../../kernel/document/entry'
import { assertOpenPeriod } from '../../kernel/document/period'
import { assertNoSuccessors } from '../../kernel/goods/sources'
import type { GoodsActions, GoodsDocument, GoodsKind } from '../../kernel/goods/types'
import { assertNotOver, assertStillHolds } from './rules'
import { traits } from './traits'

const actions: GoodsActions<typeof salesQuotation> = {
  ...entryHandlers,

  async submit(_tx, quotation) {
    assertStillHolds(quotation)
    return 'submitted'
  },

  async approve(_tx, quotation) {
    assertStillHolds(quotation)
    return 'approved'
  },

  /** Only while nothing refers to it: orders and deliveries execute the quotation as it was approved. */
  async unapprove(tx, quotation) {
    await assertNoSuccessors(tx, quotation)
    return 'draft'
  },

  close: async () => 'closed',

  async reopen(tx, quotation) {
    await assertOpenPeriod(tx, shanghaiDay())
    assertStillHolds(quotation, '，请用「延期」填写新的有效期')
    return executedState(quotation)
  },

  async extend(_tx, quotation, { input, note }) {
    const { validUntil } = input as NewValidity
    assertNotOver(validUntil)
    note({ validUntil })
    return executedState(quotation)
  },
}

/** How far what was chosen has become orders and deliveries, which may have changed while the quotation was closed. */
function executedState({ executedQty, lines }: GoodsDocument): 'approved' | 'partial' | 'done' {
  if (!isPositive(executedQty)) return 'approved'
  return lines.every((line) => compare(add(line.executedQty, line.closedQty), line.qty) >= 0) ? 'done' : 'partial'
}

export const salesQuotationKind = { ...traits, actions } satisfies GoodsKind
