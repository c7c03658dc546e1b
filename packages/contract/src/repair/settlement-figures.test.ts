import { describe, expect, it } from 'vitest'
import { settlementFigures } from './settlement-figures'
import { plainInput, plainLine, workedInput, workedLines } from './settlement.fixture'
import type { LineFigures, SettlementInput, SettlementLine } from './settlement-lines'

const of = (lines: Partial<SettlementLine>[], input: Partial<SettlementInput> = {}) =>
  settlementFigures(
    lines.map((line) => ({ ...plainLine, ...line })),
    { ...plainInput, ...input },
  )

const column = (lines: readonly LineFigures[], figure: keyof LineFigures) => lines.map((line) => line[figure])

describe('the worked settlement', () => {
  const figures = settlementFigures(workedLines, workedInput)
  const each = (figure: keyof LineFigures) => column(figures.lines, figure)

  it('adds up its lines by who pays them', () => {
    expect(figures.total).toBe('2800.00')
    expect(figures.byPayer).toEqual({
      customer: '700.00',
      insurance: '2100.00',
      warranty: '0.00',
      internal: '0.00',
      rework: '0.00',
      gift: '0.00',
    })
    expect([figures.packaged, figures.coupon, figures.orderDiscount]).toEqual(['120.00', '50.00', '10.00'])
    expect([figures.deductible, figures.salvage]).toEqual(['200.00', '100.00'])
  })

  it('says who owes what, and what stays on credit', () => {
    // 700 − 120 − 50 − 10 + 200, and 2 100 − 200 − 100.
    expect(figures.customerDue).toBe('720.00')
    expect(figures.receivables).toEqual([
      { payer: 'customer', partnerId: 1, amount: '720.00', isUnconfirmed: false },
      { payer: 'insurance', partnerId: 8, amount: '1800.00', isUnconfirmed: false },
    ])
    // 720 − 300 − 100 − 100 − 200.
    expect(figures.onCredit).toBe('20.00')
    // (720 − 200) + 120 + 50 + 10 + (1 800 + 200 + 100).
    expect(figures.accountedFor).toBe('2800.00')
  })

  it('shares coupon, order discount and granted card money over the lines that no package covers', () => {
    expect(each('couponShare')).toEqual(['0.00', '17.24', '32.76', '0.00', '0.00'])
    expect(each('discountShare')).toEqual(['0.00', '3.45', '6.55', '0.00', '0.00'])
    // Both together 20.69 and 39.31, which leaves 179.31 and 340.69.
    expect(each('customerDue')).toEqual(['0.00', '179.31', '340.69', '57.14', '142.86'])
    expect(each('giftShare')).toEqual(['0.00', '34.48', '65.52', '0.00', '0.00'])
  })

  it('shares salvage and deductible over the lines of the insurer', () => {
    expect(each('salvageShare')).toEqual(['0.00', '0.00', '0.00', '28.57', '71.43'])
    expect(each('deductibleShare')).toEqual(['0.00', '0.00', '0.00', '57.14', '142.86'])
    // 600 − 28.57 − 57.14, and 1 500 − 71.43 − 142.86.
    expect(each('payerDue')).toEqual(['0.00', '0.00', '0.00', '514.29', '1285.71'])
  })

  it('counts as output what each line brings', () => {
    expect(each('earned')).toEqual(['80.00', '200.00', '380.00', '600.00', '1500.00'])
    expect(each('reduction')).toEqual(['0.00', '55.17', '104.83', '28.57', '71.43'])
    expect(each('output')).toEqual(['80.00', '144.83', '275.17', '571.43', '1428.57'])
    expect(each('profit')).toEqual(['80.00', '144.83', '65.17', '571.43', '528.57'])
  })

  it('earns 2 500.00 and leaves 1 390.00', () => {
    // 700 − 120 − 50 − 10 − 100 + 80 + 1 800 + 200.
    expect([figures.revenue, figures.revenueUntaxed]).toEqual(['2500.00', '2500.00'])
    expect([figures.materialCost, figures.outsourceCost]).toEqual(['1110.00', '0.00'])
    expect(figures.grossProfit).toBe('1390.00')
  })

  it('posts revenue at net and package value, and beside it what was given', () => {
    const row = (kind: string, payer: string, amount: string) => ({
      kind,
      payer,
      departmentId: null,
      amount,
      amountTaxed: amount,
    })
    expect(figures.pnl).toEqual([
      row('revenue_labour', 'customer', '280.00'),
      row('discount', 'customer', '160.00'),
      row('revenue_part', 'customer', '380.00'),
      row('revenue_labour', 'insurance', '600.00'),
      row('discount', 'insurance', '100.00'),
      row('revenue_part', 'insurance', '1500.00'),
    ])
    expect(figures.payables).toEqual([])
  })
})

