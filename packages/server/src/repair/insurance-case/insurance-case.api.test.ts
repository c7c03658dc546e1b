// 保险案件 through HTTP: the insurer's part of the worked settlement of business/repair-settlement 5, from the report to the money, to the fen.
import { button } from '@chepu/contract/access/catalogue'
import { collection } from '@chepu/contract/finance/collection'
import { casesOfCar, insuranceCase } from '@chepu/contract/repair/insurance-case'
import { refundPreview, repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement, settlementPreview } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, post, type Saved, save, tryAct, trySave, undo } from '../../../test/desk'
import { withdraw, worker } from '../../../test/people'
import { settledBooks } from '../../../test/settled-books'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { checked, confirmedOrder, orderBody, type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invariants } from '../../kernel/invariants'
import { openPlanting } from '../../../test/planting'

const { routes } = insuranceCase
const orders = workOrder.routes
const settlements = repairSettlement.routes
let shop: Shop
let owner: Client
let workshop: Workshop
let books: ReturnType<typeof settledBooks>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  books = settledBooks(shop)
})
afterAll(() => shop.close())

const caseBody = (header: object = {}) => ({
  header: {
    bizDate: shanghaiDay(),
    partnerId: workshop.partnerId,
    vehicleId: workshop.vehicleId,
    insurerId: workshop.insurerId,
    caseNo: 'RA202610080001',
    policyNo: 'PD-2026-1',
    surveyor: '定损员甲',
    assessedOn: shanghaiDay(),
    assessedLabour: '600',
    assessedMaterial: '1500',
    deductible: '150',
    depreciation: '50',
    salvage: '100',
    ...header,
  },
})
/** 700.00 of the customer, and 2 100.00 of whoever insures the car. */
const orderOf = () => {
  const labour = (name: string, price: string, more: object = {}) => ({ name, price, ...more })
  return {
    header: orderBody(shop, workshop).header,
    labour: [
      labour('换制动片', '700'),
      labour('钣金', '600', { payer: 'insurance' }),
      labour('保险杠', '1500', { payer: 'insurance' }),
    ],
  } as Parameters<typeof confirmedOrder>[1]
}
const held = () => ({ papers: [{ name: '定损单', isHeld: true }] })
const read = (id: number) => owner.call(routes.read, { params: { id } })
const stateOf = async (id: number) => (await read(id)).header.state
const current = async (id: number) => {
  const { header } = await read(id)
  return { id, version: header.version }
}
const rowOf = async (billNo: string) =>
  (await owner.call(routes.list, { query: { billNo } as never })).rows[0] as Record<string, unknown>

/** An order with a case that was assessed, settled on credit; `papers` says which are here. */
async function settledCase(header: object = {}): Promise<{ order: Saved; doc: Saved; settlement: Saved }> {
  const saved = await save(owner, routes, caseBody({ ...held(), ...header }))
  await act(owner, routes, saved, 'assess')
  const order = await confirmedOrder(owner, orderOf())
  await act(owner, routes, await current(saved.id), 'attach', { input: { workOrderId: order.id } })
  await checked(shop, order.id)
  const completed = await act(owner, orders, order, 'complete', { input: {} })
  const settlement = await settle(completed.id)
  return { order, doc: saved, settlement }
}
const settlementBody = (workOrderId: number, given: object = {}) => ({
  header: {
    bizDate: shanghaiDay(),
    partnerId: workshop.partnerId,
    vehicleId: workshop.vehicleId,
    workOrderId,
    ...given,
  },
})
async function settle(workOrderId: number, given: object = {}): Promise<Saved> {
  const draft = await save(owner, settlements, settlementBody(workOrderId, given))
  return act(owner, settlements, draft, 'settle', { input: {} })
}
const submitted = async (doc: { id: number }) => act(owner, routes, await current(doc.id), 'handIn')
const verdict = (amount: string, rest: string) => ({ input: { amount, rest } })
/** Balances of insurer and customer, as text. */
const owed = () => books.balances([workshop.partnerId, workshop.insurerId])
const slipsOf = async (id: number) =>
  (
    await shop.sql<{ said: string }>(
      `select concat_ws(' ', kind, purpose, state, total, remark) as said from money_slip
        where group_id = $1 and maker_kind = 'insurance_case' and made_by = $2 order by id`,
      id,
    )
  ).map(({ said }) => said)
