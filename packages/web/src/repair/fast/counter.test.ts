import type { LookupPart } from '@chepu/contract/basics/lookups'
import type { LookupServiceItem } from '@chepu/contract/repair/lookups'
import { expect, it } from 'vitest'
import { blankCounter, bodyOf, dueOf, missingOf, withChange, withItem, withoutLine, withPart } from './counter'

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
  expect(dueOf(counter, true)).toEqual({ total: '114.00', due: '114.00' })
  expect(dueOf({ ...counter, discount: '14.5' }, true)).toEqual({ total: '114.00', due: '99.50' })
  const { labour, materials } = bodyOf({ ...counter, mileage: '' }, 'fast', 3, null)
  expect(labour).toMatchObject([{ serviceItemId: 7, qty: '1', price: '120' }])
  expect(materials).toMatchObject([
    { partId: 1, labourNo: 1, isConsumable: false },
    { partId: 2, labourNo: 1, isConsumable: true, price: null },
  ])
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
})

it('counts the better of what was typed and what a card grants, and no discount on what has none', () => {
  const rates = { labour: '0.8', part: '0.95' }
  const sold = (allowsDiscount: boolean) =>
    dueOf({ ...withItem(blankCounter, { ...item, allowsDiscount }, new Map([['P1', part(1)]])), rates }, true).due
  // 60.00 of work at eight tenths; the parts at the nine tenths of their price already.
  expect([sold(true), sold(false)]).toEqual(['102.00', '114.00'])
})
