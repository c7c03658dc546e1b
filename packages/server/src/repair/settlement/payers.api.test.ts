// 费用结算 through HTTP: what others than the customer pay of an order.
import { button } from '@chepu/contract/access/catalogue'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, type Saved } from '../../../test/desk'
import { openBranch, withdraw, worker } from '../../../test/people'
import { settledBooks } from '../../../test/settled-books'
import { settlingAt, stockParts } from '../../../test/settling'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { completedOrder, type Workshop, workshopOf } from '../../../test/workshop'

let shop: Shop
let owner: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
let books: ReturnType<typeof settledBooks>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  books = settledBooks(shop)
  await stockParts(shop, owner)
  desk = settlingAt(shop, owner, workshop)
})
afterAll(() => shop.close())

it('takes money for what the customer owes, and bills a sister for her part', async () => {
  const { orgId: sister } = await openBranch(shop, '03')
  const [row] = await shop.sql<{ id: number }>(
    `select id from partner where group_id = $1 and system_kind = 'sister_org' and system_org_id = $2`,
    sister,
  )
  const payerPartnerId = row?.id as number
  const { header } = desk.plainBody()
  const labour = [desk.labour('换机油', '10'), desk.labour('内饰清洗', '55.55', { payer: 'internal', payerPartnerId })]
  const own = await completedOrder(shop, owner, { header, labour })
  const settled = await desk.settle(await desk.drafted(own), { tenders: [desk.cash('10')] })
  expect((await books.itemsOf(settled.id)).map((said) => said.replace(/^.* AR/, 'AR')).toSorted()).toEqual([
    'AR customer 10.00 0.00',
    'AR customer 55.55 55.55',
  ])
  // What the sister owes keeps no car.
  const who = await worker(shop, 'owner')
  await withdraw(shop, who, { buttons: [button('repair_settlement', 'on_credit')] })
  const { header: now } = await desk.order(own.id)
  const left = { id: own.id, version: now.version } as Saved
  expect((await act(who.client, workOrder.routes, left, 'handover', { input: {} })).state).toBe('delivered')
})

it('voids the draft of an order that comes to nothing', async () => {
  const order = await completedOrder(shop, owner, desk.plainBody('90'))
  const draft = await desk.drafted(order)
  await act(owner, workOrder.routes, order, 'cancel', { reason: '客户不修了' })
  const { header } = await owner.call(repairSettlement.routes.read, { params: { id: draft.id } })
  expect(header.state).toBe('voided')
  const log = await owner.call(repairSettlement.routes.log, { params: { id: draft.id } })
  expect(log[0]).toMatchObject({ action: 'void', fromState: 'draft', toState: 'voided', userName: 'owner' })
})

it('bills a maker for the material of his warranty, and nobody for consumables', async () => {
  const maker = { code: 'C00001', name: '测试厂家', kind: 'unit', cus_flag: 4 }
  const payerPartnerId = await shop.db.tenant(shop.groupId, (tx) => one(tx, 'partner', maker))
  const ofMaker = { qty: '1', payer: 'warranty' as const, payerPartnerId }
  const materials = [
    { partId: shop.parts.pad, price: '380', ...ofMaker },
    { partId: shop.parts.filter, price: '900', isConsumable: true, ...ofMaker },
  ]
  const draft = await desk.drafted(await desk.finished({ ...desk.plainBody(), materials }))
  await desk.settle(draft, { tenders: [desk.cash('100')] })
  expect(await books.itemsOf(draft.id)).toEqual([
    '测试厂家 AR warranty 380.00 380.00',
    '车主甲 AR customer 100.00 0.00',
  ])
})
