import { describe, expect, it } from 'vitest'
import { sumOf } from '../kernel/decimal'
import { cardTypeRoutes, giftFor, ruleText } from './card-type'
import { allocatePackage } from './package-shares'

describe('what a recharge is granted', () => {
  const rules = [
    { pay: '1000', gift: '100' },
    { pay: '3000', giftRate: '0.15' },
    { pay: '500', gift: '30.5' },
  ]

  it('goes by the highest tier that is reached, in whatever order they stand', () => {
    expect(['499.99', '500', '999.99', '1000', '2999.99', '3000', '5000'].map((paid) => giftFor(rules, paid))).toEqual([
      '0.00',
      '30.50',
      '30.50',
      '100.00',
      '100.00',
      '450.00',
      '750.00',
    ])
  })

  it('is rounded to the fen, and nothing without rules', () => {
    expect(giftFor([{ pay: '100', giftRate: '0.0333' }], '150.15')).toBe('5.00')
    expect(giftFor([{ pay: '100', giftRate: '0.1' }], '100.05')).toBe('10.01')
    expect(giftFor([], '1000')).toBe('0.00')
  })

  it('is told in words', () => {
    expect(rules.map(ruleText)).toEqual(['满1000送100', '满3000送15%', '满500送30.5'])
  })

  it('has tiers that grant one thing each, from different amounts on, and stands with cards that hold money', () => {
    const faults = (body: object) =>
      cardTypeRoutes.save.body
        .safeParse({ name: '卡', kind: 'stored', ...body })
        .error?.issues.map((each) => each.message)
    const tier = { pay: '500', gift: '50' }
    expect(faults({ rechargeRules: [tier, { pay: '1000', giftRate: '0.1' }] })).toBeUndefined()
    expect(faults({ rechargeRules: [{ pay: '0', gift: '1' }] })).toEqual(['第1行充值金额应大于0'])
    expect(faults({ rechargeRules: [tier, { pay: '600' }] })).toEqual(['第2行请填写赠送金额或赠送比例中的一个'])
    expect(faults({ rechargeRules: [{ ...tier, giftRate: '0.1' }] })).toEqual(['第1行请填写赠送金额或赠送比例中的一个'])
    expect(faults({ rechargeRules: [tier, { pay: '500.00', gift: '60' }] })).toEqual(['第2行充值金额与前面重复'])
    expect(faults({ kind: 'member', rechargeRules: [tier], minFirstRecharge: '1' })).toEqual([
      '会员卡不储值，不能有充值赠送',
      '会员卡不储值，不填首次充值',
    ])
    expect(faults({ labourRate: '0' })).toEqual(['折扣应大于0，不打折填1'])
  })
})

describe('what the lines of a package are worth', () => {
  const worth = (price: string, ...lines: [times: string, listPrice: string][]) =>
    allocatePackage(
      price,
      lines.map(([times, listPrice]) => ({ times, listPrice })),
    )

  it('are shares of its price by what their times cost alone, to the fen', () => {
    // 3 × 120, 2 × 80 and 12 × 55.5 cost 1186 alone.
    expect(worth('899', ['3', '120'], ['2', '80'], ['12', '55.5'])).toEqual([
      { ratio: '0.3035', allocTotal: '272.88', allocPrice: '90.9600' },
      { ratio: '0.1349', allocTotal: '121.28', allocPrice: '60.6400' },
      { ratio: '0.5616', allocTotal: '504.84', allocPrice: '42.0700' },
    ])
  })

  it('give the remainder to the last line that costs something', () => {
    expect(worth('100', ['1', '10'], ['1', '10'], ['7', '10']).map((each) => each.allocPrice)).toEqual([
      '11.1100',
      '11.1100',
      '11.1114',
    ])
    expect(worth('100', ['1', '10'], ['1', '20'], ['2', '0']).map((each) => each.allocTotal)).toEqual([
      '33.33',
      '66.67',
      '0.00',
    ])
  })

  it('share by times where nothing costs anything alone, and of nothing are nothing', () => {
    expect(worth('100', ['3', '0'], ['1', '0']).map((each) => each.allocTotal)).toEqual(['75.00', '25.00'])
    expect(worth('0', ['3', '10']).map((each) => each.allocPrice)).toEqual(['0.0000'])
    // Nothing is typed yet.
    expect(worth('10', ['0', '0'])).toEqual([{ ratio: '0.0000', allocTotal: '0.00', allocPrice: '0.0000' }])
    expect(worth('10')).toEqual([])
  })

  it('are never below nothing, and always the price', () => {
    const many = Array.from({ length: 10 }, (): [string, string] => ['1', '1'])
    const shares = worth('0.05', ...many)
    expect(shares.map((each) => each.allocTotal)).toEqual([...Array(5).fill('0.01'), ...Array(5).fill('0.00')])
    for (const price of ['0.01', '0.99', '1234.56', '99999.99'])
      expect(sumOf(worth(price, ['3', '7.77'], ['2.5', '31.4159'], ['9', '0.0001']), (each) => each.allocTotal)).toBe(
        String(price),
      )
  })
})
