// 维修退单 through HTTP: the worked settlement taken back as a whole, and another in three steps, with every ledger row written out.
import { button } from '@chepu/contract/access/catalogue'
import { repairRefund, refundPreview } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, post, reverse, type Saved, save, tryAct, trySave, undo } from '../../../test/desk'
import { openBranch, withdraw, worker } from '../../../test/people'
import { openPlanting } from '../../../test/planting'
import { refundDamages } from '../../../test/refunded-books'
import { settledBooks } from '../../../test/settled-books'
import { type Order, settlingAt, stockParts } from '../../../test/settling'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { dispatched, type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'
import { statementCount } from '../../kernel/db/statement'
import { invariants } from '../../kernel/invariants'

const { routes } = repairRefund
let shop: Shop
let owner: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
let books: ReturnType<typeof settledBooks>
let partners: number[]
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  desk = settlingAt(shop, owner, workshop)
  books = settledBooks(shop, repairRefund.kind)
  partners = [workshop.partnerId, workshop.insurerId]
  await stockParts(shop, owner)
})
afterAll(() => shop.close())

const adviser = <Body extends Order>(body: Body): Body => ({
  ...body,
  header: { ...body.header, salespersonId: workshop.helperId },
})
/** An order that is settled; its labour, where the line is named, was done by these shares. */
async function settled(
  body: Order,
  { given = {}, input = {}, done = {} }: { given?: object; input?: object; done?: Record<number, string[]> } = {},
) {
  const order = await desk.finished(body)
  const { labour } = await desk.order(order.id)
  for (const [i, shares] of Object.entries(done)) {
    const people = [workshop.technicianId, workshop.helperId]
    const lineId = labour[Number.parseInt(i, 10)]?.id as number
    const each = shares.map((share, k) => ({ employeeId: people[k] as number, share }))
    await dispatched(shop, { workOrderId: order.id, lineId }, each)
  }
  const settlement = await desk.settle(await desk.drafted(order, given), input)
  return { order, settlement }
}

const header = (settlementId: number, more: object = {}) => ({
  bizDate: shanghaiDay(),
  partnerId: workshop.partnerId,
  vehicleId: workshop.vehicleId,
  settlementId,
  reason: '客户不满意',
  ...more,
})
/** All that may still go back, its material into stock. */
async function wholeBody(settlementId: number, more: object = {}) {
  const { lines } = await owner.call(refundPreview, { body: { settlementId } })
  const of = (section: string) =>
    lines
      .filter((line) => line.section === section)
      .map(({ id, openQty, mayRestock }) => ({ sourceLineId: id, qty: openQty, isRestocked: mayRestock }))
  return { header: header(settlementId, more), labour: of('labour'), materials: of('materials') }
}
const cashier = () => ({ storeAccountId: shop.cashId })
const order = async (id: number) => (await desk.order(id)).header
const inWork = async (orderId: number) =>
  (
    await shop.sql<{ said: string }>(
      `select concat_ws(' ', sum(qty), sum(value)) as said from wip_ledger where group_id = $1 and work_order_id = $2`,
      orderId,
    )
  )[0]?.said
const row = async (billNo: string) => (await owner.call(routes.list, { query: { billNo } as never })).rows[0]

const given = () => ({
  orderDiscount: '10',
  insurers: [{ partnerId: workshop.insurerId, deductible: '200', salvage: '100' }],
})
let worked: Awaited<ReturnType<typeof settled>>
let refund: Saved
let before: unknown[]

