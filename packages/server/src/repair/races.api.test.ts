// Several hands on one order at the same moment: one of them comes first, the others are refused or follow, and a step that is sent twice is taken once.
import { picking } from '@chepu/contract/picking/picking'
import { pickingReturn } from '@chepu/contract/picking/picking-return'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { refundPreview, repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, type Saved, save, tryAct, trySave } from '../../test/desk'
import { today } from '../../test/finance'
import { settledBooks } from '../../test/settled-books'
import { settlingAt, stockParts } from '../../test/settling'
import { type Client, openShop, type Shop } from '../../test/shop'
import { confirmedOrder, type Workshop, workshopOf } from '../../test/workshop'

let shop: Shop
let owner: Client
let other: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
let books: ReturnType<typeof settledBooks>
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  owner = await shop.signIn('owner')
  other = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  desk = settlingAt(shop, owner, workshop)
  books = settledBooks(shop)
  await stockParts(shop, owner)
})
// Closing the shop checks every invariant of the books.
afterAll(() => shop.close())

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted()
const draftOf = async (price: string) => desk.drafted(await desk.finished(desk.plainBody(price)))
const ofCar = () => ({ bizDate: today, partnerId: workshop.partnerId, vehicleId: workshop.vehicleId })

/** An order for 2 pieces, with the body of a picking of both. */
async function wanting() {
  const { warehouseId, parts } = shop
  const materials = [{ partId: parts.pad, qty: '2', price: '380' }]
  const order = await confirmedOrder(owner, { header: { ...desk.plainBody().header }, materials } as never)
  const [line] = (await desk.order(order.id)).materials
  const header = { bizDate: today, warehouseId, workOrderId: order.id }
  const body = { header, lines: [{ partId: parts.pad, qty: '2', workOrderLineId: line?.id }] } as never
  return { order, header, draft: await save(owner, picking.routes, body) }
}
/** A draft that gives one piece of what was issued back. */
async function returning(picked: { id: number }, header: object): Promise<Saved> {
  const [taken] = (await owner.call(picking.routes.read, { params: { id: picked.id } })).lines
  const lines = [{ partId: shop.parts.pad, qty: '1', sourceLineId: taken?.id }]
  return save(owner, pickingReturn.routes, { header: { ...header, reason: '多领' }, lines } as never)
}

it('two cashiers settle an order once, and undo that once', async () => {
  const draft = await draftOf('100')
  const input = { tenders: [desk.cash('100')] }
  const both = await Promise.all(
    [owner, other].map((client) => tryAct(client, repairSettlement.routes, draft, 'settle', { input })),
  )
  expect(statuses(both)).toEqual([200, 409])
  const settled = both.find(({ status }) => status === 200)?.data as Saved
  expect(await books.slipsOf(draft.id)).toEqual(['collection trade done 100.00 0.00'])
  const undone = await Promise.all(
    [owner, other].map((client) => tryAct(client, repairSettlement.routes, settled, 'unapprove')),
  )
  expect(statuses(undone)).toEqual([200, 409])
  expect([await books.till(), await books.pnlOf(draft.id)]).toEqual(['0.00', []])
})

it('a keeper issues or an adviser cancels, and no piece is out for a cancelled order', async () => {
  const { order, draft } = await wanting()
  const both = await Promise.all([
    tryAct(owner, picking.routes, draft, 'approve'),
    tryAct(other, workOrder.routes, order, 'cancel'),
  ])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  const { state } = (await desk.order(order.id)).header
  expect(await books.workOf(order.id)).toEqual(state === 'cancelled' ? [] : ['picking 2.0000 420.00'])
})

it('a settlement and a return of its material do not pass each other', async () => {
  const order = await desk.finished({
    header: desk.plainBody().header,
    materials: [{ partId: shop.parts.pad, qty: '1', price: '380' }],
  } as never)
  const [picked] = await shop.sql<{ id: number }>(
    `select id from goods_document where group_id = $1 and kind = 'picking' and work_order_id = $2`,
    order.id,
  )
  const header = { bizDate: today, warehouseId: shop.warehouseId, workOrderId: order.id }
  const back = await returning(picked as { id: number }, header)
  const draft = await desk.drafted(order)
  const [settled, returned] = await Promise.all([
    tryAct(owner, repairSettlement.routes, draft, 'settle', { input: {} }),
    tryAct(other, pickingReturn.routes, back, 'approve'),
  ])
  expect([settled.status, returned.status].filter((status) => status === 200)).toHaveLength(1)
  // Either way nothing is in work any more: it has become cost, or lies in the warehouse.
  const [left] = await shop.sql<{ qty: string; value: string }>(
    `select sum(qty)::text as qty, sum(value)::text as value from wip_ledger where group_id = $1 and work_order_id = $2`,
    order.id,
  )
  expect(left).toEqual({ qty: '0.0000', value: '0.00' })
})

/** A settled order of 100.00 that an insurer pays, with his case in his hands, and a refund of all of it. */
async function insured() {
  const { insurerId, workerTypeId } = workshop
  const labour = [{ name: '钣金', price: '100', workerTypeId, payer: 'insurance', payerPartnerId: insurerId }]
  const order = await desk.finished({ header: desk.plainBody().header, labour } as never)
  const assessed = { surveyor: '定损员甲', assessedOn: today, assessedLabour: '100' }
  const header = { ...ofCar(), insurerId, caseNo: `RA${order.id}`, workOrderId: order.id, papers: [], ...assessed }
  const opened = await act(owner, insuranceCase.routes, await save(owner, insuranceCase.routes, { header }), 'assess')
  const settlement = await desk.settle(await desk.drafted(order))
  const { lines } = await owner.call(refundPreview, { body: { settlementId: settlement.id } })
  const refund = await save(owner, repairRefund.routes, {
    header: { ...ofCar(), settlementId: settlement.id, reason: '钣金不做' },
    labour: lines.map(({ id }) => ({ sourceLineId: id, qty: '0.4' })),
  })
  return { settlement, refund, handed: await act(owner, insuranceCase.routes, opened, 'handIn') }
}
const verdict = (amount: string) => ({ input: { amount, rest: 'shop' } })

