import { describe, expect, it } from 'vitest'
import { confirmedInput, promisable } from './promise'

const line = (id: number, qty: string, reservable: string) => ({ id, lineNo: id, partCode: `P${id}`, qty, reservable })

describe('what an order can be promised', () => {
  it('is what can be held, at most what was ordered', () => {
    expect([line(1, '3.0000', '2.0000'), line(2, '3.0000', '9.0000'), line(3, '1.0000', '0')].map(promisable)).toEqual([
      '2',
      '3',
      '0',
    ])
  })

  it('is sent by line only when something is left out', () => {
    const lines = [line(1, '3.0000', '2'), line(2, '1.0000', '1')]
    expect(confirmedInput(lines, new Map([[1, '3']]))).toBeUndefined()
    expect(confirmedInput(lines, new Map())).toBeUndefined()
    expect(confirmedInput(lines, new Map([[1, '2']]))).toEqual({
      lines: [
        { lineId: 1, qty: '2' },
        { lineId: 2, qty: '1' },
      ],
    })
  })
})
