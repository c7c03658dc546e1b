import { add, compare, isPositive, type Decimal, trimZeros } from '@chepu/contract/kernel/decimal'
import { needsSubmit } from '@chepu/contract/kernel/document'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, refuse, refuseLine } from '../../kernel/base/errors'
import type { Draft, GoodsDocument, SourceLine } from '../../kernel/goods/types'
import { sumWord } from '../../kernel/goods/sources'
import { stepMissing } from '../../kernel/document/run-action'
import { waitingElsewhere } from './repo'

/** Cash on delivery wants somebody who collects it, and is no more than the goods come to. */
export function assertCollectable(delivery: Draft): void {
  if (delivery.codAmount === null || !isPositive(delivery.codAmount)) return
  if (delivery.carrierId === null) invalid([{ path: 'header.codAmount', message: '代收货款请先选择物流公司' }])
  const isPriced = delivery.lines.every((line) => !line.isUnpriced)
  if (isPriced && compare(delivery.codAmount, delivery.totalTaxed) > 0) {
    invalid([{ path: 'header.codAmount', message: `代收货款不能大于单据金额 ${delivery.totalTaxed}` }])
  }
}

/** Goods that the order holds leave where it holds them; a quotation holds none. */
export function heldElsewhere(source: SourceLine, line: { warehouseId: number }): string | undefined {
  if (source.kind !== salesOrder.kind || source.warehouseId === line.warehouseId) return undefined
  return `订单 ${source.billNo} 的货在${source.warehouseName}占用，请在该仓出库，或先为订单换仓`
}

const isOfOrder = (delivery: GoodsDocument): boolean => delivery.lines.some((line) => line.sourceLineId !== null)

/** Two deliveries that wait for the warehouse may not both claim the same remainder of an order. */
export async function assertNotClaimed(tx: CallerTx, delivery: GoodsDocument): Promise<void> {
  if (!isOfOrder(delivery)) return
  const left = new Map((await waitingElsewhere(tx, delivery.id)).map((claim) => [claim.sourceLineId, claim.free]))
  const claimed = new Map<number, Decimal>()
  for (const line of delivery.lines) {
    const free = left.get(line.sourceLineId ?? 0)
    if (line.sourceLineId === null || free === undefined) continue
    const sum = add(claimed.get(line.sourceLineId) ?? '0', line.qty)
    claimed.set(line.sourceLineId, sum)
    if (compare(sum, free) <= 0) continue
    const figures = `可出 ${trimZeros(free)}，${sumWord(sum, line)} ${trimZeros(sum)}`
    refuseLine(line, 'qty', `来源单据剩余数量中已有待出库，${figures}`)
  }
}

/** 超信用放行 is an approval: it needs that right as well, and a submitted document where the org asks for one. */
export function assertMayApprove(tx: CallerTx, delivery: GoodsDocument): void {
  if (!mayPress(tx.caller, salesDelivery.actions.approve.button)) forbidden('您没有销售出库单「审核」的权限')
  if (needsSubmit(salesDelivery, salesDelivery.actions.approve, delivery.state, tx.caller.org.config)) {
    refuse(`销售出库单${stepMissing(tx.caller, '审核')}`)
  }
}

/** Who confirms that goods left the warehouse needs its flag 出库 (business/access 6). */
export function assertMayShip(tx: CallerTx, delivery: GoodsDocument): void {
  if (!tx.caller.warehouses.get(delivery.warehouseId)?.has('out')) forbidden('您没有该仓库的出库权限')
}
