import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, compare, type Decimal, isNegative, money, sub, sumOf } from '../kernel/decimal'
import {
  refundable,
  refundFigures,
  type LineRefund,
  type RefundedFigures,
  type SettledLine,
  refundTargets,
} from './refund-figures'
import { type PnlRow, settlementFigures } from './settlement-figures'
import { plainInput, plainLine, workedInput, workedLines } from './settlement.fixture'
import { anyInput, anyLines } from './settlement.property.fixture'
import { isOwnWork, type LineFigures, type SettlementInput, type SettlementLine } from './settlement-lines'

type Summed = Exclude<keyof RefundedFigures, 'profit'>
const summed: Summed[] = [
  ...(['taxed', 'couponShare', 'discountShare', 'giftShare', 'salvageShare', 'deductibleShare'] as const),
  ...(['customerDue', 'payerDue', 'earned', 'earnedUntaxed', 'reduction', 'reductionUntaxed', 'output'] as const),
  ...(['qty', 'packageValue'] as const),
]
const sumsOf = (refunds: readonly RefundedFigures[]) =>
  Object.fromEntries(
    summed.map((figure) => [figure, add('0', ...refunds.map((each) => each[figure]))]),
  ) as SettledLine['refunded']

/** Settled lines as they stand after refunds; line n has the id n. */
const after = (
  lines: readonly (SettlementLine & LineFigures)[],
  qty: Decimal,
  refunds: readonly (RefundedFigures & { lineId: number })[] = [],
) =>
  lines.map((line, i): SettledLine => ({
    ...line,
    id: i + 1,
    qty,
    refunded: sumsOf(refunds.filter(({ lineId }) => lineId === i + 1)),
  }))

const refund = (lineId: number, qty = '1', amount?: string): LineRefund => ({
  lineId,
  qty,
  restocks: true,
  ...(amount !== undefined && { amount }),
})

const settled = (lines: Partial<SettlementLine>[], input: Partial<SettlementInput> = {}) =>
  settlementFigures(
    lines.map((line) => ({ ...plainLine, ...line })),
    { ...plainInput, ...input },
  ).lines

describe('a refund of the worked settlement', () => {
  const { lines, pnl } = settlementFigures(workedLines, workedInput)

  it('of one line takes back what that line bears', () => {
    const { lines: back, amounts, gift, restocked, pnl } = refundFigures(after(lines, '1'), [refund(3)], 1)
    expect(back[0]).toMatchObject({ taxed: '380.00', customerDue: '340.69', giftShare: '65.52', output: '275.17' })
    expect(back[0]).toMatchObject({ cost: '210.00', profit: '65.17' })
    expect(amounts).toEqual([{ payer: 'customer', partnerId: 1, amount: '340.69', isUnconfirmed: false }])
    expect([gift, restocked]).toEqual(['65.52', '210.00'])
    expect(pnl).toMatchObject([
      { kind: 'revenue_part', payer: 'customer', amount: '-380.00', amountTaxed: '-380.00' },
      { kind: 'discount', payer: 'customer', amount: '-104.83', amountTaxed: '-104.83' },
    ])
  })

  it('of an insured line gives the deductible back to the customer', () => {
    const { amounts, gift } = refundFigures(after(lines, '1'), [refund(4)], 1)
    expect(amounts.map(({ payer, partnerId, amount }) => [payer, partnerId, amount])).toEqual([
      ['customer', 1, '57.14'],
      ['insurance', 8, '514.29'],
    ])
    expect(gift).toBe('0.00')
  })

  it('of all lines takes back everything', () => {
    const whole = refundFigures(
      after(lines, '1'),
      [1, 2, 3, 4, 5].map((id) => refund(id)),
      1,
    )
    expect(whole.amounts.map(({ amount }) => amount)).toEqual(['720.00', '1800.00'])
    expect([whole.gift, whole.restocked]).toEqual(['100.00', '1110.00'])
    expect(whole.lines.map(({ packageValue }) => packageValue)).toEqual(['80.00', '0.00', '0.00', '0.00', '0.00'])
    const posted = (rows: readonly PnlRow[]) => rows.map(({ kind, payer, amountTaxed }) => [kind, payer, amountTaxed])
    expect(posted(whole.pnl)).toEqual(posted(pnl).map(([kind, payer, amount]) => [kind, payer, `-${amount}`]))
    // 720 less the granted 100; 20 were open, 300 came off the card, and 300 in advance and money.
    expect(refundTargets('720.00', { gift: whole.gift, open: '20.00', principalUsed: '300.00' })).toEqual({
      gift: '100.00',
      receivable: '20.00',
      principal: '300.00',
      money: '300.00',
    })
  })
})

