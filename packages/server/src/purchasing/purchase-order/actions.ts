import { compare, isPositive } from '@chepu/contract/kernel/decimal'
import type { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { entryHandlers } from '../../kernel/document/entry'
import { shanghaiDay } from '../../kernel/base/calendar'
import { refuse } from '../../kernel/base/errors'
import type { GoodsActions, GoodsKind } from '../../kernel/goods/types'
import { assertNoSuccessors } from '../../kernel/goods/sources'
import { assertOpenPeriod } from '../../kernel/document/period'
import { closeRemainder, reopenRemainder } from './repo'
import { assertNoPrepayment, assertNothingWaiting, assertNotSoldAhead, assertWithinLimit } from './rules'
import { traits } from './traits'

const actions: GoodsActions<typeof purchaseOrder> = {
  ...entryHandlers,

  async void(tx, order) {
    await assertNoPrepayment(tx, order)
    return 'voided'
  },

  async approve(tx, order) {
    assertWithinLimit(tx, order)
    return 'approved'
  },

  /** Only while nothing refers to it: receipts execute the order as it was approved. */
  async unapprove(tx, order) {
    await assertNoSuccessors(tx, order)
    return 'draft'
  },

  /** 关闭剩余: the supplier will not send the rest. */
  async close(tx, order) {
    await assertNothingWaiting(tx, order)
    await assertNotSoldAhead(tx, order)
    await closeRemainder(tx, order.id)
    return 'closed'
  },

  async reopen(tx, order) {
    await assertOpenPeriod(tx, shanghaiDay())
    if (order.lines.every((line) => compare(line.executedQty, line.qty) >= 0)) {
      refuse(`采购订单 ${order.billNo} 已全部到货，不能反关闭`)
    }
    await reopenRemainder(tx, order.id)
    return isPositive(order.executedQty) ? 'partial' : 'approved'
  },
}

export const purchaseOrderKind = { ...traits, actions } satisfies GoodsKind