const itemOfInsurer = async (settlementId: number) =>
  (
    await shop.sql<{ id: number }>(
      `select id from open_item where group_id = $1 and source_id = $2 and source_kind = 'repair_settlement'
        and payer_type = 'insurance' and original <> 0`,
      settlementId,
    )
  )[0]?.id as number

it('names the insurer of lines, follows the work, and gives the settlement its figures', async () => {
  const saved = await save(owner, routes, caseBody())
  expect([saved.billNo.slice(0, 2), saved.state]).toEqual(['BX', 'reported'])
  expect((await rowOf(saved.billNo))['awaits']).toBe('assessment')
  const order = await confirmedOrder(owner, orderOf())
  const { labour } = await owner.call(orders.read, { params: { id: order.id } })
  expect(labour.map(({ payerPartnerName }) => payerPartnerName)).toEqual([null, '测试保险公司', '测试保险公司'])
  const query = { vehicleId: workshop.vehicleId, workOrderId: order.id }
  const attached = await act(owner, routes, saved, 'attach', { input: { workOrderId: order.id } })
  expect(attached.state).toBe('reported')
  expect((await owner.call(casesOfCar, { query })).rows).toMatchObject([
    { workOrderNo: order.billNo, assessedTotal: '2100.00', chargedAmount: '2100.00', insurerDue: '0.00' },
  ])

  const preview = async () => owner.call(settlementPreview, { body: { workOrderId: order.id } as never })
  expect((await preview()).problems.map(({ message }) => message)).toContain(`保险案件 ${saved.billNo} 还没有定损`)
  const assessed = await act(owner, routes, attached, 'assess')
  expect(assessed.state).toBe('assessed')
  await checked(shop, order.id)
  const completed = await act(owner, orders, order, 'complete', { input: {} })
  expect(await stateOf(saved.id)).toBe('in_repair')
  await act(owner, orders, completed, 'reopen', { reason: '漏检' })
  expect(await stateOf(saved.id)).toBe('in_repair')
  await act(owner, orders, { id: order.id, version: completed.version + 1 }, 'complete', { input: {} })
  expect(await preview()).toMatchObject({
    problems: [],
    customerDue: '900.00',
    deductible: '200.00',
    salvage: '100.00',
    insurers: [{ deductible: '200.00', salvage: '100.00', paysDirectly: true, caseNo: 'RA202610080001' }],
  })
  expect((await rowOf(saved.billNo))['awaits']).toBe('settlement')

  const settlement = await settle(order.id)
  expect(await books.itemsOf(settlement.id)).toEqual([
    '测试保险公司 AR insurance 1800.00 1800.00',
    '车主甲 AR customer 900.00 900.00',
  ])
  const view = await owner.call(settlements.read, { params: { id: settlement.id } })
  expect(view.header.insurers).toMatchObject([{ caseNo: 'RA202610080001', policyNo: 'PD-2026-1' }])
  expect(await rowOf(saved.billNo)).toMatchObject({ awaits: 'papers', insurerDue: '1800.00', insurerOpen: '1800.00' })
  const missing = await tryAct(owner, routes, await current(saved.id), 'handIn')
  expect(missing.msg).toContain('单证不齐，还缺：定损单、事故认定书')
  const again = await tryAct(owner, settlements, settlement, 'unapprove', { reason: '错了' })
  expect(again.status).toBe(200)
})

