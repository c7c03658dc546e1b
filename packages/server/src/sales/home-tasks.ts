import { pageOf } from '@chepu/contract/access/catalogue'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import type { GoodsTraits } from '../kernel/goods/types'
import { countDocuments } from '../kernel/goods/list'
import { toApprove } from '../kernel/document/home-tasks'
import { orderTotals } from './order-confirm/queries'
import { traits as delivery } from './sales-delivery/traits'
import { traits as trade } from './direct-trade/traits'
import { traits as order } from './sales-order/traits'
import { traits as quotation } from './sales-quotation/traits'
import { traits as back } from './sales-return/traits'

const approved: [GoodsTraits, string][] = [
  [quotation, 'priceSheet'],
  [delivery, 'sale'],
  [back, 'saleBack'],
  [trade, 'purchaseAndSale'],
]

/** Orders and documents of sales that wait for the caller. */
export async function salesTasks(tx: CallerTx): Promise<HomeTask[]> {
  const found = await orderTasks(tx)
  for (const [kind, screen] of approved) found.push(...(await waiting(tx, kind, screen)))
  return found
}

const waiting = (tx: CallerTx, kind: GoodsTraits, screen: string): Promise<HomeTask[]> =>
  toApprove(tx, kind.def, screen, (filters) => countDocuments(tx, kind, filters))

/** Orders wait on the board where they have a desk of their own (参数 销售订单需确认), else as other documents do. */
async function orderTasks(tx: CallerTx): Promise<HomeTask[]> {
  const hasDesk = tx.caller.org.config.requireConfirmOrder
  const found = hasDesk ? [] : await waiting(tx, order, 'saleOrder')
  if (!mayPress(tx.caller, pageOf('order_confirm'))) return found
  const task = async (title: string, filters: { state: string; short?: true }): Promise<HomeTask> => {
    const { count } = await orderTotals(tx, filters)
    const { state, short } = filters
    return { title, count, screen: 'orderConfirm', params: { state, ...(short && { short: 'true' }) } }
  }
  if (hasDesk) found.push(await task('待确认销售订单', { state: 'submitted' }))
  found.push(await task('缺货销售订单', { state: 'submitted,approved,partial', short: true }))
  return found
}