it('takes a whole settlement back: goods, receivables, revenue, commission and money', async () => {
  before = [await shop.books.pool(shop.parts.pad), await shop.books.pool(shop.parts.filter)]
  worked = await settled(adviser(desk.workedBody()), {
    given: given(),
    input: { tenders: [desk.cash('300')] },
    done: { 1: ['0.6', '0.4'] },
  })
  expect(await books.till()).toBe('300.00')
  const draft = await save(owner, routes, (await wholeBody(worked.settlement.id, cashier())) as never)
  const shown = await owner.call(routes.read, { params: { id: draft.id } })
  expect(shown.header).toMatchObject({
    state: 'draft',
    settlementNo: worked.settlement.billNo,
    workOrderNo: worked.order.billNo,
    plate: '京A88888',
    labourAmount: '886.86',
    materialAmount: '1803.14',
    totalAmount: '2690.00',
    customerDue: '890.00',
    insuranceDue: '1800.00',
    warehouseId: shop.warehouseId,
  })
  expect(shown.labour.map(({ name, netAmount }) => `${name} ${netAmount}`)).toEqual([
    '保养 118.29',
    '换制动片 197.14',
    '钣金 571.43',
  ])
  refund = await act(owner, routes, draft, 'approve')
  expect(refund.state).toBe('done')
  expect([await shop.books.pool(shop.parts.pad), await shop.books.pool(shop.parts.filter)]).toEqual(before)
  expect(await inWork(worked.order.id)).toBe('0.0000 0.00')
  expect(await books.itemsOf(refund.id)).toEqual([
    '测试保险公司 AR insurance -1800.00 0.00',
    '车主甲 AR customer -890.00 0.00',
  ])
  expect(await books.pnlOf(refund.id)).toEqual([
    'cogs_part customer -210.00',
    'cogs_part insurance -900.00',
    'discount customer -10.00',
    'discount insurance -100.00',
    'revenue_labour customer -320.00',
    'revenue_labour insurance -600.00',
    'revenue_part customer -380.00',
    'revenue_part insurance -1500.00',
  ])
  expect(await books.commissionOf(refund.id)).toEqual([
    'technician -197.1400 0.6000 0.1800 -21.29',
    'technician -197.1400 0.4000 0.1800 -14.20',
    'adviser -690.0000 1.0000 0.0200 -13.80',
  ])
  expect(await books.slipsOf(refund.id)).toEqual([
    'write_off red_blue done 590.00 0.00',
    'collection refund done -300.00 0.00',
    'write_off red_blue done 1800.00 0.00',
  ])
  expect([await books.till(), await books.balances(partners)]).toEqual(['0.00', []])
  expect(await order(worked.order.id)).toMatchObject({ state: 'refunded', settlementNo: worked.settlement.billNo })
  expect(await row(refund.billNo)).toMatchObject({
    workOrderNo: worked.order.billNo,
    refundWay: '冲应收、现金',
    openAmount: '0.00',
    totalAmount: '2690.00',
  })
})

it('keeps its settlement from being undone, and nothing goes back twice', async () => {
  expect(await tryAct(owner, repairSettlement.routes, worked.settlement, 'unapprove')).toMatchObject({
    status: 400,
    msg: `工单 ${worked.order.billNo} 当前为「已退单」，不能反结算，请用维修退单`,
  })
  const { labour } = await owner.call(routes.read, { params: { id: refund.id } })
  const again = { header: header(worked.settlement.id), labour: [{ sourceLineId: labour[0]?.sourceLineId, qty: '1' }] }
  expect(await trySave(owner, routes, again as never)).toMatchObject({
    status: 400,
    msg: '项目第1行 [保养] 可退数量 0，本次退 1',
  })
})

it('shows damages of what was refunded', async () => {
  const planting = await openPlanting(shop)
  const all = await invariants()
  const damages = refundDamages(shop.groupId, refund.id, worked.order.id)
  const found: Record<string, string> = {}
  for (const sql of Object.keys(damages)) found[sql] = await planting.plant(sql, all)
  await planting.close()
  expect(found).toEqual(damages)
})

it('gives all of it back by 反审核, and by 红冲', async () => {
  const owed = ['测试保险公司 AR 1800.00', '车主甲 AR 590.00']
  const effects = await owner.call(routes.preview, { params: { id: refund.id, action: 'unapprove' } })
  expect(effects.refusals).toEqual([])
  const back = await undo(owner, routes, refund)
  expect(back.state).toBe('draft')
  expect([await books.till(), await books.balances(partners)]).toEqual(['300.00', owed])
  expect(await books.pnlOf(refund.id)).toEqual([])
  expect(await shop.books.pool(shop.parts.pad)).toBe('19.0000 / 3990.00')
  expect(await order(worked.order.id)).toMatchObject({ state: 'settled' })
  expect(await tryAct(owner, repairSettlement.routes, worked.settlement, 'unapprove')).toMatchObject({
    status: 400,
    msg: `结算单 ${worked.settlement.billNo} 已有维修退单 ${refund.billNo}，不能反结算`,
  })
  const again = await act(owner, routes, back, 'approve')
  const red = await reverse(owner, routes, again)
  expect(red.state).toBe('reversed')
  expect([await books.till(), await books.balances(partners)]).toEqual(['300.00', owed])
  expect(await shop.books.pool(shop.parts.pad)).toBe('19.0000 / 3990.00')
  expect(await books.slipsOf(refund.id)).toEqual([
    'write_off red_blue voided 590.00 0.00',
    'collection refund voided -300.00 0.00',
    'write_off red_blue voided 1800.00 0.00',
    'write_off red_blue reversed 590.00 0.00',
    'collection refund reversed -300.00 0.00',
    'write_off red_blue reversed 1800.00 0.00',
  ])
  expect(await order(worked.order.id)).toMatchObject({ state: 'settled' })
  const whole = await save(owner, routes, (await wholeBody(worked.settlement.id, cashier())) as never)
  expect((await owner.call(routes.read, { params: { id: whole.id } })).header.totalAmount).toBe('2690.00')
  expect((await act(owner, routes, whole, 'void')).state).toBe('voided')
})

