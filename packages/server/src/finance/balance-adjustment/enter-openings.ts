import { type enterOpenings, openingLine } from '@chepu/contract/finance/balance-adjustment'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { missingMessage } from '@chepu/contract/kernel/messages'
import type { DataOf } from '@chepu/contract/kernel/route'
import { fieldError, invalid } from '../../kernel/base/errors'
import { own } from '../../kernel/base/own'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import { createOpeningBalances, type OpeningBalance, openingsEntered } from './opening'
import { openingRefusals } from './opening-refusal'
import { partnersNamed } from './partners-named'

type Body = BodyOf<typeof enterOpenings>

/**
 * 期初录入 of several old documents at once: a draft of 往来调整单 a line, all or none (business/finance 5.1).
 * @throws Failure invalid, naming everything that is wrong with any line
 */
export async function enterOpeningLines(tx: CallerTx, { side, lines }: Body): Promise<DataOf<typeof enterOpenings>> {
  const refusalsOf = await openingRefusals(tx)
  const partnerOf = await partnersNamed(
    tx,
    lines.map(({ partner }) => partner),
  )
  const enteredBefore = await openingsEntered(tx)
  const errors: FieldError[] = []
  const balances: OpeningBalance[] = []
  for (const [i, line] of lines.entries()) {
    const at = (field: string, message: string) => errors.push(fieldError(`lines.${i}.${field}`, message))
    const { read, faults } = readLine(line)
    for (const { field, message } of faults) at(field, message)
    for (const { field, message } of refusalsOf({ ...read, side }))
      if (field !== 'side') at(field, message)
      else if (i === 0) errors.push(fieldError('side', message))
    const partner = read.partner === undefined ? undefined : partnerOf(read.partner)
    if (partner && 'message' in partner) at('partner', partner.message)
    if (!partner || !('item' in partner)) continue
    const { billNo = '', bizDate = '', dueOn = null, amount = '0' } = read
    const balance = { side, partnerId: partner.item, billNo, bizDate, dueOn, amount }
    const before = enteredBefore(balance, `第${i + 1}行`)
    if (before) at('billNo', `原单号 ${billNo} 已录入（${before.as}），不能重复录入`)
    balances.push(balance)
  }
  if (errors.length > 0) invalid(errors)
  const made = await createOpeningBalances(tx, balances)
  return { made: made.map(({ id, billNo }) => ({ id, billNo })) }
}

type Line = Body['lines'][number]

/** What a line says as far as it can be read, and what is wrong with the rest of it. */
function readLine(line: Line): { read: Partial<Line>; faults: LineFault[] } {
  const { success, data, error } = openingLine.safeParse(line)
  if (success) return { read: data, faults: [] }
  const faults = error.issues.map(({ path, message }) => {
    const field = String(path[0])
    return { field, message: message === missingMessage ? `${message}${own(labels, field) ?? ''}` : message }
  })
  const wrong = new Set(faults.map(({ field }) => field))
  const read = Object.fromEntries(Object.entries(line).filter(([field]) => !wrong.has(field))) as Partial<Line>
  return { read, faults }
}

/** What may be missing on a line by name. */
const labels: Readonly<Record<string, string>> = { bizDate: '日期', dueOn: '到期日' }

interface LineFault {
  field: string
  message: string
}
