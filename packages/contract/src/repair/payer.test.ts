import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, equals, isNegative } from '../kernel/decimal'
import { payerLabels, payerRules, payers, splitLine } from './payer'
import { yuan } from './settlement.property.fixture'

describe('payers', () => {
  it('have their names', () => {
    expect(payers.map((payer) => payerLabels[payer])).toEqual(['自费', '保险', '三包', '内部', '返工', '赠送'])
  })

  it('say who owes a line, by what it is priced, and what it is in the books', () => {
    const rows = payers.map((payer) => {
      const { partner, priceBasis, receivable, revenue } = payerRules[payer]
      return [payer, partner, priceBasis, receivable, revenue]
    })
    expect(rows).toEqual([
      ['customer', 'customer', 'list', 'due', 'bySection'],
      ['insurance', 'insurer', 'assessed', 'due', 'bySection'],
      ['warranty', 'manufacturer', 'claim', 'unconfirmed', 'warranty_revenue'],
      ['internal', 'sister', 'internal', 'ofSisters', 'revenue_internal'],
      ['rework', null, 'nothing', 'nothing', 'nothing'],
      ['gift', null, 'list', 'nothing', 'bySection'],
    ])
  })
})

describe('a line that is split', () => {
  const line = { qty: '3', net: '100.00' }

  it('is shared by its pieces', () => {
    expect(splitLine(line, { qty: '1' })).toEqual({
      first: { qty: '1', net: '33.33' },
      second: { qty: '2', net: '66.67' },
    })
  })

  it('is shared by the amount, and the pieces stay together', () => {
    expect(splitLine(line, { net: '70.5' })).toEqual({
      first: { qty: '3', net: '70.50' },
      second: { qty: '0', net: '29.50' },
    })
  })

  it('has no more to share than it has', () => {
    const whole = { first: line, second: { qty: '0', net: '0.00' } }
    expect(splitLine(line, { qty: '4' })).toEqual(whole)
    expect(splitLine(line, { net: '100.01' })).toEqual(whole)
  })

  it('adds up, whatever it is and however it is split', () => {
    const qty = fc.integer({ min: 1, max: 99_999 }).map((n) => `${Math.floor(n / 100)}.${n % 100}`)
    const by = fc.oneof(
      qty.map((qty) => ({ qty })),
      yuan(100_000).map((net) => ({ net })),
    )
    fc.assert(
      fc.property(qty, yuan(100_000), by, (qty, net, by) => {
        const { first, second } = splitLine({ qty, net }, by)
        expect(equals(add(first.qty, second.qty), qty)).toBe(true)
        expect(equals(add(first.net, second.net), net)).toBe(true)
        expect([first, second].flatMap((part) => [part.qty, part.net]).filter(isNegative)).toEqual([])
      }),
    )
  })
})
