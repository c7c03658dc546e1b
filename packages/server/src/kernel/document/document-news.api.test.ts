import { collection } from '@chepu/contract/finance/collection'
import { askOverride } from '@chepu/contract/kernel/override'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { readBell } from '@chepu/contract/shell/bell'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter } from '../../../test/counter'
import type { Client } from '../../../test/shop'
import { shanghaiDay } from '../base/calendar'
import { statementCount } from '../db/statement'
import { sessionByToken } from '../../shell/sign-in/session'

let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(() => shop.close())

const newsOf = async (client: Client) => (await client.call(readBell)).news
const textsOf = async (client: Client) =>
  (await newsOf(client)).map(({ msg_type, message }) => `${msg_type} ${message}`)

const draft = async (client: Client) => {
  const answer = await shop.save(
    goodsReceipt.routes,
    [{ partId: shop.parts.filter, qty: '1', price: '10' }],
    { partnerId: shop.supplierId },
    client,
  )
  return answer.data as { id: number; version: number; billNo: string }
}
const act = async (client: Client, saved: { id: number; version: number }, action: string, reason?: string) => {
  const answer = await shop.act(goodsReceipt.routes, saved, action, { client, ...(reason && { reason }) })
  expect(answer).toMatchObject({ status: 200 })
  return answer.data as { id: number; version: number; billNo: string }
}

describe('a submitted document', () => {
  it('waits in the bell of those who may approve and see it, not of its submitter or of others', async () => {
    const [buyer, colleague, keeper] = [
      await shop.signIn('buyer'),
      await shop.signIn('buyer'),
      await shop.signIn('warehouse_keeper'),
    ]
    const blind = await shop.signIn('buyer')
    await shop.sql(
      'delete from user_warehouse where group_id = $1 and user_id = $2 returning user_id',
      (await sessionByToken(shop.db, blind.token)).loginId,
    )
    const saved = await act(buyer, await draft(buyer), 'submit')
    const [news] = await newsOf(colleague)
    expect(news).toMatchObject({
      msg_type: 1,
      message: `采购入库单 ${saved.billNo} 待您审核`,
      params: { kind: 'goods_receipt', id: saved.id, no: saved.billNo },
    })
    expect(await textsOf(buyer)).toEqual([])
    expect(await textsOf(keeper)).toEqual([])
    expect(await textsOf(blind)).toEqual([])
  })

  it('waits in no bell of who lacks the flag of its kind in its warehouse', async () => {
    const [keeper, colleague, looker] = [
      await shop.signIn('warehouse_keeper'),
      await shop.signIn('warehouse_keeper'),
      await shop.signIn('warehouse_keeper'),
    ]
    await shop.sql(
      'update user_warehouse set can_out = false where group_id = $1 and user_id = $2 returning user_id',
      (await sessionByToken(shop.db, looker.token)).loginId,
    )
    const lines = [{ partId: shop.parts.filter, qty: '1', price: '0' }]
    const { data } = await shop.save(otherOut.routes, lines, { partnerId: null, reason: '自用' }, keeper)
    const { data: saved } = await shop.act(otherOut.routes, data, 'submit', { client: keeper })
    const own = async (client: Client) => (await textsOf(client)).filter((text) => text.includes(saved.billNo))
    expect(await own(colleague)).toEqual([`1 其他出库单 ${saved.billNo} 待您审核`])
    expect(await own(looker)).toEqual([])
  })

  it('tells its creator how that ended', async () => {
    const [buyer, boss] = [await shop.signIn('buyer'), await shop.signIn('owner')]
    const first = await act(buyer, await draft(buyer), 'submit')
    await act(boss, first, 'reject', '单价不对')
    const second = await act(buyer, await draft(buyer), 'submit')
    await act(boss, second, 'approve')
    expect(await textsOf(buyer)).toEqual([
      `1 采购入库单 ${second.billNo} 已审核`,
      `1 采购入库单 ${first.billNo} 被驳回：单价不对`,
    ])
    expect(await textsOf(boss)).toEqual([])
  })

  it('stands once in a bell, however often it is submitted, and leaves all bells when it waits no more', async () => {
    const [buyer, boss, colleague] = [
      await shop.signIn('buyer'),
      await shop.signIn('owner'),
      await shop.signIn('owner'),
    ]
    const first = await act(buyer, await draft(buyer), 'submit')
    const again = await act(buyer, await act(buyer, first, 'withdraw'), 'submit')
    const own = async (client: Client) => (await textsOf(client)).filter((text) => text.includes(first.billNo))
    expect(await own(boss)).toEqual([`1 采购入库单 ${first.billNo} 待您审核`])
    const unread = async () => (await colleague.call(readBell)).unread_num
    const before = await unread()
    await act(boss, again, 'approve')
    expect(await own(colleague)).toEqual([])
    expect(await unread()).toBe(before - 1)
  })

  it('leaves all bells also when it was changed while it waited', async () => {
    const [seller, boss] = [await shop.signIn('salesperson'), await shop.signIn('owner')]
    const part = await shop.stocked('5')
    const lines = [{ partId: part, qty: '1', price: '20' }]
    const order = (await shop.save(salesOrder.routes, lines, {}, seller)).data
    const waiting = (await shop.act(salesOrder.routes, order, 'submit', { client: seller })).data
    const own = async () => (await textsOf(boss)).filter((text) => text.includes(waiting.billNo))
    expect(await own()).toEqual([`1 销售订单 ${waiting.billNo} 待您审核`])
    const input = { warehouseId: shop.warehouseId }
    const moved = (await shop.act(salesOrder.routes, waiting, 'changeWarehouse', { input })).data
    expect(await own()).toHaveLength(1)
    expect(await shop.act(salesOrder.routes, moved, 'approve')).toMatchObject({ status: 200 })
    expect(await own()).toEqual([])
  })

  it('of the money desk does the same', async () => {
    const [cashier, boss] = [await shop.signIn('cashier_accountant'), await shop.signIn('owner')]
    const saved = await cashier.call(collection.routes.save, {
      body: {
        header: { bizDate: shanghaiDay(), partnerId: shop.customerId },
        lines: [],
        tenders: [{ storeAccountId: shop.cashId, method: 'cash', amount: '100' }],
      } as never,
    })
    const submit = { params: { id: saved.id, action: 'submit' }, body: { version: saved.version } }
    const { version } = await cashier.call(collection.routes.act, submit)
    expect(await textsOf(boss)).toContain(`1 收款单 ${saved.billNo} 待您审核`)
    await boss.call(collection.routes.act, { params: { id: saved.id, action: 'approve' }, body: { version } })
    expect(await textsOf(cashier)).toEqual([`1 收款单 ${saved.billNo} 已审核`])
  })

  it('costs a posting by its own creator no statement', async () => {
    const count = async () => {
      const saved = await draft(shop.owner)
      const before = statementCount.total
      await act(shop.owner, saved, 'approve')
      return statementCount.total - before
    }
    await count()
    expect(await count()).toBeLessThanOrEqual(15)
  })
})

