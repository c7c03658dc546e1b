// 维修退单 through HTTP: what goes back of what was owed, where somebody else owes it since, or less came in.
import { button } from '@chepu/contract/access/catalogue'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { collection } from '@chepu/contract/finance/collection'
import { writeOff } from '@chepu/contract/finance/write-off'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { carOffers } from '@chepu/contract/repair/car-offers'
import { repairRecords } from '@chepu/contract/repair/records'
import { refundCards, repairRefund, refundPreview } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, post, reverse, save, tryAct, trySave, undo } from '../../../test/desk'
import { newPartner, openItem } from '../../../test/finance'
import { withdraw, worker } from '../../../test/people'
import { settledBooks } from '../../../test/settled-books'
import { type Order, settlingAt, stockParts } from '../../../test/settling'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

const { routes } = repairRefund
const cases = insuranceCase.routes
let shop: Shop
let owner: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
let books: ReturnType<typeof settledBooks>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  desk = settlingAt(shop, owner, workshop)
  books = settledBooks(shop, repairRefund.kind)
  await stockParts(shop, owner)
})
afterAll(() => shop.close())

/** A settlement of an order, on credit. */
const settled = async (body: Order) => desk.settle(await desk.drafted(await desk.finished(body)))
const header = (settlementId: number, more: object = {}) => ({
  bizDate: shanghaiDay(),
  partnerId: workshop.partnerId,
  vehicleId: workshop.vehicleId,
  settlementId,
  reason: '客户不满意',
  ...more,
})
/** All labour that may still go back. */
async function wholeBody(settlementId: number, more: object = {}) {
  const { lines } = await owner.call(refundPreview, { body: { settlementId } })
  return {
    header: header(settlementId, more),
    labour: lines.map(({ id, openQty }) => ({ sourceLineId: id, qty: openQty })),
  }
}
const cashier = () => ({ storeAccountId: shop.cashId })

/** A customer with a car, and the one that he is merged into. */
const doubledCustomer = (no: number) =>
  shop.db.tenant(shop.groupId, async (tx) => {
    const customer = (code: string) =>
      one(tx, 'partner', { code, name: `车主${code}`, kind: 'person', cus_flag: 1, mobile: `139000${code.slice(1)}` })
    const [doubled, stays] = [await customer(`K000${no}`), await customer(`K000${no + 1}`)]
    const named = { plate: `京A000${no}`, vin: `LSVAA4187C21848${no}`, model_text: '大众 朗逸' }
    const car = await one(tx, 'vehicle', { ...named, partner_id: doubled })
    return { doubled, stays, car }
  })
const merge = (id: number, sourceId: number) => owner.call(partnerRoutes.merge, { params: { id }, body: { sourceId } })
/** What a document has opened for a partner. */
const openedBy = async (kind: string, id: number) =>
  (
    await shop.sql<{ id: number }>(
      'select id from open_item where group_id = $1 and source_kind = $2 and source_id = $3 and original <> 0',
      kind,
      id,
    )
  )[0]?.id as number
const openOf = async (partnerId: number) =>
  (
    await shop.sql<{ id: number }>(
      'select id from open_item where group_id = $1 and partner_id = $2 and balance <> 0',
      partnerId,
    )
  )[0]
/** Why a refund of all that is left, in cash, is refused; the preview says the same. */
async function refusedWhole(settlementId: number, more: object = {}): Promise<string> {
  const body = await wholeBody(settlementId, { ...cashier(), ...more })
  const { problems } = await owner.call(refundPreview, { body: { settlementId, lines: body.labour } })
  const draft = await save(owner, routes, body)
  const answer = await tryAct(owner, routes, draft, 'approve')
  expect(problems).toEqual([{ message: answer.msg }])
  expect(answer.status).toBe(400)
  await act(owner, routes, draft, 'void')
  return answer.msg
}

