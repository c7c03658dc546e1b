import { describe, expect, it } from 'vitest'
import { isPlate, isUnplated, plainPlate, plateField, plateOfVin } from './plate'

describe('plates', () => {
  it('are kept in capitals of half width, without dots and blanks', () => {
    expect(plainPlate(' 鄂a·12345 ')).toBe('鄂A12345')
    expect(plainPlate('鄂Ａ－１２３４５')).toBe('鄂A12345')
    expect(plainPlate('未上牌 h2-1234')).toBe('未上牌-H21234')
  })

  it.each(['鄂A12345', '京AF0236', '沪ADZ999', '粤Z1234港', '鄂A1234学', '鄂A1234挂', '京A1234警', '苏O12345'])(
    '%s is one',
    (plate) => expect(isPlate(plate)).toBe(true),
  )

  it.each(['鄂AD12345', '鄂AA12345', '鄂AF12345', '鄂AK12345', '鄂ADA1234', '鄂A12345D', '鄂A12345F'])(
    '%s is one of new energy',
    (plate) => expect(isPlate(plate)).toBe(true),
  )

  it.each([
    ['A12345', 'no province'],
    ['鄂112345', 'no letter of the city'],
    ['鄂A1234', 'six signs'],
    ['鄂AI2345', 'the letter I'],
    ['鄂A1O345', 'the letter O'],
    ['鄂AL12345', 'L is no class of new energy'],
    ['鄂A12345A', 'only D and F end one of large cars'],
    ['鄂ADAB234', 'two letters in the middle'],
    ['汉A12345', 'no province'],
    ['鄂A123456789', 'too long'],
  ])('%s is none: %s', (plate) => expect(isPlate(plate)).toBe(false))

  it('may be still to come: then the end of the VIN stands for it', () => {
    expect(plateOfVin('LSVAA4187H2123456')).toBe('未上牌-123456')
    expect(isPlate('未上牌-123456')).toBe(true)
    expect(isUnplated('未上牌-123456')).toBe(true)
    expect(isPlate('未上牌-12345')).toBe(false)
    expect(plateField.parse(undefined)).toBe('')
    expect(plateField.safeParse('鄂A').success).toBe(false)
  })
})
