import { describe, expect, it } from 'vitest'
import { afterTheirSources, linkedValues } from './linked'
import type { StockMove, ValueSource } from './types'

let last = 0
const move = (direction: 'in' | 'out', costing: StockMove['costing'] = { at: 'free' }): StockMove => ({
  direction,
  lineId: (last += 1),
  lineNo: last,
  partId: 1,
  partCode: 'P',
  warehouseId: 1,
  locationId: 1,
  batchNo: '',
  qty: '1',
  costing,
})
const linked = (source: ValueSource, weight?: string) => move('in', { at: 'linked', source, ...(weight && { weight }) })

/** What movements share of `value` that the first of them took. */
function shares(value: string, weights: (string | undefined)[], plus?: string) {
  const out = move('out')
  const source = { moves: [out], ...(plus && { plus }) }
  const moves = weights.map((weight) => linked(source, weight))
  const valueOf = linkedValues([out, ...moves])
  return moves.map((each) => valueOf(each, source, new Map([[out, value]])))
}

describe('movements of linked value', () => {
  it('come after what they are made of, the others as the document has them', () => {
    const [a, b] = [move('out'), move('out')]
    const c = linked({ moves: [b] })
    const d = linked({ moves: [c, a] })
    expect(afterTheirSources([a, b])).toEqual([a, b])
    expect(afterTheirSources([d, a, b, c])).toEqual([b, c, a, d])
  })

  it('may not be made of themselves, nor of what is not posted', () => {
    const moves: StockMove[] = []
    const [a, b] = [linked({ moves }), linked({ moves })]
    moves.push(a, b)
    expect(() => afterTheirSources([a, b])).toThrow('take their values from each other')
    expect(() => afterTheirSources([linked({ moves: [move('out')] })])).toThrow('is not posted')
  })

  it('share by weight, the last one taking the remainder', () => {
    expect(shares('100.00', ['1', '1', '1'])).toEqual(['33.33', '33.33', '33.34'])
    expect(shares('90.00', ['2', '1'], '10.00')).toEqual(['66.67', '33.33'])
    expect(shares('10.00', ['3', '0'])).toEqual(['10.00', '0.00'])
  })

  it('share by quantity without weights, and the last takes all when nothing weighs', () => {
    expect(shares('9.00', [undefined, undefined])).toEqual(['4.50', '4.50'])
    expect(shares('9.00', ['0', '0'])).toEqual(['0.00', '9.00'])
  })

  it('never share less than nothing, though the shares before were rounded up', () => {
    expect(shares('0.02', ['1', '1', '1', '1'])).toEqual(['0.01', '0.01', '0.00', '0.00'])
  })

  it('are not worth less than nothing', () => {
    expect(() => shares('1.00', ['1'], '-2.00')).toThrow('less than nothing')
  })
})
