import { describe, expect, it } from 'vitest'
import { creditCheckDigit, creditCode } from './credit-code'

describe('unified social credit code', () => {
  it('is one when its last character fits, in any case and with spaces around', () => {
    // The example of the standard.
    expect(creditCode.parse(' 91350100m000100y43 ')).toBe('91350100M000100Y43')
    expect(creditCheckDigit('91350100M000100Y4')).toBe('3')
  })

  it('is refused when one character differs, or two are swapped', () => {
    for (const code of ['91350100M000100Y44', '91350100M000100Z43', '91530100M000100Y43']) {
      expect(creditCode.safeParse(code).error?.issues[0]?.message).toBe('统一社会信用代码不正确，请核对')
    }
    expect(creditCode.safeParse('123').error?.issues[0]?.message).toBe('统一社会信用代码应为18位')
    expect(creditCheckDigit('9135010OM000100Y4')).toBe('')
  })
})
