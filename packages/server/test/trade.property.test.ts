import { afterEach, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop'
import { walk } from './trade-walk'

let shop: Shop | undefined
// Closing the shop checks every invariant of the books.
afterEach(async () => {
  await shop?.close()
  shop = undefined
})

const settings = [
  { seed: 1, config: {} },
  { seed: 2, config: { receiptTwoDesk: true, deliveryTwoDesk: true } },
  {
    seed: 3,
    config: {
      approveRequired: ['purchase_order', 'sales_order', 'sales_return'],
      freightToCost: true,
      overReceiptTolerance: '0.1',
    },
  },
]

const posting = [
  'goods_receipt',
  'purchase_return',
  'sales_delivery',
  'sales_return',
  'other_in',
  'other_out',
  'collection',
  'payment',
]

describe('random trade', () => {
  it.each(settings)('by six clients at once leaves the books right, seed $seed', { timeout: 240_000 }, async (each) => {
    shop = await openShop({ config: { creditCheck: false, goodsReturnDays: 365, ...each.config } })
    const report = await walk(shop, { seed: each.seed, clients: 6, steps: 120 })
    expect(report.failures).toEqual([])
    expect(report.broken).toEqual([])
  })

  // One client alone takes the same steps every time, so this also says that the walks reach what they are meant to.
  it('by one client posts, undoes and reverses every kind of document', { timeout: 240_000 }, async () => {
    const config = { creditCheck: false, goodsReturnDays: 365, receiptTwoDesk: true, deliveryTwoDesk: true }
    shop = await openShop({ config })
    let missing = [
      ...posting.flatMap((kind) => [`${kind}.approve`, `${kind}.unapprove`, `${kind}.reverse`]),
      'goods_receipt.receive',
      'sales_return.receive',
      'sales_delivery.ship',
      'purchase_return.ship',
      'purchase_order.approve',
      'purchase_order.close',
      'sales_order.confirm',
      'sales_order.close',
    ]
    for (let seed = 6; seed < 12 && missing.length > 0; seed += 1) {
      const report = await walk(shop, { seed, clients: 1, steps: 700 })
      expect(report.failures).toEqual([])
      expect(report.broken).toEqual([])
      missing = missing.filter((action) => !report.done.has(action))
    }
    expect(missing).toEqual([])
  })
})
