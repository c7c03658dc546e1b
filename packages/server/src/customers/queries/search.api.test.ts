// 客户综合查询, 客户详情 and 回访 (business/customers 7 to 9): figures written out by hand, and who is told what.
import { customerSearch } from '@chepu/contract/customers/customer-search'
import { customerOverview, partnerLog } from '@chepu/contract/customers/customer-view'
import { followUpRoutes, followUps } from '@chepu/contract/customers/follow-up'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { savedSearchRoutes } from '@chepu/contract/customers/saved-search'
import { accountQueries } from '@chepu/contract/finance/accounts'
import { workOrder } from '@chepu/contract/repair/work-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, reverse, save } from '../../../test/desk'
import { openItem, today } from '../../../test/finance'
import { openCounter } from '../../../test/counter'
import { type Client, one } from '../../../test/shop'
import { orderBody, type Workshop, workshopOf } from '../../../test/workshop'
import { addDays } from '../../kernel/base/calendar'

let shop: Awaited<ReturnType<typeof openCounter>>
let owner: Client
let workshop: Workshop
let trader: number
let plain: number
let van: number

beforeAll(async () => {
  shop = await openCounter({ creditCheck: false })
  owner = shop.owner
  workshop = await workshopOf(shop)
  await shop.buy(shop.parts.pad, '20', '10', { bizDate: addDays(today, -9) })
  trader = await customer('车队甲', { level: 'A', category: '车队', mobile: '13900006666' })
  plain = await customer('从未到店')
  van = await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'vehicle', {
      plate: '京B66666',
      partner_id: trader,
      model_text: '五菱 宏光',
      mileage: '81000',
      mileage_on: today,
      purchased_on: '2020-05-06',
      compulsory_expires_on: addDays(today, 10),
      commercial_expires_on: addDays(today, 100),
      inspection_expires_on: addDays(today, 20),
      next_maintenance_on: addDays(today, 5),
    }),
  )
  await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'vehicle', { plate: '京C77777', partner_id: trader, mileage: '0' }),
  )
  await sell('2', '300', addDays(today, -3))
  const last = await sell('1', '100')
  await reverse(owner, salesDelivery.routes, await sell('3', '50'))
  const [line] = (await shop.read(salesDelivery.routes, last.id)).lines
  const back = { partId: shop.parts.pad, qty: '1', price: '100', sourceLineId: line?.id, returnReason: '质量问题' }
  await shop.done(salesReturn.routes, [back], { partnerId: trader })
  await openItem(shop, owner, { partnerId: trader, side: 'AR', total: '77.00' })
})
afterAll(() => shop.close())

const customer = async (name: string, more: object = {}) =>
  (await owner.call(partnerRoutes.save, { body: { name, kind: 'unit', cusFlag: 1, ...more } as never })).id
const sell = (qty: string, price: string, bizDate = today) =>
  shop.sell([{ partId: shop.parts.pad, qty, price }], { partnerId: trader, bizDate })
const search = async (query: object, client = owner) =>
  (await client.call(customerSearch.list, { query: query as never })).rows
const platesOf = async (query: object) => (await search(query)).map(({ plate }) => plate)
const overview = (id: number, client = owner) => client.call(customerOverview, { params: { id } })

describe('what a customer has brought', () => {
  it('is what was charged less what came back; red documents and adjustments count for nothing', async () => {
    const row = { partnerName: '车队甲', visits: 2, spent: '600.00', average: '300.00', lastOn: today, quietDays: 0 }
    expect(await search({ q: '车队甲' })).toMatchObject([
      { ...row, plate: '京B66666', carName: '五菱 宏光', mileage: '81000.0000', vehicleId: van, rowId: van },
      { ...row, plate: '京C77777', carName: '', mileage: null },
    ])
    expect(await search({ q: '从未' })).toMatchObject([
      {
        partnerId: plain,
        vehicleId: null,
        rowId: -plain,
        plate: null,
        visits: 0,
        spent: '0.00',
        average: null,
        lastOn: null,
        quietDays: null,
      },
    ])
    expect(await search({ q: '车队甲', from: addDays(today, -5), to: addDays(today, -1) })).toMatchObject([
      { visits: 1, spent: '600.00' },
      { visits: 1, spent: '600.00' },
    ])
  })

  it('is the same on his own page, in his list and among the receivables', async () => {
    const view = await overview(trader)
    expect(view).toMatchObject({
      name: '车队甲',
      visits: 2,
      spent: '600.00',
      receivable: '677.00',
      advanceIn: '0.00',
      lastOn: today,
      vehicleCount: 2,
      openOrders: 0,
      openFollowUps: 0,
    })
    const { rows } = await owner.call(partnerRoutes.list, { query: { q: '车队甲' } })
    expect(rows).toMatchObject([{ lastOn: today, vehicleCount: 2, receivable: '677.00' }])
    const items = await owner.call(accountQueries.AR.items.totals, {
      query: { partnerId: trader, withSettled: 'true' } as never,
    })
    // 77.00 of it is the adjustment, which is no business.
    expect(items.sums).toMatchObject({ original: '677.00', balance: '677.00' })
  })

  it('a car that was brought counts as a visit, in the list as well', async () => {
    const before = await overview(workshop.partnerId)
    expect(before).toMatchObject({ lastOn: null, openOrders: 0 })
    const order = await save(owner, workOrder.routes, orderBody(shop, workshop))
    expect(await overview(workshop.partnerId)).toMatchObject({ lastOn: today, visits: 0, openOrders: 1 })
    const { rows } = await owner.call(partnerRoutes.list, { query: { q: '车主甲' } })
    expect(rows).toMatchObject([{ lastOn: today }])
    await act(owner, workOrder.routes, order, 'cancel')
    expect(await overview(workshop.partnerId)).toMatchObject({ lastOn: null, openOrders: 0 })
  })
})