it('takes a settlement back in three steps whose sum is the whole, to the fen', async () => {
  const body = {
    header: adviser(desk.plainBody()).header,
    labour: [desk.labour('换机油', '100')],
    materials: [{ partId: shop.parts.pad, qty: '3', price: '40', labourNo: 1 }],
  }
  const { order: car, settlement } = await settled(body as never, {
    given: { orderDiscount: '10' },
    input: { tenders: [desk.cash('210')] },
    done: { 0: ['1'] },
  })
  const { lines } = await owner.call(refundPreview, { body: { settlementId: settlement.id } })
  const [labourId, materialId] = lines.map(({ id }) => id) as [number, number]
  const step = (labour: object, isRestocked: boolean, more: object) =>
    post(owner, routes, {
      header: header(settlement.id, more),
      labour: [{ sourceLineId: labourId, ...labour }],
      materials: [{ sourceLineId: materialId, qty: '1', isRestocked }],
    } as never)
  const first = await step({ refundAmount: '30' }, true, {})
  expect(await books.itemsOf(first.id)).toEqual(['车主甲 AR customer -68.18 -68.18'])
  expect(await books.commissionOf(first.id)).toEqual([
    'technician -30.0000 1.0000 0.1800 -5.40',
    'adviser -68.0000 1.0000 0.0200 -1.36',
  ])
  expect(await row(first.billNo)).toMatchObject({ refundWay: '待退款', openAmount: '68.18' })
  const second = await step({ refundAmount: '30' }, false, cashier())
  expect(await books.itemsOf(second.id)).toEqual(['车主甲 AR customer -68.19 0.00'])
  expect((await order(car.id)).state).toBe('settled')
  const third = await step({ qty: '1' }, true, cashier())
  expect(await books.itemsOf(third.id)).toEqual(['车主甲 AR customer -73.63 0.00'])
  expect((await order(car.id)).state).toBe('refunded')
  expect(await shop.books.pool(shop.parts.pad)).toBe('18.0000 / 3780.00')
  const total = await shop.sql<{ said: string }>(
    `select concat_ws(' ', kind, sum(amount)) as said from pnl_ledger where group_id = $1 and doc_kind in ('repair_refund', 'repair_settlement')
      and doc_id = any ($2::bigint[]) group by kind order by 1`,
    [settlement.id, first.id, second.id, third.id],
  )
  // The piece that did not come back is lost.
  expect(total.map(({ said }) => said)).toEqual([
    'cogs_part 210.00',
    'discount 0.00',
    'revenue_labour 0.00',
    'revenue_part 0.00',
  ])
  const earned = await shop.sql<{ sum: string }>(
    `select sum(amount) from commission_entry where group_id = $1 and doc_id = any ($2::bigint[])`,
    [settlement.id, first.id, second.id, third.id],
  )
  expect(earned[0]?.sum).toBe('0.00')
  expect(await books.balances(partners)).toEqual(['测试保险公司 AR 1800.00', '车主甲 AR 521.82'])
})

it('gives every batch back what was taken of it, those that were taken first before the others', async () => {
  await shop.sql(`update part set batch_managed = true where group_id = $1 and id = $2`, shop.parts.oil)
  const oil = (batchNo: string, qty: string, price: string) => ({ partId: shop.parts.oil, batchNo, qty, price })
  const received = {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: '盘盈外其他' },
    lines: [oil('20260210', '2', '10'), oil('20260315', '3', '10.01')],
  }
  await post(owner, otherIn.routes, received as never)
  const body = {
    header: desk.plainBody().header,
    labour: [desk.labour('换机油', '100')],
    materials: [{ partId: shop.parts.oil, qty: '4', price: '40', labourNo: 1 }],
  }
  const { settlement } = await settled(body as never, { input: { tenders: [desk.cash('260')] } })
  const lying = async () => Object.values(await shop.books.bins(shop.parts.oil)).join(' ')
  expect([await lying(), await shop.books.pool(shop.parts.oil)]).toEqual(['1.0000', '1.0000 / 10.01'])
  const { lines } = await owner.call(refundPreview, { body: { settlementId: settlement.id } })
  const sourceLineId = lines.find(({ section }) => section === 'materials')?.id
  const back = (qty: string) =>
    post(owner, routes, {
      header: header(settlement.id, cashier()),
      materials: [{ sourceLineId, qty, isRestocked: true }],
    } as never)
  await back('3')
  // Three of four pieces that cost 40.02.
  expect([await lying(), await shop.books.pool(shop.parts.oil)]).toEqual(['2.0000 2.0000', '4.0000 / 40.03'])
  const last = await back('1')
  expect([await lying(), await shop.books.pool(shop.parts.oil)]).toEqual(['2.0000 3.0000', '5.0000 / 50.03'])
  await undo(owner, routes, last)
  expect(await lying()).toBe('2.0000 2.0000')
})

