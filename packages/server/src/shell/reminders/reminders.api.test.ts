import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { readBell } from '@chepu/contract/shell/bell'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { sessionByToken } from '../sign-in/session'
import { post } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { startReminders } from './reminders'

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  await shop.db.shared({ text: 'update shared.tenant_group set is_ready = true' })
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const newsOf = async (client: Client) =>
  (await client.call(readBell)).news.map(({ msg_type, message }) => `${msg_type} ${message}`)

/** Lets the clock of a server stand at a time of today in Shanghai and looks, as it does every ten minutes. */
async function lookAt(clock: string, days = 0): Promise<void> {
  const now = () => new Date(`${addDays(shanghaiDay(), days)}T${clock}:00+08:00`)
  const reminders = startReminders(
    shop.db,
    (error) => {
      throw error
    },
    { now },
  )
  await reminders.look()
  await reminders.stop()
}

async function sell(bizDate: string) {
  const { id } = await post(owner, salesDelivery.routes, {
    header: { bizDate, partnerId: shop.customerId, warehouseId: shop.warehouseId },
    lines: [{ partId: shop.parts.pad, qty: '1', price: '100' }],
  } as never)
  return id
}

describe('the morning', () => {
  it('begins at 08:00 in Shanghai and tells buyers and keepers what is below its limit, once a day', async () => {
    const [buyer, keeper, seller] = [
      await shop.signIn('buyer'),
      await shop.signIn('warehouse_keeper'),
      await shop.signIn('salesperson'),
    ]
    await post(owner, goodsReceipt.routes, {
      header: { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId },
      lines: [{ partId: shop.parts.pad, qty: '20', price: '50' }],
    })
    for (const [part, least] of [
      [shop.parts.filter, 5],
      [shop.parts.pad, 20],
      [shop.parts.oil, 4],
    ]) {
      await shop.sql(
        `insert into product (group_id, org_id, part_id, min_stock) values ($1, $2, $3, $4)
          on conflict (group_id, org_id, part_id) do update set min_stock = excluded.min_stock returning id`,
        shop.orgId,
        part,
        least,
      )
    }
    await lookAt('07:59')
    expect(await newsOf(buyer)).toEqual([])
    await lookAt('08:00')
    await lookAt('08:10')
    await Promise.all([lookAt('23:59'), lookAt('23:59')])
    const message = '3 2种配件低于库存下限：机油滤清器、机油'
    expect(await newsOf(buyer)).toEqual([message])
    expect((await buyer.call(readBell)).news[0]?.screen).toBe('InventoryWarning')
    expect(await newsOf(keeper)).toEqual([message])
    expect(await newsOf(seller)).toEqual([])
    await lookAt('08:00', 1)
    expect(await newsOf(buyer)).toEqual([message, message])
  })

  it('tells who collects of all overdue customers, and the salesperson of his own', async () => {
    const [cashier, seller, other] = [
      await shop.signIn('cashier_accountant'),
      await shop.signIn('salesperson'),
      await shop.signIn('salesperson'),
    ]
    const { loginId } = await sessionByToken(shop.db, seller.token)
    await shop.sql(
      `insert into partner_org (group_id, org_id, partner_id, salesperson_id)
        select e.group_id, e.org_id, $2::bigint, e.id from employee e where e.group_id = $1 and e.user_id = $3
        on conflict (group_id, org_id, partner_id) do update set salesperson_id = excluded.salesperson_id returning partner_id as id`,
      shop.customerId,
      loginId,
    )
    await sell(shanghaiDay())
    await sell(shanghaiDay())
    await shop.sql(`update open_item set due_on = $2 where group_id = $1 and side = 'AR' returning id`, shanghaiDay())
    await lookAt('09:00', 2)
    expect(await newsOf(seller)).toEqual(['5 您的1个客户应收逾期，共2笔'])
    expect((await newsOf(cashier)).filter((message) => message.startsWith('5'))).toEqual(['5 1个客户应收逾期，共2笔'])
    expect(await newsOf(other)).toEqual([])
    const [row] = (await seller.call(readBell)).news
    expect(row).toMatchObject({ screen: 'receivableAccount', params: { overdue: 'true' } })
    // Due on the day itself is not overdue.
    await shop.sql(
      `update open_item set due_on = $2 where group_id = $1 and side = 'AR' returning id`,
      addDays(shanghaiDay(), 3),
    )
    await lookAt('09:00', 3)
    expect(await newsOf(seller)).toHaveLength(1)
  })

  it('forgets what is older than 180 days', async () => {
    const buyer = await shop.signIn('buyer')
    const { loginId } = await sessionByToken(shop.db, buyer.token)
    for (const days of [179, 181]) {
      await shop.sql(
        `insert into notification (group_id, user_id, kind, message, created_at)
          values ($1, $2, 'news', $3::text, now() - make_interval(days => $4)) returning id`,
        loginId,
        `${days}天前的消息`,
        days,
      )
    }
    await lookAt('08:30', 4)
    expect(await newsOf(buyer)).toContain('null 179天前的消息')
    expect(await newsOf(buyer)).not.toContain('null 181天前的消息')
  })
})
