import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { expect, it } from 'vitest'
import casePaper from '../insurance-case/paper'
import paper from './paper'

const labour = [
  { name: '换制动片', qualityKm: '20000.0000', qualityDays: 100 },
  { name: '洗车', qualityKm: null, qualityDays: null },
  { name: '换空调滤芯', qualityKm: '5000.0000', qualityDays: null },
]
const materials = [
  { name: '制动片', qualityKm: null, qualityDays: 90 },
  { name: '机油', isCustomerSupplied: true },
]

/** What the paper says of the guarantee of each line. */
function guarantees(header: object): unknown[] {
  const data = { header: { state: 'done', totalAmount: '0', ...header }, labour, materials }
  const { lines } = (paper.sheet as NonNullable<typeof paper.sheet>)(repairSettlement, data as never, {}, '测试店')
  // Nothing comes between the kilometres and their unit.
  return (lines ?? []).map((line) => (line as { guarantee: string }).guarantee.replaceAll('\u{a0}', '·'))
}

it('tells until when each line is answered for, from the completion and what the meter showed', () => {
  // Half past seven in the evening there, half past three in the morning of the next day here.
  expect(guarantees({ completedAt: '2026-08-22T19:30:00.000Z', mileage: '25000.0000' })).toEqual([
    '质保至 2026-12-01 或 45·000·公里',
    '',
    '质保至 30·000·公里',
    '质保至 2026-11-21',
    '自带件不质保',
  ])
})

it('goes by the days alone where nobody read the meter, and tells how far where there is nothing else', () => {
  expect(guarantees({ completedAt: '2026-08-23T04:00:00.000Z', mileage: null })).toEqual([
    '质保至 2026-12-01',
    '',
    '5000公里',
    '质保至 2026-11-21',
    '自带件不质保',
  ])
})

it('tells how long and how far before the work is completed', () => {
  expect(guarantees({ state: 'draft', completedAt: null, mileage: '25000.0000' })).toEqual([
    '100天或20000公里',
    '',
    '5000公里',
    '90天',
    '自带件不质保',
  ])
})

it('has a column of assessed prices where somebody assessed them, and no sum of nothing otherwise', () => {
  const data = { header: { state: 'done', totalAmount: '100.00' }, labour: [{ ...labour[0], payer: 'insurance' }] }
  const layout = paper.prints?.find(({ title }) => title === '保险结算单')
  const { columns } = (paper.sheet as NonNullable<typeof paper.sheet>)(
    repairSettlement,
    data as never,
    layout ?? {},
    '测试店',
  )
  expect(columns?.find(({ key }) => key === 'assessedAmount')).toMatchObject({ title: '定损价', optional: true })
})

it('adds up: what each payer bears and what is given comes to the whole', () => {
  const line = (name: string, payer: string, taxedAmount: string) => ({ name, payer, taxedAmount })
  const own = [line('换制动片', 'customer', '700.00'), line('洗车', 'gift', '30.00'), line('内饰', 'internal', '20.00')]
  const data = {
    header: {
      state: 'done',
      totalAmount: '2850.00',
      orderDiscount: '10.00',
      deductible: '200.00',
      salvage: '100.00',
      insuranceDue: '1800.00',
      customerDue: '890.00',
      receivedAmount: '700.00',
    },
    labour: [...own, line('钣金', 'insurance', '2100.00')],
  }
  const { extras } = (paper.sheet as NonNullable<typeof paper.sheet>)(repairSettlement, data as never, {}, '测试店')
  // 2 850.00 = 10.00 + 30.00 + 20.00 + 100.00 + 1 800.00 + 890.00.
  expect(extras?.map(({ title, value }) => `${title} ${value}`)).toEqual([
    '合计 2,850.00',
    '整单优惠 10.00',
    '赠送 30.00',
    '内部承担 20.00',
    '残值抵扣 100.00',
    '保险应付 1,800.00',
    '客户应付 890.00',
    '其中保险免赔 200.00',
    '已收 700.00',
    '挂账 190.00',
  ])
})

it('tells what cards paid beside the money: with what stays on credit it comes to what was due', () => {
  const card = { principal: '-150.00', gift: '-50.00', points: '0.00' }
  const data = {
    header: {
      state: 'done',
      totalAmount: '890.00',
      customerDue: '890.00',
      receivedAmount: '700.00',
      onCards: { cards: [card], items: [] },
    },
  }
  const { extras } = (paper.sheet as NonNullable<typeof paper.sheet>)(repairSettlement, data as never, {}, '测试店')
  expect(extras?.slice(1).map(({ title, value }) => `${title} ${value}`)).toEqual([
    '客户应付 890.00',
    '会员卡 200.00',
    '已收 500.00',
    '挂账 190.00',
  ])
})

it('prints prices with their tax where they are typed without, so that a line multiplies out', () => {
  const line = { name: '洗车', qty: '2.0000', price: '100.0000', discountRate: '0.9000', taxRate: '0.1300' }
  const priceOf = (taxIncluded: boolean) => {
    const data = { header: { state: 'done', totalAmount: '203.40', taxIncluded }, labour: [line] }
    const { lines } = (paper.sheet as NonNullable<typeof paper.sheet>)(repairSettlement, data as never, {}, '测试店')
    return (lines as { price: string }[]).map(({ price }) => price)
  }
  // 2 × 113.00 × 0.9 is 203.40.
  expect([priceOf(false), priceOf(true)]).toEqual([['113.00'], ['100.0000']])
})

it('certifies work and goods, and nothing that is only charged; passes and certificates are final', () => {
  const certificate = paper.prints?.find(({ title }) => title === '出厂合格证')
  const data = { header: { state: 'done' }, labour, materials, extras: [{ name: '拖车费' }] }
  const sheet = paper.sheet as NonNullable<typeof paper.sheet>
  const { lines } = sheet(repairSettlement, data as never, certificate ?? {}, '测试店')
  expect((lines ?? []).map((line) => (line as { name: string }).name)).toEqual([
    '换制动片',
    '洗车',
    '换空调滤芯',
    '制动片',
    '机油（自带）',
  ])
  expect(paper.prints?.filter(({ isFinal }) => isFinal).map(({ title }) => title)).toEqual(['出门条', '出厂合格证'])
})

it('hands a case over with what was assessed', () => {
  const header = { assessedLabour: '860.00', assessedMaterial: '1240.00', deductible: '0.00', papers: [] }
  const sheet = casePaper.sheet as NonNullable<typeof casePaper.sheet>
  expect(sheet(insuranceCase, { header } as never, {}, '测试店')).toMatchObject({
    amountTitle: '定损合计',
    amount: '2100',
  })
  const unassessed = { header: { ...header, assessedLabour: '0.00', assessedMaterial: '0.00' } }
  expect(sheet(insuranceCase, unassessed as never, {}, '测试店').amount).toBeUndefined()
})