/** Where what the customer got back by a refund has gone. */
async function wentTo(id: number, client = owner) {
  const { cards: _, items: _items, ...money } = await client.call(refundCards, { params: { id } })
  return money
}

it('goes to the one that a customer was merged into, off what he owes in his place', async () => {
  const { doubled, stays, car } = await doubledCustomer(91)
  const body = desk.plainBody('90')
  const own = { partnerId: doubled, vehicleId: car }
  const order = await desk.finished({ ...body, header: { ...body.header, ...own } })
  const settlement = await desk.settle(await desk.drafted(order, own), { tenders: [desk.cash('50')] })
  await merge(stays, doubled)
  const about = await owner.call(refundPreview, {
    body: {
      settlementId: settlement.id,
      lines: (await wholeBody(settlement.id)).labour,
    },
  })
  expect(about).toMatchObject({
    partnerId: stays,
    payers: [{ payer: 'customer', partnerId: stays, partnerName: '车主K00092', receivable: '40.00', money: '50.00' }],
  })
  await post(owner, routes, await wholeBody(settlement.id, { ...cashier(), partnerId: stays, vehicleId: car }))
  expect(await books.balances([doubled, stays])).toEqual([])
})

it('pays nothing out by itself of what was forgiven when it was collected', async () => {
  const settlement = await settled(desk.plainBody('90'))
  const collects = (openItemId: number, amount: string, discount: string, purpose: string) =>
    post(owner, collection.routes, {
      header: { bizDate: shanghaiDay(), partnerId: workshop.partnerId, purpose },
      tenders: [desk.cash('80')],
      items: [{ openItemId, amount, discount }],
    } as never)
  await collects(await openedBy('repair_settlement', settlement.id), '80', '10', 'trade')
  const draft = await save(owner, routes, await wholeBody(settlement.id, cashier()))
  expect(await tryAct(owner, routes, draft, 'approve')).toMatchObject({
    status: 400,
    errors: [
      {
        path: 'header.storeAccountId',
        message: '收款时优惠过 10.00 元，请不选退款账户，由收银按实收金额退款',
      },
    ],
  })
  const again = { ...(await wholeBody(settlement.id)), id: draft.id, version: draft.version }
  const refunded = await act(owner, routes, await save(owner, routes, again as never), 'approve')
  const before = await books.balances([workshop.partnerId])
  await collects(await openedBy('repair_refund', refunded.id), '-80', '-10', 'refund')
  expect(before).not.toEqual(await books.balances([workshop.partnerId]))
  expect(await wentTo(refunded.id)).toEqual({ setOff: '0.00', paid: '80.00', forgiven: '10.00', open: '0.00' })
})

