// 快修快保 and 维修商品销售 through HTTP (business/fast-counter): one save makes what its steps would, by their rules.
import { act, tryAct } from '../../../test/desk'
import { openBranch, withdraw, worker } from '../../../test/people'
import { cardsOf, openCard } from '../../../test/spent-cards'
import { settledBooks } from '../../../test/settled-books'
import { settlingAt, stockParts } from '../../../test/settling'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { type Workshop, workOff, workshopOf } from '../../../test/workshop'
import { issueAll } from '../../../test/issuing'
import { button } from '@chepu/contract/access/catalogue'
import { add, money } from '@chepu/contract/kernel/decimal'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { picking } from '@chepu/contract/picking/picking'
import { fastOrder, goodsTrades } from '@chepu/contract/repair/fast-order'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { statementCount } from '../../kernel/db/statement'

type Body = BodyOf<typeof fastOrder.settle>

let shop: Shop
let owner: Client
let adviser: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
let books: ReturnType<typeof settledBooks>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  adviser = await shop.signIn('adviser')
  workshop = await workshopOf(shop)
  desk = settlingAt(shop, owner, workshop)
  books = settledBooks(shop)
  await stockParts(shop, owner, addDays(shanghaiDay(), -1))
})
afterAll(() => shop.close())

const header = () => ({
  partnerId: workshop.partnerId,
  vehicleId: workshop.vehicleId,
  warehouseId: shop.warehouseId,
  mileage: '31000',
})
const labour = () => [{ name: '更换制动片', workerTypeId: workshop.workerTypeId, price: '80' }]
const materials = (qty = '1') => [{ partId: shop.parts.pad, qty, price: '380', discountRate: '0.95' }]
/** An oil change: 80.00 of work and 361.00 of goods, paid in cash. */
const fast = (more: Partial<Body> = {}): Body => ({
  kind: 'fast',
  header: header(),
  labour: labour(),
  materials: materials(),
  technicians: [{ employeeId: workshop.technicianId }, { employeeId: workshop.helperId }],
  payment: { tenders: [desk.cash('441')] },
  ...more,
})
/** A part that is sold to somebody without a car. */
const goods = (more: Partial<Body> = {}): Body => ({
  kind: 'goods',
  header: { partnerId: shop.walkInId, warehouseId: shop.warehouseId },
  materials: [{ partId: shop.parts.pad, qty: '1', price: '380' }],
  payment: { tenders: [desk.cash('380')] },
  ...more,
})
const settle = (body: Body, client = adviser) => client.call(fastOrder.settle, { body })
const trySettle = (body: Body, client = adviser, idempotencyKey?: string) =>
  client.ask(fastOrder.settle, { body, ...(idempotencyKey && { idempotencyKey }) })
const order = (id: number) => owner.call(workOrder.routes.read, { params: { id } })

it('makes order, consent, work, picking, settlement and collection in one save, for who holds the right of the counter alone', async () => {
  const bill = await settle(fast())
  expect(bill).toMatchObject({ customerDue: '441.00', received: '441.00' })
  const done = await order(bill.orderId)
  expect(done.header).toMatchObject({
    state: 'settled',
    orderKind: 'fast',
    settlementNo: bill.settlementNo,
    mileage: '31000.0000',
  })
  expect(done.labour[0]).toMatchObject({ workState: 'passed', agreement: 'agreed', technicians: '技师一、技师二' })
  expect(done.materials[0]).toMatchObject({ issuedQty: '1.0000', agreement: 'agreed' })
  const log = await owner.call(workOrder.routes.log, { params: { id: bill.orderId } })
  expect((log as { action: string }[]).map(({ action }) => action).toReversed()).toEqual([
    'add',
    'confirm',
    'atOnce',
    'complete',
    'settle',
  ])
  const { rows } = await owner.call(picking.routes.list, { query: { billNo: bill.pickingNo as string } })
  expect(rows[0]).toMatchObject({ state: 'done' })
})

