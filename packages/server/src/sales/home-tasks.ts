import { pageOf } from '@chepu/contract/access/catalogue'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { mayPress } from '../kernel/caller'
import type { CallerTx } from '../kernel/db'
import type { GoodsTraits } from '../kernel/goods-document/kind'
import { countDocuments } from '../kernel/goods-document/list'
import { toApprove } from '../kernel/home-tasks'
import { orderTotals } from './order-confirm/queries'
import { traits as delivery } from './sales-delivery/traits'
import { traits as back } from './sales-return/traits'

const approved: [GoodsTraits, string][] = [
  [delivery, 'sale'],
  [back, 'saleBack'],
]

/** Orders and documents of sales that wait for the caller; orders wait on the board where they are confirmed. */
export async function salesTasks(tx: CallerTx): Promise<HomeTask[]> {
  const found = mayPress(tx.caller, pageOf('order_confirm')) ? await orderTasks(tx) : []
  for (const [kind, screen] of approved) {
    found.push(...(await toApprove(tx, kind.def, screen, (filters) => countDocuments(tx, kind, filters))))
  }
  return found
}

async function orderTasks(tx: CallerTx): Promise<HomeTask[]> {
  const open = 'submitted,approved,partial'
  const waiting = await orderTotals(tx, { state: 'submitted' })
  const short = await orderTotals(tx, { state: open, short: true })
  return [
    { title: '待确认销售订单', count: waiting.count, screen: 'orderConfirm', params: { state: 'submitted' } },
    { title: '缺货销售订单', count: short.count, screen: 'orderConfirm', params: { state: open, short: 'true' } },
  ]
}
