import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { closeTask, readBell } from '@chepu/contract/shell/bell'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { sessionByToken } from '../sign-in/session'
import { makeVoucher, newCard, newCardPackage, newCardType } from '../../../test/cards'
import { act, post } from '../../../test/desk'
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

const tasksOf = async (client: Client) =>
  (await client.call(readBell)).agency.map(({ car_num, message, goshop }) => `${goshop} ${car_num} ${message}`)

describe('cars whose papers run out', () => {
  it('are told to who looks after the owner, else to advisers, until somebody has followed up or renewed them', async () => {
    const [adviser, second, buyer] = [
      await shop.signIn('adviser'),
      await shop.signIn('adviser'),
      await shop.signIn('buyer'),
    ]
    const day = (days: number) => addDays(shanghaiDay(), 10 + days)
    const customer = (name: string, mobile: string, client = owner) =>
      client.call(partnerRoutes.save, { body: { name, mobile } })
    const lookedAfter = await customer('王小明', '13900001111')
    const claimed = await customer('李大山', '13900002222')
    const { loginId } = await sessionByToken(shop.db, second.token)
    await shop.sql(
      `update partner_org po set salesperson_id = e.id from employee e where po.group_id = $1 and e.group_id = $1 and e.user_id = $3 and po.partner_id = $2`,
      claimed.id,
      loginId,
    )
    const car = (body: object) => owner.call(vehicleRoutes.save, { body: body as never })
    const first = await car({
      plate: '鄂A00001',
      partnerId: lookedAfter.id,
      compulsoryExpiresOn: day(30),
      inspectionExpiresOn: day(31),
    })
    const other = await car({
      plate: '鄂A00002',
      partnerId: claimed.id,
      nextMaintenanceOn: day(7),
      nextMaintenanceKm: '20000',
    })
    await car({ plate: '鄂A00003', partnerId: claimed.id, commercialExpiresOn: day(-31) })
    // 50 km a day from 12 500: 15 000 are reached in 50 days, 45 of which are over by then.
    const driven = await car({ plate: '鄂A00004', partnerId: claimed.id, nextMaintenanceKm: '15000' })
    for (const [mileage, days] of [
      ['10000', -95],
      ['12500', -45],
    ] as const)
      await owner.call(vehicleRoutes.mileage, { params: { id: driven.id }, body: { mileage, readOn: day(days) } })
    await lookAt('08:00', 10)
    await lookAt('08:00', 10)
    const insured = `1 鄂A00001 交强险 ${day(30)} 到期`
    expect(await tasksOf(adviser)).toEqual([insured])
    expect(await tasksOf(second)).toEqual([
      `1 鄂A00004 保养 ${day(5)}/15000公里 到期`,
      `1 鄂A00002 保养 ${day(7)}/20000公里 到期`,
      insured,
    ])
    expect(await tasksOf(buyer)).toEqual([])

    const [task] = (await adviser.call(readBell)).agency
    const close = (client: Client, outcome: string) =>
      client.ask(closeTask, { params: { id: task?.msg_id as number }, body: { outcome } as never })
    expect(await close(buyer, '已联系')).toMatchObject({ status: 404 })
    expect(await close(adviser, '忘了')).toMatchObject({ msg: '结果应为已联系、已预约、放弃' })
    expect(await close(adviser, '已联系')).toMatchObject({ status: 200, data: { unread_num: 0 } })
    expect(await close(adviser, '已联系')).toMatchObject({ status: 404 })
    expect(await tasksOf(second)).not.toContain(insured)
    // The next car is renewed, the one after it switched off.
    const { partnerId: _p, ...row } = await owner.call(vehicleRoutes.read, { params: { id: other.id } })
    await car({ ...row, nextMaintenanceOn: day(200) })
    await owner.call(vehicleRoutes.enable, { params: { id: driven.id }, body: { isActive: false, version: 1 } })
    await lookAt('08:00', 11)
    expect(await tasksOf(second)).toEqual([`1 鄂A00001 年检 ${day(31)} 到期`])
    expect(await tasksOf(adviser)).toEqual([`1 鄂A00001 年检 ${day(31)} 到期`])
    expect(first.id).toBeGreaterThan(0)
  })
})

describe('packages on cards', () => {
  it('are told of 30 days before they end, and leave the bells once nothing of them is left', async () => {
    const adviser = await shop.signIn('adviser')
    const dueOn = addDays(shanghaiDay(), 50)
    const line = { partId: shop.parts.oil, times: '2', listPrice: '30', allocPrice: '25', allocTotal: '50' }
    const pack = { salePrice: '50', valid_days: 50, lines: [line] }
    const { id: partnerId } = await owner.call(partnerRoutes.save, {
      body: { name: '套餐客户', mobile: '13900003333' },
    })
    const cardId = await newCard(shop, owner, { partnerId, cardTypeId: await newCardType(shop) })
    const paid = [{ storeAccountId: shop.cashId, amount: '50' }]
    const sold = []
    for (const name of ['洗车套餐', '保养套餐']) {
      const cardPackageId = await newCardPackage(shop, { ...pack, name })
      sold.push(await makeVoucher(owner, { purpose: 'package_sale', partnerId, cardId, cardPackageId }, paid))
    }
    const told = async () => (await tasksOf(adviser)).filter((task) => task.includes('套餐'))
    await lookAt('08:00', 19)
    expect(await told()).toEqual([])
    await lookAt('08:00', 20)
    await lookAt('08:00', 21)
    expect(await told()).toEqual([`null  套餐 保养套餐、洗车套餐 ${dueOn} 到期`])
    const [task] = (await adviser.call(readBell)).agency.filter(({ screen }) => screen === 'card')
    expect(task?.params).toEqual({ id: cardId, ending: 'true' })
    for (const slip of sold) await act(owner, cardVoucher.routes, slip, 'reverse', { reason: '退' })
    await lookAt('08:00', 22)
    expect(await told()).toEqual([])
  })
})
