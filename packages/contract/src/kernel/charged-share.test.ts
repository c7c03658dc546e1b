import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentAmounts, type HeaderMoney, type PricedLine } from './amounts'
import {
  afterCredit,
  borneBy,
  type ChargedLine,
  chargedLine,
  chargedShare,
  chargedTax,
  creditLimits,
} from './charged-share'
import { add, compare, type Decimal, money, sub } from './decimal'

const line = (qty: string, charged: string): ChargedLine => ({
  qty,
  charged,
  tax: '0',
  returnedQty: '0',
  credited: '0',
  creditedTax: '0',
})

describe('what a former line tells', () => {
  it('is what was charged and what has come back of it, as text', () => {
    const whole = { ...line('3', '100.00'), tax: '11.50' }
    expect(chargedLine.parse(whole)).toEqual(whole)
    expect(chargedLine.safeParse({ ...whole, tax: undefined }).success).toBe(false)
    expect(chargedLine.safeParse({ ...whole, qty: 3 }).success).toBe(false)
  })

  it('grows by each credit', () => {
    const once = afterCredit({ ...line('3', '100.00'), tax: '11.50' }, '1', '33.33', '3.83')
    expect(once).toMatchObject({
      returnedQty: '1',
      credited: '33.33',
      creditedTax: '3.83',
      qty: '3',
      charged: '100.00',
    })
    expect(afterCredit(once, '1', '33.34', '3.84')).toMatchObject({
      returnedQty: '2',
      credited: '66.67',
      creditedTax: '7.67',
    })
  })
})

describe('what some of the pieces bear of an amount', () => {
  it('is counted from the beginning, all of it for all or more, and nothing where there are none', () => {
    expect([borneBy('10', '1', '3'), borneBy('10', '2', '3'), borneBy('10', '3', '3')]).toEqual([
      '3.33',
      '6.67',
      '10.00',
    ])
    expect([borneBy('10', '4', '3'), borneBy('10', '1', '0')]).toEqual(['10.00', '0.00'])
  })
})

