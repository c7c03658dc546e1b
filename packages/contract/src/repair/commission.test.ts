import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNegative, money, mul, sumOf } from '../kernel/decimal'
import { adviserCommission, commissionBack, earnsAtSettlement, technicianCommissions } from './commission'
import { settlementFigures } from './settlement-figures'
import { workedInput, workedLines } from './settlement.fixture'
import { yuan } from './settlement.property.fixture'

type Args = Parameters<typeof technicianCommissions>
const terms: Args[2] = { hourPrice: '0', rate: '0.18' }
const line: Args[0] = {
  payer: 'customer',
  earned: '200.00',
  reduction: '55.17',
  qty: '1',
  stdHours: '1.5',
  countsCommission: true,
  mode: 'rate',
  value: null,
  workerTypeRate: null,
}
const shares = (...parts: string[]) => parts.map((share) => ({ share, rate: null as string | null }))
const paid = (change: Partial<Args[0]> = {}, parts = shares('0.6', '0.4'), set = terms) =>
  technicianCommissions({ ...line, ...change }, parts, set).map(({ amount }) => amount)

describe('technicians', () => {
  it('share what the worked line earns', () => {
    const [, brakes] = settlementFigures(workedLines, workedInput).lines
    const rows = technicianCommissions(
      { ...line, ...brakes },
      [
        { technicianId: 1, share: '0.6', rate: null },
        { technicianId: 2, share: '0.4', rate: null },
      ],
      terms,
    )
    // 144.83 × 18 % = 26.07.
    expect(rows).toEqual([
      { technicianId: 1, share: '0.6', base: '144.83', rate: '0.18', amount: '15.64' },
      { technicianId: 2, share: '0.4', base: '144.83', rate: '0.18', amount: '10.43' },
    ])
  })

  it('earn by the item, else by themselves, else by the trade, else by the organisation', () => {
    const own = [{ share: '1', rate: '0.2' }]
    const rates = { value: '0.3', workerTypeRate: '0.12' }
    expect(paid({ ...rates, earned: '100', reduction: '0' }, own)).toEqual(['30.00'])
    expect(paid({ ...rates, value: null, earned: '100', reduction: '0' }, own)).toEqual(['20.00'])
    expect(paid({ ...rates, value: null, earned: '100', reduction: '0' }, shares('1'))).toEqual(['12.00'])
    expect(paid({ earned: '100', reduction: '0' }, shares('1'))).toEqual(['18.00'])
    expect(paid({ ...rates, value: '0' }, own)).toEqual(['0.00'])
  })

  it('leave the remainder to the last one who has a share', () => {
    const third = { earned: '100.00', reduction: '0', value: '0.1' }
    expect(paid(third, shares('0.3333', '0.3333', '0.3334'))).toEqual(['3.33', '3.33', '3.34'])
    expect(paid(third, shares('0.3333', '0.3333', '0.3334', '0'))).toEqual(['3.33', '3.33', '3.34', '0.00'])
    expect(paid({ ...third, earned: '0.20' }, shares('0.25', '0.25', '0.25', '0.25', '0'))).toEqual([
      '0.01',
      '0.01',
      '0.00',
      '0.00',
      '0.00',
    ])
  })

  it('have each his own where rates differ or the line is not whole', () => {
    const parts = [
      { share: '0.5', rate: '0.1' },
      { share: '0.5', rate: '0.11' },
    ]
    expect(paid({ earned: '0.50', reduction: '0' }, parts)).toEqual(['0.03', '0.03'])
    expect(paid({ earned: '1.00', reduction: '0', value: '0.1' }, shares('0.5', '0.3'))).toEqual(['0.05', '0.03'])
  })

  it('earn by standard hours where the organisation says so', () => {
    // 1.5 × 2 × 80.00 = 240.00.
    expect(paid({ qty: '2' }, shares('1'), { ...terms, hourPrice: '80' })).toEqual(['43.20'])
  })

  it('share yuan a unit', () => {
    expect(paid({ mode: 'fixed', value: '15', qty: '3' }, shares('0.6', '0.4'))).toEqual(['27.00', '18.00'])
    expect(paid({ mode: 'fixed', value: '0.05', qty: '1' }, shares('0.5', '0.5'))).toEqual(['0.03', '0.02'])
    expect(paid({ mode: 'fixed', value: null }, shares('1'))).toEqual(['26.07'])
  })

  it('earn nothing where nothing is paid for it', () => {
    expect(paid({ mode: 'none', value: '0.5' })).toEqual([])
    expect(paid({ countsCommission: false })).toEqual([])
    expect(paid({ payer: 'rework' })).toEqual([])
    expect(paid({}, [])).toEqual([])
  })

  it('earn together exactly what the line pays, and nobody below nothing', () => {
    const parts = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 5 }).map((cuts) => {
      const ends = [0, ...cuts.toSorted((a, b) => a - b), 10_000]
      return shares(...ends.slice(1).map((end, i) => `${end - (ends[i] ?? 0)}e-4`))
    })
    fc.assert(
      fc.property(yuan(50_000), parts, fc.constantFrom('0.18', '0.12', '0.3333'), (earned, parts, value) => {
        const rows = technicianCommissions({ ...line, earned, reduction: '0', value }, parts, terms)
        expect(money(sumOf(rows, ({ amount }) => amount))).toBe(money(mul(earned, value)))
        expect(rows.filter(({ amount }) => isNegative(amount))).toEqual([])
      }),
    )
  })
})

it('is earned at the settlement, but for three guarantees that wait for their confirmation', () => {
  expect(earnsAtSettlement({ payer: 'warranty' }, true)).toBe(false)
  expect(earnsAtSettlement({ payer: 'warranty' }, false)).toBe(true)
  expect(earnsAtSettlement({ payer: 'customer' }, true)).toBe(true)
})

it('pays the adviser of what the customer’s lines brought', () => {
  // 80.00 + 144.83 + 275.17 = 500.00.
  expect(adviserCommission(settlementFigures(workedLines, workedInput).lines, '0.02')).toBe('10.00')
})

it('is taken back as the line is, to the last fen', () => {
  const taken = ['1', '2', '3'].reduce<string[]>((back, done) => {
    const takenBack = sumOf(back, (amount) => amount)
    return [...back, commissionBack({ amount: '10.00', takenBack }, done, '3')]
  }, [])
  expect(taken).toEqual(['3.33', '3.34', '3.33'])
})
