// Packages, coupons and cards at the counter through HTTP (business/fast-counter 2, business/cards 5): what a bill of the counter takes off them, and what it may not.
import { act } from '../../../test/desk'
import { openBranch } from '../../../test/people'
import { settlingAt, stockParts } from '../../../test/settling'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { cardsOf, openCard } from '../../../test/spent-cards'
import { one, signIn, stockShop } from '../../../test/stage'
import { type Workshop, workshopOf } from '../../../test/workshop'
import { cardRoutes } from '@chepu/contract/cards/card'
import { carInfoRoute } from '@chepu/contract/customers/car-info'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { fastOrder } from '@chepu/contract/repair/fast-order'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGroup } from '../../access/provision'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { Tx } from '../../kernel/db/tx'

type Body = BodyOf<typeof fastOrder.settle>
type Use = NonNullable<Body['packageUses']>[number]

let shop: Shop
let owner: Client
let adviser: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
let serviceItemId: number
let strangerId: number
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  adviser = await shop.signIn('adviser')
  workshop = await workshopOf(shop)
  desk = settlingAt(shop, owner, workshop)
  await stockParts(shop, owner)
  await shop.db.tenant(shop.groupId, async (tx) => {
    serviceItemId = await one(tx, 'service_item', await serviceRow(tx))
    strangerId = await one(tx, 'partner', { code: 'K9', name: '车主乙', kind: 'person', cus_flag: 1 })
  })
})
afterAll(() => shop.close())

async function serviceRow(tx: Tx) {
  const idOf = async (table: string) =>
    (
      await tx.one<{ id: number }>({
        text: `select min(id) as id from ${table} where group_id = $1`,
        values: [tx.groupId],
      })
    )?.id
  const kept = { worker_type_id: await idOf('worker_type'), tax_rate_id: await idOf('tax_rate') }
  return { code: 'BY', name: '保养', pricing_mode: 'fixed', ...kept }
}
const service = () => ({ serviceItemId, name: '保养', workerTypeId: workshop.workerTypeId, price: '120' })
/** A maintenance of 120.00. */
const fast = (more: Partial<Body> = {}): Body => ({
  kind: 'fast',
  header: { partnerId: workshop.partnerId, vehicleId: workshop.vehicleId, warehouseId: shop.warehouseId },
  labour: [service()],
  technicians: [{ employeeId: workshop.technicianId }],
  ...more,
})
const pad = () => ({ partId: shop.parts.pad, qty: '1', price: '380' })
const settle = (body: Body, client = adviser) => client.call(fastOrder.settle, { body })
const ask = (body: Body, client = adviser) => client.ask(fastOrder.settle, { body })
const use = (cardItemId: number, more: Partial<Use> = {}): Use => ({
  section: 'labour',
  line: 0,
  cardItemId,
  times: '1',
  ...more,
})
const bought = (times = '2') => ({ serviceItemId, times, price: '80', total: `${80 * Number.parseInt(times, 10)}` })
const withPackage = (times = '2', partnerId = workshop.partnerId) =>
  openCard(shop, owner, { partnerId, bought: bought(times) })
const known = () =>
  adviser.call(fastOrder.known, { query: { partnerId: workshop.partnerId, vehicleId: workshop.vehicleId } })
async function newCoupon(
  tx: Tx,
  orgId: number,
  partnerId: number | null,
  terms: Record<string, unknown>,
): Promise<string> {
  const batch = { org_id: orgId, name: '满减券', face: '10', qty: 10, valid_days: 30, creator_id: 1, ...terms }
  const batch_id = await one(tx, 'coupon_batch', batch)
  const coupon_no = String(100_000_000_000 + batch_id)
  await one(tx, 'coupon', {
    org_id: orgId,
    batch_id,
    coupon_no,
    partner_id: partnerId,
    valid_from: shanghaiDay(),
    valid_to: '2099-12-31',
    issued_by: 1,
  })
  return coupon_no
}
/** The number of a coupon of a batch of the shop. */
const coupon = (terms: Record<string, unknown>, partnerId: number | null = workshop.partnerId) =>
  shop.db.tenant(shop.groupId, (tx) => newCoupon(tx, shop.orgId, partnerId, terms))
