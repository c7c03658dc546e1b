import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { readBell } from '@chepu/contract/shell/bell'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, newPart, openCounter } from '../../../test/counter'
import { act, post, reverse, save } from '../../../test/desk'
import { type Worker, worker } from '../../../test/people'
import type { Client } from '../../../test/shop'
import { shanghaiDay } from '../base/calendar'

let shop: Counter
let seller: Worker
let second: Worker
beforeAll(async () => {
  shop = await openCounter({ creditCheck: false })
  seller = await worker(shop, 'salesperson')
  second = await worker(shop, 'salesperson')
})
afterAll(async () => {
  await shop.assertBooks()
  await shop.close()
})

const bought = (lines: [number, string][]) =>
  post(shop.owner, goodsReceipt.routes, {
    header: { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId },
    lines: lines.map(([partId, qty]) => ({ partId, qty, price: '10' })),
  })
/** An order that the owner makes for a salesperson and confirms, which holds its goods. */
async function ordered({ userId }: Worker, lines: [number, string][]) {
  const [employee] = await shop.sql<{ id: number }>(
    'select id from employee where group_id = $1 and user_id = $2',
    userId,
  )
  const draft = await save(shop.owner, salesOrder.routes, {
    header: {
      bizDate: shanghaiDay(),
      partnerId: shop.customerId,
      warehouseId: shop.warehouseId,
      salespersonId: employee?.id ?? null,
    },
    lines: lines.map(([partId, qty]) => ({ partId, qty, price: '60' })),
  } as never)
  return act(shop.owner, salesOrder.routes, await act(shop.owner, salesOrder.routes, draft, 'submit'), 'confirm')
}
const newsOf = async (client: Client) =>
  (await client.call(readBell)).news
    .filter(({ message }) => message.includes('释放占用'))
    .map(({ msg_type, message, params }) => [msg_type, message, params?.['no']])

describe('goods that are held no more', () => {
  it('are told to who made the order and who sells by it, in one message, the newest reservations first', async () => {
    const { filter, pad } = shop.parts
    await bought([[filter, '5']])
    const receipt = await bought([
      [filter, '5'],
      [pad, '4'],
    ])
    const first = await ordered(seller, [
      [filter, '6'],
      [filter, '2'],
      [pad, '4'],
    ])
    const later = await ordered(second, [[filter, '2']])
    await reverse(shop.owner, goodsReceipt.routes, receipt)
    // 5 of 10 filters are gone: the later order loses its 2, the first one the 2 of its second line and 1 of its 6.
    const ofFirst = [
      3,
      `${first.billNo} 因库存减少释放占用：[04152-YZZA1] 机油滤清器 3、[04465-02220] 前制动片 4，转为缺货，到货后自动占用`,
      first.billNo,
    ]
    const ofLater = [
      3,
      `${later.billNo} 因库存减少释放占用：[04152-YZZA1] 机油滤清器 2，转为缺货，到货后自动占用`,
      later.billNo,
    ]
    expect(await newsOf(seller.client)).toEqual([ofFirst])
    expect(await newsOf(second.client)).toEqual([ofLater])
    expect((await newsOf(shop.owner)).toSorted()).toEqual([ofFirst, ofLater].toSorted())
  })

  it('name the first five of many parts, and nobody hears of goods that still suffice', async () => {
    const parts: number[] = []
    for (let i = 0; i < 6; i += 1) parts.push(await newPart(shop))
    const receipt = await bought(parts.map((partId): [number, string] => [partId, '1']))
    const spare = await bought([[shop.parts.oil, '2']])
    const order = await ordered(seller, [
      ...parts.map((partId): [number, string] => [partId, '1']),
      [shop.parts.oil, '1'],
    ])
    await bought([[shop.parts.oil, '2']])
    await reverse(shop.owner, goodsReceipt.routes, spare)
    expect(await newsOf(seller.client)).toHaveLength(1)
    await reverse(shop.owner, goodsReceipt.routes, receipt)
    const [news] = await newsOf(seller.client)
    expect(news?.[1]).toMatch(
      new RegExp(`^${order.billNo} 因库存减少释放占用：(\\[P\\w+\\] P\\w+ 1、){4}\\[P\\w+\\] P\\w+ 1等6种，`),
    )
  })
})
