import { describe, expect, it } from 'vitest'
import { askedOf, lackOf, sharedSurplus } from './group-stock'

describe('缺货', () => {
  it('lacks what is neither available nor asked for, and never less than nothing', () => {
    expect(lackOf('4', '1', '0')).toBe('3')
    expect(lackOf('4', '1.5', '2')).toBe('0.5')
    expect(lackOf('4', '-2', '0')).toBe('4')
    expect(lackOf('4', '9', '0')).toBe('0')
    expect(lackOf('4', '1', '5')).toBe('0')
  })

  it('asks a place for no more than it has', () => {
    expect(askedOf('3', '20.0000')).toBe('3')
    expect(askedOf('3', '2.0000')).toBe('2.0000')
    expect(askedOf('0', '2.0000')).toBe('0')
  })
})

describe('生成调拨申请', () => {
  const row = (key: string, partId: number, suggestedQty: string) => ({ key, partId, suggestedQty })
  const rows = [row('main', 1, '6'), row('other', 2, '5'), row('branch', 1, '8'), row('last', 1, '1')]
  const surplus = (partId: number) => (partId === 1 ? '10.0000' : '0')
  const shared = (typed: [string, string][] = []) => [...sharedSurplus(rows, surplus, new Map(typed))]

  it('shares the surplus of a part among the rows that lack it, the first row first', () => {
    expect(shared()).toEqual([
      ['main', '6'],
      ['other', '0'],
      ['branch', '4'],
      ['last', '0'],
    ])
  })

  it('leaves what was typed, and shares the rest', () => {
    expect(shared([['main', '3']])).toEqual([
      ['main', '3'],
      ['other', '0'],
      ['branch', '7'],
      ['last', '0'],
    ])
    expect(shared([['last', '12']]).map(([, qty]) => qty)).toEqual(['0', '0', '0', '12'])
  })
})