describe('a refund in parts', () => {
  it('leaves the remainder to the last one', () => {
    const lines = settled([{ net: '100.00' }], { orderDiscount: '0.01', cardGift: '50.00' })
    const first = refundFigures(after(lines, '3'), [refund(1)], 1)
    expect(first.lines[0]).toMatchObject({
      customerDue: '33.33',
      discountShare: '0.00',
      giftShare: '16.67',
      taxed: '33.33',
    })
    const second = refundFigures(after(lines, '3', first.lines), [refund(1)], 1)
    expect(second.lines[0]).toMatchObject({
      customerDue: '33.33',
      discountShare: '0.01',
      giftShare: '16.66',
      taxed: '33.34',
    })
    const left = after(lines, '3', [...first.lines, ...second.lines])
    expect(left.map(refundable)).toEqual([{ qty: '1', amount: '33.33' }])
    expect(refundFigures(left, [refund(1)], 1).lines[0]).toMatchObject({
      customerDue: '33.33',
      discountShare: '0.00',
      giftShare: '16.67',
    })
  })

  it('may be of money alone, and not of more than was charged', () => {
    const lines = settled([{ net: '100.00', cost: '60.00', taxRate: '0.13' }])
    const first = refundFigures(after(lines, '2'), [refund(1, '0', '25.00')], 1)
    expect(first.lines[0]).toMatchObject({ earned: '25.00', earnedUntaxed: '22.13', cost: '0.00', profit: '22.13' })
    const rest = refundFigures(after(lines, '2', first.lines), [refund(1, '2', '80.00')], 1)
    // 88.50 of the 100.00 are no tax.
    expect(rest.lines[0]).toMatchObject({ earned: '75.00', earnedUntaxed: '66.37', cost: '60.00', profit: '6.37' })
  })

  it('gives of a line that is money alone all that is left', () => {
    const lines = settled([{ net: '40.00' }])
    const first = refundFigures(after(lines, '0'), [refund(1, '0', '15.00')], 1)
    expect(refundFigures(after(lines, '0', first.lines), [refund(1, '0')], 1).amounts[0]?.amount).toBe('25.00')
  })

  it('goes by the pieces where nothing was charged', () => {
    const lines = settled([
      { payer: 'gift', net: '50.00' },
      { packageValue: '70.00' },
      { payer: 'internal', net: '9.00' },
    ])
    const { lines: back, amounts, pnl } = refundFigures(after(lines, '2'), [refund(1), refund(2), refund(3)], 1)
    expect(back.map(({ earned, reduction, output }) => [earned, reduction, output])).toEqual([
      ['25.00', '25.00', '0.00'],
      ['35.00', '0.00', '35.00'],
      ['4.50', '0.00', '4.50'],
    ])
    expect(amounts).toEqual([])
    expect(pnl.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['revenue_labour', '-25.00'],
      ['discount', '-25.00'],
      ['revenue_labour', '-35.00'],
      ['revenue_internal', '-4.50'],
      ['internal_expense', '-4.50'],
    ])
  })

  it('keeps the cost of what does not go back into stock as a loss', () => {
    const lines = settled([{ section: 'material', net: '100.00', cost: '10.01' }])
    const lost = refundFigures(after(lines, '2'), [{ ...refund(1), restocks: false }], 1)
    expect([lost.restocked, lost.lines[0]?.profit]).toEqual(['0.00', '50.00'])
    expect(refundFigures(after(lines, '2', lost.lines), [refund(1)], 1).restocked).toBe('5.00')
  })

  it('refuses a line that is none of the settlement', () => {
    expect(() => refundFigures([], [refund(7)], 1)).toThrow('Line 7 was not settled')
  })
})