describe('tax', () => {
  it('is in the price, and in what is given of it', () => {
    const { lines, pnl, revenue, revenueUntaxed, grossProfit } = of(
      [{ net: '113.00', taxRate: '0.13', cost: '30.00' }],
      {
        orderDiscount: '11.30',
      },
    )
    // 113.00 holds 13.00 of tax, 11.30 holds 1.30.
    expect(lines[0]).toMatchObject({ earned: '113.00', earnedUntaxed: '100.00', reduction: '11.30' })
    expect(lines[0]).toMatchObject({ reductionUntaxed: '10.00', output: '101.70', customerDue: '101.70' })
    expect([revenue, revenueUntaxed, grossProfit]).toEqual(['101.70', '90.00', '60.00'])
    expect(pnl).toMatchObject([
      { kind: 'revenue_labour', amount: '100.00', amountTaxed: '113.00' },
      { kind: 'discount', amount: '10.00', amountTaxed: '11.30' },
    ])
  })

  it('comes on top of prices without it, and is owed with them', () => {
    const figures = of([{ net: '100.00', taxRate: '0.13' }], { taxIncluded: false, money: '113.00' })
    expect(figures.lines[0]).toMatchObject({ taxed: '113.00', earnedUntaxed: '100.00', customerDue: '113.00' })
    expect([figures.total, figures.customerDue, figures.onCredit]).toEqual(['113.00', '113.00', '0.00'])
  })

  it('is in what a package is worth and in what is claimed', () => {
    const { lines } = of([
      { taxRate: '0.13', packageValue: '56.50' },
      { taxRate: '0.13', payer: 'warranty', payerPartnerId: 5, claimed: '90.40' },
    ])
    expect(column(lines, 'earnedUntaxed')).toEqual(['50.00', '80.00'])
  })
})

describe('other payers', () => {
  it('owe what is claimed of them, unconfirmed, each his own', () => {
    const { receivables, byPayer, lines, pnl, accountedFor } = of([
      { payer: 'warranty', payerPartnerId: 5, net: '100.00', claimed: '90.00' },
      { payer: 'warranty', payerPartnerId: 6, net: '40.00', claimed: '40.00', section: 'material' },
      { payer: 'warranty', payerPartnerId: 5, net: '20.00', claimed: '15.00' },
    ])
    expect(receivables).toEqual([
      { payer: 'warranty', partnerId: 5, amount: '105.00', isUnconfirmed: true },
      { payer: 'warranty', partnerId: 6, amount: '40.00', isUnconfirmed: true },
    ])
    expect(column(lines, 'output')).toEqual(['90.00', '40.00', '15.00'])
    expect(pnl).toMatchObject([{ kind: 'warranty_revenue', payer: 'warranty', amount: '145.00' }])
    expect([byPayer.warranty, accountedFor]).toEqual(['160.00', '160.00'])
  })

  it('are own departments, which owe nothing: what is earned of them is their expense', () => {
    const { receivables, pnl, lines, revenue, grossProfit } = of([
      { payer: 'internal', departmentId: 3, net: '50.00' },
      { payer: 'internal', departmentId: 4, net: '30.00', section: 'material', cost: '30.00', countsOutput: false },
    ])
    expect(receivables).toEqual([])
    expect(pnl).toMatchObject([
      { kind: 'revenue_internal', departmentId: null, amount: '80.00' },
      { kind: 'internal_expense', departmentId: 3, amount: '50.00' },
      { kind: 'internal_expense', departmentId: 4, amount: '30.00' },
    ])
    expect(column(lines, 'output')).toEqual(['50.00', '0.00'])
    expect([revenue, grossProfit]).toEqual(['0.00', '-30.00'])
  })

  it('are sister organisations, which owe it', () => {
    const { receivables, pnl, lines, revenue, grossProfit } = of([
      { payer: 'internal', payerPartnerId: 32, net: '50.00', cost: '10.00', section: 'material', countsOutput: false },
    ])
    expect(lines[0]?.output).toBe('50.00')
    expect(receivables).toEqual([{ payer: 'internal', partnerId: 32, amount: '50.00', isUnconfirmed: false }])
    expect(pnl).toMatchObject([{ kind: 'revenue_part', payer: 'internal', amount: '50.00' }])
    expect([revenue, grossProfit]).toEqual(['50.00', '40.00'])
  })

  it('are we ourselves: rework only costs, what is given away is revenue and discount alike', () => {
    const { receivables, pnl, lines, total, accountedFor, grossProfit } = of([
      { payer: 'rework', net: '0.00', cost: '25.00', section: 'material' },
      { payer: 'gift', net: '60.00', cost: '12.00', section: 'material' },
    ])
    expect(receivables).toEqual([])
    expect(pnl).toMatchObject([
      { kind: 'revenue_part', payer: 'gift', amount: '60.00' },
      { kind: 'discount', payer: 'gift', amount: '60.00' },
    ])
    expect(column(lines, 'output')).toEqual(['0.00', '0.00'])
    expect([total, accountedFor, grossProfit]).toEqual(['60.00', '60.00', '-37.00'])
  })
})

