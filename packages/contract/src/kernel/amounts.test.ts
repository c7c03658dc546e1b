import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chargedFreight,
  chargeOf,
  type CountedLine,
  countedAmounts,
  documentAmounts,
  type HeaderMoney,
  lineAmounts,
  netPriceOf,
  paidPrice,
  priceInTaxMode,
} from './amounts'
import { add, compare, type Decimal, div, equals, mul, round, sub, sumOf } from './decimal'

const line = { qty: '3', price: '10', discountRate: '1', taxRate: '0' }
const header: HeaderMoney = { taxIncluded: true, orderDiscount: '0', chargedFreight: '0' }

describe('a typed net amount', () => {
  it('is kept and gives the price; none, null and blank mean that the price was typed', () => {
    expect(lineAmounts({ ...line, netAmount: '100' }, true)).toMatchObject({ price: '33.3333', netAmount: '100.00' })
    for (const netAmount of [undefined, null, ''])
      expect(lineAmounts({ ...line, netAmount }, true)).toMatchObject({ price: '10', netAmount: '30.00' })
    expect(lineAmounts({ ...line, netAmount: '0' }, true)).toMatchObject({ price: '0.0000', netAmount: '0.00' })
  })

  it('leaves the price as it was where no price could give it', () => {
    expect(lineAmounts({ ...line, discountRate: '0', netAmount: '9' }, true)).toMatchObject({
      price: '10',
      netAmount: '9.00',
    })
  })
})

describe('a line whose price nobody knows yet', () => {
  it('counts as nothing, also where a net amount was typed that no quantity divides', () => {
    const open = { ...line, price: null }
    expect(lineAmounts(open, true)).toMatchObject({ price: '0', amount: '0.00', taxed: '0.00' })
    expect(lineAmounts({ ...open, qty: '0', netAmount: '9' }, true)).toMatchObject({ price: '0', netAmount: '9.00' })
  })
})

describe('tax of a line (formula 4)', () => {
  it('lies in 226.00, and on 99.99', () => {
    const taxed = { qty: '2', price: '113', discountRate: '1', taxRate: '0.13' }
    expect(lineAmounts(taxed, true)).toEqual({
      price: '113',
      amount: '226.00',
      netAmount: '226.00',
      untaxed: '200.00',
      tax: '26.00',
      taxed: '226.00',
    })
    expect(lineAmounts({ ...taxed, qty: '3', price: '33.33' }, false)).toMatchObject({
      untaxed: '99.99',
      tax: '13.00',
      taxed: '112.99',
    })
  })
})

describe('both discounts of a line', () => {
  // 2 × 113.00 at 95折, and 11.30 of the order's discount, of which 1.30 is tax.
  const sold = {
    qty: '2',
    price: '113',
    discountRate: '0.95',
    netAmount: '214.70',
    discountShare: '11.30',
    discountShareUntaxed: '10.00',
  }

  it('leave what the line charges, with tax or without as the document is', () => {
    expect([chargeOf(sold, true), chargeOf(sold, false)]).toEqual(['203.4', '204.7'])
  })

  it('leave what a piece is sold for; the price alone where there is no piece', () => {
    expect([netPriceOf(sold, true), netPriceOf(sold, false)]).toEqual(['101.7', '102.35'])
    expect(netPriceOf({ ...sold, qty: '0' }, true)).toBe('107.35')
  })
})

describe('a price in another tax mode', () => {
  it('has the tax added or taken out, with 4 decimals, and stays as it is within one mode', () => {
    expect(priceInTaxMode('100', '0.13', false, true)).toBe('113.0000')
    expect(priceInTaxMode('100', '0.13', true, false)).toBe('88.4956')
    expect([priceInTaxMode('100', '0.13', true, true), priceInTaxMode('100', '0.13', false, false)]).toEqual([
      '100',
      '100',
    ])
  })
})

describe('the tax of goods that come back', () => {
  const charged = { qty: '3', charged: '100', tax: '11.52', returnedQty: '0', credited: '0', creditedTax: '0' }
  const back = { qty: '1', price: '0', netAmount: '33.33', discountRate: '1', taxRate: '0.13' }
  const taxes = (...lines: object[]) =>
    documentAmounts(
      lines.map((each) => ({ ...back, ...each })),
      header,
    ).lines.map((each) => each.tax)

  it('is what was charged, shared by the money that is credited', () => {
    // 11.52 × 33.33 ÷ 100 is 3.84; 33.33 × 0.13 ÷ 1.13 would be 3.83.
    expect(taxes({ sourceLineId: 7, charged }, { sourceLineId: 7, charged })).toEqual(['3.84', '3.84'])
  })

  it('follows the rate where no former line or no charge is known', () => {
    expect(taxes({ charged }, { sourceLineId: null, charged }, { sourceLineId: 7 })).toEqual(['3.83', '3.83', '3.83'])
  })

  it('never exceeds what is credited', () => {
    // Of a charge of 0.01 that was tax alone by rounding, 0.00 is credited.
    const fen = { ...charged, charged: '0', tax: '0.01' }
    expect(taxes({ netAmount: '0', sourceLineId: 7, charged: fen, qty: '3' })).toEqual(['0.00'])
  })

  it('stays as it was posted', () => {
    expect(taxes({ postedTax: '3.80' })).toEqual(['3.80'])
  })
})