describe('an order that waits for goods', () => {
  it('is told to its salesperson when they arrive, with what is held for it', async () => {
    const part = await shop.stocked('2')
    const seller = await shop.signIn('salesperson')
    const { loginId } = await sessionByToken(shop.db, seller.token)
    const [employee] = await shop.sql<{ id: number }>(
      'select id from employee where group_id = $1 and user_id = $2',
      loginId,
    )
    const order = await shop.confirmed([{ partId: part, qty: '5', price: '20' }], {
      salespersonId: employee?.id,
      allowBackorder: true,
    })
    expect(await shop.books.held(part)).toBe('2 + 3')
    await shop.buy(part, '2', '10')
    await shop.buy(part, '9', '10')
    const texts = await newsOf(seller)
    const [code] = await shop.sql<{ code: string }>('select code from part where group_id = $1 and id = $2', part)
    const about = (qty: string) => ({
      msg_type: 3,
      message: `${order.billNo} 等待的配件 [${code?.code}] ${code?.code} 到货 ${qty}，已为其占用`,
      params: { kind: 'sales_order', id: order.id, no: order.billNo },
    })
    expect(texts).toMatchObject([about('1'), about('2')])
  })
})

describe('a document that credit holds up', () => {
  it('is told to who collects and to its salesperson, once a day, though nothing else of it is kept', async () => {
    const part = await shop.stocked('10')
    const [cashier, seller] = [await shop.signIn('cashier_accountant'), await shop.signIn('salesperson')]
    const { loginId } = await sessionByToken(shop.db, seller.token)
    const [employee] = await shop.sql<{ id: number }>(
      'select id from employee where group_id = $1 and user_id = $2',
      loginId,
    )
    await shop.sql(
      `insert into partner_org (group_id, partner_id, org_id, credit_limit) values ($1, $2, $3, 10)
        on conflict (group_id, partner_id, org_id) do update set credit_limit = 10 returning partner_id`,
      shop.customerId,
      shop.orgId,
    )
    await shop.sql(
      `update partner set credit_policy = 'block' where group_id = $1 and id = $2 returning id`,
      shop.customerId,
    )
    const dear = [{ partId: part, qty: '1', price: '1000' }]
    const header = { bizDate: shanghaiDay(), partnerId: shop.customerId, warehouseId: shop.warehouseId }
    const atOnce = { header, lines: dear, action: { name: 'approve' } } as never
    expect(await shop.owner.ask(salesDelivery.routes.save, { body: atOnce })).toMatchObject({
      status: 400,
      override: 'credit',
    })
    // Nothing of it stands, so nobody is told of it.
    expect((await textsOf(cashier)).filter((text) => text.startsWith('5'))).toEqual([])
    const saved = (await shop.save(salesDelivery.routes, dear, {
      salespersonId: employee?.id,
    })) as { data: { id: number; version: number; billNo: string } }
    for (let time = 0; time < 2; time += 1) {
      expect(await shop.act(salesDelivery.routes, saved.data, 'approve')).toMatchObject({ status: 400 })
    }
    const message = `5 ${saved.data.billNo} 被信用控制拦下：客户 测试修理厂`
    expect(await textsOf(seller)).toEqual([message])
    expect((await textsOf(cashier)).filter((text) => text.startsWith('5'))).toEqual([message])
    expect(await shop.books.held(part)).toBe('0 + 0')
  })

  it('is asked for no more once it was changed so that it passes', async () => {
    const [part, seller] = [await shop.stocked('10'), await shop.signIn('salesperson')]
    const lines = (price: string) => [{ partId: part, qty: '1', price }]
    const { data: saved } = await shop.save(salesDelivery.routes, lines('1000'), {}, seller)
    await seller.call(askOverride, { body: { kind: 'sales_delivery', id: saved.id, override: 'credit' } })
    const asked = async () => (await newsOf(shop.owner)).filter((row) => row.params?.['id'] === saved.id)
    expect(await asked()).toMatchObject([{ msg_type: 8 }])
    const header = { bizDate: shanghaiDay(), partnerId: shop.customerId, warehouseId: shop.warehouseId }
    const body = { id: saved.id, version: saved.version, header, lines: lines('9') } as never
    const changed = await seller.call(salesDelivery.routes.save, { body })
    expect(await shop.act(salesDelivery.routes, changed, 'approve')).toMatchObject({ status: 200 })
    expect(await asked()).toEqual([])
  })
})
