// What the tests of sales share: a shop with goods in stock and the gestures of its people.
import type { GoodsRoutes } from '@chepu/contract/kernel/goods-document'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { expect } from 'vitest'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { act as actAt, type Known, save as saveAt, type Saved, tryAct, trySave, type Words } from './desk'
import { assertBooks as assertBooksOf, type Client, one, openShop, type Shop } from './shop'

type Routes = GoodsRoutes
export type { Saved } from './desk'
export interface TypedLine extends Record<string, unknown> {
  partId: number
  qty: string
  price: string
}

/** A shop with an owner and a salesperson, and what they do. */
export async function openCounter(config: Record<string, unknown> = {}) {
  const shop = await openShop({ config })
  const owner = await shop.signIn('owner')
  const seller = await shop.signIn('salesperson')
  const header = (more: Record<string, unknown> = {}) => ({
    bizDate: shanghaiDay(),
    partnerId: shop.customerId,
    warehouseId: shop.warehouseId,
    ...more,
  })

  const { save, act, done, read } = gesturesOf(owner, header)

  const buy = (partId: number, qty: string, price: string, more: Record<string, unknown> = {}) =>
    done(goodsReceipt.routes, [{ partId, qty, price }], { partnerId: shop.supplierId, ...more })
  const sell = (lines: TypedLine[], more: Record<string, unknown> = {}) => done(salesDelivery.routes, lines, more)

  const lineIds = async (routes: Routes, id: number) => (await read(routes, id)).lines.map((line) => line.id)

  /** A new part with `qty` in stock at 10.00. */
  async function stocked(qty: string): Promise<number> {
    const partId = await newPart(shop)
    if (qty !== '0') await buy(partId, qty, '10')
    return partId
  }

  /** Every invariant of the books holds. */
  const assertBooks = () => assertBooksOf(shop.db, shop.groupId)

  return {
    ...shop,
    owner,
    seller,
    save,
    act,
    done,
    buy,
    sell,
    read,
    lineIds,
    assertBooks,
    stocked,
    ...ordersOf({ save, act, done, read }),
  }
}
type More = Record<string, unknown>
type Gestures = ReturnType<typeof gesturesOf>

/** What is done with any document, by the owner unless another is named; `header` fills what every header has. */
function gesturesOf(owner: Client, header: (more?: More) => More) {
  const save = (routes: Routes, lines: TypedLine[], more: More = {}, client: Client = owner) =>
    trySave(client, routes, { header: header(more), lines } as never)
  const act = (
    routes: Routes,
    saved: Known,
    action: string,
    { client = owner, ...words }: Words & { client?: Client } = {},
  ) => tryAct(client, routes, saved, action, words)
  /** Saves and acts; fails loudly unless both succeed. */
  const done = async (routes: Routes, lines: TypedLine[], more: More = {}, action = 'approve'): Promise<Saved> =>
    actAt(owner, routes, await saveAt(owner, routes, { header: header(more), lines } as never), action)
  const read = (routes: Routes, id: number, client: Client = owner) => client.call(routes.read, { params: { id } })
  return { save, act, done, read }
}

/** What is done with a sales order: it is submitted, confirmed, delivered. */
function ordersOf({ save, act, done, read }: Gestures) {
  const submitted = (lines: TypedLine[], more: Record<string, unknown> = {}): Promise<Saved> =>
    done(salesOrder.routes, lines, more, 'submit')

  async function confirmed(lines: TypedLine[], more: Record<string, unknown> = {}): Promise<Saved> {
    const answer = await act(salesOrder.routes, await submitted(lines, more), 'confirm')
    expect(answer).toMatchObject({ status: 200, data: { state: 'approved' } })
    return answer.data
  }

  /** A draft delivery of one line of an order. */
  async function delivery(order: Saved, qty: string, at = 0, more: Record<string, unknown> = {}) {
    const { lines } = await read(salesOrder.routes, order.id)
    const line = lines[at] as (typeof lines)[number]
    return save(
      salesDelivery.routes,
      [{ partId: line.partId, qty, price: line.price as string, sourceLineId: line.id }],
      more,
    )
  }
  const approveDelivery = (saved: Saved) => act(salesDelivery.routes, saved, 'approve')
  async function deliver(order: Saved, qty: string): Promise<Saved> {
    const posted = await approveDelivery((await delivery(order, qty)).data)
    expect(posted).toMatchObject({ status: 200 })
    return posted.data
  }
  const headerOf = async (order: Saved) => (await read(salesOrder.routes, order.id)).header
  return { submitted, confirmed, delivery, approveDelivery, deliver, headerOf }
}

export type Counter = Awaited<ReturnType<typeof openCounter>>

/** A part like the shop's first, with nothing in stock. */
export function newPart(shop: Pick<Shop, 'db' | 'groupId'>): Promise<number> {
  const code = `P${Math.random().toString(36).slice(2, 8)}`
  return shop.db.tenant(shop.groupId, async (tx) => {
    const [like] = await tx.query<{ brandId: number; categoryId: number; unitId: number; taxRateId: number }>({
      text: 'select brand_id, category_id, unit_id, tax_rate_id from part where group_id = $1 order by id limit 1',
      values: [tx.groupId],
    })
    return one(tx, 'part', {
      code,
      name: code,
      brand_id: like?.brandId,
      category_id: like?.categoryId,
      unit_id: like?.unitId,
      tax_rate_id: like?.taxRateId,
    })
  })
}