it('comes to the books of the same job done step by step', async () => {
  const entries = async (documents: readonly number[]) =>
    shop.sql(
      `select 'pnl' as ledger, kind, amount::text, amount_taxed::text from pnl_ledger where group_id = $1 and doc_id = any ($2::bigint[]) and doc_kind = 'repair_settlement'
      union all select 'partner', account, amount::text, null from partner_ledger where group_id = $1 and doc_id = any ($2::bigint[]) and doc_kind = 'repair_settlement'
      union all select 'pay', base::text, rate::text, amount::text from commission_entry where group_id = $1 and doc_id = any ($2::bigint[]) order by 1, 2, 3, 4`,
      [...documents],
    )
  const bill = await settle(fast())
  const ordinary = await desk.drafted(
    await (async () => {
      const body = {
        header: desk.plainBody().header,
        labour: labour(),
        materials: materials().map((line) => ({ ...line, labourNo: null })),
      }
      const saved = await owner.call(workOrder.routes.save, { body })
      const agreed = await act(owner, workOrder.routes, saved, 'confirm', { input: { method: 'phone', by: '车主' } })
      await workOff(owner, workshop, agreed.id)
      await issueAll(shop, owner, agreed.id)
      const { header: now } = await order(agreed.id)
      return act(owner, workOrder.routes, { id: agreed.id, version: now.version }, 'complete', { input: {} })
    })(),
  )
  await desk.settle(ordinary, { tenders: [desk.cash('441')] })
  const made = await entries([bill.settlementId])
  expect(made.length).toBeGreaterThan(5)
  expect(made).toEqual(await entries([ordinary.id]))
})

it('sells goods to a customer without a car, lists them, and prints their receipt', async () => {
  const bill = await settle(goods({ orderDiscount: '10', payment: { tenders: [desk.cash('370')] } }))
  expect(bill).toMatchObject({ customerDue: '370.00', received: '370.00' })
  const { rows } = await adviser.call(goodsTrades.list, { query: {} })
  expect(rows[0]).toMatchObject({
    billNo: bill.orderNo,
    names: '前制动片',
    lineCount: 1,
    totalAmount: '380.00',
    orderDiscount: '10.00',
    receivedAmount: '370.00',
    state: 'settled',
  })
  const slip = await adviser.call(fastOrder.slip, { params: { id: bill.orderId } })
  expect(slip).toMatchObject({
    total: '380.00',
    orderDiscount: '10.00',
    customerDue: '370.00',
    onCredit: '0.00',
    tenders: [{ name: '现金', amount: '370.00' }],
    printCount: 0,
  })
  expect(await adviser.call(fastOrder.print, { params: { id: bill.orderId } })).toEqual({ printCount: 1 })
  expect(slip.lines).toEqual([expect.objectContaining({ name: '前制动片', unitName: '个', amount: '380.00' })])
  const { rows: ordinary } = await owner.call(workOrder.routes.list, { query: { orderKind: 'goods' } })
  expect(ordinary.map(({ orderKind }) => orderKind)).toEqual(['goods'])
})

it('takes an earlier day, as far back as days may be entered, for all that it writes', async () => {
  const yesterday = addDays(shanghaiDay(), -1)
  const bill = await settle(fast({ header: { ...header(), bizDate: yesterday } }))
  const days = await shop.sql<{ kind: string; day: string }>(
    `select kind, biz_date::text as day from repair_document where group_id = $1 and id = any ($2::bigint[])
      union all select kind, biz_date::text from goods_document where group_id = $1 and work_order_id = $3
      union all select kind, biz_date::text from money_slip where group_id = $1 and made_by = $4 and maker_kind = 'repair_settlement'`,
    [bill.orderId, bill.settlementId],
    bill.orderId,
    bill.settlementId,
  )
  expect(days.map(({ kind }) => kind).toSorted()).toEqual(['collection', 'picking', 'repair_settlement', 'work_order'])
  expect(new Set(days.map(({ day }) => day))).toEqual(new Set([yesterday]))
  const refused = await trySettle(fast({ header: { ...header(), bizDate: addDays(shanghaiDay(), 1) } }))
  expect(refused.msg).toContain('晚于今天')
})

it('has ready what a counter begins with, and what matters of who stands there', async () => {
  const ready = await adviser.call(fastOrder.desk, { query: { orderKind: 'fast' } })
  expect(ready).toMatchObject({ walkIn: { id: shop.walkInId }, warehouseId: shop.warehouseId })
  expect(ready.parts[0]).toMatchObject({ id: shop.parts.pad, brandName: '博世', times: 5 })
  const query = { partnerId: workshop.partnerId, vehicleId: workshop.vehicleId }
  const known = await owner.call(fastOrder.known, { query })
  expect(known).toMatchObject({
    lastVisit: { names: '更换制动片、前制动片' },
    openAmount: '0.00',
    advance: '0.00',
    held: 0,
  })
  expect(await adviser.call(fastOrder.known, { query })).not.toHaveProperty('openAmount')
})

