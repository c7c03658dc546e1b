import { z } from 'zod'

const signs = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** The last character that makes 17 characters a unified social credit code (GB 32100-2015), or '' for other text. */
export function creditCheckDigit(body: string): string {
  const values = [...body].map((sign) => signs.indexOf(sign))
  if (values.length !== 17 || values.includes(-1)) return ''
  let weight = 1
  let sum = 0
  for (const value of values) {
    sum += value * weight
    weight = (weight * 3) % 31
  }
  return signs[(31 - (sum % 31)) % 31] ?? ''
}

/** Unified social credit code of a company: 18 characters, the last one checks the others. */
export const creditCode = z
  .string()
  .trim()
  .toUpperCase()
  .length(18, '统一社会信用代码应为18位')
  .refine((code) => creditCheckDigit(code.slice(0, 17)) === code[17], '统一社会信用代码不正确，请核对')