describe('shares of the order discount', () => {
  const shares = (prices: string[], orderDiscount: string) =>
    documentAmounts(
      prices.map((price) => ({ ...line, qty: '1', price })),
      { ...header, orderDiscount },
    ).lines.map((each) => each.discountShare)

  it('follow the taxed amounts, the last line takes the remainder', () => {
    expect(shares(['100', '100', '100'], '10')).toEqual(['3.33', '3.33', '3.34'])
  })

  it('are never above their line nor below zero, however small the lines are', () => {
    const fen = Array.from({ length: 5 }, () => '0.01')
    expect(shares(fen, '0.02')).toEqual(['0.00', '0.00', '0.00', '0.01', '0.01'])
    expect(shares(fen, '0.03')).toEqual(['0.01', '0.01', '0.01', '0.00', '0.00'])
  })
})

/** Lines as a save leaves them, each with its share of the order discount. */
const saved = (
  typed: { qty: Decimal; price: Decimal; netAmount?: Decimal; discountRate?: Decimal; counted: Decimal }[],
  money: HeaderMoney,
): CountedLine[] => {
  const lines = typed.map((each) => ({ ...line, ...each }))
  const amounts = documentAmounts(lines, money)
  return lines.map(({ counted, ...each }, i) => ({
    ...each,
    price: amounts.lines[i]?.price as string,
    discountShare: amounts.lines[i]?.discountShare as string,
    countedQty: counted,
  }))
}

