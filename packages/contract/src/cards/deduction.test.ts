import { expect, it } from 'vitest'
import {
  type CardMoney,
  isGoodFor,
  mostOfCard,
  type PackageItem,
  packageValues,
  pointsBack,
  pointsFor,
  proposedUses,
  sharedBack,
  splitOfCard,
  stackingProblem,
  timesBack,
  valuedUses,
} from './deduction'

const item: PackageItem = {
  id: 1,
  cardId: 1,
  serviceItemId: 7,
  partId: null,
  vehicleId: null,
  carTypeId: null,
  validUntil: null,
  timesLeft: '2',
  valueLeft: '160.00',
  allocPrice: '80',
}
const line = { id: 11, payer: 'customer', serviceItemId: 7, partId: null, qty: '1', isUncharged: false }
const car = { vehicleId: 3, carTypeId: 4, bizDate: '2026-11-26' }

it('covers lines of the customer by what ends first, whole lines alone', () => {
  const soon = { ...item, id: 2, validUntil: '2026-12-01', timesLeft: '1' }
  expect(proposedUses([line, { ...line, id: 12, qty: '2' }], [item, soon], car)).toEqual([
    { lineId: 11, cardItemId: 2, times: '1' },
    { lineId: 12, cardItemId: 1, times: '2' },
  ])
  expect(proposedUses([{ ...line, qty: '3' }], [item, soon], car).map(({ times }) => times)).toEqual(['1', '2'])
  expect(proposedUses([{ ...line, qty: '4' }], [item, soon], car)).toEqual([])
})

it('covers nothing that another pays, of another car or type, of another service, or too late', () => {
  for (const [each, own] of [
    [line, { validUntil: '2026-11-25' }],
    [line, { vehicleId: 9 }],
    [line, { carTypeId: 9 }],
    [line, { serviceItemId: 8 }],
    [{ ...line, payer: 'insurance' }, {}],
    [{ ...line, isUncharged: true }, {}],
  ] as const)
    expect(proposedUses([each], [{ ...item, ...own }], car)).toEqual([])
  expect(proposedUses([line], [{ ...item, vehicleId: 3, carTypeId: 4, validUntil: '2026-11-26' }], car)).toHaveLength(1)
})

it('is good for the car, its type and its day, whatever the line', () => {
  const bound = { ...item, vehicleId: 3, carTypeId: 4, validUntil: '2026-11-26' }
  expect(isGoodFor(bound, car)).toBe(true)
  expect(isGoodFor(bound, { ...car, vehicleId: 9 })).toBe(false)
  expect(isGoodFor(bound, { ...car, bizDate: '2026-11-27' })).toBe(false)
})

it('is worth times by price, and the last use what is left', () => {
  const odd = { ...item, timesLeft: '3', valueLeft: '100.00', allocPrice: '33.3333' }
  const uses = [1, 2, 3].map((id) => ({ lineId: id, cardItemId: 1, times: '1' }))
  expect(valuedUses(uses, [odd]).map(({ value }) => value)).toEqual(['33.33', '33.33', '33.34'])
  expect(packageValues(valuedUses([...uses.slice(0, 2), { lineId: 2, cardItemId: 1, times: '1' }], [odd]))).toEqual(
    new Map([
      [1, '33.33'],
      [2, '66.67'],
    ]),
  )
})

it('gives back times, the last ones first, in any split at what they were worth', () => {
  const used = { cardItemId: 1, times: '3', value: '100.00', backTimes: '0', backValue: '0.00' }
  const [first] = timesBack([used], '1')
  expect(first).toEqual({ cardItemId: 1, times: '1', value: '33.33' })
  expect(timesBack([{ ...used, backTimes: '1', backValue: '33.33' }], '2')).toEqual([
    { cardItemId: 1, times: '2', value: '66.67' },
  ])
  expect(timesBack([used, { ...used, cardItemId: 2, times: '1', value: '40.00' }], '2')).toEqual([
    { cardItemId: 2, times: '1', value: '40.00' },
    { cardItemId: 1, times: '1', value: '33.33' },
  ])
})

const card: CardMoney = { principal: '300.00', gift: '100.00', deductRule: 'principal_first' }

it('takes paid and granted money by the rule, granted money for own lines alone', () => {
  const split = (amount: string, deductRule: CardMoney['deductRule'], giftMost = '1000') =>
    Object.values(splitOfCard(amount, { ...card, deductRule }, giftMost))
  expect(split('350', 'principal_first')).toEqual(['300.00', '50.00', '0.00'])
  expect(split('350', 'gift_first')).toEqual(['250.00', '100.00', '0.00'])
  expect(split('200', 'ratio')).toEqual(['150.00', '50.00', '0.00'])
  expect(split('350', 'gift_first', '20')).toEqual(['300.00', '20.00', '30.00'])
  expect(split('400', 'ratio', '0')).toEqual(['300.00', '0.00', '100.00'])
  expect(split('500', 'ratio')).toEqual(['300.00', '100.00', '100.00'])
  expect([mostOfCard(card, '20'), mostOfCard(card, '-5')]).toEqual(['320.00', '300.00'])
})

it('shares what goes back, counts whole points, and tells which coupon stands alone', () => {
  expect(sharedBack('150', ['100.00', '30.00'])).toEqual({ parts: ['100.00', '30.00'], rest: '20.00' })
  expect([pointsFor('99.99', '0.1'), pointsFor('600', '1')]).toEqual(['9.00', '600.00'])
  const coupon = { couponNo: '1', isStackable: false }
  expect(stackingProblem([coupon])).toBeUndefined()
  expect(stackingProblem([{ couponNo: '2', isStackable: true }, coupon])).toBe('代金券 1 不能与其他代金券同时使用')
})

it('takes points back with what goes back, whole ones, and all of them in the end', () => {
  const due = '300.00'
  expect(pointsBack({ granted: '100.00', takenBack: '0.00' }, { back: '100.00', due })).toBe('33.00')
  expect(pointsBack({ granted: '100.00', takenBack: '33.00' }, { back: '200.00', due })).toBe('33.00')
  expect(pointsBack({ granted: '100.00', takenBack: '66.00' }, { back: '300.00', due })).toBe('34.00')
  expect(pointsBack({ granted: '100.00', takenBack: '80.00' }, { back: '200.00', due })).toBe('0.00')
  expect(pointsBack({ granted: '0.00', takenBack: '0.00' }, { back: '0.00', due: '0.00' })).toBe('0.00')
})
