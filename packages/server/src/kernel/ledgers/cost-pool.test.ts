import { add, compare, type Decimal, isZero, neg, sumOf } from '@chepu/contract/kernel/decimal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  averageCost,
  averageValue,
  enter,
  leave,
  leaveAt,
  leaveExactly,
  leaveFor,
  type Pool,
  revalue,
} from './cost-pool'

const empty: Pool = { qty: '0', value: '0' }

describe('the fixed scenario of business/demo 5.2', () => {
  it('gives every figure written there', () => {
    const bought = enter(enter(empty, '10', '1000').pool, '5', '650')
    expect(bought.pool).toEqual({ qty: '15', value: '1650' })
    expect(averageCost(bought.pool)).toBe('110.000000')
    const sold = leave(bought.pool, '4')
    expect(sold.value).toBe('440.00')
    const returned = enter(sold.pool, '1', '110')
    expect(returned.pool).toEqual({ qty: '12', value: '1320' })
    const back = leaveAt(returned.pool, '2', '260')
    expect(back).toMatchObject({ value: '260.00', variance: '0.00', pool: { qty: '10', value: '1060' } })
    const transferred = leave(back.pool, '3')
    expect(transferred.value).toBe('318.00')
    const picked = leave(transferred.pool, '7')
    expect(picked).toMatchObject({ value: '742.00', pool: { qty: '0', value: '0' } })
  })
})

describe('goods that enter', () => {
  it('bring their value in to the fen, and never a variance', () => {
    expect(enter({ qty: '2', value: '10.00' }, '1', '5')).toEqual({
      pool: { qty: '3', value: '15' },
      value: '5.00',
      variance: '0.00',
    })
  })
})

describe('a specified outbound', () => {
  it('takes the rest of the pool with the last piece and reports the difference', () => {
    expect(leaveAt({ qty: '1', value: '90' }, '1', '100')).toMatchObject({ value: '90.00', variance: '10.00' })
  })

  it('falls back to the average when the pool could not give the value', () => {
    expect(leaveAt({ qty: '3', value: '90' }, '1', '100')).toMatchObject({ value: '30.00', variance: '70.00' })
  })

  it('falls back to the average when the rest would cost more than ten times as much', () => {
    expect(leaveAt({ qty: '100', value: '100' }, '99', '1')).toMatchObject({ value: '99.00', variance: '-98.00' })
  })
})

describe('the borders of a specified outbound', () => {
  it('gives the value while something, or just nothing, is left of it', () => {
    expect(leaveAt({ qty: '3', value: '90' }, '1', '90')).toMatchObject({
      value: '90.00',
      pool: { qty: '2', value: '0' },
    })
    expect(leaveAt({ qty: '3', value: '90' }, '1', '90.01')).toMatchObject({ value: '30.00', variance: '60.01' })
  })

  it('lets the rest cost ten times the average, and not a fen more', () => {
    // 1 000.00 for 100 is 10.00 each; the last piece may be left at 100.00.
    expect(leaveAt({ qty: '100', value: '1000' }, '99', '900')).toMatchObject({ value: '900.00', variance: '0.00' })
    expect(leaveAt({ qty: '100', value: '1000' }, '99', '899.99')).toMatchObject({
      value: '990.00',
      variance: '-90.01',
    })
  })

  it('takes the whole pool with its last piece, though it would have been given more or less', () => {
    expect(leaveAt({ qty: '2.0000', value: '90' }, '2', '10')).toMatchObject({
      value: '90.00',
      variance: '-80.00',
      pool: { qty: '0', value: '0' },
    })
  })
})