it('pays out no more than came in: what was closed without money is opened again first', async () => {
  const settlement = await settled(desk.plainBody('90'))
  const item = await openedBy('repair_settlement', settlement.id)
  const slip = (body: object) => ({ header: { bizDate: shanghaiDay(), partnerId: workshop.partnerId, ...body } })
  const collected = await post(owner, collection.routes, {
    ...slip({ purpose: 'trade' }),
    tenders: [desk.cash('20')],
    items: [{ openItemId: item, amount: '20' }],
  } as never)
  const till = await books.till()
  const closes = (more: object, items: object[] = []) =>
    post(owner, writeOff.routes, {
      ...slip({ remark: '双方确认', ...more }),
      tenders: [],
      items: [{ openItemId: item, amount: '70' }, ...items],
    } as never)
  const bad = await closes({ purpose: 'bad_debt' })
  expect(await refusedWhole(settlement.id)).toBe(`应收已由核销单 ${bad.billNo} 冲掉 70.00 元，请先撤销该单再退单`)
  await undo(owner, writeOff.routes, bad)
  const moved = await closes({ purpose: 'transfer', payerId: shop.customerId })
  expect(await refusedWhole(settlement.id)).toBe(`应收已由核销单 ${moved.billNo} 冲掉 70.00 元，请先撤销该单再退单`)
  await reverse(owner, writeOff.routes, moved)
  const off = await openItem(shop, owner, { partnerId: workshop.partnerId, side: 'AR', total: '-70' })
  const set = await closes({ purpose: 'red_blue' }, [{ openItemId: off.id, amount: '-70' }])
  expect(await refusedWhole(settlement.id)).toBe(`应收已由核销单 ${set.billNo} 冲掉 70.00 元，请先撤销该单再退单`)

  // What came in goes back all the same, once.
  const { lines } = await owner.call(refundPreview, { body: { settlementId: settlement.id } })
  const part = (refundAmount: string) => ({
    header: header(settlement.id, cashier()),
    labour: [{ sourceLineId: lines[0]?.id as number, refundAmount }],
  })
  await post(owner, routes, part('15'))
  const more = await save(owner, routes, part('5.01'))
  expect((await tryAct(owner, routes, more, 'approve')).msg).toContain(set.billNo)
  await act(owner, routes, more, 'void')
  const last = await post(owner, routes, part('5'))
  expect(BigInt(till?.replace('.', '') ?? '0') - BigInt((await books.till())?.replace('.', '') ?? '0')).toBe(2000n)
  // Nor is that taken back which came in and has gone back.
  expect(await tryAct(owner, collection.routes, collected, 'unapprove')).toMatchObject({
    status: 400,
    msg: `结算单 ${settlement.billNo} 已由维修退单 ${last.billNo} 等退款 20.00 元，请先撤销维修退单`,
  })
})

it('tells what was set off, what the cashier has paid since, and what is still to be paid', async () => {
  const drafted = await desk.drafted(await desk.finished(desk.plainBody('90')))
  const settlement = await desk.settle(drafted, { tenders: [desk.cash('50')] })
  const refund = await post(owner, routes, await wholeBody(settlement.id))
  expect(await wentTo(refund.id)).toEqual({ setOff: '40.00', paid: '0.00', forgiven: '0.00', open: '50.00' })
  const paid = await post(owner, collection.routes, {
    header: { bizDate: shanghaiDay(), partnerId: workshop.partnerId, purpose: 'refund' },
    tenders: [desk.cash('20')],
    items: [{ openItemId: await openedBy('repair_refund', refund.id), amount: '-20' }],
  } as never)
  expect(await wentTo(refund.id)).toEqual({ setOff: '40.00', paid: '20.00', forgiven: '0.00', open: '30.00' })
  await undo(owner, collection.routes, paid)
  expect(await wentTo(refund.id)).toEqual({ setOff: '40.00', paid: '0.00', forgiven: '0.00', open: '50.00' })
  const clerk = await worker(shop, 'owner')
  await withdraw(shop, clerk, { fields: ['doc_price'] })
  expect(await wentTo(refund.id, clerk.client)).toEqual({})
})

it('is paid by the cashier as far as money came in', async () => {
  const settlement = await settled(desk.plainBody('90'))
  const item = await openedBy('repair_settlement', settlement.id)
  const slip = (purpose: string, openItemId: number, amount: string) => ({
    header: { bizDate: shanghaiDay(), partnerId: workshop.partnerId, purpose },
    tenders: [desk.cash('90')],
    items: [{ openItemId, amount }],
  })
  const collected = await post(owner, collection.routes, slip('trade', item, '90') as never)
  const refund = await post(owner, routes, await wholeBody(settlement.id))
  await undo(owner, collection.routes, collected)
  const paying = slip('refund', await openedBy('repair_refund', refund.id), '-90')
  const paid = await save(owner, collection.routes, paying as never)
  expect((await tryAct(owner, collection.routes, paid, 'approve')).msg).toBe(
    `结算单 ${settlement.billNo} 实收 0.00 元，维修退单 ${refund.billNo} 共退款 90.00 元，不能多退`,
  )
})