it('refuses to settle more than was assessed, and keeps what was typed into the settlement', async () => {
  const saved = await save(owner, routes, caseBody({ assessedMaterial: '1400' }))
  await act(owner, routes, saved, 'assess')
  const order = await confirmedOrder(owner, orderOf())
  await act(owner, routes, await current(saved.id), 'attach', { input: { workOrderId: order.id } })
  await checked(shop, order.id)
  await act(owner, orders, order, 'complete', { input: {} })
  const body = settlementBody(order.id, {
    insurers: [{ partnerId: workshop.insurerId, deductible: '0', salvage: '0' }],
  })
  const draft = await save(owner, settlements, body)
  const refused = await tryAct(owner, settlements, draft, 'settle', { input: {} })
  expect(refused.msg).toBe(
    `保险项目合计 2,100.00 超过保险案件 ${saved.billNo} 的定损合计 2,000.00，超出部分请列自费或打折`,
  )
  const { header } = await read(saved.id)
  await save(owner, routes, { ...caseBody({ workOrderId: order.id }), id: saved.id, version: header.version })
  const done = await act(owner, settlements, draft, 'settle', { input: {} })
  expect(await books.itemsOf(done.id)).toEqual([
    '测试保险公司 AR insurance 2100.00 2100.00',
    '车主甲 AR customer 700.00 700.00',
  ])
  const { version } = (await read(saved.id)).header
  const late = caseBody({ workOrderId: order.id, deductible: '1' })
  expect(await trySave(owner, routes, { ...late, id: saved.id, version })).toMatchObject({
    status: 400,
    msg: expect.stringContaining('已结算'),
  })
})

it('owes less by a verdict that the shop bears, is paid with the money, and goes back all the way', async () => {
  const { doc, settlement } = await settledCase()
  const before = await owed()
  const handed = await submitted(doc)
  expect(handed.state).toBe('submitted')
  const undone = await tryAct(owner, settlements, settlement, 'unapprove', { reason: '错了' })
  expect(undone.msg).toContain('已交单，不能反结算')
  const tooMuch = await tryAct(owner, routes, handed, 'agree', verdict('1800.01', 'shop'))
  expect(tooMuch.msg).toBe('核赔金额超过保险应付 1,800.00 元')
  const agreed = await act(owner, routes, handed, 'agree', verdict('1700', 'shop'))
  expect(agreed.state).toBe('agreed')
  const { billNo } = (await read(doc.id)).header
  expect(await slipsOf(doc.id)).toEqual([
    `balance_adjustment adjust done -100.00 核赔差额 ${billNo}`,
    `write_off red_blue done 100.00 核赔差额 ${billNo}`,
  ])
  expect(await rowOf(billNo)).toMatchObject({
    awaits: 'payment',
    agreedAmount: '1700.00',
    insurerDue: '1800.00',
    insurerOpen: '1700.00',
  })
  const pnl = await shop.sql<{ amount: string }>(
    `select sum(amount) as amount from pnl_ledger where group_id = $1 and doc_kind = 'balance_adjustment' and kind = 'discount'`,
  )
  expect(pnl[0]?.amount).toBe('100.00')

  const paid = await post(owner, collection.routes, {
    header: { bizDate: shanghaiDay(), partnerId: workshop.insurerId, purpose: 'trade' },
    tenders: [{ storeAccountId: shop.cashId, amount: '1700' }],
    items: [{ openItemId: await itemOfInsurer(settlement.id), amount: '1700', discount: '0' }],
  } as never)
  expect(await stateOf(doc.id)).toBe('paid')
  // A verdict is taken back although all that it left was paid: 100.00 are open again until there is another.
  const reopened = await act(owner, routes, await current(doc.id), 'undo', { reason: '补赔' })
  expect(reopened.state).toBe('submitted')
  expect((await act(owner, routes, reopened, 'agree', verdict('1700', 'shop'))).state).toBe('paid')
  await act(owner, collection.routes, paid, 'reverse', { reason: '银行退票' })
  expect(await stateOf(doc.id)).toBe('agreed')
  const log = await owner.call(routes.log, { params: { id: doc.id } } as never)
  expect(JSON.stringify(log)).toContain('payment')

  const back = await act(owner, routes, await current(doc.id), 'undo', { reason: '金额录错' })
  expect(back.state).toBe('submitted')
  expect(await owed()).toEqual(before)
  expect((await slipsOf(doc.id)).map((said) => said.split(' ')[2])).toEqual(['voided', 'voided', 'voided', 'voided'])
})

