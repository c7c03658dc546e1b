import { describe, expect, it } from 'vitest'
import { plainInput, plainLine, workedInput, workedLines } from './settlement.fixture'
import type { SettlementInput, SettlementLine } from './settlement-lines'
import { settlementFigures } from './settlement-figures'
import { settlementProblems } from './settlement-problems'

const problemsOf = (lines: (SettlementLine & { lineNo: number; name: string })[], input: SettlementInput) =>
  settlementProblems(lines, input, settlementFigures(lines, input))

const told = (lines: Partial<SettlementLine>[], input: Partial<SettlementInput> = {}) =>
  problemsOf(
    lines.map((line, i) => ({ ...plainLine, lineNo: i + 1, name: '洗车', ...line })),
    { ...plainInput, ...input },
  )

const insurer = { partnerId: 8, deductible: '0', salvage: '0', paysDirectly: true }
const insured = { payer: 'insurance' as const, payerPartnerId: 8 }

it('finds nothing wrong with the worked settlement', () => {
  expect(problemsOf(workedLines, workedInput)).toEqual([])
})

it('asks for who pays, and what of him', () => {
  const ofInsurer = told([{}, { payer: 'insurance' }])
  expect(ofInsurer).toEqual([{ path: 'lines.1.payerPartnerId', message: '第2行 [洗车] 请选择保险公司' }])
  expect(told([{ payer: 'warranty' }])).toEqual([
    { path: 'lines.0.payerPartnerId', message: '第1行 [洗车] 请选择三包厂家' },
    { path: 'lines.0.claimed', message: '第1行 [洗车] 请填写三包申报金额' },
  ])
  expect(
    told([{ payer: 'warranty', payerPartnerId: 5, claimed: '0' }, { payer: 'internal' }, { payer: 'gift' }]),
  ).toEqual([])
})

it('lets packages cover the customer’s lines alone, and rework cost nothing', () => {
  expect(told([{ ...insured, packageValue: '80.00' }, { payer: 'rework' }, { payer: 'rework', net: '0' }])).toEqual([
    { path: 'lines.0.payer', message: '第1行 [洗车] 套餐只能抵扣自费项目，请改为自费或取消套餐抵扣' },
    { path: 'lines.1.net', message: '第2行 [洗车] 返工项目不收费，金额应为0' },
  ])
})

describe('what comes off', () => {
  it('is a coupon from its threshold on', () => {
    const coupons = [
      { value: '5.00', threshold: '100.00' },
      { value: '5.00', threshold: '1000.00' },
    ]
    expect(told([{}, { packageValue: '80.00' }], { coupons })).toEqual([
      { path: 'coupons.1', message: '代金券满1,000.00元可用，套餐抵扣后的自费金额只有100.00元' },
    ])
  })

  it('is a coupon that takes something off', () => {
    const message = '代金券在本单没有可抵的金额，请不要使用这张券'
    const free = { threshold: '0' }
    expect(told([{ packageValue: '80.00' }], { coupons: [{ value: '5.00', ...free }] })).toEqual([
      { path: 'coupons.0', message },
    ])
    expect(told([{}], { coupons: [{ value: '5.00', scope: 'part', ...free }] })).toEqual([
      { path: 'coupons.0', message },
    ])
    const both = [
      { value: '100.00', ...free },
      { value: '5.00', ...free },
    ]
    expect(told([{}], { coupons: both })).toEqual([{ path: 'coupons.1', message }])
  })

  it('is an order discount up to what the coupon leaves of the customer’s lines', () => {
    const coupons = [{ value: '30.00', threshold: '0' }]
    expect(told([{}, insured], { coupons, orderDiscount: '70.00' })).toEqual([])
    expect(told([{}, insured], { coupons, orderDiscount: '70.01' })).toEqual([
      { path: 'orderDiscount', message: '整单优惠70.01元，最多可优惠70.00元' },
    ])
  })

  it('is deductible and salvage up to what the insurer’s lines come to, all his cases together', () => {
    const half = { ...insurer, deductible: '30.00', salvage: '20.00' }
    expect(told([insured], { insurers: [half, half] })).toEqual([])
    expect(told([insured], { insurers: [half, { ...half, salvage: '20.01' }] })).toEqual([
      { path: 'insurers.0', message: '免赔额与残值共100.01元，超过定损金额100.00元' },
      { path: 'insurers.1', message: '免赔额与残值共100.01元，超过定损金额100.00元' },
    ])
    expect(told([insured], { insurers: [{ ...half, paysDirectly: false, deductible: '900.00' }] })).toEqual([])
    expect(told([insured], { insurers: [{ ...half, partnerId: 9 }] })).toEqual([
      { path: 'insurers.0', message: '没有这家保险公司付费的项目，不能填免赔额和残值' },
    ])
    expect(told([insured], { insurers: [{ ...insurer, partnerId: 9 }] })).toEqual([])
    const other = { ...insured, payerPartnerId: 9 }
    expect(
      told([insured, other], {
        insurers: [
          { ...half, deductible: '80.00' },
          { ...half, partnerId: 9 },
        ],
      }),
    ).toEqual([])
  })
})

describe('what is paid', () => {
  it('is not more than the customer owes', () => {
    expect(told([{}], { cardPrincipal: '50.00', advance: '20.00', money: '30.00' })).toEqual([])
    expect(told([{}], { cardPrincipal: '50.00', advance: '20.00', money: '30.01' })).toEqual([
      { path: 'tenders', message: '收款超过客户应付100.00元，多收0.01元' },
    ])
  })

  it('is of granted card money not more than his own lines come to', () => {
    const insurers = [{ ...insurer, deductible: '50.00' }]
    expect(told([{}, insured], { insurers, cardGift: '100.00', cardPrincipal: '50.00' })).toEqual([])
    expect(told([{}, insured], { insurers, cardGift: '100.01' })).toEqual([
      { path: 'cardGift', message: '赠金只能抵扣自费项目，不能抵扣免赔额，最多100.00元' },
    ])
  })
})