const couponState = async (no: string) =>
  (await shop.sql<{ state: string }>('select state from coupon where group_id = $1 and coupon_no = $2', no))[0]?.state
const said = async (body: Body) => {
  const { status, msg, errors } = await ask(body)
  return { status, msg, at: errors?.map(({ path }) => path) ?? [] }
}

it('covers lines by a package, takes a coupon off the rest, and gives all of it back', async () => {
  const card = await withPackage()
  const couponNo = await coupon({ face: '50', threshold: '300' })
  const offered = await known()
  expect(offered.packageItems).toEqual([
    expect.objectContaining({ id: card.itemId, cardNo: card.cardNo, name: '保养', timesLeft: '2.0000' }),
  ])
  expect(offered.coupons).toEqual([expect.objectContaining({ couponNo, face: '50.00', problem: null })])
  const body = fast({
    labour: [{ ...service(), name: '检查', serviceItemId: null, price: '20' }, service()],
    materials: [pad()],
    packageUses: [use(card.itemId, { line: 1 })],
    couponNos: [couponNo],
    payment: { tenders: [desk.cash('350')] },
  })
  // 20.00 and 380.00 less 50.00; the maintenance is covered.
  const bill = await settle(body)
  expect(bill).toMatchObject({ customerDue: '350.00', received: '350.00' })
  expect((await cardsOf(shop, card.id)).items).toEqual(['1.0000 80.00'])
  expect(await couponState(couponNo)).toBe('used')
  const { header, labour } = await owner.call(repairSettlement.routes.read, { params: { id: bill.settlementId } })
  expect(header).toMatchObject({ packaged: '120.00', couponAmount: '50.00', couponNos: [couponNo] })
  const order = await owner.call(workOrder.routes.read, { params: { id: bill.orderId } })
  expect(header.packageUses).toEqual([{ lineId: order.labour[1]?.id, cardItemId: card.itemId, times: '1' }])
  expect(labour.map(({ name }) => name)).toEqual(['检查', '保养'])
  await owner.call(fastOrder.undo, { params: { id: bill.orderId }, body: { reason: '开错' } })
  expect((await cardsOf(shop, card.id)).items).toEqual(['2.0000 160.00'])
  expect(await couponState(couponNo)).toBe('unused')
  expect((await settle(fast({ packageUses: [use(card.itemId, { times: '1' })] }))).customerDue).toBe('0.00')
})

it('asks for the payment code of a card whose package is used', async () => {
  const card = await withPackage()
  await owner.call(cardRoutes.setPin, { params: { id: card.id }, body: { pin: '135790' } })
  const body = (pin?: string) =>
    fast({ packageUses: [use(card.itemId)], payment: { cards: pin ? [{ cardId: card.id, amount: '0', pin }] : [] } })
  expect(await said(body())).toMatchObject({ at: ['payment.cards'], msg: expect.stringContaining('设有支付密码') })
  expect((await said(body('000000'))).msg).toContain('还可以输入4次')
  expect((await settle(body('135790'))).customerDue).toBe('0.00')
})

it('names the line for which a package is not good, and then leaves nothing behind', async () => {
  const count = async () => (await shop.sql('select count(*)::int as n from repair_document where group_id = $1'))[0]
  const card = await withPackage()
  const strange = await withPackage('2', strangerId)
  const before = await count()
  const asked = (packageUses: Use[], more: Partial<Body> = {}) => said(fast({ packageUses, ...more }))
  expect(await asked([use(card.itemId, { line: 3 })])).toMatchObject({
    at: ['packageUses.0.line'],
    msg: expect.stringContaining('项目第4行不存在'),
  })
  expect(await asked([use(card.itemId, { section: 'materials' })], { materials: [pad()] })).toMatchObject({
    at: ['packageUses.0.cardItemId'],
    msg: expect.stringContaining('材料第1行'),
  })
  expect(await asked([use(strange.itemId)])).toMatchObject({
    at: ['packageUses.0.cardItemId'],
    msg: expect.stringContaining('不存在或不属于该客户'),
  })
  expect((await asked([use(99_999_999)])).msg).toContain('不存在或不属于该客户')
  const twoOfIt = { labour: [{ ...service(), qty: '2' }] }
  expect(await asked([use(card.itemId)], twoOfIt)).toMatchObject({
    at: ['packageUses.0.times'],
    msg: expect.stringContaining('整行'),
  })
  expect((await asked([use(card.itemId, { times: '3' })])).at).toEqual(['packageUses.0.times'])
  const three = [0, 1, 2].map((line) => use(card.itemId, { line }))
  expect((await asked(three, { labour: [service(), service(), service()] })).msg).toContain('剩余 2 次，需要 3 次')
  expect((await asked([use(card.itemId), use(card.itemId)])).at).toContain('packageUses.0.times')
  expect((await asked([use(card.itemId, { times: '-1' })])).status).not.toBe(200)
  expect(await count()).toEqual(before)
  expect((await cardsOf(shop, card.id)).items).toEqual(['2.0000 160.00'])
})

