import type { Decimal } from '@chepu/contract/kernel/decimal'
import { qtyOrZero, signedAmount } from '@chepu/contract/kernel/scalars'
import { numberText, typedNumber } from '@chepu/contract/kernel/typed'

/** Why a typed figure cannot stand: why it is no number, or else what its schema `found`. */
export function figureReason(text: string, found: string): string {
  const number = typedNumber(text)
  return 'fault' in number ? number.fault : found
}

/** The same for a field of a form, by the title that it has on the screen. */
export const figureFault = (title: string, text: string, found: string): string =>
  `${title}：${figureReason(text, found)}`

/** A typed figure: what it is, or why it cannot stand. */
type Read = { figure: Decimal } | { fault: string }

const readBy =
  (schema: typeof qtyOrZero) =>
  (text: string): Read => {
    const read = schema.safeParse(numberText(text) || '0')
    return read.success ? { figure: read.data } : { fault: figureReason(text, read.error.issues[0]?.message ?? '') }
  }

/** A quantity as it was typed, blank for none. */
export const typedQty = readBy(qtyOrZero)

/** An amount in yuan as it was typed, blank for nothing. */
export const typedAmount = readBy(signedAmount)