it('is undone after 合并客户 under the old name; until both are merged again nothing more is paid out', async () => {
  const { doubled, stays, car } = await doubledCustomer(93)
  const own = { partnerId: doubled, vehicleId: car }
  const body = desk.plainBody('100')
  const order = await desk.finished({ ...body, header: { ...body.header, ...own } })
  const settlement = await desk.settle(await desk.drafted(order, own), { tenders: [desk.cash('10')] })
  const { lines } = await owner.call(refundPreview, { body: { settlementId: settlement.id } })
  const refund = await post(owner, routes, {
    header: header(settlement.id, own),
    labour: [{ sourceLineId: lines[0]?.id as number, refundAmount: '30' }],
  })
  await merge(stays, doubled)
  await act(owner, routes, await undo(owner, routes, refund), 'void')
  expect(await books.balances([doubled, stays])).toEqual(['车主K00093 AR 30.00', '车主K00094 AR 60.00'])
  const his = { partnerId: stays, vehicleId: car }
  expect(await refusedWhole(settlement.id, his)).toBe(
    `结算单 ${settlement.billNo} 还有 30.00 元记在已合并的“车主K00093”名下，请再合并一次，转清后再退单`,
  )
  await merge(stays, doubled)
  const whole = await post(owner, routes, await wholeBody(settlement.id, { ...cashier(), ...his }))
  expect(await books.slipsOf(whole.id)).toEqual([
    'write_off red_blue done 90.00 0.00',
    'collection refund done -10.00 0.00',
  ])
  expect(await books.balances([doubled, stays])).toEqual([])
})

it('is paid before the car leaves by the one that a customer was merged into', async () => {
  const { doubled, stays, car } = await doubledCustomer(95)
  const own = { partnerId: doubled, vehicleId: car }
  const body = desk.plainBody('90')
  const order = await desk.finished({ ...body, header: { ...body.header, ...own } })
  const settlement = await desk.settle(await desk.drafted(order, own), { tenders: [desk.cash('50')] })
  await merge(stays, doubled)
  const { rows } = await owner.call(repairSettlement.routes.list, { query: { billNo: settlement.billNo } as never })
  expect(rows).toMatchObject([{ collectedAmount: '50.00', openAmount: '40.00' }])
  const clerk = await worker(shop, 'owner')
  await withdraw(shop, clerk, { buttons: [button('repair_settlement', 'on_credit')] })
  const leaves = async () =>
    tryAct(clerk.client, workOrder.routes, (await desk.order(order.id)).header, 'handover', { input: {} })
  expect((await leaves()).msg).toContain('客户还有 40.00 元未付')
  await post(owner, collection.routes, {
    header: { bizDate: shanghaiDay(), partnerId: stays, purpose: 'trade' },
    tenders: [desk.cash('40')],
    items: [{ openItemId: (await openOf(stays))?.id, amount: '40' }],
  } as never)
  expect((await leaves()).data.state).toBe('delivered')
})