it('is done once, by whichever of two comes first, and a repeat gets the first answer', async () => {
  const { settlement } = await settled(desk.plainBody(), { input: { tenders: [desk.cash('100')] } })
  const body = (await wholeBody(settlement.id, cashier())) as never
  const [one, other] = [await save(owner, routes, body), await save(owner, routes, body)]
  const second = await shop.signIn('owner')
  const answers = await Promise.all([tryAct(owner, routes, one, 'approve'), tryAct(second, routes, other, 'approve')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 400)?.msg).toBe('项目第1行 [项目1] 可退数量 0，本次退 1')
  const winner = answers[0]?.status === 200 ? one : other
  const loser = winner === one ? other : one
  expect((await act(owner, routes, loser, 'void')).state).toBe('voided')
  const { settlement: next } = await settled(desk.plainBody(), { input: { tenders: [desk.cash('100')] } })
  const twice = await save(owner, routes, (await wholeBody(next.id, cashier())) as never)
  const words = { idempotencyKey: 'refunded twice' }
  const answer = await tryAct(owner, routes, twice, 'approve', words)
  expect(answer.status).toBe(200)
  expect(await tryAct(owner, routes, twice, 'approve', words)).toEqual(answer)
  expect(await tryAct(owner, routes, twice, 'approve')).toMatchObject({ status: 409 })
  expect(await books.slipsOf(twice.id)).toEqual(['collection refund done -100.00 0.00'])
})

it('says what is wrong with it', async () => {
  const { settlement } = await settled(desk.plainBody())
  const [line] = (await owner.call(refundPreview, { body: { settlementId: settlement.id } })).lines
  const sourceLineId = line?.id
  const saved = (labour: object[], more: object = {}) =>
    trySave(owner, routes, { header: header(settlement.id, more), labour } as never)
  expect(await saved([])).toMatchObject({ status: 400, msg: '请填写要退的数量或金额' })
  expect(await saved([{ sourceLineId, refundAmount: '100.01' }])).toMatchObject({
    msg: '项目第1行 [项目1] 可退金额 100.00，本次退 100.01',
  })
  expect(await saved([{ sourceLineId, qty: '1', isRestocked: true }])).toMatchObject({
    msg: '项目第1行 [项目1] 没有领过料，不能回库',
  })
  expect(await saved([{ sourceLineId: 999_999, qty: '1' }])).toMatchObject({
    msg: '项目第1行 结算明细不存在，请刷新后重试',
  })
  const twice = [
    { sourceLineId, qty: '1' },
    { sourceLineId, qty: '1' },
  ]
  expect(await saved(twice)).toMatchObject({ msg: '项目第2行 [项目1] 重复' })
  expect(await saved([{ sourceLineId, qty: '1' }], { storeAccountId: 999_999 })).toMatchObject({
    msg: '退款账户不存在或已停用',
  })
  expect(await trySave(owner, routes, { header: header(999_999), labour: [] } as never)).toMatchObject({ status: 400 })
  const draft = await desk.drafted(await desk.finished(desk.plainBody()))
  expect(await trySave(owner, routes, { header: header(draft.id), labour: [] } as never)).toMatchObject({
    msg: `结算单 ${draft.billNo} 当前为「待结算」，不能退单`,
  })
})

it('is for who has the right, in his own organisation', async () => {
  const { settlement } = await settled(desk.plainBody())
  const body = (await wholeBody(settlement.id)) as never
  const technician = await shop.signIn('technician')
  expect(await trySave(technician, routes, body)).toMatchObject({ status: 403 })
  const clerk = await worker(shop, 'owner')
  await withdraw(shop, clerk, { buttons: [button('repair_refund', 'approve')] })
  const draft = await save(clerk.client, routes, body)
  expect(await tryAct(clerk.client, routes, draft, 'approve')).toMatchObject({ status: 403 })
  const { orgId } = await openBranch(shop)
  const stranger = await shop.signIn('owner', orgId)
  expect(await trySave(stranger, routes, body)).toMatchObject({ status: 400 })
  expect(await stranger.ask(refundPreview, { body: { settlementId: settlement.id } })).toMatchObject({ status: 400 })
  expect(await tryAct(stranger, routes, draft, 'approve')).toMatchObject({ status: 404 })
})

it('takes the same number of statements, whatever the number of lines', async () => {
  const counted = async (lines: number) => {
    const { settlement } = await settled(desk.plainBody('10', lines), { input: { tenders: [desk.cash('10')] } })
    const draft = await save(owner, routes, (await wholeBody(settlement.id, cashier())) as never)
    let count = 0
    statementCount.heard = () => void count++
    await act(owner, routes, draft, 'approve')
    statementCount.heard = undefined
    return count
  }
  const two = await counted(2)
  expect(await counted(20)).toBe(two)
})
