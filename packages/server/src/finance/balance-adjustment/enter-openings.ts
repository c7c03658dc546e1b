import type { enterOpenings } from '@chepu/contract/finance/balance-adjustment'
import type { FieldError } from '@chepu/contract/kernel/errors'
import type { DataOf } from '@chepu/contract/kernel/route'
import { Failure, fieldError, invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import { createOpeningBalances, type OpeningBalance, openingsEntered } from './opening'
import { openingRefusals } from './opening-refusal'
import { partnersNamed } from './partners-named'

/**
 * 期初录入 of several old documents at once: a draft of 往来调整单 a line, all or none (business/finance 5.1).
 * @throws Failure invalid, naming every line that is wrong
 */
export async function enterOpeningLines(
  tx: CallerTx,
  { side, lines }: BodyOf<typeof enterOpenings>,
): Promise<DataOf<typeof enterOpenings>> {
  const refusalOf = await openingRefusals(tx)
  const partnerOf = await partnersNamed(
    tx,
    lines.map(({ partner }) => partner),
  )
  const enteredBefore = await openingsEntered(tx)
  const errors: FieldError[] = []
  const balances: OpeningBalance[] = []
  for (const [i, { partner: name, ...figures }] of lines.entries()) {
    const partner = partnerOf(name)
    if ('message' in partner) errors.push(fieldError(`lines.${i}.partner`, partner.message))
    const refused = refusalOf({ side, ...figures })
    if (refused)
      errors.push(fieldError(refused.field === 'side' ? 'side' : `lines.${i}.${refused.field}`, refused.message))
    if (!('item' in partner)) continue
    const balance = { ...figures, side, partnerId: partner.item }
    const before = enteredBefore(balance, `第${i + 1}行`)
    if (before)
      errors.push(fieldError(`lines.${i}.billNo`, `原单号 ${balance.billNo} 已录入（${before.as}），不能重复录入`))
    balances.push(balance)
  }
  if (errors.length > 0) invalid(errors)
  const made: DataOf<typeof enterOpenings>['made'] = []
  for (const [i, balance] of balances.entries())
    try {
      for (const { id, billNo } of await createOpeningBalances(tx, [balance])) made.push({ id, billNo })
    } catch (error) {
      errors.push(faultAt(i, error))
    }
  if (errors.length > 0) invalid(errors)
  return { made }
}

/** What is refused of a line's document, at the line. @throws what is no such refusal */
function faultAt(i: number, error: unknown): FieldError {
  if (!(error instanceof Failure) || error.kind !== 'invalid') throw error
  const field = /\.(bizDate|dueOn)$/.exec(error.errors?.[0]?.path ?? '')?.[1] ?? 'amount'
  return fieldError(`lines.${i}.${field}`, error.message)
}
