import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Counter, openCounter } from '../../../test/counter'

let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(() => shop.close())

it('tells a line that is short what earlier lines take of the same goods', async () => {
  const part = await shop.stocked('10')
  const line = (qty: string) => ({ partId: part, qty, price: '90' })
  const saved = await shop.save(salesDelivery.routes, [line('5'), line('3'), line('3')])
  expect((await shop.act(salesDelivery.routes, saved.data, 'approve')).msg).toMatch(
    /^第3行 \[P\w+\] 可用量 2，需要 3（本单前面的行已用 8）$/,
  )
  expect(await shop.books.pool(part)).toBe('10.0000 / 100.00')
})
