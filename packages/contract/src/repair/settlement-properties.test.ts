import fc from 'fast-check'
import { expect, it } from 'vitest'
import { add, type Decimal, isNegative, min, money, sub, sumOf } from '../kernel/decimal'
import { settlementFigures } from './settlement-figures'
import { anyInput, anyLines } from './settlement.property.fixture'
import { isDiscountable, isOwnWork, type SettlementInput, type SettlementLine } from './settlement-lines'

const holds = (check: (lines: SettlementLine[], input: SettlementInput) => void) =>
  fc.assert(fc.property(anyLines, anyInput, check), { numRuns: 400 })

const total = <Row>(rows: readonly Row[], figure: (row: Row) => Decimal) => money(sumOf(rows, figure))

it('knows where everything went, by the formula and line by line', () => {
  holds((lines, input) => {
    const figures = settlementFigures(lines, input)
    expect(figures.accountedFor).toBe(figures.total)
    expect(total(figures.lines, (line) => line.customerDue)).toBe(figures.customerDue)
    const owed = total(figures.receivables, ({ amount }) => amount)
    expect(owed).toBe(total(figures.lines, (line) => add(line.customerDue, line.payerDue)))
    const paid = add(input.cardPrincipal, input.cardGift, input.advance, input.money)
    expect(money(add(paid, figures.onCredit))).toBe(figures.customerDue)
  })
})

it('shares each figure exactly, as far as there is something to take it off', () => {
  holds((lines, input) => {
    const figures = settlementFigures(lines, input)
    const open = total(figures.lines.filter(isDiscountable), (line) => line.taxed)
    const usable = input.coupons.filter(({ threshold }) => !isNegative(sub(open, threshold)))
    const coupon = min(
      open,
      total(usable, ({ value }) => value),
    )
    expect(figures.coupon).toBe(money(coupon))
    expect(figures.orderDiscount).toBe(money(min(input.orderDiscount, sub(open, coupon))))
    const rest = sub(sub(open, coupon), figures.orderDiscount)
    expect(total(figures.lines, (line) => line.giftShare)).toBe(money(min(input.cardGift, rest)))
  })
})

it('has nothing below zero but what was paid too much, and what a line loses', () => {
  holds((lines, input) => {
    const { lines: settled, receivables, payables, pnl, byPayer, customerDue } = settlementFigures(lines, input)
    const figures = settled.flatMap(({ profit: _, ...line }) =>
      Object.entries(line).filter(([name, value]) => typeof value === 'string' && !['section', 'payer'].includes(name)),
    )
    const amounts = [...receivables, ...payables, ...pnl].map(({ amount }) => amount)
    const all = [...figures.map(([, value]) => value as Decimal), ...amounts, ...Object.values(byPayer), customerDue]
    expect(all.filter(isNegative)).toEqual([])
    for (const line of settled) expect(isNegative(sub(line.earnedUntaxed, line.reductionUntaxed))).toBe(false)
  })
})

it('has output of lines = revenue less discounts of the books, internal work counted as it is set', () => {
  holds((lines, input) => {
    const { lines: settled, pnl, revenue, revenueUntaxed, grossProfit } = settlementFigures(lines, input)
    const rows = (test: (kind: string) => boolean) => pnl.filter(({ kind }) => test(kind))
    const earned = rows((kind) => kind.includes('revenue') && kind !== 'revenue_internal')
    const given = rows((kind) => kind === 'discount')
    const counted = settled.filter((line) => isOwnWork(line) && line.countsOutput)
    const output = add(
      sub(
        total(earned, (row) => row.amountTaxed),
        total(given, (row) => row.amountTaxed),
      ),
      total(counted, (line) => line.taxed),
    )
    expect(total(settled, (line) => line.output)).toBe(money(output))

    const internal = sub(
      total(
        rows((kind) => kind === 'revenue_internal'),
        (row) => row.amountTaxed,
      ),
      total(
        rows((kind) => kind === 'internal_expense'),
        (row) => row.amountTaxed,
      ),
    )
    const fromBooks = add(
      total(earned, (row) => row.amountTaxed),
      internal,
    )
    expect(
      money(
        sub(
          fromBooks,
          total(given, (row) => row.amountTaxed),
        ),
      ),
    ).toBe(revenue)
    expect(
      money(
        sub(
          revenueUntaxed,
          total(lines, ({ cost }) => cost),
        ),
      ),
    ).toBe(grossProfit)
  })
})
