import { typedNumber } from '@chepu/contract/kernel/typed'

/** Why a typed figure cannot stand: why it is no number, or else what its schema `found`. */
export function figureReason(text: string, found: string): string {
  const number = typedNumber(text)
  return 'fault' in number ? number.fault : found
}

/** The same for a field of a form, by the title that it has on the screen. */
export const figureFault = (title: string, text: string, found: string): string =>
  `${title}：${figureReason(text, found)}`