it('lets the customer owe what the insurer does not pay', async () => {
  const { doc, order, settlement } = await settledCase({ caseNo: 'RA2' })
  const start = await owed()
  const less = await act(owner, routes, await submitted(doc), 'agree', verdict('1650.5', 'customer'))
  expect(less.state).toBe('agreed')
  const [insurer, customer] = await owed()
  const [insurerBefore, customerBefore] = start
  const figure = (said: string | undefined) => said?.split(' ').at(-1)
  const cents = (said: string | undefined) => BigInt((figure(said) ?? '0').replace('.', ''))
  expect(cents(insurerBefore) - cents(insurer)).toBe(14950n)
  expect(cents(customer) - cents(customerBefore)).toBe(14950n)
  const items = await shop.sql<{ said: string }>(
    `select concat_ws(' ', p.name, i.payer_type, i.original) as said from open_item i join partner p on p.group_id = i.group_id and p.id = i.partner_id
      where i.group_id = $1 and i.source_kind = 'write_off' and i.original <> 0`,
  )
  expect(items).toEqual([{ said: '车主甲 insurance 149.50' }])
  // It is his now, for whoever hands the car over.
  const { rows } = await owner.call(settlements.list, { query: { billNo: settlement.billNo } as never })
  expect(rows).toMatchObject([{ openAmount: '1049.50' }])
  const { header } = await owner.call(orders.read, { params: { id: order.id } })
  const limited = await worker(shop, 'owner')
  await withdraw(shop, limited, { buttons: [button('repair_settlement', 'on_credit')] })
  expect((await tryAct(limited.client, orders, header, 'handover', { input: {} })).msg).toContain(
    '还有 1,049.50 元未付',
  )
})

it('moves all to the customer when the insurer refuses', async () => {
  const { doc, settlement } = await settledCase({ caseNo: 'RA3' })
  const start = await owed()
  const refused = await act(owner, routes, await submitted(doc), 'refuse', { reason: '保单脱保' })
  expect(refused.state).toBe('refused')
  expect(await books.itemsOf(settlement.id)).toEqual([
    '测试保险公司 AR insurance 1800.00 0.00',
    '车主甲 AR customer 900.00 900.00',
  ])
  expect((await read(doc.id)).header).toMatchObject({ agreedAmount: '0.00', reason: '保单脱保' })
  await act(owner, routes, refused, 'undo', { reason: '重新核赔' })
  expect(await owed()).toEqual(start)
})

it('bills the customer for everything where the insurer does not pay directly', async () => {
  const { doc, settlement } = await settledCase({ caseNo: 'RA4', paysDirectly: false })
  expect(await books.itemsOf(settlement.id)).toEqual(['车主甲 AR customer 2700.00 2700.00'])
  const handed = await submitted(doc)
  expect(await rowOf((await read(doc.id)).header.billNo)).toMatchObject({ insurerDue: '0.00', awaits: 'verdict' })
  expect((await act(owner, routes, handed, 'agree', verdict('1700', 'shop'))).state).toBe('paid')
  expect(await slipsOf(doc.id)).toEqual([])
})