describe('goods that leave at the value they came with', () => {
  it('take it whatever the rest costs then', () => {
    expect(leaveExactly({ qty: '100', value: '1000' }, '99', '1')).toEqual({
      pool: { qty: '1', value: '999' },
      value: '1.00',
      variance: '0.00',
    })
    expect(leaveExactly({ qty: '3', value: '90' }, '1', '90').pool).toEqual({ qty: '2', value: '0' })
  })

  it('take the average when there is less, and with the last piece all there is', () => {
    expect(leaveExactly({ qty: '3', value: '90' }, '1', '90.01')).toMatchObject({ value: '30.00', variance: '60.01' })
    expect(leaveExactly({ qty: '2', value: '90' }, '2', '90')).toMatchObject({ value: '90.00', variance: '0.00' })
    expect(leaveExactly({ qty: '2', value: '90' }, '2', '10')).toMatchObject({
      value: '90.00',
      variance: '-80.00',
      pool: { qty: '0', value: '0' },
    })
  })

  it('are all that is in transit, where another shipment keeps its own cost', () => {
    const shop: Pool = { qty: '100', value: '1000' }
    expect(leaveAt({ ...shop, isTransit: true }, '99', '1')).toEqual({
      pool: { qty: '1', value: '999', isTransit: true },
      value: '1.00',
      variance: '0.00',
    })
    expect(leaveAt({ ...shop, isTransit: false }, '99', '1')).toMatchObject({ value: '990.00', variance: '-989.00' })
  })
})

describe('a cost that comes later', () => {
  it('changes what the pool is worth and not how much is there', () => {
    expect(revalue({ qty: '4', value: '10' }, '2.5')).toEqual({
      pool: { qty: '4', value: '12.5' },
      value: '2.50',
      variance: '0.00',
    })
    expect(revalue({ qty: '4', value: '10' }, '-2.5').pool).toEqual({ qty: '4', value: '7.5' })
  })
})

describe('the average', () => {
  it('is rounded to the fen, and never takes more than there is', () => {
    expect(averageValue({ qty: '3', value: '100' }, '1')).toBe('33.33')
    expect(averageValue({ qty: '3', value: '100' }, '3.0000')).toBe('100.00')
    // 0.01 ÷ 1.5 × 1.4999 rounds up to the whole fen; 0.01 is all there is.
    expect(leave({ qty: '1.5', value: '0.01' }, '1.4999')).toMatchObject({ value: '0.01', pool: { value: '0' } })
    expect(leave({ qty: '3', value: '0.01' }, '1').value).toBe('0.00')
  })

  it('does not exist for an empty pool', () => {
    expect(averageCost(empty)).toBeNull()
  })

  it('is what goods leave at that somebody gives something else for', () => {
    expect(leaveFor({ qty: '5', value: '150' }, '2', '20')).toMatchObject({ value: '60.00', variance: '-40.00' })
    expect(leaveFor({ qty: '5', value: '150' }, '2', undefined)).toMatchObject({ value: '60.00', variance: '0.00' })
  })
})

const money = fc
  .integer({ min: 0, max: 50_000 })
  .map((fen) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`)
const step = fc.record({
  kind: fc.constantFrom('in', 'free', 'specified'),
  qty: fc.integer({ min: 1, max: 20 }),
  price: money,
})

describe('any sequence of movements (business/ledgers 7)', () => {
  it('keeps quantity and value at zero or above, zero together, and equal to the sum of the movements', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let pool = empty
        const rows: { qty: Decimal; value: Decimal }[] = []
        for (const { kind, qty, price } of steps) {
          const wanted = String(qty)
          if (kind !== 'in' && compare(wanted, pool.qty) > 0) continue
          const movement =
            kind === 'in'
              ? enter(pool, wanted, price)
              : kind === 'free'
                ? leave(pool, wanted)
                : leaveAt(pool, wanted, price)
          rows.push(
            kind === 'in' ? { qty: wanted, value: movement.value } : { qty: neg(wanted), value: neg(movement.value) },
          )
          if (kind === 'specified') expect(add(movement.value, movement.variance)).toBe(add(price))
          pool = movement.pool
          expect(compare(pool.value, '0')).toBeGreaterThanOrEqual(0)
          if (isZero(pool.qty)) expect(isZero(pool.value)).toBe(true)
        }
        expect(
          compare(
            sumOf(rows, (row) => row.qty),
            pool.qty,
          ),
        ).toBe(0)
        expect(
          compare(
            sumOf(rows, (row) => row.value),
            pool.value,
          ),
        ).toBe(0)
      }),
      { numRuns: 3000 },
    )
  })
})
