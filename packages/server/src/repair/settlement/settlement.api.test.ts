// 费用结算 through HTTP: the worked settlement of business/repair-settlement 5 without card, with every ledger row written out.
import { act, post, type Saved, save, tryAct, trySave, undo } from '../../../test/desk'
import { settlingAt, stockParts } from '../../../test/settling'
import { openBranch, withdraw, worker } from '../../../test/people'
import { openPlanting } from '../../../test/planting'
import { settledBooks, settlementDamages } from '../../../test/settled-books'
import { invariants } from '../../kernel/invariants'
import { button } from '@chepu/contract/access/catalogue'
import { orgRoutes } from '@chepu/contract/access/org'
import { collection } from '@chepu/contract/finance/collection'
import { businessTypeRoutes, qualityRuleRoutes } from '@chepu/contract/repair/business-type'
import { picking } from '@chepu/contract/picking/picking'
import { ordersToSettle, repairSettlement, settlementPreview } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { checked, completedOrder, confirmedOrder, dispatched, type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'
import { statementCount } from '../../kernel/db/statement'

const { routes } = repairSettlement
let shop: Shop
let owner: Client
let workshop: Workshop
let books: ReturnType<typeof settledBooks>
let partners: number[]
let desk: ReturnType<typeof settlingAt>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  books = settledBooks(shop)
  partners = [workshop.partnerId, workshop.insurerId]
  await stockParts(shop, owner)
  desk = settlingAt(shop, owner, workshop)
})
afterAll(() => shop.close())

const trySettle = (draft: Saved, input: object = {}, client = owner) =>
  tryAct(client, routes, draft, 'settle', { input })
const read = (id: number) => owner.call(routes.read, { params: { id } })

/** A deposit of the order, in cash. */
const deposit = (sourceId: number, amount: string) =>
  post(owner, collection.routes, {
    header: {
      bizDate: shanghaiDay(),
      partnerId: workshop.partnerId,
      purpose: 'deposit',
      sourceKind: 'work_order',
      sourceId,
    },
    tenders: [desk.cash(amount)],
    items: [],
  })

const given = () => ({
  orderDiscount: '10',
  insurers: [{ partnerId: workshop.insurerId, deductible: '200', salvage: '100' }],
})
let done: Saved
let draft: Saved
let settled: Saved
let before: unknown[]

it('shows what every payer would owe before anything is written', async () => {
  done = await desk.finished(desk.workedBody())
  const [, l2] = (await desk.order(done.id)).labour
  const second = await shop.sql<{ id: number }>('select min(id) as id from employee where group_id = $1')
  await dispatched(shop, { workOrderId: done.id, lineId: l2?.id as number }, [
    { employeeId: workshop.technicianId, share: '0.6' },
    { employeeId: second[0]?.id as number, share: '0.4' },
  ])
  await deposit(done.id, '100')
  before = [await books.till(), await books.balances(partners)]
  const preview = await owner.call(settlementPreview, { body: { workOrderId: done.id, ...given() } as never })
  expect(preview).toMatchObject({
    total: '2800.00',
    customerDue: '890.00',
    deductible: '200.00',
    salvage: '100.00',
    problems: [],
    excesses: [],
    advances: { ofOrder: '100.00', free: '0.00' },
  })
  expect(preview.payers.map(({ payer, partnerName, amount, due }) => [payer, partnerName, amount, due])).toEqual([
    ['customer', '车主甲', '700.00', '890.00'],
    ['insurance', '测试保险公司', '2100.00', '1800.00'],
  ])
  draft = await desk.drafted(done, given())
  expect((await read(draft.id)).header).toMatchObject({
    state: 'draft',
    workOrderNo: done.billNo,
    partnerName: '车主甲',
    plate: '京A88888',
    totalAmount: '2800.00',
    customerDue: '890.00',
    insuranceDue: '1800.00',
  })
})