/** A card with a package, and a coupon, of another group. */
async function otherGroup() {
  const groupId = await createGroup(shop.db, '另一集团')
  const made = await shop.db.tenant(groupId, async (tx) => {
    const stock = await stockShop(tx, {})
    const serviceItemId = await one(tx, 'service_item', await serviceRow(tx))
    const couponNo = await newCoupon(tx, stock.orgId, stock.customerId, {})
    return { ...stock, serviceItemId, couponNo }
  })
  const sql = (text: string, ...values: unknown[]) =>
    shop.db.tenant(groupId, (tx) => tx.query({ text, values: [groupId, ...values] }))
  const there = { ...shop, ...made, groupId, sql } as Shop
  const client = await signIn(there, made.orgId, 'owner')
  const bought = { serviceItemId: made.serviceItemId, times: '2', price: '80', total: '160' }
  const card = await openCard(there, client, { partnerId: made.customerId, bought }, false)
  return { couponNo: made.couponNo, itemId: card.itemId, cardId: card.id }
}

it('keeps cards and coupons of other customers and other groups out', async () => {
  const hisCoupon = await coupon({ face: '10' }, strangerId)
  expect(await said(fast({ couponNos: [hisCoupon], payment: { tenders: [desk.cash('110')] } }))).toMatchObject({
    at: ['couponNos.0'],
    msg: `代金券 ${hisCoupon} 不存在，或不能在本店给该客户使用`,
  })
  const theirs = await otherGroup()
  expect((await said(fast({ couponNos: [theirs.couponNo] }))).msg).toContain('不存在')
  expect((await said(fast({ packageUses: [use(theirs.itemId)] }))).msg).toContain('不存在或不属于该客户')
  expect((await said(fast({ payment: { cards: [{ cardId: theirs.cardId, amount: '1' }] } }))).msg).toContain(
    '会员卡不存在',
  )
  const [first, second] = [await coupon({ face: '10' }), await coupon({ face: '10' })]
  expect((await said(fast({ couponNos: [first, second] }))).msg).toContain('不能与其他代金券同时使用')
  const type = { is_cross_org: false }
  const local = await openCard(shop, owner, { partnerId: workshop.partnerId, bought: bought(), type })
  const branch = await openBranch(shop)
  const elsewhere = await shop.signIn('owner', branch.orgId)
  const seen = await elsewhere.call(fastOrder.known, { query: { partnerId: workshop.partnerId } })
  expect(seen.coupons).toEqual([])
  expect(seen.packageItems.map(({ cardId }) => cardId)).not.toContain(local.id)
  expect((await known()).packageItems.map(({ cardId }) => cardId)).toContain(local.id)
})

