import { button } from '@chepu/contract/access/catalogue'
import { compare, sub } from '@chepu/contract/kernel/decimal'
import { needsSubmit } from '@chepu/contract/kernel/document'
import { directTrade } from '@chepu/contract/sales/direct-trade'
import { forbidden, refuse, refuseLineUnlessPassed } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { stepMissing } from '../../kernel/document/run-action'
import type { GoodsDocument } from '../../kernel/goods/types'
import type { LineCosts } from '../../kernel/ledgers/types'

/** 超信用放行 is an approval: it needs that right as well, and a submitted document where the org asks for one. */
export function assertMayApprove(tx: CallerTx, trade: GoodsDocument): void {
  const { approve } = directTrade.actions
  if (!mayPress(tx.caller, approve.button)) forbidden(`您没有${directTrade.title}「审核」的权限`)
  if (needsSubmit(directTrade, approve, trade.state, tx.caller.org.config))
    refuse(`${directTrade.title}${stepMissing(tx.caller, '审核')}`)
}

/**
 * 低于成本价: where the organisation forbids it, no line is sold below what it was bought for, both without tax as far as that can be
 * deducted, but by who holds the right. The average of other stock does not matter (business/sales 1.8).
 */
export function assertNotBelowPurchase(tx: CallerTx, delivery: GoodsDocument, costs: LineCosts): void {
  if (!tx.caller.org.config.forbidBelowCost || mayPress(tx.caller, button('price', 'below_cost'))) return
  const line = delivery.lines.find(
    ({ id, untaxed, discountShareUntaxed }) =>
      compare(sub(untaxed, discountShareUntaxed), costs.get(id)?.value ?? '0') < 0,
  )
  if (line) refuseLineUnlessPassed(line, 'price', '售价低于进货成本，您没有放行权限', 'belowCost')
}
