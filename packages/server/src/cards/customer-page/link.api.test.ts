// 客户页面 through HTTP: what a customer reads of himself by a link, and what nobody reads by it (business/cards 10).
import { issueCoupons, saveCouponBatch } from '@chepu/contract/cards/coupon'
import { customerPageLink, customerPagePurpose } from '@chepu/contract/cards/customer-page'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { customerLinkRoutes, linkGone } from '@chepu/contract/kernel/customer-link'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newCard, newCardPackage, newCardType } from '../../../test/cards'
import { newPartner } from '../../../test/finance'
import { openBranch } from '../../../test/people'
import { settlingAt, stockParts } from '../../../test/settling'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { Visitor } from '../../../test/visitor'
import { type Workshop, workshopOf } from '../../../test/workshop'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'

const today = shanghaiDay()
let shop: Shop
let owner: Client
let branch: Client
let workshop: Workshop
let customer: Visitor
let token: string
let billNo: string
let otherId: number

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  branch = await shop.signIn('owner', (await openBranch(shop)).orgId)
  customer = new Visitor(shop.origin)
  otherId = await newPartner(shop, '别的客户')
  await stockParts(shop, owner)
})
afterAll(() => shop.close())

const of = (subjectId: number) => ({ purpose: customerPagePurpose, subjectId })
const make = (client: Client, subjectId: number) => client.ask(customerLinkRoutes.make, { body: of(subjectId) })
const linkTo = async (client: Client, subjectId: number) =>
  (await client.call(customerLinkRoutes.make, { body: of(subjectId) })).address.replace(/^.*\/l\//, '')
const view = (at: string) =>
  customer.ask({ ...customerPageLink.view, path: customerPageLink.view.path.replace(':token', at) })
const gone = { status: 404, reason: 'notFound', msg: linkGone }

it('shows a customer his cards, packages, coupons and orders here, and nothing else', async () => {
  const { partnerId, vehicleId } = workshop
  const cardTypeId = await newCardType(shop, { valid_days: 365 })
  const localId = await newCardType(shop, { name: '本店卡', is_cross_org: false })
  const cardPackageId = await newCardPackage(shop, {
    salePrice: '300',
    valid_days: 20,
    lines: [{ partId: shop.parts.oil, times: '12', listPrice: '30', allocPrice: '25', allocTotal: '300' }],
  })
  await newCard(shop, owner, {
    partnerId,
    vehicleId,
    cardTypeId,
    cardPackageId,
    cardNo: 'C1002003',
    principalChange: '800',
    giftChange: '50',
    paid: '1100',
  })
  await newCard(shop, branch, { partnerId, cardTypeId: localId, cardNo: 'B9999' })
  await newCard(shop, owner, { partnerId: otherId, cardTypeId, cardNo: 'C7777' })
  const { id: batchId } = await owner.call(saveCouponBatch, {
    body: { name: '满200减30', face: '30', threshold: '200', validDays: 30, qty: 10 },
  })
  await owner.call(issueCoupons, { body: { batchId, partnerIds: [partnerId, otherId], qty: 1 } })
  const desk = settlingAt(shop, owner, workshop)
  const order = await desk.finished(desk.workedBody())
  const settled = await desk.settle(await desk.drafted(order, { insurers: [{ partnerId: workshop.insurerId }] }), {
    tenders: [desk.cash('300')],
  })
  billNo = settled.billNo

  token = await linkTo(owner, partnerId)
  const { data } = await view(token)
  expect(data.content).toMatchObject({ partnerName: '车*', mobile: '139****0088' })
  expect(data.content.cards).toMatchObject([
    { cardNo: '****2003', state: 'active', principal: '800.00', gift: '50.00', plate: '京A88888', isExpired: false },
  ])
  expect(data.content.packages).toMatchObject([
    { name: '机油', timesSold: '12.0000', timesLeft: '12.0000', validUntil: addDays(today, 20) },
  ])
  expect(data.content.coupons).toMatchObject([{ batchName: '满200减30', face: '30.00', threshold: '200.00' }])
  expect(data.content.orders).toMatchObject([
    { billNo, plate: '京A88888', customerDue: '700.00', paid: '300.00', open: '400.00' },
  ])
  expect(data.content.orders[0]?.lines).toHaveLength(5)
  const told = JSON.stringify(data)
  for (const hidden of ['cost', 'C1002003', 'B9999', 'C7777', 'remark', '13900000088'])
    expect(told).not.toContain(hidden)
})

it('is good for 90 days, and takes no answer', async () => {
  const [row] = await shop.sql<{ days: number }>(
    `select round(extract(epoch from expires_at - created_at) / 86400)::int as days from customer_link
      where group_id = $1 and purpose = 'customer_page' and revoked_at is null`,
  )
  expect(row).toEqual({ days: 90 })
  const answer = await fetch(`${shop.origin}/api-main/api/web/link/${token}/customer_page`, { method: 'POST' })
  expect(answer.status).toBe(404)
})

it('is another page in another shop, whose link ends none of this one', async () => {
  const there = await linkTo(branch, workshop.partnerId)
  const { content } = (await view(there)).data
  expect(content.orders).toEqual([])
  expect(content.cards.map(({ cardNo }) => cardNo)).toEqual(['*9999', '****2003'])
  expect((await view(token)).status).toBe(200)
})

it('is made by who sees the customer, his prices and prints his papers, and of nobody in particular by none', async () => {
  expect(await make(await shop.signIn([]), workshop.partnerId)).toMatchObject({ status: 403 })
  const [walkIn] = await shop.sql<{ id: number }>(
    `select id from partner where group_id = $1 and system_kind = 'walk_in' and system_org_id = $2`,
    shop.orgId,
  )
  expect(await make(owner, walkIn?.id as number)).toMatchObject({ status: 400, msg: '系统往来单位没有客户页面' })
})

it('opens nothing once it is revoked, over, or the customer is disabled', async () => {
  await owner.call(customerLinkRoutes.revoke, { body: of(workshop.partnerId) })
  expect(await view(token)).toMatchObject(gone)
  const next = await linkTo(owner, workshop.partnerId)
  await shop.sql(
    `update customer_link set expires_at = now() - interval '1 minute' where group_id = $1 and org_id = $2 and revoked_at is null`,
    shop.orgId,
  )
  expect(await view(next)).toMatchObject(gone)

  const ofOther = await linkTo(owner, otherId)
  const { version } = await owner.call(partnerRoutes.read, { params: { id: otherId } })
  await owner.call(partnerRoutes.enable, { params: { id: otherId }, body: { isActive: false, version } })
  expect(await view(ofOther)).toMatchObject(gone)
  expect(await make(owner, otherId)).toMatchObject({ status: 400, msg: '现在没有可以给客户看的内容：客户已停用' })
  const disabled = await owner.call(partnerRoutes.read, { params: { id: otherId } })
  await owner.call(partnerRoutes.enable, {
    params: { id: otherId },
    body: { isActive: true, version: disabled.version },
  })
  expect(await view(ofOther)).toMatchObject(gone)
})

it('is of who stands for a customer that was merged, with what the merged one had done', async () => {
  const before = await linkTo(owner, workshop.partnerId)
  await owner.call(partnerRoutes.merge, { params: { id: otherId }, body: { sourceId: workshop.partnerId } })
  expect(await view(before)).toMatchObject(gone)
  const { content } = (await view(await linkTo(owner, workshop.partnerId))).data
  expect(content.orders.map((order) => [order.billNo, order.open])).toEqual([[billNo, '400.00']])
  expect(content.cards.map(({ cardNo }) => cardNo).toSorted()).toEqual(['****2003', '*7777'])
  expect((await owner.call(customerLinkRoutes.read, { query: of(otherId) })).link).toMatchObject({ openCount: 1 })
})
