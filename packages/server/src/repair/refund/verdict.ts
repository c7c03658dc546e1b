import { writeOff } from '@chepu/contract/finance/write-off'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { MoneySlip } from '../../kernel/money/types'
import type { RefundFigures } from './figures'
import { agreedCase, judgedCase } from './repo'

/**
 * Why what an insurer pays may not go back: he has agreed to what he was billed, or owes less of it since, or another owes it in his place. The verdict is taken back first
 * (business/repair-insurance 3.2).
 */
export async function verdictInTheWay(
  tx: CallerTx,
  workOrderId: number,
  { amounts }: Pick<RefundFigures, 'amounts'>,
): Promise<string | undefined> {
  const insurers = amounts.filter(({ payer }) => payer === 'insurance').map(({ partnerId }) => partnerId)
  if (insurers.length === 0) return undefined
  const found = await agreedCase(tx, workOrderId, insurers)
  return found && `保险案件 ${found.billNo} 已核赔，请先「撤销核赔」，再退保险付费的项目`
}

/**
 * Refuses to undo a refund that a verdict has counted on since: it was given on what the refund's slips left of the insurer's bill. Asked behind the items that they have
 * opened again, which a verdict waits for.
 * @throws Failure refusal
 */
export async function assertNoVerdictSince(
  tx: CallerTx,
  workOrderId: number,
  slips: readonly Pick<MoneySlip, 'kind' | 'partnerId'>[],
): Promise<void> {
  const setOff = slips.filter(({ kind }) => kind === writeOff.kind).map(({ partnerId }) => partnerId)
  if (setOff.length === 0) return
  const found = await judgedCase(tx, workOrderId, setOff)
  if (found) refuse(`保险案件 ${found.billNo} 已按退单后的金额核赔，请先「撤销核赔」`)
}