it('tells who settles, and may not look into orders, which of them wait, and what their settlement begins with', async () => {
  const cashier = await shop.signIn('cashier_accountant')
  expect((await cashier.ask(workOrder.routes.read, { params: { id: done.id } })).status).toBe(403)
  const waiting = async (query: { workOrderId?: number } = {}, client = cashier) =>
    (await client.call(ordersToSettle, { query })).rows
  const row = {
    id: done.id,
    billNo: done.billNo,
    plate: '京A88888',
    partnerName: '车主甲',
    partnerId: workshop.partnerId,
    totalAmount: '2800.00',
    settlementId: draft.id,
  }
  expect(await waiting()).toEqual([expect.objectContaining(row)])
  expect(await waiting({ workOrderId: done.id })).toEqual([expect.objectContaining(row)])
  const blind = await worker(shop, 'cashier_accountant')
  await withdraw(shop, blind, { fields: ['doc_price'] })
  expect((await waiting({}, blind.client))[0]).not.toHaveProperty('totalAmount')
  const { orgId } = await openBranch(shop)
  expect(await waiting({ workOrderId: done.id }, await shop.signIn('owner', orgId))).toEqual([])
  const technician = await shop.signIn('technician')
  expect((await technician.ask(ordersToSettle, { query: {} })).status).toBe(403)
})

it('bills every payer, takes the work to cost, pays who worked, and takes deposit and money at once', async () => {
  settled = await desk.settle(draft, { tenders: [desk.cash('200')], advance: '100' })
  expect(settled.state).toBe('done')

  expect(await books.itemsOf(draft.id)).toEqual([
    '测试保险公司 AR insurance 1800.00 1800.00',
    '车主甲 AR customer 890.00 590.00',
  ])
  expect(await books.pnlOf(draft.id)).toEqual([
    'cogs_part customer 210.00',
    'cogs_part insurance 900.00',
    'discount customer 10.00',
    'discount insurance 100.00',
    'revenue_labour customer 320.00',
    'revenue_labour insurance 600.00',
    'revenue_part customer 380.00',
    'revenue_part insurance 1500.00',
  ])
  expect(await books.workOf(done.id)).toEqual([
    'picking 1.0000 210.00',
    'picking 1.0000 900.00',
    'repair_settlement -1.0000 -210.00',
    'repair_settlement -1.0000 -900.00',
  ])
  // 200.00 less 2.86 of the order discount, at 18 %: 35.49, of which the last one takes the remainder.
  expect(await books.commissionOf(draft.id)).toEqual([
    'technician 197.1400 0.6000 0.1800 21.29',
    'technician 197.1400 0.4000 0.1800 14.20',
  ])
  expect(await books.slipsOf(draft.id)).toEqual([
    'write_off advance_ar done 100.00 -100.00',
    'collection trade done 200.00 0.00',
  ])
  expect(await books.till()).toBe('300.00')
  expect(await books.balances(partners)).toEqual(['测试保险公司 AR 1800.00', '车主甲 AR 590.00'])
  const after = await read(draft.id)
  expect(after.labour.map((each) => [each.name, each.taxedAmount, each.discountShare, each.deductibleShare])).toEqual([
    ['保养', '120.00', '1.71', '0.00'],
    ['换制动片', '200.00', '2.86', '0.00'],
    ['钣金', '600.00', '0.00', '57.14'],
  ])
  expect(after.header).toMatchObject({ costAmount: '1110.00', receivedAmount: '300.00' })
  expect((await desk.order(done.id)).header).toMatchObject({
    state: 'settled',
    settlementNo: draft.billNo,
    costAmount: '1110.00',
  })
  const { rows } = await owner.call(routes.list, { query: { billNo: draft.billNo } as never })
  expect(rows).toMatchObject([{ workOrderNo: done.billNo, collectedAmount: '300.00', openAmount: '590.00' }])
  // Revenue 2 800.00 less discounts of 110.00 and costs of 1 110.00.
  const orders = await owner.call(workOrder.routes.list, { query: { billNo: done.billNo } as never })
  expect(orders.rows).toMatchObject([{ grossProfit: '1580.00' }])
})

it('shows what undoing does, and gives exactly all of it back', async () => {
  const effects = await owner.call(routes.preview, { params: { id: draft.id, action: 'unapprove' } })
  expect(effects.refusals).toEqual([])
  expect(
    effects.money.map(({ account, partnerName, amount }) => `${account} ${partnerName} ${amount}`).toSorted(),
  ).toEqual(['现金  -200.00', '应收 测试保险公司 -1800.00', '应收 车主甲 -590.00', '预收 车主甲 100.00'].toSorted())
  const back = await act(owner, routes, settled, 'unapprove')
  expect(back.state).toBe('draft')
  expect([await books.till(), await books.balances(partners)]).toEqual(before)
  expect([await books.pnlOf(draft.id), await books.itemsOf(draft.id)]).toEqual([[], []])
  expect(await books.slipsOf(draft.id)).toEqual([
    'write_off advance_ar voided 100.00 -100.00',
    'collection trade voided 200.00 0.00',
  ])
  expect((await desk.order(done.id)).header).toMatchObject({ state: 'completed', settlementNo: null })
  const again = await desk.settle(back, { tenders: [desk.cash('790')], advance: '100' })
  expect(await books.itemsOf(again.id)).toEqual([
    '测试保险公司 AR insurance 1800.00 1800.00',
    '车主甲 AR customer 890.00 0.00',
  ])
})

