import { add, compare, isZero, money } from '@chepu/contract/kernel/decimal'
import { refuse } from '../kernel/base/errors'
import type { CallerTx } from '../kernel/db/tx'
import type { MoneySlip } from '../kernel/money/types'

/**
 * Large payments need 店长 (business/finance 2.2): the limit in yuan stands on the approver's roles, and holds for all that leaves to somebody outside, fees among it.
 * @throws Failure refusal, naming what leaves and the limit
 */
export function assertWithinLimit(tx: CallerTx, { total, fee }: Pick<MoneySlip, 'total' | 'fee'>): void {
  const limit = tx.caller.limits.paymentApproval
  const leaving = money(add(total, fee))
  if (limit === null || compare(leaving, limit) <= 0) return
  const words = isZero(fee) ? `付款金额 ${leaving}` : `付款金额连手续费 ${leaving}`
  refuse(`${words} 超出您的审批上限 ${limit}，请由店长审核`)
}
