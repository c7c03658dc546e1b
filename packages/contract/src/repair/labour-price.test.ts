import { describe, expect, it } from 'vitest'
import { labourAmount, labourPrice, type LabourPrices } from './labour-price'

const all: LabourPrices = {
  pricingMode: 'hours',
  carTypePrice: '150',
  hourPrice: '120',
  fixedPrice: '480',
  workerTypeHourPrice: '100',
  carTypeHourPrice: '90',
  defaultHourPrice: '80',
}

describe('the price of an item', () => {
  it('by hours is the nearest that is said', () => {
    expect(labourPrice(all)).toBe('150')
    expect(labourPrice({ ...all, carTypePrice: null })).toBe('120')
    expect(labourPrice({ ...all, carTypePrice: null, hourPrice: null })).toBe('100')
    expect(labourPrice({ ...all, carTypePrice: null, hourPrice: null, workerTypeHourPrice: null })).toBe('90')
    const unsaid = { carTypePrice: null, hourPrice: null, workerTypeHourPrice: null, carTypeHourPrice: null }
    expect(labourPrice({ ...all, ...unsaid })).toBe('80')
  })

  it('is zero where zero is said', () => {
    expect(labourPrice({ ...all, carTypePrice: '0' })).toBe('0')
    expect(labourPrice({ ...all, carTypePrice: null, hourPrice: '0.0000' })).toBe('0.0000')
    expect(labourPrice({ ...all, pricingMode: 'fixed', carTypePrice: '0' })).toBe('0')
  })

  it('of a fixed one knows no price of an hour', () => {
    const fixed = { ...all, pricingMode: 'fixed' } as const
    expect(labourPrice(fixed)).toBe('150')
    expect(labourPrice({ ...fixed, carTypePrice: null })).toBe('480')
    expect(labourPrice({ ...fixed, carTypePrice: null, fixedPrice: null })).toBeNull()
  })
})

describe('the amount of a line', () => {
  const line = { pricingMode: 'hours', stdHours: '1', price: '100', qty: '1' } as const

  it('by hours is hours × price × quantity, rounded once', () => {
    expect(labourAmount({ ...line, stdHours: '1.5' })).toBe('150.00')
    expect(labourAmount({ ...line, stdHours: '0.333333', price: '120' })).toBe('40.00')
    expect(labourAmount({ ...line, stdHours: '0.35', price: '88.5', qty: '2' })).toBe('61.95')
    // Each half alone would be 0.53: 0.525 × 2 is 1.05 and not 1.06.
    expect(labourAmount({ ...line, stdHours: '0.005', price: '105', qty: '2' })).toBe('1.05')
  })

  it('of a fixed price knows no hours', () => {
    expect(labourAmount({ ...line, pricingMode: 'fixed', stdHours: '9', price: '480.505' })).toBe('480.51')
    expect(labourAmount({ ...line, pricingMode: 'fixed', price: '33.335', qty: '3' })).toBe('100.01')
    expect(labourAmount({ ...line, pricingMode: 'fixed', price: '0' })).toBe('0.00')
  })
})