it('refuses what is none of its car, its group or its state', async () => {
  const error = async (header: object) =>
    (await trySave(owner, routes, caseBody(header))) as { msg: string; status: number }
  expect((await error({ insurerId: shop.supplierId })).msg).toBe('保险公司不存在或已停用')
  expect((await error({ workOrderId: 999_999 })).status).toBe(400)
  const otherCar = await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'vehicle', { plate: '京A99999', partner_id: workshop.partnerId, model_text: '丰田 卡罗拉' }),
  )
  const order = await confirmedOrder(owner, { ...orderBody(shop, workshop), materials: [] })
  expect((await error({ vehicleId: otherCar, workOrderId: order.id })).msg).toContain('不是这辆车的')
  const first = await save(owner, routes, caseBody({ workOrderId: order.id }))
  expect((await error({ workOrderId: order.id })).msg).toContain(`已有该保险公司的案件 ${first.billNo}`)
  expect((await tryAct(owner, routes, first, 'handIn')).status).toBe(400)
  expect((await tryAct(owner, routes, { ...first, version: 9 }, 'assess')).status).toBe(409)
  const empty = await save(
    owner,
    routes,
    caseBody({ surveyor: '', assessedOn: null, assessedLabour: '0', assessedMaterial: '0' }),
  )
  expect((await tryAct(owner, routes, empty, 'assess')).msg).toBe('请先填写定损员、定损日期、定损金额')
  expect((await act(owner, routes, empty, 'void', { reason: '重复' })).state).toBe('voided')
})

const refundBody = (settlementId: number, labour: object[]) => {
  const { partnerId, vehicleId } = workshop
  return { header: { bizDate: shanghaiDay(), partnerId, vehicleId, settlementId, reason: '重做' }, labour } as never
}
/** All of a settlement is taken back. */
async function refundWhole(settlementId: number): Promise<void> {
  const { lines } = await owner.call(refundPreview, { body: { settlementId } })
  const all = lines.map(({ id, qty }) => ({ sourceLineId: id, qty }))
  await post(owner, repairRefund.routes, refundBody(settlementId, all))
}

it('hands in nothing of an order that was taken back as a whole, and ends a case that was handed in with nothing', async () => {
  const { doc, settlement } = await settledCase()
  await refundWhole(settlement.id)
  expect((await tryAct(owner, routes, await current(doc.id), 'handIn')).msg).toMatch(/已退单，不用交单$/)

  const late = await settledCase()
  const handed = await submitted(late.doc)
  await refundWhole(late.settlement.id)
  const agreed = await act(owner, routes, handed, 'agree', verdict('1800', 'shop'))
  expect([agreed.state, (await read(late.doc.id)).header.agreedAmount]).toEqual(['paid', '0.00'])
  const again = await act(owner, routes, agreed, 'undo', { reason: '应为拒赔' })
  expect((await act(owner, routes, again, 'refuse', { reason: '已退单' })).state).toBe('refused')
  expect([await slipsOf(late.doc.id), (await rowOf(late.doc.billNo))['awaits']]).toEqual([[], 'nothing'])
})

