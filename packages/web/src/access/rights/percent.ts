import { div, mul, trimZeros } from '@chepu/contract/kernel/decimal'

/** A rate as users type it: 0.1 is '10'. */
export const percentOf = (rate: string | null): string | null => (rate === null ? null : trimZeros(mul(rate, '100')))

/** The rate of typed per cent; what is no figure stays as it is, so that the schema refuses it. */
export const rateOf = (percent: string | null): string | null =>
  percent === null || !/^\d{1,3}(\.\d{1,2})?$/.test(percent) ? percent : trimZeros(div(percent, '100'))