describe('where a refund goes', () => {
  it('is first what is open, then the card, then money', () => {
    expect(refundTargets('100.00', { open: '150.00', principalUsed: '80.00' })).toMatchObject({
      receivable: '100.00',
      principal: '0.00',
      money: '0.00',
    })
    expect(refundTargets('100.00', { open: '30.00', principalUsed: '80.00' })).toMatchObject({
      receivable: '30.00',
      principal: '70.00',
      money: '0.00',
    })
    expect(refundTargets('100.00', { open: '30.00', principalUsed: '50.00' })).toMatchObject({
      receivable: '30.00',
      principal: '50.00',
      money: '20.00',
    })
  })

  it('is of a payer without a card what is open and money', () => {
    expect(refundTargets('100.00', { open: '0.00' })).toEqual({
      gift: '0.00',
      receivable: '0.00',
      principal: '0.00',
      money: '100.00',
    })
    expect(refundTargets('100.00', { open: '-5.00' })).toMatchObject({ receivable: '0.00', money: '100.00' })
  })
})

it('gives back in any split exactly what was taken, and nothing below zero on the way', () => {
  const step = fc.record({
    line: fc.nat(),
    pieces: fc.integer({ min: 0, max: 3 }),
    percent: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
    restocks: fc.boolean(),
  })
  fc.assert(
    fc.property(anyLines, anyInput, fc.array(step, { maxLength: 8 }), (typed, input, steps) => {
      const { lines } = settlementFigures(typed, input)
      const back: ReturnType<typeof refundFigures>['lines'] = []
      const take = (lineId: number, pieces: string, percent?: number, restocks = true) => {
        const now = after(lines, '5', back)
        const left = refundable(now[lineId - 1] as SettledLine)
        const qty = compare(pieces, left.qty) > 0 ? left.qty : pieces
        const amount =
          percent === undefined
            ? undefined
            : money(`${(BigInt(money(left.amount).replace('.', '')) * BigInt(percent)) / 100n}e-2`)
        const figures = refundFigures(now, [{ ...refund(lineId, qty, amount), restocks }], 1)
        back.push(...figures.lines)
        const given = sumOf(figures.lines, ({ customerDue, payerDue }) => add(customerDue, payerDue))
        expect(money(sumOf(figures.amounts, (each) => each.amount))).toBe(money(given))
        for (const line of figures.lines) {
          expect(summed.filter((figure) => isNegative(line[figure]))).toEqual([])
          expect(isNegative(sub(line.customerDue, line.giftShare))).toBe(false)
        }
        const output = sumOf(figures.lines, (line) => (isOwnWork(line) ? '0' : line.output))
        const booked = figures.pnl.filter(({ kind }) => !kind.includes('internal'))
        const net = sumOf(booked, ({ kind, amountTaxed }) =>
          kind === 'discount' ? amountTaxed : sub('0', amountTaxed),
        )
        expect(money(output)).toBe(money(net))
      }
      for (const { line, pieces, percent, restocks } of steps)
        take((line % lines.length) + 1, `${pieces}`, percent, restocks)
      for (const i of lines.keys()) take(i + 1, '5')
      for (const [i, line] of after(lines, '5', back).entries()) {
        expect(refundable(line)).toEqual({ qty: '0', amount: '0.00' })
        const taken = summed.filter((figure) => compare(line.refunded[figure], line[figure] ?? '0') !== 0)
        expect([i, taken]).toEqual([i, []])
      }
    }),
    { numRuns: 300 },
  )
})