it('bills nothing as long as the customer was not asked about a line', async () => {
  const order = await desk.finished(desk.plainBody('100', 2))
  const { header, labour } = await desk.order(order.id)
  const lines = labour.map(({ id, name, price }, i) => ({ id, name, price: i === 0 ? '101' : (price as string) }))
  const { header: body } = desk.plainBody()
  const changed = { header: body, labour: lines, id: order.id, version: header.version }
  await save(owner, workOrder.routes, changed as never)
  const problem = '项目第1行 [项目1] 客户尚未确认，请先确认增项或删除'
  const { problems } = await owner.call(settlementPreview, { body: { workOrderId: order.id } })
  expect(problems).toEqual([{ message: problem }])
  expect(await trySettle(await desk.drafted(order))).toMatchObject({ status: 400, msg: problem })
})

it('says what stands in its way', async () => {
  const early = await confirmedOrder(owner, desk.workedBody())
  const draft = await desk.drafted(early)
  expect((await trySettle(draft)).msg).toBe(`工单 ${early.billNo} 当前为「待派工」，终检合格后才能结算`)
  await checked(shop, early.id)
  const unissued = await tryAct(owner, workOrder.routes, early, 'complete', { input: {} })
  expect(unissued).toMatchObject({ status: 400, msg: '「04465-02220」还有 1 待领，请先领料或减少数量' })
  const emptied = await desk.finished(desk.workedBody())
  const issued = await shop.sql<Saved>(
    `select id, version from goods_document where group_id = $1 and kind = 'picking' and work_order_id = $2`,
    emptied.id,
  )
  for (const each of issued) await undo(owner, picking.routes, each)
  expect(await trySettle(await desk.drafted(emptied))).toMatchObject({
    status: 400,
    msg: '材料第1行 [04465-02220] 报价 1，净领 0，计费 1，三者应一致；材料第2行 [04152-YZZA1] 报价 1，净领 0，计费 1，三者应一致',
  })
  expect(await trySave(owner, routes, desk.draftBody(early.id))).toMatchObject({
    status: 400,
    msg: `工单 ${early.billNo} 已有结算单 ${draft.billNo}`,
  })
  expect(await trySave(owner, routes, desk.draftBody(999_999))).toMatchObject({ status: 400, msg: '工单不存在' })
  const plain = await desk.drafted(await completedOrder(shop, owner, desk.plainBody()))
  expect(await trySettle(plain, { tenders: [desk.cash('100.01')] })).toMatchObject({
    status: 400,
    msg: '收款超过客户应付 100.00 元，多收 0.01 元，现金请填实收扣除找零后的金额',
  })
  expect(await trySettle(plain, { advance: '50' })).toMatchObject({ status: 400 })
  const insurer = { partnerId: workshop.insurerId, deductible: '1' }
  const odd = await desk.drafted(await completedOrder(shop, owner, desk.plainBody()), { insurers: [insurer] })
  expect(await trySettle(odd)).toMatchObject({ status: 400, msg: '没有这家保险公司付费的项目，不能填免赔额和残值' })
})

it('shows what the order comes to while it is a draft, and holds none of its lines', async () => {
  const early = await confirmedOrder(owner, desk.plainBody('100', 2))
  const begun = await desk.drafted(early)
  expect((await read(begun.id)).labour.map(({ name, taxedAmount }) => `${name} ${taxedAmount}`)).toEqual([
    '项目1 100.00',
    '项目2 100.00',
  ])
  const [first] = (await desk.order(early.id)).labour
  const kept = { ...desk.plainBody(), id: early.id, version: early.version }
  await save(owner, workOrder.routes, { ...kept, labour: [{ ...desk.labour('项目1', '100'), id: first?.id }] } as never)
  const again = await save(owner, routes, { ...desk.draftBody(early.id), id: begun.id, version: begun.version })
  expect((await read(again.id)).header.totalAmount).toBe('100.00')
})

