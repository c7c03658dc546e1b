import type { Decimal } from '@chepu/contract/kernel/decimal'
import { qtyOrZero } from '@chepu/contract/kernel/scalars'
import { numberText, typedNumber } from '@chepu/contract/kernel/typed'

/** Why a typed figure cannot stand: why it is no number, or else what its schema `found`. */
export function figureReason(text: string, found: string): string {
  const number = typedNumber(text)
  return 'fault' in number ? number.fault : found
}

/** The same for a field of a form, by the title that it has on the screen. */
export const figureFault = (title: string, text: string, found: string): string =>
  `${title}：${figureReason(text, found)}`

/** A quantity as it was typed, blank for none: what it is, or why it cannot stand. */
export function typedQty(text: string): { qty: Decimal } | { fault: string } {
  const read = qtyOrZero.safeParse(numberText(text) || '0')
  return read.success ? { qty: read.data } : { fault: figureReason(text, read.error.issues[0]?.message ?? '') }
}