it('holds an order, takes it back, and settles it once', async () => {
  const { technicians: _t, payment: _p, ...body } = fast()
  const held = await adviser.call(fastOrder.hold, { body })
  const list = async () => (await adviser.call(fastOrder.held, { query: { orderKind: 'fast' } })).rows
  expect(await list()).toEqual([
    expect.objectContaining({ id: held.id, plate: '京A88888', lineCount: 2, totalAmount: '441.00' }),
  ])
  const taken = await adviser.call(fastOrder.take, { params: { id: held.id } })
  const [job] = taken.labour
  const again = {
    ...fast(),
    id: held.id,
    version: held.version,
    labour: [{ ...labour()[0], id: job?.id, name: '更换制动片' }],
  }
  const later = await adviser.call(fastOrder.hold, { body: { ...body, id: held.id, version: held.version } })
  const stale = await trySettle(again as Body)
  expect(stale).toMatchObject({ reason: 'stale' })
  const bill = await settle({ ...fast(), id: held.id, version: later.version })
  expect(bill.orderNo).toBe(held.billNo)
  expect(await list()).toEqual([])
  expect(await trySettle({ ...fast(), id: held.id, version: later.version })).toMatchObject({
    status: 400,
    msg: `挂单 ${held.billNo} 当前为「已结算」，不能再次结算或挂单，请清空本单`,
  })
})

it('makes an ordinary order of one that waits, or gives it up', async () => {
  const { technicians: _t, payment: _p, ...body } = fast()
  const first = await adviser.call(fastOrder.hold, { body })
  const asked = { params: { id: first.id }, body: { version: first.version } }
  const normal = await adviser.call(fastOrder.toNormal, asked)
  expect((await order(first.id)).header).toMatchObject({
    orderKind: 'normal',
    state: 'estimating',
    version: normal.version,
  })
  expect((await adviser.ask(fastOrder.toNormal, asked)).status).toBe(404)
  const counter = { method: 'counter', by: '本人' }
  expect((await tryAct(owner, workOrder.routes, normal, 'confirm', { input: counter })).msg).toBe(
    '请客户签字或电话确认',
  )
  await act(owner, workOrder.routes, normal, 'cancel')
  const second = await adviser.call(fastOrder.hold, { body })
  await adviser.call(fastOrder.cancel, {
    params: { id: second.id },
    body: { version: second.version, reason: '客户走了' },
  })
  expect((await order(second.id)).header).toMatchObject({ state: 'cancelled', reason: '客户走了' })
  const { labour: _l, ...ofGoods } = { ...body, kind: 'goods' as const, header: goods().header }
  const third = await adviser.call(fastOrder.hold, { body: ofGoods })
  const refused = await adviser.ask(fastOrder.toNormal, { params: { id: third.id }, body: { version: third.version } })
  expect(refused.msg).toContain('没有车辆，不能转普通工单')
  await adviser.call(fastOrder.cancel, { params: { id: third.id }, body: { version: third.version, reason: '不要了' } })
})

it('takes a wrong bill of today back in one step, with its goods and its money', async () => {
  const state = async () => [await books.till(), await books.balances([workshop.partnerId]), await stockOfPad()]
  const before = await state()
  const bill = await settle(fast())
  const asked = { params: { id: bill.orderId }, body: { reason: '开错车'.padEnd(255, '。') } }
  expect((await adviser.ask(fastOrder.undo, asked)).status).toBe(403)
  await owner.call(fastOrder.undo, asked)
  expect((await order(bill.orderId)).header).toMatchObject({ state: 'cancelled' })
  const settlement = await owner.call(repairSettlement.routes.read, { params: { id: bill.settlementId } })
  expect(settlement.header.state).toBe('voided')
  expect(await state()).toEqual(before)
  expect((await owner.ask(fastOrder.undo, asked)).msg).toContain('不能整单撤销')
})