it('a verdict and a refund of what it is about do not pass each other, nor a verdict and a refund that is undone', async () => {
  const { settlement, refund, handed } = await insured()
  const [agreed, refunded] = await Promise.all([
    tryAct(owner, insuranceCase.routes, handed, 'agree', verdict('90')),
    tryAct(other, repairRefund.routes, refund, 'approve'),
  ])
  expect(statuses([agreed, refunded])).toEqual([200, 400])
  const open = async () =>
    (
      await shop.sql<{ balance: string }>(
        `select balance from open_item where group_id = $1 and source_kind = 'repair_settlement' and source_id = $2 and balance <> 0`,
        settlement.id,
      )
    ).map(({ balance }) => balance)
  expect(await open()).toEqual([agreed.status === 200 ? '90.00' : '60.00'])
  if (agreed.status === 200) {
    const undone = await act(owner, insuranceCase.routes, agreed.data as Saved, 'undo', { reason: '重核' })
    await act(owner, repairRefund.routes, refund, 'approve')
    handed.version = undone.version
  }
  const { header } = await owner.call(repairRefund.routes.read, { params: { id: refund.id } })
  const [again, back] = await Promise.all([
    tryAct(owner, insuranceCase.routes, handed, 'agree', verdict('50')),
    tryAct(other, repairRefund.routes, header as Saved, 'unapprove'),
  ])
  expect(again.status).toBe(200)
  // 60.00 are left of the bill when the verdict comes first, else 100.00: the shop bears what he does not pay, and the refund stays where he has been judged by it.
  expect(await open()).toEqual(['50.00'])
  expect([200, 400]).toContain(back.status)
})

it('a step that is sent twice with its key is taken once, at once or later', async () => {
  /** Sends a step twice at once and once more; all three are told the same. */
  async function once(def: Parameters<typeof tryAct>[1], doc: Saved, action: string, input?: object): Promise<Saved> {
    const idempotencyKey = `races-${doc.id}-${action}-${doc.version}`
    const send = () => tryAct(owner, def, doc, action, { idempotencyKey, ...(input && { input }) })
    const answers = [...(await Promise.all([send(), send()])), await send()]
    expect(statuses(answers)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    return answers[0]?.data as Saved
  }
  const { order, header, draft } = await wanting()
  const picked = await once(picking.routes, draft, 'approve')
  await once(pickingReturn.routes, await returning(picked, header), 'approve')
  expect(await books.workOf(order.id)).toEqual(['picking 2.0000 420.00', 'picking_return -1.0000 -210.00'])

  const done = await desk.finished(desk.plainBody('100'))
  const drafted = await desk.drafted(done)
  const input = { tenders: [desk.cash('100')] }
  const settled = await once(repairSettlement.routes, drafted, 'settle', input)
  const undone = await once(repairSettlement.routes, settled, 'unapprove')
  expect(await books.till()).toBe('0.00')
  await once(repairSettlement.routes, undone, 'settle', input)
  await once(workOrder.routes, (await desk.order(done.id)).header, 'handover', {})
  const [line] = (await owner.call(repairSettlement.routes.read, { params: { id: drafted.id } })).labour
  const refund = await save(owner, repairRefund.routes, {
    header: { ...ofCar(), settlementId: drafted.id, reason: '客户不满意', storeAccountId: shop.cashId },
    labour: [{ sourceLineId: line?.id as number, qty: '1' }],
  })
  await act(owner, repairRefund.routes, await once(repairRefund.routes, refund, 'approve'), 'unapprove')
  expect((await desk.order(done.id)).header.state).toBe('delivered')
})

it('an order loses no line while a keeper enters a picking for it', async () => {
  const materials = [{ partId: shop.parts.pad, qty: '1', price: '380' }]
  const order = await confirmedOrder(owner, { header: { ...desk.plainBody().header }, materials } as never)
  const view = await desk.order(order.id)
  const [line] = view.materials
  const header = { bizDate: today, warehouseId: shop.warehouseId, workOrderId: order.id }
  const owners = new pg.Client(shop.ownerUrl)
  await owners.connect()
  await owners.query('begin')
  await owners.query('lock table goods_document_line in share mode')
  const waiting = async () =>
    (
      await shop.db.shared({
        text: `select 1 as wait from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      })
    ).length
  const lines = [{ partId: shop.parts.pad, qty: '1', workOrderLineId: line?.id }]
  const picked = trySave(owner, picking.routes, { header, lines } as never)
  await expect.poll(waiting).toBe(1)
  const { id, version } = view.header
  const body = { ...view, id, version, labour: [], materials: [] }
  let isAnswered = false
  const changed = trySave(other, workOrder.routes, body as never).finally(() => (isAnswered = true))
  await expect.poll(async () => isAnswered || (await waiting()) === 2).toBe(true)
  await owners.end()
  expect((await picked).status).toBe(200)
  expect((await changed).status).toBeLessThan(500)
})
