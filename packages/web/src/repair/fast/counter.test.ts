import type { LookupPart } from '@chepu/contract/basics/lookups'
import type { LookupServiceItem } from '@chepu/contract/repair/lookups'
import { expect, it } from 'vitest'
import { billOf, coverOf, lineNet, placedUses, reckoningOf } from './bill'
import {
  blankCounter,
  bodyOf,
  type CounterLine,
  type CounterState,
  hasNothing,
  inOrderOf,
  missingOf,
  withBrought,
  withChange,
  withCoupon,
  withCustomer,
  withItem,
  withoutLine,
  withPart,
} from './counter'

const part = (partId: number, price: string | null = '30.0000') =>
  ({
    partId,
    partCode: `P${partId}`,
    partName: `配件${partId}`,
    unitName: '个',
    price,
    priceSource: 'retail',
    discountRate: '0.9',
    taxRate: '0.13',
    available: '5.0000',
  }) as LookupPart
const item = {
  id: 7,
  code: 'BY',
  name: '保养',
  workerTypeId: 1,
  pricingMode: 'hours',
  stdHours: '0.500000',
  price: '120.0000',
  taxRate: '0.06',
  qualityKm: null,
  qualityDays: null,
  parts: [
    { partId: 1, code: 'P1', name: '配件1', unit: '个', qty: '2.0000', isConsumable: false },
    { partId: 2, code: 'P2', name: '配件2', unit: '个', qty: '1.0000', isConsumable: true },
  ],
} as unknown as LookupServiceItem
const counter = withItem(blankCounter, item, new Map([['P1', part(1)]]))

it('writes an item with its material, at what each costs', () => {
  expect(counter.lines.map(({ section, name, qty, price }) => [section, name, qty, price])).toEqual([
    ['labour', '保养', '1', '120'],
    ['materials', '配件1', '2', '30'],
    ['materials', '配件2', '1', ''],
  ])
  expect(billOf(counter, true)).toMatchObject({ total: '114.00', due: '114.00' })
  expect(billOf({ ...counter, discount: '14.5' }, true)).toMatchObject({ total: '114.00', due: '99.50' })
  const { labour, materials } = bodyOf({ ...counter, mileage: '' }, 'fast', 3, null)
  expect(labour).toMatchObject([{ serviceItemId: 7, qty: '1', price: '120' }])
  expect(materials).toMatchObject([
    { partId: 1, labourNo: 1, isConsumable: false },
    { partId: 2, labourNo: 1, isConsumable: true, price: null },
  ])
})

it('says how a line comes to its amount where quantity, price and discount do not say it', () => {
  const [fixed, oil, rag] = counter.lines as [CounterLine, CounterLine, CounterLine]
  const work = { ...fixed, isFixed: false }
  const has: CounterState['has'] = { ...hasNothing, rates: { labour: '0.9000', part: '0.8500' } }
  const said = (line: CounterLine, of = has): [string, string] => [reckoningOf(line, of), lineNet(line, of)]
  expect(said(work, hasNothing)).toEqual(['0.5工时 × 120', '60.00'])
  expect(said({ ...work, qty: '2' })).toEqual(['2 × 0.5工时 × 120 × 会员折扣 0.9', '108.00'])
  expect(said(fixed)).toEqual(['0.5工时 × 120', '60.00'])
  expect(said({ ...work, discountRate: '0.8' })).toEqual(['0.5工时 × 120 × 折扣 0.8', '48.00'])
  expect(said(oil)).toEqual(['2 × 30 × 会员折扣 0.85', '51.00'])
  expect(said(oil, hasNothing)).toEqual(['', '54.00'])
  expect(reckoningOf(rag, has)).toBe('')
  expect(reckoningOf({ ...work, price: '' }, has)).toBe('')
})

it('raises the line of a part that is taken again, and not that of an item', () => {
  const twice = withPart(withPart(counter, part(1)), part(1))
  expect(twice.lines.map(({ partId, qty }) => [partId, qty])).toEqual([
    [null, '1'],
    [1, '2'],
    [2, '1'],
    [1, '2'],
  ])
})

it('takes the material of an item off with it', () => {
  const [labour] = counter.lines
  expect(withoutLine(counter, labour?.key ?? '').lines).toEqual([])
})

it('says what is missing', () => {
  expect(missingOf(counter, 'fast')).toBe('请先选择车辆')
  const customer = {
    partnerId: 1,
    partnerName: '散客',
    mobile: '',
    vehicleId: null,
    plate: '',
    vin: '',
    carName: '',
    lastMileage: null,
  }
  expect(missingOf({ ...counter, customer }, 'fast')).toBe('快修需选择车辆')
  expect(missingOf({ ...blankCounter, customer }, 'goods')).toBe('请录入商品')
  const sold = withPart({ ...blankCounter, customer }, part(4))
  expect(missingOf(sold, 'goods')).toBeUndefined()
  expect(missingOf(withChange(sold, sold.lines[0]?.key ?? '', { qty: '' }), 'goods')).toBe('「配件4」请填写数量')
  for (const [typed, said] of [
    [{ price: '-30' }, '单价不能为负数'],
    [{ discountRate: '2' }, '折扣应在 0 到 1 之间'],
    [{ discountRate: '-1' }, '折扣应在 0 到 1 之间'],
  ] as const)
    expect(missingOf(withChange(sold, sold.lines[0]?.key ?? '', typed), 'goods')).toBe(`「配件4」${said}`)
  expect(missingOf({ ...sold, discount: '-1' }, 'goods')).toBe('整单优惠不能为负数')
})

