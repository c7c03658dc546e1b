// What a document is drafted on must be the caller's to see: its partner and the former lines that it refers to.
import { collection } from '@chepu/contract/finance/collection'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { passwordInfo } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter, type Saved } from '../../../test/counter'
import { worker } from '../../../test/people'
import type { Client } from '../../../test/shop'
import { shanghaiDay } from '../base/calendar'

let shop: Counter
/** Another salesperson; the customer in question is his. */
let colleague: { client: Client; userId: number }
let sellerId: number
let partId: number

beforeAll(async () => {
  shop = await openCounter()
  colleague = await worker(shop, 'salesperson')
  partId = await shop.stocked('50')
  sellerId = (await shop.seller.call(passwordInfo)).user.userid
  await handTo(colleague.userId)
})
afterAll(() => shop.close())

const goods = (more: Record<string, unknown> = {}) => [{ partId, qty: '1', price: '20', ...more }]

/** The customer is looked after by this user from now on. */
const handTo = (userId: number) =>
  shop.sql(
    `insert into partner_org (group_id, org_id, partner_id, salesperson_id)
      select e.group_id, e.org_id, $2, e.id from employee e where e.group_id = $1 and e.user_id = $3
      on conflict (group_id, org_id, partner_id) do update set salesperson_id = excluded.salesperson_id`,
    shop.customerId,
    userId,
  )

const again = (client: Client, saved: Pick<Saved, 'id' | 'version'>, more: Record<string, unknown> = {}) => {
  const { id, version } = saved
  const header = { bizDate: shanghaiDay(), partnerId: shop.customerId, warehouseId: shop.warehouseId, ...more }
  return client.ask(salesOrder.routes.save, { body: { id, version, header, lines: goods() } as never })
}

const unknownCustomer = { status: 400, errors: [{ path: 'header.partnerId', message: '客户不存在' }] }

describe('the customer of a colleague', () => {
  it('is not drafted upon, nor put in place of one’s own, in any document', async () => {
    expect((await shop.seller.ask(partnerRoutes.read, { params: { id: shop.customerId } })).status).toBe(404)
    for (const routes of [salesOrder.routes, salesDelivery.routes])
      expect(await shop.save(routes, goods(), {}, shop.seller)).toMatchObject(unknownCustomer)
    const ownReturn = { reason: '其他', partnerId: shop.customerId }
    expect(await shop.save(salesReturn.routes, goods(), ownReturn, shop.seller)).toMatchObject(unknownCustomer)
    const draft = await shop.save(salesOrder.routes, goods(), { partnerId: shop.walkInId }, shop.seller)
    expect(draft.status).toBe(200)
    expect(await again(shop.seller, draft.data)).toMatchObject(unknownCustomer)
    expect((await shop.save(salesOrder.routes, goods(), {}, colleague.client)).status).toBe(200)
    expect((await shop.save(salesOrder.routes, goods())).status).toBe(200)
  })

  it('stays on drafts and goes on to what is made of documents that he has been handed over from', async () => {
    await handTo(sellerId)
    const draft = await shop.save(salesOrder.routes, goods(), {}, shop.seller)
    const running = await shop.save(salesOrder.routes, goods(), {}, shop.seller)
    const submitted = await shop.act(salesOrder.routes, running.data, 'submit')
    expect((await shop.act(salesOrder.routes, submitted.data, 'confirm')).status).toBe(200)
    await handTo(colleague.userId)
    expect((await again(shop.seller, draft.data)).status).toBe(200)
    const [sourceLineId] = await shop.lineIds(salesOrder.routes, running.data.id)
    const made = await shop.save(salesDelivery.routes, goods({ sourceLineId }), {}, shop.seller)
    expect(made).toMatchObject({ status: 200 })
    expect((await shop.act(salesDelivery.routes, made.data, 'approve', { client: shop.seller })).status).toBe(200)
  })

  it('is not collected from by who sees neither him nor his balance', async () => {
    await shop.sql(
      `insert into role_button (group_id, role_id, button_id)
        select r.group_id, r.id, unnest($2::int[]) from role r where r.group_id = $1 and r.code = 'salesperson' on conflict do nothing`,
      [collection.buttons.view, collection.buttons.add].flat(),
    )
    const collect = (client: Client) =>
      client.ask(collection.routes.save, {
        body: {
          header: { bizDate: shanghaiDay(), partnerId: shop.customerId, purpose: 'advance' },
          tenders: [{ storeAccountId: shop.cashId, amount: '10' }],
          items: [],
        } as never,
      })
    expect(await collect(await shop.signIn('salesperson'))).toMatchObject(unknownCustomer)
    expect((await collect(shop.owner)).status).toBe(200)
  })
})

describe('a former document of a colleague', () => {
  const unknownSource = { status: 400, errors: [{ path: 'lines.0.sourceLineId', message: '第1行 来源单据不存在' }] }
  let deliveryLine: number
  let orderLine: number
  let delivery: Saved

  beforeAll(async () => {
    const partnerId = shop.walkInId
    const order = await shop.confirmed(goods({ qty: '3' }), { partnerId })
    ;[orderLine = 0] = await shop.lineIds(salesOrder.routes, order.id)
    delivery = await shop.sell(goods({ qty: '2', price: '35' }), { partnerId })
    ;[deliveryLine = 0] = await shop.lineIds(salesDelivery.routes, delivery.id)
  })

  const deliver = (client: Client, more: Record<string, unknown> = {}) =>
    shop.save(salesDelivery.routes, goods({ sourceLineId: orderLine }), { partnerId: shop.walkInId, ...more }, client)
  const giveBack = (client: Client, more: Record<string, unknown> = {}) =>
    shop.save(
      salesReturn.routes,
      goods({ sourceLineId: deliveryLine, ...more }),
      { partnerId: shop.walkInId, reason: '其他' },
      client,
    )

  it('is not executed or returned by who could not open it, and tells nothing', async () => {
    for (const answer of [
      await deliver(shop.seller),
      await deliver(shop.seller, { partnerId: shop.customerId }),
      await giveBack(shop.seller),
      await giveBack(shop.seller, { qty: '9', price: '99' }),
    ])
      expect(answer).toMatchObject(unknownSource)
    expect((await deliver(shop.owner)).status).toBe(200)
    expect((await giveBack(shop.owner)).status).toBe(200)
  })

  it('stays on the draft of who may handle the draft itself', async () => {
    const [{ employeeId } = { employeeId: 0 }] = await shop.sql<{ employeeId: number }>(
      'select id as employee_id from employee where group_id = $1 and user_id = $2',
      sellerId,
    )
    const handed = { salespersonId: employeeId }
    const draft = (await deliver(shop.owner, handed)).data
    const { version } = draft
    const header = { bizDate: shanghaiDay(), partnerId: shop.walkInId, warehouseId: shop.warehouseId, ...handed }
    const lines = goods({ sourceLineId: orderLine })
    const saved = await shop.seller.ask(salesDelivery.routes.save, {
      body: { id: draft.id, version, header, lines } as never,
    })
    expect(saved).toMatchObject({ status: 200 })
    expect((await shop.act(salesDelivery.routes, saved.data, 'approve', { client: shop.seller })).status).toBe(200)
  })
})
