import { compare, isPositive } from '@chepu/contract/kernel/decimal'
import type { WarehouseChange } from '@chepu/contract/sales/sales-order'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid, refuse } from '../../kernel/base/errors'
import { depositsOf } from '../../finance/public'
import { waitingSuccessor } from '../../kernel/goods/sources'
import { assertSells, warehouseOf } from '../../kernel/goods/line-checks'
import type { Draft, GoodsDocument } from '../../kernel/goods/types'

/** Refuses at saving what could never be delivered. */
export function assertOrderable(order: Draft): void {
  if (order.deliveryOn !== null && order.deliveryOn < order.bizDate) {
    invalid([{ path: 'header.deliveryOn', message: '交货日期不能早于业务日期' }])
  }
  if (order.deposit !== null && isPositive(order.deposit) && compare(order.deposit, order.totalTaxed) > 0) {
    invalid([{ path: 'header.deposit', message: `订金不能大于订单金额 ${order.totalTaxed}` }])
  }
}

/** An order that a customer has paid a deposit for is not voided under the money. */
export async function assertNoDeposit(tx: CallerTx, order: GoodsDocument): Promise<void> {
  const [deposit] = await depositsOf(tx, order)
  if (deposit) refuse(`销售订单 ${order.billNo} 已收订金，收款单 ${deposit.billNo}，请先处理该收款单`)
}

/** Goods that wait at the warehouse's desk leave or go back before their order is closed or moved. */
export async function assertNothingWaiting(tx: CallerTx, order: GoodsDocument): Promise<void> {
  const billNo = await waitingSuccessor(tx, order)
  if (billNo) refuse(`销售订单 ${order.billNo} 的出库单 ${billNo} 正在等待仓库发货，请先确认出库或退回`)
}

/** The new warehouse of an order: one that the caller sees, of his org, that sells. */
export async function assertMoveable(tx: CallerTx, order: GoodsDocument, change: WarehouseChange): Promise<void> {
  if (!tx.caller.warehouses.get(change.warehouseId)?.has('view')) {
    invalid([{ path: 'input.warehouseId', message: '仓库不存在，或您没有该仓库的权限' }])
  }
  assertSells(await warehouseOf(tx, change.warehouseId), 'input.warehouseId')
  const known = new Set(order.lines.map((line) => line.id))
  if (change.lineIds?.some((id) => !known.has(id))) invalid([{ path: 'input.lineIds', message: '所选明细不属于本单' }])
}