it('sums what was sold, apart from what is held, and nothing of what was taken back', async () => {
  const sums = () => owner.call(goodsTrades.totals, { query: {} })
  const before = await sums()
  const bill = await settle(goods())
  const { sums: sold } = await sums()
  expect(sold['totalAmount']).toBe(money(add(before.sums['totalAmount'] ?? '', '380')))
  expect(sold['receivedAmount']).toBe(money(add(before.sums['receivedAmount'] ?? '', '380')))
  await owner.call(fastOrder.undo, { params: { id: bill.orderId }, body: { reason: '开错' } })
  const { technicians: _none, payment: _unpaid, ...held } = goods()
  const waiting = await adviser.call(fastOrder.hold, { body: held })
  const after = await sums()
  expect(after).toMatchObject({ count: before.count + 2, sums: before.sums, waiting: { count: 1 } })
  const { rows } = await owner.call(goodsTrades.list, { query: { state: 'cancelled' } })
  expect(rows[0]).toMatchObject({ billNo: bill.orderNo, totalAmount: '380.00', state: 'cancelled' })
  const { id, version } = waiting
  await owner.call(fastOrder.cancel, { params: { id }, body: { version, reason: '不要了' } })
})

const stockOfPad = () =>
  shop.sql('select qty::text, value::text from stock_cost where group_id = $1 and part_id = $2', shop.parts.pad)

it('refuses as its steps do, and then leaves nothing behind', async () => {
  const count = async () => (await shop.sql('select count(*)::int as n from repair_document where group_id = $1'))[0]
  const before = await count()
  const said = async (more: Partial<Body>, client = adviser) => (await trySettle(fast(more), client)).msg
  expect(await said({ labour: [], materials: [] })).toBe('请录入项目或商品')
  expect(await said({ kind: 'goods' })).toContain('商品销售没有维修项目')
  const short = await trySettle(
    fast({ materials: [...materials(), { partId: shop.parts.oil, qty: '4', price: '68' }] }),
  )
  expect(short).toMatchObject({
    msg: '机油（5W-30）可用量 0，需要 4',
    errors: [{ path: 'materials.1.qty', message: '机油（5W-30）可用量 0，需要 4' }],
  })
  expect(await said({ header: { ...header(), vehicleId: null } })).toBe('请选择车辆')
  expect(await said({ payment: { tenders: [desk.cash('500')] } })).toContain('收款超过客户应付 441.00 元')
  expect(await said({ payment: { tenders: [] } })).not.toBe('')
  expect(await said({ orderDiscount: '30' })).not.toBe('')
  expect(
    await said({ technicians: [{ employeeId: workshop.technicianId }, { employeeId: workshop.technicianId }] }),
  ).toBe('同一技师只能选择一次')
  expect(await count()).toEqual(before)
})

it('keeps ids of others out', async () => {
  const branch = await openBranch(shop)
  const strange = await shop.db.tenant(shop.groupId, async (tx) => ({
    employee: await one(tx, 'employee', { org_id: branch.orgId, emp_no: 'X1', name: '外店', department_id: null }),
    account: await one(tx, 'store_account', {
      org_id: branch.orgId,
      code: 'FX',
      name: '分店现金',
      kind: 'cash',
      opening_on: '2026-01-01',
    }),
  }))
  const refused = async (more: Partial<Body>) => (await trySettle(fast(more))).errors?.[0]?.path ?? ''
  expect(await refused({ header: { ...header(), warehouseId: branch.warehouseId } })).toContain('warehouseId')
  expect(await refused({ header: { ...header(), salespersonId: strange.employee } })).toBe('header.salespersonId')
  expect(await refused({ header: { ...header(), partnerId: 99_999_999 } })).toBe('header.partnerId')
  expect(await refused({ technicians: [{ employeeId: strange.employee }] })).toBe('technicians.0.employeeId')
  expect(await refused({ materials: [{ partId: 99_999_999, qty: '1' }] })).toBe('materials.0.partId')
  expect(await refused({ payment: { tenders: [{ storeAccountId: strange.account, amount: '441' }] } })).toContain(
    'tenders',
  )
  const elsewhere = await shop.signIn('owner', branch.orgId)
  const { technicians: _t, payment: _p, ...body } = fast()
  const held = await adviser.call(fastOrder.hold, { body })
  const asked = { params: { id: held.id }, body: { version: held.version } }
  expect((await elsewhere.ask(fastOrder.toNormal, asked)).status).not.toBe(200)
  expect((await elsewhere.call(fastOrder.held, { query: { orderKind: 'fast' } })).rows).toEqual([])
  const ordinary = await owner.call(workOrder.routes.save, { body: desk.plainBody() })
  expect((await trySettle({ ...fast(), id: ordinary.id, version: ordinary.version })).status).toBe(404)
  await act(owner, workOrder.routes, ordinary, 'cancel')
  await adviser.call(fastOrder.cancel, { ...asked, body: { ...asked.body, reason: '测试' } })
})

