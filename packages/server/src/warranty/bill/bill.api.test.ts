// 三包单 through HTTP: what a settlement makes of the lines of a manufacturer, what is entered freely, and what both do to the books.
import { repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { ordersToBill, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, type Saved, save, tryAct, trySave, undo } from '../../../test/desk'
import { openWarranty, type Warranty } from '../../../test/warranty'
import { settledBooks } from '../../../test/settled-books'
import { settlingAt, stockParts } from '../../../test/settling'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

const { routes } = warrantyBill
let shop: Shop
let owner: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
let books: ReturnType<typeof settledBooks>
let warranty: Warranty
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  warranty = await openWarranty(shop)
  books = settledBooks(shop, warrantyBill.kind)
  await stockParts(shop, owner)
  desk = settlingAt(shop, owner, workshop)
})
afterAll(() => shop.close())

const read = (id: number) => owner.call(routes.read, { params: { id } })
const billsOf = async (settlementId: number) =>
  shop.sql<{ id: number; state: string; totalAmount: string }>(
    `select id, state, total_amount from repair_document where group_id = $1 and kind = 'warranty_bill' and settlement_id = $2 order by id`,
    settlementId,
  )
const known = async (id: number) => ({ id, version: (await read(id)).header.version })

/** An order whose work of 600.00 and part of 400.00 a manufacturer pays, settled; answers the settlement. */
async function settled(): Promise<Saved> {
  const paid = { payer: 'warranty' as const, payerPartnerId: warranty.makerId, taxRate: '0.13' }
  const order = await desk.finished({
    header: desk.plainBody().header,
    labour: [desk.labour('检查', '80'), desk.labour('更换离合器', '600', paid)],
    materials: [{ partId: shop.parts.pad, qty: '2', price: '200', labourNo: 2, ...paid }],
  })
  return desk.settle(await desk.drafted(order), { tenders: [desk.cash('80')] })
}

/** The body of a draft that the program has made, to be saved again as somebody has typed more into it. */
async function typed(id: number, header: object = {}, more: object = {}) {
  const { header: had, labour, materials, extras } = await read(id)
  const line = ({
    id,
    name,
    serviceItemId,
    partId,
    pricingMode,
    stdHours,
    qty,
    price,
    taxRate,
    sourceLineId,
  }: never) => ({
    id,
    name,
    serviceItemId,
    partId,
    pricingMode,
    stdHours,
    qty,
    price,
    taxRate,
    sourceLineId,
  })
  return {
    id,
    version: had.version,
    header: { ...had, ...warranty.complete, ...header },
    labour: labour.map(line as never),
    materials: materials.map(line as never),
    extras: extras.map(line as never),
    ...more,
  } as never
}

it('is made a draft by the settlement of its order, and posts what it comes to beyond that', async () => {
  const settlement = await settled()
  const [draft] = await billsOf(settlement.id)
  expect(draft).toMatchObject({ state: 'draft', totalAmount: '1000.00' })
  const { id } = draft as { id: number }
  const { header, labour, materials } = await read(id)
  expect(header).toMatchObject({
    manufacturerId: warranty.makerId,
    labourAmount: '600.00',
    materialAmount: '400.00',
    handling: 'replace',
    causePartId: shop.parts.pad,
    mileage: '31000.0000',
    settlementId: settlement.id,
  })
  expect([labour, materials].map((lines) => lines.map(({ netAmount }) => netAmount))).toEqual([['600.00'], ['400.00']])
  await save(
    owner,
    routes,
    await typed(id, {}, { extras: [{ name: '外出费', qty: '40', price: '3', taxRate: '0.06' }] }),
  )
  const approved = await act(owner, routes, await act(owner, routes, await known(id), 'submit'), 'approve')
  expect(approved.state).toBe('approved')
  expect(await books.itemsOf(id)).toEqual(['测试厂家 AR warranty 120.00 120.00'])
  expect(await books.pnlOf(id)).toEqual(['warranty_revenue warranty 113.21'])
  const again = await undo(owner, routes, approved)
  expect([again.state, await books.itemsOf(id), await books.pnlOf(id)]).toEqual(['draft', [], []])
})

