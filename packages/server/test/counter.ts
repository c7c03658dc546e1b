// What the tests of sales share: a shop with goods in stock and the gestures of its people.
import type { GoodsRoutes } from '@chepu/contract/kernel/goods-document'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { expect } from 'vitest'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { checkInvariants } from '../src/kernel/invariants'
import { type Client, one, openShop } from './shop'

type Routes = GoodsRoutes
export interface Saved {
  id: number
  billNo: string
  version: number
  state: string
}
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
  const tenant = <Row>(text: string, values: unknown[] = []) => shop.books.query<Row>(text, ...values)

  const save = (routes: Routes, lines: TypedLine[], more: Record<string, unknown> = {}, client: Client = owner) =>
    client.ask(routes.save, { body: { header: header(more), lines } as never })

  const act = (
    routes: Routes,
    saved: { id: number; version: number },
    action: string,
    more: { client?: Client; reason?: string; input?: unknown } = {},
  ) =>
    (more.client ?? owner).ask(routes.act, {
      params: { id: saved.id, action },
      body: { version: saved.version, reason: more.reason ?? '测试', input: more.input },
    })

  /** Saves and acts; fails loudly unless both succeed. */
  async function done(routes: Routes, lines: TypedLine[], more: Record<string, unknown> = {}, action = 'approve') {
    const saved = await save(routes, lines, more)
    expect(saved).toMatchObject({ status: 200 })
    const acted = await act(routes, saved.data, action)
    expect(acted).toMatchObject({ status: 200 })
    return acted.data as Saved
  }

  const buy = (partId: number, qty: string, price: string, more: Record<string, unknown> = {}) =>
    done(goodsReceipt.routes, [{ partId, qty, price }], { partnerId: shop.supplierId, ...more })
  const sell = (lines: TypedLine[], more: Record<string, unknown> = {}) => done(salesDelivery.routes, lines, more)

  const read = (routes: Routes, id: number, client: Client = owner) => client.call(routes.read, { params: { id } })
  const lineIds = async (routes: Routes, id: number) => (await read(routes, id)).lines.map((line) => line.id)

  const { held, pnl, balance } = shop.books
  const pool = (partId: number, warehouseId = shop.warehouseId) => shop.books.pool(partId, warehouseId)

  /** A new part with `qty` in stock at 10.00. */
  async function stocked(qty: string): Promise<number> {
    const code = `P${Math.random().toString(36).slice(2, 8)}`
    const partId = await shop.db.tenant(shop.groupId, async (tx) => {
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
    if (qty !== '0') await buy(partId, qty, '10')
    return partId
  }

  async function submitted(lines: TypedLine[], more: Record<string, unknown> = {}): Promise<Saved> {
    const saved = await save(salesOrder.routes, lines, more)
    expect(saved).toMatchObject({ status: 200 })
    return (await act(salesOrder.routes, saved.data, 'submit')).data
  }

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

  /** Every invariant of the books holds. */
  async function assertBooks() {
    const findings = await shop.db.tenant(shop.groupId, (tx) => checkInvariants(tx))
    expect(findings.filter((finding) => finding.violations.length > 0)).toEqual([])
  }
  return {
    ...shop,
    owner,
    seller,
    tenant,
    save,
    act,
    done,
    buy,
    sell,
    read,
    lineIds,
    pool,
    held,
    pnl,
    balance,
    assertBooks,
    stocked,
    submitted,
    confirmed,
    delivery,
    approveDelivery,
    deliver,
    headerOf,
  }
}
export type Counter = Awaited<ReturnType<typeof openCounter>>