it('asks for the buttons of its counter, and for what is given away and on credit besides', async () => {
  const keeper = await shop.signIn('warehouse_keeper')
  expect((await trySettle(fast(), keeper)).status).toBe(403)
  const clerk = await worker(shop, 'adviser')
  await withdraw(shop, clerk, { buttons: [button('fast_repair', 'settle')] })
  expect((await trySettle(fast(), clerk.client)).msg).toContain('快修「结算收款」')
  expect((await trySettle(goods(), clerk.client)).status).toBe(200)
  const cashier = await shop.signIn('cashier_accountant')
  expect((await trySettle(fast(), cashier)).msg).toContain('「开单」')
  await withdraw(shop, clerk, { buttons: [button('repair_settlement', 'discount')] })
  expect(
    (await trySettle(fast({ orderDiscount: '1', payment: { tenders: [desk.cash('440')] } }), clerk.client)).msg,
  ).toContain('整单优惠')
  const credit = fast({ payment: { tenders: [desk.cash('400')] } })
  expect((await trySettle(credit, adviser)).status).not.toBe(200)
  expect(await settle(credit, owner)).toMatchObject({ customerDue: '441.00', received: '400.00' })
})

it('answers a double click once', async () => {
  const [first, second] = await Promise.all([
    trySettle(fast(), adviser, 'twice-1'),
    trySettle(fast(), adviser, 'twice-1'),
  ])
  expect(second.data.orderId).toBe(first.data.orderId)
})

it('takes as many statements whatever the lines', async () => {
  const counted = async (lines: number) => {
    const heard: string[] = []
    statementCount.heard = ({ name, text }) => void heard.push(name ?? text)
    await settle(
      fast({
        labour: Array.from({ length: lines }, () => labour()[0] as NonNullable<Body['labour']>[number]),
        payment: { tenders: [desk.cash(`${361 + 80 * lines}`)] },
      }),
    ).finally(() => void (statementCount.heard = undefined))
    // Numbers are drawn in blocks, and what is told later by turns.
    return heard.filter((name) => name !== 'next-document' && name !== 'wake').length
  }
  await counted(1)
  const few = await counted(1)
  expect(await counted(20)).toBe(few)
  expect(few).toBeLessThanOrEqual(90)
})

it('takes money of a card, at the price that the card grants', async () => {
  const { partnerId, vehicleId } = workshop
  const card = await openCard(shop, owner, { partnerId, principal: '300', type: { labour_rate: '0.9' } })
  const { cards, rates } = await adviser.call(fastOrder.known, { query: { partnerId, vehicleId } })
  expect([cards.map(({ id, principal }) => [id, principal]), rates]).toEqual([
    [[card.id, '300.00']],
    { labour: '0.9000', part: '1.0000' },
  ])
  // 80.00 at nine tenths and 361.00: 300.00 from the card and 133.00 in cash.
  const payment = { cards: [{ cardId: card.id, amount: '300' }], tenders: [desk.cash('133')] }
  const bill = await settle(fast({ payment }))
  expect(bill).toMatchObject({ customerDue: '433.00', received: '433.00' })
  expect((await cardsOf(shop, card.id)).money).toBe('0.00 0.00 0.00')
  expect(await adviser.call(fastOrder.slip, { params: { id: bill.orderId } })).toMatchObject({
    partnerId,
    lines: [
      { qty: '1.0000', price: '80.0000', discountRate: '0.9000', amount: '72.00' },
      { qty: '1.0000', price: '380.0000', discountRate: '0.9500', amount: '361.00' },
    ],
    tenders: [{ name: '现金', amount: '133.00' }],
    onCards: { cards: [{ id: card.id, principal: '-300.00', principalAfter: '0.00' }], items: [] },
  })
  await owner.call(fastOrder.undo, { params: { id: bill.orderId }, body: { reason: '开错' } })
  expect((await cardsOf(shop, card.id)).money).toBe('300.00 0.00 0.00')
})
