import { trimZeros } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { moneyText, percentText, priceText } from '../base/format'

/** 0.13 as '13%'; text that is no number stays as it was typed. */
export const showRate = (value: unknown): string => (isDecimal(value) ? percentText(value) : shown(value))

/** '1234.5' as '1,234.50'; text that is no number stays as it was typed. */
export const showMoney = (value: unknown): string => (isDecimal(value) ? moneyText(value) : shown(value))

/** A price with at least 2 decimals; text that is no number stays as it was typed. */
export const showPrice = (value: unknown): string => (isDecimal(value) ? priceText(value) : shown(value))

/** A number without trailing zeros. */
export const showNumber = (value: unknown): string => (isDecimal(value) ? trimZeros(value) : shown(value))

export const shown = (value: unknown): string => (value == null ? '' : String(value))