it('is left to whoever stands for the customer by a verdict, whose insurer is merged when he has paid', async () => {
  const { doubled, stays, car } = await doubledCustomer(97)
  const [mine, theirs] = [await newPartner(shop, '保险甲', 8), await newPartner(shop, '保险乙', 8)]
  const third = await newPartner(shop, '并三')
  const own = { partnerId: doubled, vehicleId: car }
  const body = desk.plainBody('90')
  const insured = desk.labour('钣金', '1800', { payer: 'insurance', payerPartnerId: mine })
  const repaired = { header: { ...body.header, ...own }, labour: [...(body.labour ?? []), insured] }
  const order = await desk.finished(repaired as never)
  const said = { caseNo: 'RA71', surveyor: '定损员甲', assessedOn: shanghaiDay(), assessedLabour: '1800', papers: [] }
  const opened = await save(owner, cases, {
    header: { bizDate: shanghaiDay(), ...own, insurerId: mine, workOrderId: order.id, ...said },
  })
  await act(owner, cases, opened, 'assess')
  const { billNo } = await desk.settle(await desk.drafted(order, own))
  const all = () => books.balances([mine, theirs, doubled, stays, third])
  const listed = async () =>
    (await owner.call(repairSettlement.routes.list, { query: { billNo } as never })).rows[0] as object
  const verdict = (amount: string, rest: string) => ({ input: { amount, rest } })
  const { header: repairing } = await owner.call(cases.read, { params: { id: opened.id } })
  const handed = await act(owner, cases, repairing, 'handIn')
  const agreed = await act(owner, cases, handed, 'agree', verdict('1000', 'shop'))
  expect(await owner.ask(partnerRoutes.merge, { params: { id: theirs }, body: { sourceId: mine } })).toMatchObject({
    status: 400,
    msg: `“保险甲”有未完成的单据 ${opened.billNo}，请先处理这些单据`,
  })
  await merge(stays, doubled)
  const less = await act(owner, cases, await act(owner, cases, agreed, 'undo'), 'agree', verdict('1650.5', 'customer'))
  expect(await all()).toEqual(['保险甲 AR 1650.50', '车主K00098 AR 239.50'])
  expect(await listed()).toMatchObject({ collectedAmount: '0.00', openAmount: '239.50' })
  const refused = await act(owner, cases, await act(owner, cases, less, 'undo'), 'refuse', { reason: '保单脱保' })
  expect(await all()).toEqual(['车主K00098 AR 1890.00'])
  await merge(third, stays)
  expect(await all()).toEqual(['并三 AR 1890.00'])
  expect(await listed()).toMatchObject({ collectedAmount: '0.00', openAmount: '1890.00' })
  const { msg } = await tryAct(owner, cases, refused, 'undo')
  expect(msg.replace(/HW\d+/, 'HW')).toBe(
    `保险案件 ${opened.billNo} 转给客户的 1,800.00 元已随合并客户转到“并三”（HW），不能撤销核赔，请用往来核销「应收转应收」更正`,
  )
  await merge(theirs, mine)
})

it('takes whole pieces of what is counted in pieces', async () => {
  const { header: of } = desk.plainBody()
  const settlement = await settled({ header: of, materials: [{ partId: shop.parts.pad, qty: '2', price: '10' }] })
  const { lines } = await owner.call(refundPreview, { body: { settlementId: settlement.id } })
  const materials = [{ sourceLineId: lines[0]?.id, qty: '0.5', isRestocked: true }]
  expect(await trySave(owner, routes, { header: header(settlement.id), materials } as never)).toMatchObject({
    status: 400,
    msg: '材料第1行 [04465-02220] 单位“个”的数量只能录入整数',
  })
})

it('is answered for no more, what was taken back', async () => {
  const days = { qualityDays: 400 }
  const { header: order } = desk.plainBody()
  const labour = [desk.labour('钣金', '60', days), desk.labour('喷漆', '80', days)]
  const settlement = await settled({ header: order, labour } as never)
  const orderId = (await owner.call(repairSettlement.routes.read, { params: { id: settlement.id } })).header.workOrderId
  const offered = async () => {
    const { guaranteed } = await owner.call(carOffers, { query: { vehicleId: workshop.vehicleId } })
    return guaranteed.filter((line) => line.orderId === orderId).map(({ name }) => name)
  }
  expect(await offered()).toEqual(['钣金', '喷漆'])
  const [panel] = (await wholeBody(settlement.id)).labour
  await post(owner, routes, { header: header(settlement.id), labour: [panel] } as never)
  expect(await offered()).toEqual(['喷漆'])
  const { rows } = await owner.call(repairRecords.list, { query: { vehicleId: workshop.vehicleId } })
  const ends = rows.filter((row) => row.orderId === orderId).map(({ name, guaranteedUntil }) => [name, guaranteedUntil])
  expect(ends).toEqual([
    ['钣金', null],
    ['喷漆', expect.any(String)],
  ])
})