/** One who may do all but let customers pay later. */
async function withoutCredit(): Promise<Client> {
  const who = await worker(shop, 'owner')
  await withdraw(shop, who, { buttons: [button('repair_settlement', 'on_credit')] })
  return who.client
}

it('wants somebody with higher limits for what is given beyond them, and rights for money and credit', async () => {
  const cashier = await withoutCredit()
  const manager = await shop.signIn('manager')
  const draft = await desk.drafted(await completedOrder(shop, owner, desk.plainBody('400')), { orderDiscount: '360' })
  const tooMuch = '整单优惠360.00元，您最多200.00元'
  expect(await trySettle(draft, { tenders: [desk.cash('40')] }, manager)).toMatchObject({
    status: 400,
    msg: tooMuch,
    override: 'discount',
  })
  expect(await tryAct(manager, routes, draft, 'passDiscount')).toMatchObject({
    status: 400,
    msg: `优惠也超出您的权限：${tooMuch}`,
  })
  const passed = await act(owner, routes, draft, 'passDiscount')
  // What is left unpaid wants a right, or a customer who may pay later.
  expect(await trySettle(passed, { tenders: [desk.cash('30')] }, cashier)).toMatchObject({
    status: 400,
    msg: '客户 车主甲 没有挂账的结算方式，未收 10.00 元请收清，或由有「挂账」权限的人结算',
  })
  expect((await desk.settle(passed, { tenders: [desk.cash('40')] }, cashier)).state).toBe('done')
})

it('is posted by a cashier who gives nothing himself, once what is given was let pass', async () => {
  const cashier = await shop.signIn('cashier_accountant')
  const draft = await desk.drafted(await completedOrder(shop, owner, desk.plainBody('400')), { orderDiscount: '10' })
  const tenders = [desk.cash('390')]
  expect(await trySettle(draft, { tenders }, cashier)).toMatchObject({
    status: 400,
    msg: '您没有费用结算「整单优惠」的权限',
    override: 'discount',
  })
  const passed = await act(owner, routes, draft, 'passDiscount')
  expect((await desk.settle(passed, { tenders }, cashier)).state).toBe('done')
})

it('lets a car leave when its customer has paid, or somebody lets him pay later', async () => {
  const adviser = await withoutCredit()
  const done = await completedOrder(shop, owner, desk.plainBody())
  await desk.settle(await desk.drafted(done), { tenders: [desk.cash('40')] })
  const { header } = await desk.order(done.id)
  expect(await tryAct(adviser, workOrder.routes, header, 'handover', { input: {} })).toMatchObject({
    status: 400,
    msg: `工单 ${done.billNo} 客户还有 60.00 元未付，收清后再交车，或由有「挂账」权限的人交车`,
  })
  expect((await act(owner, workOrder.routes, header, 'handover', { input: {} })).state).toBe('delivered')
})

it('is undone only while nobody has collected more, and its slips only with it', async () => {
  const done = await completedOrder(shop, owner, desk.plainBody())
  const settled = await desk.settle(await desk.drafted(done), { tenders: [desk.cash('40')] })
  const [slip] = await shop.sql<{ id: number; version: number; billNo: string }>(
    `select id, version, bill_no from money_slip where group_id = $1 and made_by = $2`,
    settled.id,
  )
  expect(await tryAct(owner, collection.routes, slip as Saved, 'unapprove')).toMatchObject({
    status: 400,
    msg: `随费用结算单 ${settled.billNo} 生成，请在该单上操作`,
  })
  const [item] = await shop.sql<{ id: number }>(
    `select id from open_item where group_id = $1 and source_kind = 'repair_settlement' and source_id = $2`,
    settled.id,
  )
  const more = await post(owner, collection.routes, {
    header: { bizDate: shanghaiDay(), partnerId: workshop.partnerId, purpose: 'trade' },
    tenders: [desk.cash('60')],
    items: [{ openItemId: item?.id as number, amount: '60' }],
  })
  expect(await tryAct(owner, routes, settled, 'unapprove')).toMatchObject({
    status: 400,
    msg: `单据 ${settled.billNo} 已有收付款核销，请先红冲 ${more.billNo}`,
  })
})