describe('what the second desk counted', () => {
  it('keeps typed amounts: whole for a whole line, else the share of the counted quantity', () => {
    const lines = saved(
      [
        { qty: '1000', price: '0', netAmount: '100.04', counted: '1000' },
        { qty: '3', price: '0', netAmount: '100', counted: '2' },
        { qty: '5', price: '147', discountRate: '0', netAmount: '2503.72', counted: '5' },
      ],
      header,
    )
    const amounts = countedAmounts(lines, header)
    expect(amounts.lines.map((each) => each.netAmount)).toEqual(['100.04', '66.67', '2503.72'])
    expect(amounts).toMatchObject({ totalQty: '1007', totalTaxed: '2670.43' })
  })

  it('bears its part of the order discount, and freight whole', () => {
    const money = { ...header, orderDiscount: '50', chargedFreight: '8' }
    const one = countedAmounts(saved([{ qty: '10', price: '10', counted: '1' }], money), money)
    expect(one).toMatchObject({ orderDiscount: '5.00', totalTaxed: '13.00' })
    const none = [
      { qty: '1', price: '30', counted: '0' },
      { qty: '2', price: '10', counted: '2' },
    ]
    expect(countedAmounts(saved(none, money), money)).toMatchObject({ orderDiscount: '20.00', totalTaxed: '8.00' })
  })

  it('credits no more than was charged for the counted pieces of a return', () => {
    // 3 pieces were charged 100.00; one of two that come back was counted, and 33.33 is the most that it brings.
    const charged = { qty: '3', charged: '100', tax: '0', returnedQty: '0', credited: '0', creditedTax: '0' }
    const back = { ...line, qty: '2', countedQty: '1', discountShare: '0.00', sourceLineId: 7, charged }
    const credited = (...lines: CountedLine[]) => countedAmounts(lines, header).lines.map((each) => each.netAmount)
    expect(credited({ ...back, netAmount: '66.67' })).toEqual(['33.33'])
    expect(credited({ ...back, netAmount: '66.66' })).toEqual(['33.33'])
    expect(credited({ ...back, netAmount: '40.00' })).toEqual(['20.00'])
    expect(credited({ ...back, price: '40' })).toEqual(['33.33'])
    // What is exactly the most keeps the price that was typed.
    expect(countedAmounts([{ ...back, price: '33.33' }], header).lines[0]).toMatchObject({
      price: '33.33',
      netAmount: '33.33',
    })
    // Each line leaves to the next one of the same goods what is charged for its own pieces.
    expect(credited({ ...back, price: '40' }, { ...back, price: '40' })).toEqual(['33.33', '33.34'])
  })

  it('has nothing of a line that an earlier count left at zero', () => {
    const lines = [{ ...line, qty: '0', countedQty: '0', discountShare: '0.00', netAmount: '0.00' }]
    expect(countedAmounts(lines, header)).toMatchObject({ orderDiscount: '0.00', totalTaxed: '0.00' })
  })

  const fen = (most: number) =>
    fc.integer({ min: 0, max: most }).map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`)
  const anyLine = fc.record({
    qty: fc.integer({ min: 1, max: 30 }),
    missing: fc.integer({ min: 0, max: 30 }),
    price: fen(20_000),
    netAmount: fc.option(fen(50_000), { nil: undefined }),
    discountRate: fc.constantFrom('1', '0.95', '0.8833', '0'),
    taxRate: fc.constantFrom('0', '0.13', '0.03'),
  })

  it('never makes a bill, a line or a discount that is below zero or above what it was', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 100 }),
        fc.boolean(),
        fen(3000),
        (typed, percent, taxIncluded, chargedFreight) => {
          const given = typed.map(({ qty, missing, netAmount, ...each }) => ({
            ...each,
            qty: String(qty),
            counted: String(Math.max(0, qty - missing)),
            ...(netAmount !== undefined && { netAmount }),
          }))
          const goods = sumOf(saved(given, header), (each) => lineAmounts(each, taxIncluded).taxed)
          const orderDiscount = round(div(mul(goods, String(percent)), '100'))
          const money = { taxIncluded, chargedFreight, orderDiscount }
          const before = documentAmounts(
            given.map((each) => ({ ...line, ...each })),
            money,
          )
          const lines = saved(given, money)
          const after = countedAmounts(lines, money)
          expect(compare(after.totalTaxed, chargedFreight)).toBeGreaterThanOrEqual(0)
          expect(compare(after.orderDiscount, money.orderDiscount)).toBeLessThanOrEqual(0)
          expect(
            equals(
              sumOf(after.lines, (each) => each.discountShare),
              after.orderDiscount,
            ),
          ).toBe(true)
          for (const each of after.lines) {
            expect(compare(each.discountShare, '0')).toBeGreaterThanOrEqual(0)
            expect(compare(sub(each.taxed, each.discountShare), '0')).toBeGreaterThanOrEqual(0)
            expect(compare(sub(each.untaxed, each.discountShareUntaxed), '0')).toBeGreaterThanOrEqual(0)
          }
          expect(equals(add(after.totalUntaxed, after.totalTax), after.totalTaxed)).toBe(true)
          if (given.every((each) => each.counted === each.qty)) {
            expect(after).toMatchObject(before)
            expect(equals(after.orderDiscount, money.orderDiscount)).toBe(true)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('freight on the partner’s bill', () => {
  const borne = { freight: '12.50', freightPayer: 'partner', carrierId: null }
  const ours = { ...borne, freightPayer: 'us' }

  it('is what he bears, or what he has paid for us, as the kind says', () => {
    expect([chargedFreight('partner', borne), chargedFreight('partner', ours)]).toEqual(['12.50', '0'])
    expect([chargedFreight('advanced', borne), chargedFreight('advanced', ours)]).toEqual(['0', '12.50'])
    expect([chargedFreight(undefined, borne), chargedFreight(undefined, ours)]).toEqual(['0', '0'])
  })

  it('is not his when a carrier bills what we bear, and still his when he bears it', () => {
    expect(chargedFreight('advanced', { ...ours, carrierId: 6 })).toBe('0')
    expect(chargedFreight('partner', { ...borne, carrierId: 6 })).toBe('12.50')
  })
})

describe('the price that a paper names', () => {
  const paid = (typed: object, taxIncluded = true) => {
    const row = { ...line, ...typed }
    return paidPrice({ ...row, ...lineAmounts(row, taxIncluded) }, taxIncluded)
  }

  it('is the typed one where nothing comes off it or on it, and what is paid for one piece otherwise', () => {
    expect(paid({ price: '39.90' })).toBe('39.90')
    expect(paid({ qty: '2', price: '39.90', discountRate: '0.9' })).toBe('35.91')
    expect(paid({ qty: '1', price: '200', taxRate: '0.13' }, false)).toBe('226.00')
    expect(paid({ qty: '3', price: '100', discountRate: '0.95', taxRate: '0.13' }, false)).toBe('107.35')
    expect(paid({ qty: '0', price: '12.5' })).toBe('12.5')
  })

  it('times the quantity is the amount of the line, to the fen', () => {
    const figure = (most: number, decimals: number) =>
      fc.integer({ min: 1, max: most }).map((units) => div(String(units), `1${'0'.repeat(decimals)}`))
    const typed = fc.record({
      qty: figure(5_000_0000, 4),
      price: figure(100_000_0000, 4),
      discountRate: figure(10_000, 4),
      taxRate: fc.constantFrom('0', '0.03', '0.06', '0.13'),
      netAmount: fc.option(figure(100_000_00, 2)),
      isRed: fc.boolean(),
    })
    fc.assert(
      fc.property(typed, fc.boolean(), ({ isRed, ...row }, taxIncluded) => {
        const { price, taxed } = lineAmounts(row, taxIncluded)
        const sign = isRed ? '-1' : '1'
        const shown = { ...row, price, qty: mul(row.qty, sign), taxed: mul(taxed, sign) }
        const worked = round(mul(shown.qty, paidPrice(shown, taxIncluded)))
        expect(equals(worked, shown.taxed), `${worked} is ${shown.taxed}`).toBe(true)
      }),
    )
  })
})