it('gives the last use to one of two counters', async () => {
  const card = await withPackage('1')
  const body = fast({ packageUses: [use(card.itemId)] })
  const answers = await Promise.all([ask(body), ask(body, owner)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 400)?.msg).toContain('剩余 0 次')
  const couponNo = await coupon({ face: '20' })
  const withCoupon = fast({ couponNos: [couponNo], payment: { tenders: [desk.cash('100')] } })
  const both = await Promise.all([ask(withCoupon), ask(withCoupon, owner)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect((await cardsOf(shop, card.id)).items).toEqual(['0.0000 0.00'])
})

it('takes a coupon that somebody brings by its number, and tells nothing of those of others', async () => {
  const brought = await coupon({ face: '20', threshold: '50' }, null)
  const about = (couponNo: string, client = adviser) =>
    client.ask(fastOrder.coupon, { body: { partnerId: workshop.partnerId, couponNo } })
  expect((await about(` ${brought} `)).data).toMatchObject({ couponNo: brought, face: '20.00', problem: null })
  const branch = await openBranch(shop, '04', '另一分店')
  const local = await shop.db.tenant(shop.groupId, (tx) => newCoupon(tx, branch.orgId, null, {}))
  const wide = await shop.db.tenant(shop.groupId, (tx) => newCoupon(tx, branch.orgId, null, { is_cross_org: true }))
  expect((await about(wide)).data).toMatchObject({ problem: null })
  for (const no of [await coupon({}, strangerId), local, '999999999999']) {
    const words = `代金券 ${no} 不存在，或不能在本店给该客户使用`
    expect(await about(no)).toMatchObject({ status: 400, msg: words })
    expect(await said(fast({ couponNos: [no] }))).toMatchObject({
      at: ['couponNos.0'],
      msg: expect.stringContaining(words),
    })
  }
  const goods: Body = {
    kind: 'goods',
    header: { partnerId: workshop.partnerId, warehouseId: shop.warehouseId },
    materials: [pad()],
    couponNos: [brought],
    payment: { tenders: [desk.cash('360')] },
  }
  const work = fast({ couponNos: [brought], payment: { tenders: [desk.cash('100')] } })
  const answers = await Promise.all([ask(goods), ask(work, owner)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 400)?.msg).toContain(`代金券 ${brought} 已使用`)
  expect((await about(brought)).data).toMatchObject({ problem: `代金券 ${brought} 已使用` })
  // Ids name nothing.
  const byIds = { ...fast({ payment: { tenders: [desk.cash('120')] } }), couponIds: [1, 2, 3] }
  expect((await settle(byIds)).customerDue).toBe('120.00')
})

it('finds who holds a card by its whole number, with his cars', async () => {
  const card = await withPackage()
  const found = async (q: string) => (await adviser.call(cardRoutes.lookup, { query: { q } })).rows
  expect((await found(card.cardNo.toLowerCase())).map(({ partnerId }) => partnerId)).toEqual([workshop.partnerId])
  expect(await found(card.cardNo.slice(1))).toEqual([])
  const { rows } = await adviser.call(carInfoRoute, { query: { partnerId: workshop.partnerId } })
  expect(rows.map(({ id }) => id)).toEqual([workshop.vehicleId])
  expect((await adviser.call(carInfoRoute, { query: { partnerId: strangerId } })).rows).toEqual([])
})

it('lets a line be done by technicians of its own', async () => {
  const own = { technicians: [{ employeeId: workshop.helperId }] }
  const labour = [service(), { ...service(), name: '洗车', serviceItemId: null, ...own }]
  const body = fast({ labour, payment: { tenders: [desk.cash('240')] } })
  const bill = await settle(body)
  const done = await owner.call(workOrder.routes.read, { params: { id: bill.orderId } })
  expect(done.labour.map(({ technicians }) => technicians)).toEqual(['技师一', '技师二'])
  const nobody = await settle({ ...body, technicians: [] })
  const half = await owner.call(workOrder.routes.read, { params: { id: nobody.orderId } })
  expect(half.labour.map(({ technicians, workState }) => [technicians ?? '', workState])).toEqual([
    ['', 'passed'],
    ['技师二', 'passed'],
  ])
  const strange = { ...body, labour: [service(), { ...service(), technicians: [{ employeeId: 99_999_999 }] }] }
  expect((await said(strange)).at).toEqual(['labour.1.technicians.0.employeeId'])
  const shares = [
    { employeeId: workshop.technicianId, share: '0.5' },
    { employeeId: workshop.helperId, share: '0.6' },
  ]
  expect((await said({ ...body, labour: [{ ...service(), technicians: shares }] })).at).toEqual([
    'labour.0.technicians',
  ])
  const waiting = await adviser.call(fastOrder.hold, { body: { kind: 'fast', header: body.header, labour } })
  await act(owner, workOrder.routes, waiting, 'cancel')
})