it('of a draft nothing is left when its order is not settled any more; what is further stands in the way', async () => {
  const settlement = await settled()
  const [draft] = await billsOf(settlement.id)
  const { id } = draft as { id: number }
  await save(owner, routes, await typed(id))
  const submitted = await act(owner, routes, await known(id), 'submit')
  const refused = await tryAct(owner, repairSettlement.routes, settlement, 'unapprove')
  expect(refused.msg).toMatch(/^三包单 SB\S+ 当前为「待审核」，结算单 WJ\S+ 不能反结算/)
  await act(owner, routes, submitted, 'withdraw')
  await undo(owner, repairSettlement.routes, settlement)
  expect((await billsOf(settlement.id)).map(({ state }) => state)).toEqual(['voided'])
})

it('stands in the way of a refund of its lines until it is void, and is made anew of what is left', async () => {
  const settlement = await settled()
  const [draft] = await billsOf(settlement.id)
  const { id } = draft as { id: number }
  const { materials } = await owner.call(repairSettlement.routes.read, { params: { id: settlement.id } })
  const [part] = materials
  const { partnerId, vehicleId } = workshop
  const body = {
    header: { bizDate: shanghaiDay(), partnerId, vehicleId, settlementId: settlement.id, reason: '少换一件' },
    materials: [{ sourceLineId: part?.id as number, qty: '1', isRestocked: true }],
  }
  const refund = await save(owner, repairRefund.routes, body)
  const refused = await tryAct(owner, repairRefund.routes, refund, 'approve')
  expect(refused.msg).toMatch(/^三包单 SB\S+ 已存在，请先作废$/)
  const fresh = { bizDate: shanghaiDay(), partnerId, manufacturerId: warranty.makerId, settlementId: settlement.id }
  expect((await trySave(owner, routes, { header: fresh })).msg).toMatch(/^三包单 SB\S+ 已存在，请先作废$/)
  await act(owner, routes, await known(id), 'void')
  const waiting = async () =>
    (await owner.call(ordersToBill, { query: {} })).rows
      .filter(({ settlementId }) => settlementId === settlement.id)
      .map(({ manufacturerName, amount }) => [manufacturerName, amount])
  expect(await waiting()).toEqual([['测试厂家', '1000.00']])
  await act(owner, repairRefund.routes, refund, 'approve')
  expect(await waiting()).toEqual([['测试厂家', '800.00']])
  const anew = await save(owner, routes, {
    header: { ...fresh, ...warranty.complete },
    materials: [{ partId: shop.parts.pad, qty: '1', price: '200', taxRate: '0.13', sourceLineId: part?.id as number }],
  })
  await act(owner, routes, await act(owner, routes, anew, 'submit'), 'approve')
  expect([await books.itemsOf(anew.id), await books.pnlOf(anew.id)]).toEqual([[], []])
})

it('is entered freely of a trade customer without a car, and given up as a whole', async () => {
  const { partnerId } = workshop
  const bill = await save(owner, routes, {
    header: { bizDate: shanghaiDay(), partnerId, manufacturerId: warranty.makerId, ...warranty.completePart },
    materials: [{ partId: shop.parts.pad, qty: '3', price: '113', taxRate: '0.13' }],
  })
  const approved = await act(owner, routes, await act(owner, routes, bill, 'submit'), 'approve')
  expect(await books.itemsOf(bill.id)).toEqual(['测试厂家 AR warranty 339.00 339.00'])
  const closed = await act(owner, routes, approved, 'close')
  expect(closed.state).toBe('closed')
  expect(await books.itemsOf(bill.id)).toEqual([
    '测试厂家 AR warranty -339.00 0.00',
    '测试厂家 AR warranty 339.00 0.00',
  ])
  expect(await books.pnlOf(bill.id)).toEqual(['warranty_diff warranty -300.00', 'warranty_revenue warranty 300.00'])
})