it('gives nothing back of what a verdict has moved, and asks for no more than is left after a refund', async () => {
  const { doc, settlement } = await settledCase({ caseNo: 'RA6' })
  const { billNo } = (await read(doc.id)).header
  const { lines } = await owner.call(refundPreview, { body: { settlementId: settlement.id } })
  const panel = lines.find(({ name }) => name === '钣金')
  const back = [{ sourceLineId: panel?.id as number, qty: '1' }]
  const refund = await save(owner, repairRefund.routes, refundBody(settlement.id, back))
  const agreed = await act(owner, routes, await submitted(doc), 'agree', verdict('1700', 'shop'))
  const waits = `保险案件 ${billNo} 已核赔，请先「撤销核赔」，再退保险付费的项目`
  const preview = await owner.call(refundPreview, { body: { settlementId: settlement.id, lines: back } })
  expect(preview.problems).toEqual([{ message: waits }])
  expect(await tryAct(owner, repairRefund.routes, refund, 'approve')).toMatchObject({ status: 400, msg: waits })
  await act(owner, routes, agreed, 'undo', { reason: '先退钣金' })
  await act(owner, repairRefund.routes, refund, 'approve')
  // 600.00 of 2 100.00 bear 28.57 of the salvage and 57.14 of the deductible: 514.29 go back to the insurer.
  expect(await books.itemsOf(settlement.id)).toContain('测试保险公司 AR insurance 1800.00 1285.71')
  const handed = await current(doc.id)
  expect((await tryAct(owner, routes, handed, 'agree', verdict('1285.72', 'shop'))).msg).toBe(
    '核赔金额超过保险应付 1,285.71 元',
  )
  const less = await act(owner, routes, handed, 'agree', verdict('1200', 'shop'))
  const done = await owner.call(repairRefund.routes.read, { params: { id: refund.id } })
  expect(await tryAct(owner, repairRefund.routes, done.header, 'unapprove', { reason: '退错' })).toMatchObject({
    status: 400,
    msg: `保险案件 ${billNo} 已按退单后的金额核赔，请先「撤销核赔」`,
  })
  // What he agreed to he pays; the verdict goes all the same, and opens what it had closed.
  await post(owner, collection.routes, {
    header: { bizDate: shanghaiDay(), partnerId: workshop.insurerId, purpose: 'trade' },
    tenders: [{ storeAccountId: shop.cashId, amount: '1200' }],
    items: [{ openItemId: await itemOfInsurer(settlement.id), amount: '1200', discount: '0' }],
  } as never)
  expect(await stateOf(doc.id)).toBe('paid')
  expect((await act(owner, routes, await current(less.id), 'undo', { reason: '重核' })).state).toBe('submitted')
  await undo(owner, repairRefund.routes, done.header as Saved)
  expect(await books.itemsOf(settlement.id)).toContain('测试保险公司 AR insurance 1800.00 600.00')
})

it('takes a verdict once, from who enters deductions, and is closed to who only repairs', async () => {
  const { doc } = await settledCase({ caseNo: 'RA5' })
  const handed = await submitted(doc)
  const adviser = await shop.signIn('adviser')
  expect((await tryAct(adviser, routes, handed, 'agree', verdict('1700', 'shop'))).status).toBe(403)
  const both = await Promise.all([
    tryAct(owner, routes, handed, 'agree', verdict('1700', 'shop')),
    tryAct(owner, routes, handed, 'agree', verdict('1700', 'shop')),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await slipsOf(doc.id)).toHaveLength(2)
  const technician = await shop.signIn('technician')
  expect((await trySave(technician, routes, caseBody())).status).toBe(403)
})

it('shows damages of what was agreed', async () => {
  const { doc } = await settledCase({ caseNo: 'RA6' })
  await act(owner, routes, await submitted(doc), 'agree', verdict('1700', 'shop'))
  const header = (change: string) =>
    `update repair_document set ${change} where group_id = ${shop.groupId} and id = ${doc.id}`
  const damages: Record<string, string> = {
    [header('agreed_amount = 1')]: 'i94',
    [header('agreed_amount = null')]: 'i94',
    [header('agreed_amount = -1')]: 'check',
    [header('at_fault = 101')]: 'check',
    [header(`policy_kind = 'x'`)]: 'check',
    [header(`state = 'paid'`)]: 'i94',
    [header(`state = 'submitted'`)]: 'i94 i97',
    [header('insurer_id = 1')]: 'i94',
    [header('work_order_id = null')]: 'i94',
    [`update money_slip set made_by = 99999 where group_id = ${shop.groupId} and maker_kind = 'insurance_case' and kind = 'write_off' and made_by = ${doc.id}`]:
      'i94 i97',
  }
  const planting = await openPlanting(shop)
  const all = await invariants()
  const found: Record<string, string> = {}
  for (const sql of Object.keys(damages)) found[sql] = await planting.plant(sql, all)
  await planting.close()
  expect(found).toEqual(damages)
})
