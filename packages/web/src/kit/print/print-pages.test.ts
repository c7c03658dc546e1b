import { describe, expect, it } from 'vitest'
import { cutPages } from './print-pages'

const lines = (count: number, height = 7) => Array.from({ length: count }, () => height)
const form = { room: 75, subtotal: 6, end: 12 }

describe('the pages of a paper', () => {
  it('is one page as long as all lines and the totals fit, and without lines', () => {
    expect(cutPages({ ...form, lines: lines(9) })).toEqual([9])
    expect(cutPages({ ...form, lines: [] })).toEqual([0])
  })

  it('fills each page with lines and its subtotal', () => {
    expect(cutPages({ ...form, lines: lines(20) })).toEqual([9, 9, 2])
  })

  it('cuts by height: a line of three rows takes the room of two', () => {
    expect(cutPages({ ...form, lines: [...lines(4, 14), ...lines(6)] })).toEqual([5, 5])
  })

  it('takes a line along where the totals do not fit below the last ones', () => {
    expect(cutPages({ ...form, lines: lines(18) })).toEqual([9, 8, 1])
    expect(cutPages({ ...form, lines: lines(10) })).toEqual([9, 1])
  })

  it('leaves a line that is higher than a page alone on its own', () => {
    expect(cutPages({ ...form, lines: [7, 200, 7] })).toEqual([1, 1, 1])
  })
})
