import { partHints, searchParts } from '@chepu/contract/basics/lookups'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter } from '../../../test/counter'
import { worker } from '../../../test/people'

let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(async () => {
  await shop.assertBooks()
  await shop.close()
})

describe('proposed prices', () => {
  it('are told to advisers, who sell by orders of the workshop alone, and not to technicians', async () => {
    const partId = await shop.stocked('1')
    await shop.sql('update product set retail_price = 80 where group_id = $1 and part_id = $2 returning id', partId)
    const [part] = await shop.sql<{ code: string }>('select code from part where group_id = $1 and id = $2', partId)
    const toldTo = async (role: string) => {
      const { client } = await worker(shop, role)
      const { rows } = await client.call(searchParts, { query: { q: part?.code ?? '', exact: 'true', mode: 'sale' } })
      return rows.map(({ price, priceSource }) => [price, priceSource])
    }
    expect(await toldTo('adviser')).toEqual([['80.0000', 'retail']])
    expect(await toldTo('technician')).toEqual([[null, '']])
  })

  it('are told in the tax mode of the document that asks', async () => {
    const partId = await shop.stocked('0')
    const [part] = await shop.sql<{ code: string }>('select code from part where group_id = $1 and id = $2', partId)
    const ask = async (mode: 'sale' | 'purchase', taxIncluded?: boolean, partnerId?: number) => {
      const query = { q: part?.code ?? '', exact: 'true' as const, mode, partnerId, taxIncluded }
      const { rows } = await shop.owner.call(searchParts, { query })
      const { price, lastPrice } = rows[0] ?? {}
      const body = { mode, partnerId, taxIncluded, partIds: [partId] }
      expect((await shop.owner.call(partHints, { body })).rows).toMatchObject([{ lastPrice }])
      return [price, lastPrice]
    }
    const line = { partId, qty: '10', taxRate: '0.13' }
    const bought = { partnerId: shop.supplierId, taxIncluded: false }
    await shop.done(goodsReceipt.routes, [{ ...line, price: '33.3333', discountRate: '0.95' }], bought)
    expect(await ask('purchase', false, shop.supplierId)).toEqual(['33.3333', '33.3333'])
    expect(await ask('purchase', true, shop.supplierId)).toEqual(['37.6666', '37.6666'])
    expect(await ask('purchase', undefined, shop.supplierId)).toEqual(['37.6666', '37.6666'])

    // What is remembered of the product is kept with tax, also after a later receipt is undone.
    const undone = await shop.buy(partId, '1', '50')
    await shop.act(goodsReceipt.routes, undone, 'unapprove')
    expect(await ask('purchase', true)).toEqual(['37.6666', null])
    expect(await ask('purchase', false)).toEqual(['33.3333', null])

    // So are the prices of the price list; the customer's last price is that of its line.
    await shop.sell([{ ...line, qty: '1', price: '226' }])
    expect(await ask('sale', true, shop.customerId)).toEqual(['226.0000', '226.0000'])
    await shop.sql('update product set retail_price = 113 where group_id = $1 and part_id = $2 returning id', partId)
    expect(await ask('sale', true, shop.customerId)).toEqual(['113.0000', '226.0000'])
    expect(await ask('sale', false, shop.customerId)).toEqual(['100.0000', '200.0000'])
  })
})
