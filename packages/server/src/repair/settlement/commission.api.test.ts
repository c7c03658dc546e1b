// 提成 of work that comes to next to nothing, through HTTP; the closing test asks all invariants about it.
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settledBooks } from '../../../test/settled-books'
import { settlingAt } from '../../../test/settling'
import { openShop, type Shop } from '../../../test/shop'
import { dispatched, workshopOf } from '../../../test/workshop'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

it('who gets less than half a fen of a line has no entry; the last one takes what is left', async () => {
  const workshop = await workshopOf(shop)
  const desk = settlingAt(shop, await shop.signIn('owner'), workshop)
  const order = await desk.finished({ header: desk.plainBody().header, labour: [desk.labour('擦灯', '0.03')] })
  const { labour } = await desk.order(order.id)
  await dispatched(shop, { workOrderId: order.id, lineId: labour[0]?.id as number }, [
    { employeeId: workshop.technicianId, share: '0.3333' },
    { employeeId: workshop.helperId, share: '0.6667' },
  ])
  const { id } = await desk.settle(await desk.drafted(order), { tenders: [desk.cash('0.03')] })
  // 0.03 x 18 % is 0.0054: a fen, of which a third is nothing.
  const books = settledBooks(shop, repairSettlement.kind)
  expect(await books.commissionOf(id)).toEqual(['technician 0.0300 0.6667 0.1800 0.01'])
})