it('counts the better of what was typed and what a card grants, and no discount on what has none', () => {
  const has = { ...hasNothing, rates: { labour: '0.8', part: '0.95' } }
  const sold = (allowsDiscount: boolean) =>
    billOf({ ...withItem(blankCounter, { ...item, allowsDiscount }, new Map([['P1', part(1)]])), has }, true).due
  // 60.00 of work at eight tenths; the parts at the nine tenths of their price already.
  expect([sold(true), sold(false)]).toEqual(['102.00', '114.00'])
})

const onCard = (
  id: number,
  of: { serviceItemId?: number; partId?: number },
  timesLeft: string,
  validUntil?: string,
) => ({
  id,
  cardId: id,
  cardNo: `C${id}`,
  packageName: '保养套餐',
  name: '保养',
  serviceItemId: of.serviceItemId ?? null,
  partId: of.partId ?? null,
  timesLeft,
  validUntil: validUntil ?? null,
})
const coupon = (couponNo: string, face: string, threshold: string) => ({
  couponNo,
  batchName: '满减券',
  face,
  threshold,
  scope: 'all' as const,
  isStackable: true,
  validTo: '2099-12-31',
  problem: null,
})

it('covers lines by packages that are proposed, or chosen, and takes coupons off the rest', () => {
  const items = [onCard(1, { serviceItemId: 7 }, '10'), onCard(2, { serviceItemId: 7 }, '1', '2099-01-01')]
  const has = {
    ...hasNothing,
    packageItems: [...items, onCard(3, { partId: 1 }, '1')],
    coupons: [coupon('5', '20', '50')],
  }
  const state = { ...counter, has }
  // The one whose day comes first; of the part two are wanted and one is left.
  expect(placedUses(state)).toEqual([{ section: 'labour', line: 0, cardItemId: 2, times: '1' }])
  expect(billOf({ ...state, couponNos: ['5'] }, true)).toMatchObject({
    total: '114.00',
    packaged: '60.00',
    coupon: '20.00',
    due: '34.00',
    couponNos: ['5'],
  })
  const key = counter.lines[0]?.key ?? ''
  const chosen = withChange(state, key, { coveredBy: 1 })
  expect(placedUses(chosen).map(({ cardItemId }) => cardItemId)).toEqual([1])
  const off = withChange(state, key, { coveredBy: 'none' })
  expect([placedUses(off), billOf(off, true).due]).toEqual([[], '114.00'])
  const one = withChange(state, state.lines[1]?.key ?? '', { qty: '1' })
  expect(placedUses(one)[1]).toEqual({ section: 'materials', line: 0, cardItemId: 3, times: '1' })
  expect(coverOf(state, 2, [])).toBeUndefined()
  // What is left of it does not reach the threshold of the coupon: it is not sent.
  expect(billOf({ ...one, couponNos: ['5'] }, true)).toMatchObject({ due: '0.00', couponNos: [] })
  expect(withCustomer({ ...chosen, couponNos: ['5'] }, undefined)).toMatchObject({ couponNos: [] })
})

it('offers a coupon that somebody brings beside those of the customer, until another customer stands there', () => {
  const has = { ...hasNothing, coupons: [coupon('5', '20', '0')] }
  const state = withBrought({ ...counter, customer: undefined, has }, coupon('9', '10', '0'))
  const bill = billOf(state, true)
  expect(bill.offered.map(({ couponNo, isChosen }) => [couponNo, isChosen])).toEqual([
    ['5', false],
    ['9', true],
  ])
  expect(bill).toMatchObject({ due: '104.00', couponNos: ['9'] })
  // One of his own is ticked, and not offered twice.
  expect(billOf(withBrought(state, coupon('5', '20', '0')), true)).toMatchObject({
    due: '84.00',
    couponNos: ['5', '9'],
  })
  expect(billOf(withCoupon(state, '9'), true).couponNos).toEqual([])
  expect(withCustomer(state, undefined)).toMatchObject({ couponNos: [], brought: [] })
})

it('leaves rows where they stood, and puts new ones behind them', () => {
  const rows = (...ids: number[]) => ids.map((id) => ({ id, name: `${id}` }))
  expect(inOrderOf([], rows(3, 1, 2))).toEqual(rows(3, 1, 2))
  expect(inOrderOf(rows(3, 1, 2), rows(9, 1, 3, 8))).toEqual(rows(3, 1, 9, 8))
  expect(inOrderOf([{ id: 1, name: 'old' }], rows(1))).toEqual(rows(1))
})
