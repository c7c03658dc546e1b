import { describe, expect, it } from 'vitest'
import { askedOf, lackOf } from './group-stock'

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
