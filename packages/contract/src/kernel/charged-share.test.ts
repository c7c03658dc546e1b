import { describe, expect, it } from 'vitest'
import { chargedShare } from './charged-share'
import { add, compare, sub } from './decimal'

const line = (qty: string, charged: string) => ({ qty, charged, returnedQty: '0', credited: '0' })

describe('what a return credits', () => {
  it('gives 3 for 100.00 back in three single returns of 33.33, 33.34 and 33.33', () => {
    const sold = line('3', '100.00')
    expect(chargedShare(sold, '1')).toBe('33.33')
    expect(chargedShare({ ...sold, returnedQty: '1', credited: '33.33' }, '1')).toBe('33.34')
    expect(chargedShare({ ...sold, returnedQty: '2', credited: '66.67' }, '1')).toBe('33.33')
  })

  it('takes what an earlier return credited less into the later ones, and never goes below nothing', () => {
    expect(chargedShare({ ...line('4', '80'), returnedQty: '1', credited: '5' }, '3')).toBe('75.00')
    expect(chargedShare({ ...line('4', '80'), returnedQty: '2', credited: '80' }, '1')).toBe('0.00')
    expect(chargedShare(line('2', '80'), '3')).toBe('80.00')
  })

  it('adds up to the charge exactly however the goods come back, and is never above it', () => {
    // A small generator of its own, so that a failure can be repeated.
    let seed = 41
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 500; round += 1) {
      const pieces = 1 + random(40)
      const sold = line(String(pieces), `${random(100_000)}.${String(random(100)).padStart(2, '0')}`)
      let back = { returnedQty: '0', credited: '0' }
      for (let rest = pieces; rest > 0;) {
        const qty = 1 + random(rest)
        const credit = chargedShare({ ...sold, ...back }, String(qty))
        back = { returnedQty: add(back.returnedQty, String(qty)), credited: add(back.credited, credit) }
        expect(compare(back.credited, sold.charged)).not.toBe(1)
        rest -= qty
      }
      expect(sub(back.credited, sold.charged)).toBe('0')
    }
  })
})
