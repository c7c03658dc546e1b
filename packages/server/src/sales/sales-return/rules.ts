import { salesReturn } from '@chepu/contract/sales/sales-return'
import { mayPress } from '../../kernel/caller/caller'
import { seesIn } from '../../kernel/caller/cost-visibility'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid, refuse } from '../../kernel/base/errors'
import type { Draft, GoodsDocument } from '../../kernel/goods/types'
import { oldestDelivery, scrapPlace } from './repo'

/** Refuses at saving what could never be posted: a cost typed without the right to see it, scrap without a place. */
export async function assertReturnable(tx: CallerTx, doc: Draft): Promise<void> {
  if (doc.disposal === 'scrap' && !(await scrapPlace(tx, doc.orgId))) {
    invalid([{ path: 'header.disposal', message: '本企业还没有报废仓，请先在仓库资料中新增类型为“报废仓”的仓库' }])
  }
  if (seesIn(tx.caller, 'cost_price', doc.warehouseId)) return
  const typed = doc.lines.findIndex((line) => line.unitCost !== null)
  if (typed < 0) return
  const message = `第${typed + 1}行 您没有查看成本的权限，不能录入成本单价`
  invalid([{ path: `lines.${typed}.unitCost`, message }])
}

/** 退货期限: later returns are handed in only by who may approve returns (business/sales 1.4). */
export async function assertInTime(tx: CallerTx, doc: GoodsDocument): Promise<void> {
  if (mayPress(tx.caller, salesReturn.actions.approve.button)) return
  const { goodsReturnDays } = tx.caller.org.config
  const late = await oldestDelivery(tx, doc, goodsReturnDays)
  if (!late) return
  refuse(
    `第${late.lineNo}行 [${late.partCode}] 原出库单 ${late.billNo}（${late.bizDate}）已超过退货期限${goodsReturnDays}天，请由有审核权限的人提交`,
  )
}