describe('conditions', () => {
  it('are ranges of any figure, both ends included', async () => {
    const all = ['京B66666', '京C77777']
    expect(await platesOf({ visitsFrom: 2, visitsTo: 2 })).toEqual(all)
    expect(await platesOf({ visitsFrom: 3 })).toEqual([])
    expect(await platesOf({ spentFrom: '600', spentTo: '600.00' })).toEqual(all)
    expect(await platesOf({ averageFrom: '300.01' })).toEqual([])
    expect(await platesOf({ lastFrom: today })).toEqual(all)
    expect(await platesOf({ quietTo: 0 })).toEqual(all)
    expect((await search({ quietFrom: 1 })).map(({ partnerName }) => partnerName)).toContain('从未到店')
    expect(await platesOf({ purchasedFrom: '2020-05-06', purchasedTo: '2020-05-06' })).toEqual(['京B66666'])
    expect(await platesOf({ mileageFrom: 80_000 })).toEqual(['京B66666'])
    expect(await platesOf({ insuranceFrom: addDays(today, 90), insuranceTo: addDays(today, 110) })).toEqual([
      '京B66666',
    ])
    expect(await platesOf({ inspectionTo: addDays(today, 19) })).toEqual([])
    expect(await platesOf({ maintenanceTo: addDays(today, 5) })).toEqual(['京B66666'])
    expect(await platesOf({ car: '宏光' })).toEqual(['京B66666'])
    expect(await platesOf({ q: '66666' })).toEqual(['京B66666'])
    expect(await platesOf({ level: 'A', part: '04465' })).toEqual(all)
    const { count } = await owner.call(customerSearch.totals, { query: { level: 'A' } as never })
    expect(count).toBe(2)
  })

  it('know what was done to a car, and what its customer did without until it is written again', async () => {
    const order = await save(owner, workOrder.routes, orderBody(shop, workshop))
    const { labour, materials } = await owner.call(workOrder.routes.read, { params: { id: order.id } })
    const declined = [{ lineId: materials[1]?.id as number, reason: '价格' }]
    await act(owner, workOrder.routes, order, 'confirm', { input: { method: 'phone', by: '车主甲', declined } })
    expect(labour).toMatchObject([{ name: '更换机油机滤' }])
    expect(await platesOf({ item: '机滤' })).toEqual(['京A88888'])
    expect(await platesOf({ part: '04152' })).toEqual(['京A88888'])
    expect(await platesOf({ part: '5W-30' })).toEqual([])
    expect(await search({ declined: 'true' })).toMatchObject([{ plate: '京A88888', declined: materials[1]?.partName }])
  })

  it('and figures stop at what is hidden from somebody, and at the customers that he sees', async () => {
    const advisers = "(select id from role where group_id = $1 and code = 'adviser')"
    await shop.sql(
      `delete from role_field where group_id = $1 and field in ('doc_price', 'ar_balance', 'mobile_full') and role_id in ${advisers}`,
    )
    await shop.sql(
      `update role_scope set scope = 3 where group_id = $1 and area = 'customer' and role_id in ${advisers}`,
    )
    const adviser = await shop.signIn('adviser')
    const [row] = await search({ q: '车队甲' }, adviser)
    expect(row).toMatchObject({ visits: 2, lastOn: today, mobile: '139****6666' })
    for (const hidden of ['spent', 'average', 'receivable', 'advanceIn']) expect(row).not.toHaveProperty(hidden)
    const view = await overview(trader, adviser)
    expect(view.mobile).toBe('139****6666')
    for (const hidden of ['spent', 'yearSpent', 'receivable', 'overdue']) expect(view).not.toHaveProperty(hidden)
    const asked = { q: '车队甲', spentFrom: '1' } as never
    expect(await adviser.ask(customerSearch.list, { query: asked })).toMatchObject({ status: 403 })
    expect(await adviser.ask(customerSearch.list, { query: { sort: '-receivable' } as never })).not.toMatchObject({
      status: 200,
    })
    await shop.sql(
      `update role_scope set scope = 1 where group_id = $1 and area = 'customer' and role_id in ${advisers}`,
    )
    const own = await shop.signIn('adviser')
    expect(await search({ q: '车队甲' }, own)).toEqual([])
    expect(await own.ask(customerOverview, { params: { id: trader } })).toMatchObject({ status: 404 })
    expect((await own.call(partnerLog.list, { query: { partnerId: trader } as never })).rows).toEqual([])
    expect(
      await own.ask(followUpRoutes.make, {
        body: { subjects: [{ partnerId: trader }], reason: '回访', dueOn: today } as never,
      }),
    ).toMatchObject({ status: 400 })
    expect(await (await shop.signIn('keeper')).ask(customerSearch.list, { query: {} as never })).toMatchObject({
      status: 403,
    })
  })
})

