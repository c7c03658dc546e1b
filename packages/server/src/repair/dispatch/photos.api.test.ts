// 施工照片: taken by who works on a line, seen by who sees the order, shown to the customer by the desk (business/repair 6.7).
import { customerLinkRoutes } from '@chepu/contract/kernel/customer-link'
import { dispatchCalls, myWork } from '@chepu/contract/repair/dispatch'
import { linePhotoRoutes } from '@chepu/contract/repair/line-photo'
import { orderConfirmPurpose, orderLink } from '@chepu/contract/repair/order-link'
import { workOrder } from '@chepu/contract/repair/work-order'
import { resourceRoutes } from '@chepu/contract/shell/resource'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attached, keepFiles } from '../../../test/attached'
import { openBranch } from '../../../test/people'
import { type AnyRoute, type Client, one, openShop, type Shop } from '../../../test/shop'
import { Visitor } from '../../../test/visitor'
import { confirmedOrder, orderBody, type Workshop, workshopOf } from '../../../test/workshop'

let shop: Shop
let owner: Client
let workshop: Workshop
let dropFiles: () => void
let first: Awaited<ReturnType<typeof technician>>
let second: Awaited<ReturnType<typeof technician>>
beforeAll(async () => {
  dropFiles = keepFiles()
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  first = await technician()
  second = await technician()
})
afterAll(async () => {
  await shop.close()
  dropFiles()
})

/** Somebody who repairs here and signs in. */
async function technician() {
  const client = await shop.signIn('technician')
  const [row] = await shop.sql<{ id: number }>('select max(id) as id from employee where group_id = $1')
  const employeeId = row?.id as number
  await shop.db.tenant(shop.groupId, (tx) => one(tx, 'technician', { employee_id: employeeId }))
  return { client, employeeId }
}

/** An order with a line that the first technician works on. */
async function inWork() {
  const { id: orderId } = await confirmedOrder(owner, orderBody(shop, workshop))
  const { labour } = await owner.call(workOrder.routes.read, { params: { id: orderId } })
  const lineId = labour[0]?.id as number
  const technicians = [{ employeeId: first.employeeId }]
  await owner.call(dispatchCalls.assign, { body: { orderId, lineIds: [lineId], technicians } })
  await first.client.call(dispatchCalls.start, { body: { orderId, lineIds: [lineId] } })
  return { orderId, lineId }
}
const ofOrder = (ownerId: number) => ({ kind: workOrder.kind, ownerId })
const add = (client: Client, body: { orderId: number; lineId: number; fileId: number }) =>
  client.ask(linePhotoRoutes.add, { body })
const photos = async (orderId: number, client = owner) =>
  (await client.call(linePhotoRoutes.list, { query: { orderId } })).rows

it('keeps what a technician takes with the line, for all who see the order', async () => {
  const { orderId, lineId } = await inWork()
  const fileId = await attached(shop, first.client, ofOrder(orderId), '更换机油机滤.png')
  expect((await add(first.client, { orderId, lineId, fileId })).status).toBe(200)
  expect((await add(first.client, { orderId, lineId, fileId })).status).toBe(200)
  expect(await photos(orderId, first.client)).toMatchObject([
    { id: fileId, lineId, lineName: '更换机油机滤', isShown: false },
  ])
  const { cards } = await first.client.call(myWork)
  expect(cards.find((card) => card.lineId === lineId)).toMatchObject({ photoIds: [fileId], workState: 'working' })
  // After the check of his own, too.
  await first.client.call(dispatchCalls.finish, { body: { orderId, lineIds: [lineId], selfCheck: true } })
  const after = await attached(shop, first.client, ofOrder(orderId))
  expect((await add(first.client, { orderId, lineId, fileId: after })).status).toBe(200)
  expect((await photos(orderId)).map(({ id }) => id)).toEqual([fileId, after])
  // A file that is removed is gone from the line; removing is for who may change the order.
  expect(await first.client.ask(resourceRoutes.remove, { params: { id: after } })).toMatchObject({ status: 403 })
  await owner.call(resourceRoutes.remove, { params: { id: after } })
  expect((await photos(orderId)).map(({ id }) => id)).toEqual([fileId])
})

it('is for who works on the line, of what he has attached to its order himself', async () => {
  const { orderId, lineId } = await inWork()
  const other = await inWork()
  const fileId = await attached(shop, first.client, ofOrder(orderId))
  const strange = await attached(shop, first.client, ofOrder(other.orderId))
  expect(await add(first.client, { orderId, lineId, fileId: strange })).toMatchObject({
    status: 400,
    msg: '照片不属于本工单，或已删除',
  })
  expect(await add(owner, { orderId, lineId, fileId })).toMatchObject({ status: 400 })
  expect(await add(first.client, { orderId, lineId: other.lineId, fileId })).toMatchObject({
    status: 400,
    msg: '项目不属于本工单，请刷新后重试',
  })
  // Nobody has sent him to this car.
  const ticket = { body: { ...ofOrder(orderId), fileName: '照片.png' } }
  expect(await second.client.ask(resourceRoutes.ticket, ticket)).toMatchObject({ status: 404 })
  expect(await add(second.client, { orderId, lineId, fileId })).toMatchObject({ status: 404 })
  const buyer = await shop.signIn('buyer')
  expect(await add(buyer, { orderId, lineId, fileId })).toMatchObject({ status: 403 })
  const { orgId } = await openBranch(shop)
  const stranger = await shop.signIn('owner', orgId)
  expect(await stranger.ask(linePhotoRoutes.list, { query: { orderId } })).toMatchObject({ status: 404 })
  expect(await add(stranger, { orderId, lineId, fileId })).toMatchObject({ status: 404 })
})

it('is shown to the customer where the desk shows it, and asks nobody again', async () => {
  const { orderId, lineId } = await inWork()
  const fileId = await attached(shop, first.client, ofOrder(orderId))
  await add(first.client, { orderId, lineId, fileId })
  const made = await owner.call(customerLinkRoutes.make, { body: { purpose: orderConfirmPurpose, subjectId: orderId } })
  const token = made.address.replace(/^.*\/l\//, '')
  const at = <R extends AnyRoute>(route: R): R => ({ ...route, path: route.path.replace(':token', token) })
  const customer = new Visitor(shop.origin)
  const shown = async () => {
    const { version, lines } = (await customer.ask(at(orderLink.view))).data.content
    const picture = await fetch(`${shop.origin}${at(orderLink.picture).path.replace(':id', String(fileId))}`)
    return { version, photoIds: lines.find((line) => line.lineId === lineId)?.photoIds, status: picture.status }
  }
  const before = await shown()
  expect(before).toMatchObject({ photoIds: [], status: 404 })
  const show = (client: Client, isShown: boolean) =>
    client.ask(linePhotoRoutes.show, { params: { id: fileId }, body: { isShown } })
  expect((await show(first.client, true)).status).toBe(403)
  expect((await show(owner, true)).status).toBe(200)
  expect(await shown()).toEqual({ version: before.version, photoIds: [fileId], status: 200 })
  expect((await show(owner, false)).status).toBe(200)
  expect(await shown()).toEqual(before)
  const log = await owner.call(workOrder.routes.log, { params: { id: orderId } })
  expect(log.map(({ action }) => action).filter((action) => action.endsWith('photo'))).toEqual([
    'hide-photo',
    'show-photo',
  ])
})
