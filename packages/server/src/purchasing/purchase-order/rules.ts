import { compare, withCommas } from '@chepu/contract/kernel/decimal'
import { sql } from 'kysely'
import { convertedQty } from '../../kernel/goods/linked-purchase'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid, refuse } from '../../kernel/base/errors'
import { depositsOf } from '../../finance/public'
import { waitingSuccessor } from '../../kernel/goods/sources'
import type { Draft, GoodsDocument } from '../../kernel/goods/types'

/** Goods cannot be expected before they were ordered. */
export function assertExpectedDay(order: Draft): void {
  if (order.expectedOn !== null && order.expectedOn < order.bizDate) {
    invalid([{ path: 'header.expectedOn', message: '预计到货日不能早于业务日期' }])
  }
}

/** A buyer approves orders up to his limit; larger ones are for whoever has more (business/documents 5, business/access 10.2). */
export function assertWithinLimit(tx: CallerTx, order: GoodsDocument): void {
  const limit = tx.caller.limits.purchaseApproval
  if (limit === null || compare(order.totalTaxed, limit) <= 0) return
  refuse(
    `订单金额 ${withCommas(order.totalTaxed)} 元，超出您的采购审核额度 ${withCommas(limit)} 元，请提交后由店长审核`,
  )
}

/** An order that a supplier has been paid for ahead is not voided under the payment. */
export async function assertNoPrepayment(tx: CallerTx, order: GoodsDocument): Promise<void> {
  const [deposit] = await depositsOf(tx, order)
  if (deposit) refuse(`采购订单 ${order.billNo} 已有预付款 ${deposit.billNo}，请先处理该付款单`)
}

/** Goods that wait at the warehouse's desk are received or sent back before their order is closed. */
export async function assertNothingWaiting(tx: CallerTx, order: GoodsDocument): Promise<void> {
  const billNo = await waitingSuccessor(tx, order)
  if (billNo) refuse(`采购订单 ${order.billNo} 的入库单 ${billNo} 正在等待仓库收货，请先确认入库或退回`)
}

/** Goods that were sold before they are here are still expected: their sale is closed first (business/sales 1.9). */
export async function assertNotSoldAhead(tx: CallerTx, order: GoodsDocument): Promise<void> {
  const [sale] = await tx.select(sql<{ billNo: string }>`select d.bill_no from goods_document_line l
    join goods_document_line s on s.group_id = l.group_id and s.linked_purchase_line_id = l.id and s.qty > s.closed_qty
    join goods_document d on d.group_id = s.group_id and d.id = s.document_id and d.state <> 'voided'
    where l.group_id = ${tx.groupId} and l.document_id = ${order.id} and ${convertedQty()} > l.executed_qty order by d.id limit 1`)
  if (sale) refuse(`采购订单 ${order.billNo} 未到的货已转销售 ${sale.billNo}，请先处理该单据`)
}
