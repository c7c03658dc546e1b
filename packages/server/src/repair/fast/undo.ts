// 整单撤销: a wrong bill of the same day is taken back in one step, by the steps in which it came (business/fast-counter 4).
import { button } from '@chepu/contract/access/catalogue'
import { stateLabel } from '@chepu/contract/kernel/states'
import { workOrder } from '@chepu/contract/repair/work-order'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { runAction } from '../../kernel/document/run-action'
import { repairActionKind } from '../../kernel/repair/routes'
import { takeBackIssued } from '../../picking/public'
import { settlementKind } from '../settlement/actions'
import { workOrderKind } from '../work-order/actions'
import { counterOrder } from './rights'

/** Buttons of the steps that 反结算 contains here. */
const steps = [button('picking', 'add'), button('picking', 'unapprove'), button('work_order', 'cancel')]

/** 反结算, 反审核 of the pickings, 取消: all or nothing. @throws Failure as each of them does */
export async function undoAtOnce(tx: CallerTx, id: number, reason: string) {
  const order = await counterOrder(tx, id)
  if (order.state !== 'settled' || order.settlementId === null)
    refuse(`单据 ${order.billNo} 当前为「${stateLabel(workOrder, order.state)}」，不能整单撤销`)
  const settlement = await versionOf(tx, order.settlementId)
  return tx.withButtons(steps, async () => {
    await runAction(tx, repairActionKind(settlementKind), settlement.id, 'unapprove', {
      version: settlement.version,
      reason,
    })
    await takeBackIssued(tx, id, reason)
    const { version } = await versionOf(tx, id)
    const cancelled = await runAction(tx, repairActionKind(workOrderKind), id, 'cancel', { version, reason })
    return { id, billNo: cancelled.billNo, version: cancelled.version }
  })
}

async function versionOf(tx: CallerTx, id: number): Promise<{ id: number; version: number }> {
  const row = await tx.one<{ id: number; version: number }>({
    name: 'version-of-repair-document',
    text: 'select id, version from repair_document where group_id = $1 and id = $2',
    values: [tx.groupId, id],
  })
  if (!row) throw new Error('a settled order has no settlement')
  return row
}
