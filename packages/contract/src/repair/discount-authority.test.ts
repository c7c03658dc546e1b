import { describe, expect, it } from 'vitest'
import { discountExcesses } from './discount-authority'

type Args = Parameters<typeof discountExcesses>
const adviser: Args[2] = {
  lineDiscount: '0.1',
  orderDiscount: '20',
  belowMin: false,
  belowCost: false,
  seesFloors: true,
}
const line: Args[0][number] = {
  lineNo: 2,
  name: '换制动片',
  payer: 'customer',
  qty: '2',
  price: '100',
  discountRate: '1',
  untaxed: '200.00',
  discountShare: '0.00',
  discountShareUntaxed: '0.00',
  grantedRate: null,
  minPrice: null,
  cost: null,
}
const told = (lines: Partial<typeof line>[], may: Partial<typeof adviser> = {}, order: Partial<Args[1]> = {}) =>
  discountExcesses(
    lines.map((each) => ({ ...line, ...each })),
    { taxIncluded: true, orderDiscount: '0', ...order },
    { ...adviser, ...may },
  ).map(({ path, rule, message }) => [path, rule, message])

describe('a discount of a line', () => {
  it('is within the limit, or told', () => {
    expect(told([{ discountRate: '0.9' }])).toEqual([])
    expect(told([{}, { discountRate: '0.85' }])).toEqual([
      ['lines.1.discountRate', 'lineDiscount', '第2行 [换制动片] 折扣 8.5折，您最多9折'],
    ])
    expect(told([{ discountRate: '0.95' }], { lineDiscount: '0' })).toEqual([
      ['lines.0.discountRate', 'lineDiscount', '第2行 [换制动片] 折扣 9.5折，您不能打折'],
    ])
    expect(told([{ discountRate: '0' }], { lineDiscount: null })).toEqual([])
  })

  it('may be as large as the card grants', () => {
    expect(told([{ discountRate: '0.8', grantedRate: '0.8' }])).toEqual([])
    expect(told([{ discountRate: '0.79', grantedRate: '0.8' }])).toHaveLength(1)
  })

  it('is everything where the line is given away', () => {
    expect(told([{ payer: 'gift' }])).toEqual([['lines.0.payer', 'lineDiscount', '第2行 [换制动片] 赠送，您最多9折']])
    expect(told([{ payer: 'gift', grantedRate: '0' }])).toHaveLength(1)
    expect(told([{ payer: 'gift', minPrice: '120', cost: '500' }], { lineDiscount: '1' })).toEqual([])
  })

  it('is measured of what insurers buy too, and not of what nobody buys', () => {
    expect(told([{ payer: 'insurance', discountRate: '0.5' }])).toHaveLength(1)
    for (const payer of ['warranty', 'internal', 'rework'] as const)
      expect(told([{ payer, discountRate: '0.5', minPrice: '120', cost: '500' }])).toEqual([])
  })
})

it('tells an order discount beyond the limit', () => {
  expect(told([], {}, { orderDiscount: '20.00' })).toEqual([])
  expect(told([], { orderDiscount: null }, { orderDiscount: '900' })).toEqual([])
  expect(told([], {}, { orderDiscount: '20.01' })).toEqual([
    ['orderDiscount', 'orderDiscount', '整单优惠20.01元，您最多20.00元'],
  ])
})

describe('a price', () => {
  // 100.00 at 95折 less 5.00 a piece of the order discount.
  const sold = { discountRate: '0.95', discountShare: '10.00', discountShareUntaxed: '8.85', untaxed: '168.14' }

  it('is not below the lowest one after both discounts', () => {
    expect(told([{ ...sold, minPrice: '90' }])).toEqual([])
    expect(told([{ ...sold, minPrice: '90.5000' }])).toEqual([
      ['lines.0.price', 'belowMin', '第2行 [换制动片] 售价 90 低于最低售价 90.5，您没有低价销售的权限'],
    ])
    expect(told([{ ...sold, minPrice: '90.5' }], { seesFloors: false })).toEqual([
      ['lines.0.price', 'belowMin', '第2行 [换制动片] 售价 90 低于最低售价，您没有低价销售的权限'],
    ])
    expect(told([{ ...sold, minPrice: '90.5' }], { belowMin: true })).toEqual([])
    expect(told([{ ...sold, minPrice: '90.5' }], {}, { taxIncluded: false })).toEqual([])
  })

  it('is not below cost, both without tax', () => {
    expect(told([{ ...sold, cost: '159.29' }])).toEqual([])
    expect(told([{ ...sold, cost: '159.30' }])).toEqual([
      ['lines.0.price', 'belowCost', '第2行 [换制动片] 售价低于成本价，您没有放行权限'],
    ])
    expect(told([{ ...sold, cost: '159.30' }], { belowCost: true })).toEqual([])
  })
})
