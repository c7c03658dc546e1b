import { describe, expect, it } from 'vitest'
import {
  costText,
  dayText,
  discountText,
  moneyText,
  percentText,
  priceText,
  qtyText,
  sizeText,
  timeText,
} from './format'

describe('figures', () => {
  it.each([
    ['1234567.5', '1,234,567.50'],
    ['-1234.005', '-1,234.01'],
    ['0', '0.00'],
    ['', ''],
    [null, ''],
    [undefined, ''],
  ])('money %s reads %s', (value, text) => expect(moneyText(value)).toBe(text))

  it.each([
    ['12.5000', '12.5'],
    ['1000.0000', '1,000'],
    ['-0.0010', '-0.001'],
    ['0.0000', '0'],
    [null, ''],
  ])('quantity %s reads %s', (value, text) => expect(qtyText(value)).toBe(text))

  it('prices keep two decimals and show up to four', () => {
    expect(priceText('12.5000')).toBe('12.50')
    expect(priceText('12.3456')).toBe('12.3456')
    expect(priceText('1200')).toBe('1,200.00')
    expect([priceText(''), priceText(null)]).toEqual(['', ''])
  })

  it('costs stand under one another with four decimals', () => {
    expect([costText('12.5'), costText('1200'), costText(''), costText(null)]).toEqual([
      '12.5000',
      '1,200.0000',
      '',
      '',
    ])
  })

  it('rates read as percent, discounts as 折', () => {
    expect(percentText('0.13')).toBe('13%')
    expect(percentText('0.0925')).toBe('9.25%')
    expect(discountText('0.95')).toBe('95折')
    expect(discountText('1.0000')).toBe('')
    expect([percentText(''), percentText(null), discountText(''), discountText(null)]).toEqual(['', '', '', ''])
  })

  it('sizes of files', () => {
    expect([sizeText(900), sizeText(1536), sizeText(3 * 1024 * 1024)]).toEqual(['900 B', '1.5 KB', '3.0 MB'])
    expect([sizeText(1024), sizeText(1024 * 1024)]).toEqual(['1.0 KB', '1.0 MB'])
  })
})

describe('time', () => {
  it('is shown in Shanghai, whatever the zone of the browser', () => {
    expect(timeText('2026-01-31T16:30:05Z')).toBe('2026-02-01 00:30:05')
    expect(dayText('2026-01-31T16:30:05Z')).toBe('2026-02-01')
    expect([dayText('2026-01-31'), dayText('2026-12-31')]).toEqual(['2026-01-31', '2026-12-31'])
    expect(timeText(new Date('2026-01-31T16:30:05Z'))).toBe('2026-02-01 00:30:05')
    expect([timeText(null), timeText('nonsense'), dayText('')]).toEqual(['', '', ''])
  })
})