describe('the tax of a credit', () => {
  const sold = { ...line('3', '100.00'), tax: '11.50' }

  it('is shared by the money, the last credit takes the remainder', () => {
    expect(chargedTax(sold, '1', '33.33')).toBe('3.83')
    expect(chargedTax({ ...sold, returnedQty: '1', credited: '33.33', creditedTax: '3.83' }, '1', '33.34')).toBe('3.84')
    expect(chargedTax({ ...sold, returnedQty: '2', credited: '66.67', creditedTax: '7.67' }, '1', '33.33')).toBe('3.83')
  })

  it('is nothing of nothing, and never below it', () => {
    expect(chargedTax({ ...sold, credited: '50' }, '1', '0')).toBe('0.00')
    expect(chargedTax({ ...sold, credited: '50', creditedTax: '11.50' }, '1', '10')).toBe('0.00')
  })

  it('lies on the pieces where nothing but tax was charged', () => {
    const fen = { ...line('2', '0.00'), tax: '0.02' }
    expect(chargedTax(fen, '1', '0')).toBe('0.01')
    expect(chargedTax({ ...fen, returnedQty: '1', creditedTax: '0.01' }, '1', '0')).toBe('0.01')
    expect(chargedTax(fen, '0', '0')).toBe('0.00')
  })
})

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

  it('leaves each line of a return what the lines before it do not credit', () => {
    const of = (qty: string, credit: string | null, sourceLineId: number | null = 7) => ({
      qty,
      credit,
      sourceLineId,
      charged: sourceLineId === null ? undefined : line('3', '1.00'),
    })
    const limits = (...lines: ReturnType<typeof of>[]) => creditLimits(lines, (each, most) => each.credit ?? most)
    expect(limits(of('2', null), of('1', null, null), of('1', null, 8), of('1', null))).toEqual([
      '0.67',
      undefined,
      '0.33',
      '0.33',
    ])
    expect(limits(of('3', null), of('1', null))).toEqual(['1.00', '0.00'])
    // A line is limited by its former one only where both the line and what was charged for it are known.
    expect(
      limits({ ...of('1', null), charged: undefined }, { ...of('1', null, null), charged: line('3', '1.00') }),
    ).toEqual([undefined, undefined])
    expect(limits(of('2', '0.50'), of('1', null))).toEqual(['0.67', '0.50'])
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

/** Whole fen as yuan, and back: what is compared below is added as fen, by nothing that the rule itself uses. */
const yuan = (fen: number): Decimal => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`
const fenOf = (amount: Decimal): number => Number.parseInt(money(amount).replace('.', ''), 10)

/** What a line moves: pieces, and in fen the goods in the tax mode of the document, with tax, and the tax alone. */
interface Moved {
  qty: number
  credit: number
  taxed: number
  tax: number
}

function movedBy(lines: readonly (Omit<PricedLine, 'qty'> & { pieces: number })[], header: HeaderMoney): Moved[] {
  const priced = lines.map(({ pieces, ...each }) => ({ ...each, qty: String(pieces) }))
  return documentAmounts(priced, header).lines.map((each, i) => {
    const shareTax = fenOf(each.discountShare) - fenOf(each.discountShareUntaxed)
    const taxed = fenOf(each.taxed) - fenOf(each.discountShare)
    const tax = fenOf(each.tax) - shareTax
    return { qty: lines[i]?.pieces ?? 0, credit: header.taxIncluded ? taxed : taxed - tax, taxed, tax }
  })
}

const total = (moved: readonly Moved[], figure: keyof Moved): number =>
  moved.reduce((sum, each) => sum + each[figure], 0)

/** The former line as its posted returns leave it. */
const sourceOf = (sold: Moved, returned: readonly Moved[]): ChargedLine => ({
  qty: String(sold.qty),
  charged: yuan(sold.credit),
  tax: yuan(sold.tax),
  returnedQty: String(total(returned, 'qty')),
  credited: yuan(total(returned, 'credit')),
  creditedTax: yuan(total(returned, 'tax')),
})

const soldLine = fc.record({
  pieces: fc.integer({ min: 1, max: 12 }),
  price: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 100_000 })).map(yuan),
  discountRate: fc.constantFrom('1', '0.95', '0.8833'),
  taxRate: fc.constantFrom('0.13', '0.09', '0.03', '0.04', '0.25', '0'),
})
/** A return: pieces of each of its lines, percent of the share that is credited, percent withheld as its own discount. */
const someReturn = fc.record({
  pieces: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
  credited: fc.oneof(fc.constant(100), fc.integer({ min: 0, max: 100 })),
  withheld: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100 })),
  /** Which of the earlier returns is undone before. */
  undone: fc.option(fc.integer({ min: 0, max: 5 })),
})
type SomeReturn = typeof someReturn extends fc.Arbitrary<infer Value> ? Value : never

describe('whatever comes back of a line, in either tax mode', () => {
  /** The lines of one return of a line, each credited by its share of what the lines before it leave. */
  function returned(sold: Moved, before: readonly Moved[], plan: SomeReturn, line: PricedLine, header: HeaderMoney) {
    const charged = sourceOf(sold, before)
    let left = charged
    const lines = plan.pieces.flatMap((wanted) => {
      const pieces = Math.min(wanted, sold.qty - Number.parseInt(left.returnedQty, 10))
      if (pieces === 0) return []
      const share = chargedShare(left, String(pieces))
      left = { ...left, returnedQty: add(left.returnedQty, String(pieces)), credited: add(left.credited, share) }
      const netAmount = yuan(Math.floor((fenOf(share) * plan.credited) / 100))
      return [{ ...line, discountRate: '1', pieces, netAmount, sourceLineId: 1, charged }]
    })
    if (lines.length === 0) return []
    const taxed = total(movedBy(lines, header), 'taxed')
    return movedBy(lines, { ...header, orderDiscount: yuan(Math.floor((taxed * plan.withheld) / 100)) })
  }

  it('credits tax and money to the fen when it was all credited, and never more than was charged', () => {
    fc.assert(
      fc.property(
        fc.array(soldLine, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100 })),
        fc.array(someReturn, { maxLength: 8 }),
        (lines, taxIncluded, percent, plans) => {
          const header = { taxIncluded, orderDiscount: '0', chargedFreight: '0' }
          const goods = total(movedBy(lines as never, header), 'taxed')
          const discount = { ...header, orderDiscount: yuan(Math.floor((goods * percent) / 100)) }
          const [line] = lines as unknown as [PricedLine]
          const [sold] = movedBy(lines as never, discount) as [Moved]
          let posted: Moved[][] = []
          const check = () => {
            const all = posted.flat()
            for (const each of all) {
              expect(each.tax).toBeGreaterThanOrEqual(0)
              expect(each.credit).toBeGreaterThanOrEqual(0)
            }
            for (const figure of ['credit', 'tax', 'taxed'] as const)
              expect(total(all, figure)).toBeLessThanOrEqual(sold[figure])
          }
          for (const plan of plans) {
            posted = posted.filter((_, i) => i !== plan.undone)
            posted.push(returned(sold, posted.flat(), plan, line, header))
            check()
          }
          const whole = { credited: 100, withheld: 0, undone: null }
          while (total(posted.flat(), 'qty') < sold.qty) {
            posted.push(returned(sold, posted.flat(), { ...whole, pieces: [1, 2] }, line, header))
            check()
          }
          const all = posted.flat()
          if (total(all, 'credit') < sold.credit) return
          expect([total(all, 'taxed'), total(all, 'tax')]).toEqual([sold.taxed, sold.tax])
        },
      ),
      { numRuns: 1000 },
    )
  })
})