describe('insurers', () => {
  const insured = (payerPartnerId: number, net: string) => ({ payer: 'insurance' as const, payerPartnerId, net })

  it('each have their own deductible and salvage', () => {
    const { receivables, customerDue, lines } = of(
      [insured(8, '1000.00'), insured(9, '500.00'), insured(8, '500.00')],
      {
        insurers: [
          { partnerId: 8, deductible: '150.00', salvage: '0.00', paysDirectly: true },
          { partnerId: 9, deductible: '0.00', salvage: '40.00', paysDirectly: true },
        ],
      },
    )
    expect(column(lines, 'deductibleShare')).toEqual(['100.00', '0.00', '50.00'])
    expect(column(lines, 'salvageShare')).toEqual(['0.00', '40.00', '0.00'])
    expect(customerDue).toBe('150.00')
    expect(receivables.map(({ partnerId, amount }) => [partnerId, amount])).toEqual([
      [1, '150.00'],
      [8, '1350.00'],
      [9, '460.00'],
    ])
  })

  it('may have two cases of one order', () => {
    const one = { partnerId: 8, deductible: '60.00', salvage: '0.00', paysDirectly: true }
    const { deductible, customerDue, salvage } = of([insured(8, '100.00')], {
      insurers: [one, { ...one, deductible: '20.00', salvage: '10.00' }],
    })
    expect([deductible, customerDue, salvage]).toEqual(['80.00', '80.00', '10.00'])
  })

  it('leave all but the salvage to the customer when they do not pay directly', () => {
    const { receivables, customerDue, deductible, accountedFor, revenue } = of(
      [insured(8, '300.00'), { net: '50.00' }],
      {
        insurers: [{ partnerId: 8, deductible: '20.00', salvage: '30.00', paysDirectly: false }],
      },
    )
    expect([customerDue, deductible, accountedFor, revenue]).toEqual(['320.00', '270.00', '350.00', '320.00'])
    expect(receivables).toEqual([{ payer: 'customer', partnerId: 1, amount: '320.00', isUnconfirmed: false }])
  })
})

describe('coupons', () => {
  const due = (...coupons: { value: string; threshold: string }[]) => {
    const { coupon, customerDue } = of([{ net: '80.00' }, { net: '40.00', packageValue: '30.00' }], { coupons })
    return [coupon, customerDue]
  }

  it('count from their threshold on, which packages do not help to reach', () => {
    expect(due({ value: '20.00', threshold: '80.00' })).toEqual(['20.00', '60.00'])
    expect(due({ value: '20.00', threshold: '80.01' })).toEqual(['0.00', '80.00'])
  })

  it('lose what is above the due', () => {
    expect(due({ value: '50.00', threshold: '0' }, { value: '50.00', threshold: '80.00' })).toEqual(['80.00', '0.00'])
  })
})

it('never takes more off a line than it comes to', () => {
  const { lines, onCredit } = of([{ net: '10.00' }, { net: '5.00' }], { orderDiscount: '20.00', cardGift: '3.00' })
  expect(column(lines, 'discountShare')).toEqual(['10.00', '5.00'])
  expect(column(lines, 'giftShare')).toEqual(['0.00', '0.00'])
  expect(onCredit).toBe('-3.00')
})

it('bills outsourced work to what it costs, by supplier', () => {
  const outsourced = { section: 'outsourced' as const, net: '100.00' }
  const { payables, pnl, outsourceCost, materialCost, grossProfit } = of([
    { ...outsourced, supplierId: 2, cost: '60.00' },
    { ...outsourced, supplierId: 2, cost: '10.50', payer: 'gift' },
    { ...outsourced, supplierId: 7, cost: '5.00' },
    { ...outsourced, supplierId: 7, cost: '0.00' },
    { ...outsourced, section: 'extra', net: '9.00' },
    { section: 'labour', net: '1.00', cost: '0.40' },
  ])
  expect(payables).toEqual([
    { supplierId: 2, amount: '70.50' },
    { supplierId: 7, amount: '5.00' },
  ])
  expect(pnl.filter(({ kind }) => kind === 'cogs_outsource')).toMatchObject([
    { payer: 'customer', amount: '65.00' },
    { payer: 'gift', amount: '10.50' },
  ])
  expect(pnl.find(({ kind }) => kind === 'revenue_other')).toMatchObject({ payer: 'customer', amount: '309.00' })
  expect([outsourceCost, materialCost, grossProfit]).toEqual(['75.50', '0.40', '234.10'])
})
