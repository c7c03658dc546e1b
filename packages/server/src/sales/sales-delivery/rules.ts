import { compare, isPositive } from '@chepu/contract/kernel/decimal'
import { needsSubmit } from '@chepu/contract/kernel/document'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import type { Draft, GoodsDocument, SourceLine } from '../../kernel/goods/types'
import { stepMissing } from '../../kernel/document/run-action'

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

/** 超信用放行 is an approval: it needs that right as well, and a submitted document where the org asks for one. */
export function assertMayApprove(tx: CallerTx, delivery: GoodsDocument): void {
  if (!mayPress(tx.caller, salesDelivery.actions.approve.button)) forbidden('您没有销售出库单「审核」的权限')
  if (needsSubmit(salesDelivery, salesDelivery.actions.approve, delivery.state, tx.caller.org.config)) {
    refuse(`销售出库单${stepMissing(tx.caller, '审核')}`)
  }
}