it('is settled once, by whichever of two cashiers comes first, and a repeat gets the first answer', async () => {
  const done = await completedOrder(shop, owner, desk.plainBody())
  const draft = await desk.drafted(done)
  const second = await shop.signIn('owner')
  const answers = await Promise.all([
    trySettle(draft, { tenders: [desk.cash('100')] }),
    trySettle(draft, { tenders: [desk.cash('100')] }, second),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const twice = await desk.drafted(await completedOrder(shop, owner, desk.plainBody()))
  const words = { input: { tenders: [desk.cash('100')] }, idempotencyKey: 'settled twice' }
  const first = await tryAct(owner, routes, twice, 'settle', words)
  expect(first.status).toBe(200)
  expect(await tryAct(owner, routes, twice, 'settle', words)).toEqual(first)
  expect(await books.slipsOf(twice.id)).toEqual(['collection trade done 100.00 0.00'])
})

it('promises on its lines what the business promises, and more where the item does', async () => {
  const { rows } = await owner.call(businessTypeRoutes.list, { query: {} })
  const type = rows.find(({ id }) => id === workshop.businessTypeId)
  const rule = await owner.call(qualityRuleRoutes.save, { body: { name: '常规质保', km: '2000', days: 10 } })
  const typed = { id: type?.id, version: type?.version, name: type?.name ?? '', defaultPayer: 'customer' as const }
  await owner.call(businessTypeRoutes.save, { body: { ...typed, qualityRuleId: rule.id } })
  const body = desk.plainBody('100', 2)
  const [first, second] = body.labour as [object, object]
  const early = await confirmedOrder(owner, {
    ...body,
    labour: [first, { ...second, qualityKm: '5000', qualityDays: 5 }],
    extras: [{ name: '拖车费', price: '200' }],
  } as never)
  const { labour, extras } = await read((await desk.drafted(early)).id)
  expect([...labour, ...extras].map(({ qualityKm, qualityDays }) => [qualityKm, qualityDays])).toEqual([
    ['2000.0000', 10],
    ['5000.0000', 10],
    [null, null],
  ])
})

it('tells the completion and the meter of its order, from which guarantees run', async () => {
  const order = await desk.finished(desk.plainBody())
  const { header } = await desk.order(order.id)
  expect(header).toMatchObject({ completedAt: expect.any(String), mileage: '31000.0000' })
  const { completedAt, mileage } = header
  expect((await read((await desk.drafted(order)).id)).header).toMatchObject({ completedAt, mileage })
})

it('pays technicians by standard hours once the organisation has a price of an hour for that', async () => {
  const admin = await shop.signIn(['owner', 'admin'])
  const config = async (commissionHourPrice: string) => {
    const { version, config } = await admin.call(orgRoutes.read, { params: { id: shop.orgId } })
    const body = { orgid: shop.orgId, version, config: { ...config, commissionHourPrice } }
    await admin.call(orgRoutes.config, { body })
  }
  await config('80')
  const byHours = [{ ...desk.labour('项目1', '200'), pricingMode: 'hours', stdHours: '1.5' }]
  const order = await completedOrder(shop, owner, { ...desk.plainBody(), labour: byHours } as never)
  const [line] = (await desk.order(order.id)).labour
  const at = { workOrderId: order.id, lineId: line?.id as number }
  await dispatched(shop, at, [{ employeeId: workshop.technicianId, share: '1' }])
  const paid = await desk.settle(await desk.drafted(order), { tenders: [desk.cash('300')] })
  // 1.5 hours at 80.00, at the 18 % of the trade; the customer paid 300.00.
  expect(await books.commissionOf(paid.id)).toEqual(['technician 120.0000 1.0000 0.1800 21.60'])
  await config('0')
})

it('takes the same number of statements, whatever the number of lines', async () => {
  const counted = async (lines: number) => {
    const draft = await desk.drafted(await completedOrder(shop, owner, desk.plainBody('10', lines)))
    let count = 0
    statementCount.heard = () => void count++
    await desk.settle(draft, { tenders: [desk.cash('10')] })
    statementCount.heard = undefined
    return count
  }
  const one = await counted(1)
  expect(await counted(20)).toBe(one)
})

it('shows damages of what was settled', async () => {
  const planting = await openPlanting(shop)
  const all = await invariants()
  const damages = settlementDamages(shop.groupId, draft.id, done.id)
  const found: Record<string, string> = {}
  for (const sql of Object.keys(damages)) found[sql] = await planting.plant(sql, all)
  await planting.close()
  expect(found).toEqual(damages)
})