describe('回访', () => {
  const make = (body: object, client = owner) =>
    client.ask(followUpRoutes.make, { body: { reason: '保养到期', dueOn: today, ...body } as never })
  const tasks = async (query: object = {}, client = owner) =>
    (await client.call(followUps.list, { query: query as never })).rows

  it('is planned once for the same, and closed with a result', async () => {
    const subjects = [{ partnerId: trader, vehicleId: van }, { partnerId: plain }]
    expect(await make({ subjects })).toMatchObject({ status: 200, data: { made: 2, open: 0 } })
    expect(await make({ subjects })).toMatchObject({ data: { made: 0, open: 2 } })
    const [first] = await tasks({ partnerId: trader })
    expect(first).toMatchObject({ plate: '京B66666', reason: '保养到期', state: 'open', dueOn: today })
    expect(await overview(trader)).toMatchObject({ openFollowUps: 1 })
    const result = (version: number) =>
      owner.ask(followUpRoutes.result, {
        params: { id: first?.id as number },
        body: { outcome: 'booked', note: '周六上午到店', version },
      })
    expect(await result(1)).toMatchObject({ status: 200, data: { version: 2 } })
    expect(await result(1)).toMatchObject({ status: 409 })
    expect(await tasks({ state: 'booked' })).toMatchObject([
      { note: '周六上午到店', state: 'booked', partnerId: trader },
    ])
    expect(await tasks({ state: 'open' })).toMatchObject([{ partnerId: plain }])
    expect(await make({ subjects })).toMatchObject({ data: { made: 1, open: 1 } })
  })

  it('takes customers and cars that are there alone, by who may', async () => {
    expect(await make({ subjects: [{ partnerId: plain, vehicleId: van }] })).toMatchObject({
      status: 400,
      msg: '有车辆不存在或已过户，请重新查询',
    })
    expect(await make({ subjects: [{ partnerId: 999_999 }] })).toMatchObject({
      status: 400,
      msg: '有客户不存在或已停用，请重新查询',
    })
    expect(await make({ subjects: [{ partnerId: plain }], employeeId: 999_999 })).toMatchObject({ status: 400 })
    expect(await make({ subjects: [{ partnerId: plain }] }, await shop.signIn('keeper'))).toMatchObject({ status: 403 })
  })
})

it('方案 are kept by name for their user alone', async () => {
  const keep = (name: string, level: string) =>
    owner.call(savedSearchRoutes.save, { body: { name, filters: { level } } })
  const first = await keep('流失客户', 'B')
  expect(await keep('流失客户', 'A')).toEqual(first)
  expect(await owner.call(savedSearchRoutes.list, {})).toEqual([
    { ...first, name: '流失客户', filters: { level: 'A' } },
  ])
  const other = shop.seller
  expect(await other.call(savedSearchRoutes.list, {})).toEqual([])
  expect(await other.ask(savedSearchRoutes.remove, { params: first })).toMatchObject({ status: 404 })
  await owner.call(savedSearchRoutes.remove, { params: first })
  expect(await owner.call(savedSearchRoutes.list, {})).toEqual([])
})

it('操作日志 names what was changed and not what it held', async () => {
  const read = await owner.call(partnerRoutes.read, { params: { id: plain } })
  await owner.call(partnerRoutes.save, { body: { ...read, name: '改名客户', remark: '备注' } as never })
  const { rows } = await owner.call(partnerLog.list, { query: { partnerId: plain } as never })
  expect(rows.map(({ action, detail }) => [action, detail])).toEqual([
    ['update', '名称、备注'],
    ['add', ''],
  ])
})
