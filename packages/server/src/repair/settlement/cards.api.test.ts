// Cards, packages and coupons at 费用结算 through HTTP: the worked settlement of business/repair-settlement 5 whole, row by row (business/cards 5).
import { collection } from '@chepu/contract/finance/collection'
import { refundCards, repairRefund, refundPreview } from '@chepu/contract/repair/refund'
import { repairSettlement, settlementCards, settlementPreview } from '@chepu/contract/repair/settlement'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeVoucher } from '../../../test/cards'
import { act, post, type Saved, tryAct, trySave } from '../../../test/desk'
import { openBranch, withdraw, worker } from '../../../test/people'
import { cardsOf, openCard, slipOf } from '../../../test/spent-cards'
import { settledBooks } from '../../../test/settled-books'
import { maintenanceItem, settlingAt, stockParts } from '../../../test/settling'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { one } from '../../../test/stage'
import { dispatched, type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

const { routes } = repairSettlement
let shop: Shop
let owner: Client
let workshop: Workshop
let books: ReturnType<typeof settledBooks>
let refundBooks: ReturnType<typeof settledBooks>
let desk: ReturnType<typeof settlingAt>
let serviceItemId: number
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  books = settledBooks(shop)
  refundBooks = settledBooks(shop, 'repair_refund')
  await stockParts(shop, owner)
  desk = settlingAt(shop, owner, workshop)
  serviceItemId = await maintenanceItem(shop, workshop)
})
afterAll(() => shop.close())

const trySettle = (draft: Saved, input: object = {}, client = owner) =>
  tryAct(client, routes, draft, 'settle', { input })
const preview = (workOrderId: number, given: object = {}) =>
  owner.call(settlementPreview, { body: { workOrderId, ...given } as never })
const read = (id: number) => owner.call(routes.read, { params: { id } })
const onSlip = (id: number, client = owner) => slipOf(client, settlementCards, id)
const customer = () => ({ partnerId: workshop.partnerId })
const maintenance = () => desk.labour('保养', '120', { serviceItemId })
const plainOrder = (price = '100') => desk.finished(desk.plainBody(price))
/** An order of the package's service beside other work. */
const coveredOrder = (other = '200') => desk.covered(serviceItemId, other)
const serviceLine = (orderId: number) => desk.serviceLine(orderId, serviceItemId)
/** The number of a coupon of a batch of the shop. */
const coupon = (terms: Record<string, unknown>, partnerId: number | null = workshop.partnerId) =>
  shop.db.tenant(shop.groupId, async (tx) => {
    const batch_id = await one(tx, 'coupon_batch', {
      org_id: shop.orgId,
      name: '满减券',
      qty: 10,
      valid_days: 30,
      creator_id: 1,
      ...terms,
    })
    const coupon_no = String(100_000_000_000 + batch_id)
    await one(tx, 'coupon', {
      org_id: shop.orgId,
      batch_id,
      coupon_no,
      partner_id: partnerId,
      valid_from: shanghaiDay(),
      valid_to: '2099-12-31',
      issued_by: 1,
    })
    return coupon_no
  })
const couponState = async (no: string) =>
  (await shop.sql<{ state: string }>('select state from coupon where group_id = $1 and coupon_no = $2', no))[0]?.state
const refundOf = (...given: Parameters<typeof desk.refund>) => desk.refund(...given)

let worked: { cardId: number; couponNo: string; settled: Saved; input: object; before: unknown[]; slip: string[] }
/** The worked order with its card, coupon and deposit, and what is given for it. */
async function workedOrder() {
  const bought = { serviceItemId, times: '2', price: '80', total: '160' }
  const type = { points_per_yuan: '1' }
  const card = await openCard(shop, owner, { ...customer(), principal: '300', gift: '100', bought, type })
  const couponNo = await coupon({ face: '50', threshold: '300' })
  const body = desk.workedBody()
  const [, ...others] = body.labour ?? []
  const done = await desk.finished({ ...body, labour: [maintenance(), ...others] } as typeof body)
  const { labour } = await desk.order(done.id)
  await dispatched(shop, { workOrderId: done.id, lineId: labour[1]?.id as number }, [
    { employeeId: workshop.technicianId, share: '0.6' },
    { employeeId: workshop.helperId, share: '0.4' },
  ])
  const deposit = {
    bizDate: shanghaiDay(),
    ...customer(),
    purpose: 'deposit',
    sourceKind: 'work_order',
    sourceId: done.id,
  }
  await post(owner, collection.routes, { header: deposit, tenders: [desk.cash('100')], items: [] } as never)
  const uses = { lineId: labour[0]?.id as number, cardItemId: card.itemId, times: '1' }
  const given = {
    orderDiscount: '10',
    insurers: [{ partnerId: workshop.insurerId, deductible: '200', salvage: '100' }],
    packageUses: [uses],
    couponNos: [couponNo],
  }
  return { done, card, couponNo, uses, given }
}

it('settles the worked order by package, coupon, card, granted money, deposit and money', async () => {
  const { done, card, couponNo, uses, given } = await workedOrder()
  const shown = await preview(done.id, given)
  expect(shown).toMatchObject({
    total: '2800.00',
    packaged: '120.00',
    couponAmount: '50.00',
    customerDue: '720.00',
    giftMost: '520.00',
    problems: [],
    cards: [{ id: card.id, principal: '300.00', gift: '100.00', needsPin: false, orgName: null }],
    packageItems: [{ id: card.itemId, timesLeft: '2.0000', name: '保养' }],
    proposedUses: [{ ...uses, times: '1.0000' }],
    coupons: [{ couponNo, problem: null }],
  })
  const draft = await desk.drafted(done, given)
  expect(await couponState(couponNo)).toBe('locked')
  expect((await read(draft.id)).header).toMatchObject({
    packageUses: [uses],
    couponNos: [couponNo],
    packaged: '120.00',
  })
  const before = [await cardsOf(shop, card.id), await books.till()]
  const input = { cards: [{ cardId: card.id, amount: '400' }], advance: '100', tenders: [desk.cash('200')] }
  const settled = await desk.settle(draft, input)

  expect(await books.itemsOf(draft.id)).toEqual([
    '测试保险公司 AR insurance 1800.00 1800.00',
    '车主甲 AR customer 720.00 20.00',
  ])
  expect(await books.pnlOf(draft.id)).toEqual([
    'cogs_part customer 210.00',
    'cogs_part insurance 900.00',
    'discount customer 160.00',
    'discount insurance 100.00',
    'revenue_labour customer 280.00',
    'revenue_labour insurance 600.00',
    'revenue_part customer 380.00',
    'revenue_part insurance 1500.00',
  ])
  expect((await books.commissionOf(draft.id)).filter((row) => row.startsWith('technician'))).toEqual([
    'technician 144.8300 0.6000 0.1800 15.64',
    'technician 144.8300 0.4000 0.1800 10.43',
  ])
  expect(await books.slipsOf(draft.id)).toEqual([
    'write_off card done 400.00 0.00',
    'write_off advance_ar done 100.00 -100.00',
    'collection trade done 200.00 0.00',
  ])
  // 300.00 of paid money, 100.00 of the deposit and 200.00 in cash give points.
  expect(await cardsOf(shop, card.id)).toEqual({ money: '0.00 0.00 600.00', items: ['1.0000 80.00'] })
  expect(await couponState(couponNo)).toBe('used')
  const after = await shop.sql<{ said: string }>(
    `select concat_ws(' ', name, coupon_share + discount_share, gift_share, output_amount, package_value) as said from repair_line
      where group_id = $1 and document_id = $2 order by section, line_no`,
    draft.id,
  )
  expect(after.map(({ said }) => said)).toEqual([
    '保养 0.00 0.00 80.00 80.00',
    '换制动片 20.69 34.48 144.83',
    '钣金 0.00 0.00 571.43',
    expect.stringMatching(/ 39\.31 65\.52 275\.17$/),
    expect.stringMatching(/ 0\.00 0\.00 1428\.57$/),
  ])

  const masked = card.cardNo.slice(-4).padStart(card.cardNo.length, '*')
  const slip = [`${masked} -300.00 -100.00 600.00 0.00 0.00 600.00`, `${masked} 保养 -1.0000 1.0000`]
  expect(await onSlip(draft.id)).toEqual(slip)
  worked = { cardId: card.id, couponNo, settled, input, before, slip }
})

it('gives all of it back by 反结算, and settles again', async () => {
  const { cardId, couponNo, settled, input, before } = worked
  const back = await act(owner, routes, settled, 'unapprove')
  expect([await cardsOf(shop, cardId), await books.till()]).toEqual(before)
  expect([await books.pnlOf(settled.id), await books.itemsOf(settled.id)]).toEqual([[], []])
  expect(await couponState(couponNo)).toBe('locked')
  expect(await onSlip(settled.id)).toEqual([])
  expect((await desk.settle(back, input)).state).toBe('done')
})

it('tells on slips what was left after them, whatever has become of the card since, and nothing to who sees no prices', async () => {
  const { cardId, settled, slip } = worked
  await makeVoucher(owner, { purpose: 'recharge', ...customer(), cardId, principalChange: '500' }, [
    { ...desk.cash('500'), fee: '0', tradeNo: '' },
  ])
  expect(await onSlip(settled.id)).toEqual(slip)
  const clerk = await worker(shop, 'cashier_accountant')
  await withdraw(shop, clerk, { fields: ['doc_price'] })
  expect(await onSlip(settled.id, clerk.client)).toEqual([])
  const sister = await shop.signIn('owner', (await openBranch(shop, '03', '姊妹店')).orgId)
  expect((await sister.ask(settlementCards, { params: { id: settled.id } })).status).toBe(404)
})

it('refunds a part, then the rest: times, granted money, what is owed, paid money, then cash', async () => {
  const bought = { serviceItemId, times: '1', price: '80', total: '79.99' }
  const card = await openCard(shop, owner, { ...customer(), principal: '100', gift: '50', bought })
  const done = await coveredOrder()
  const couponNo = await coupon({ face: '20' })
  const given = {
    packageUses: [{ lineId: await serviceLine(done.id), cardItemId: card.itemId, times: '1' }],
    couponNos: [couponNo],
  }
  const draft = await desk.drafted(done, given)
  await desk.settle(draft, { cards: [{ cardId: card.id, amount: '150' }], tenders: [desk.cash('20')] })
  const [plain, covered] = (await read(draft.id)).labour.map(({ id }) => ({ sourceLineId: id, qty: '1' }))
  const shown = await owner.call(refundPreview, { body: { settlementId: draft.id, lines: [plain, covered] } as never })
  expect(shown).toMatchObject({
    problems: [],
    payers: [{ amount: '180.00', gift: '50.00', receivable: '10.00', principal: '100.00', money: '20.00' }],
    notes: [{ message: `「保养」退回会员卡 ${card.cardNo} 套餐 1 次` }],
  })
  const part = await refundOf(draft.id, [{ ...plain, qty: '0', refundAmount: '90' }])
  expect(await cardsOf(shop, card.id)).toEqual({ money: '55.00 25.00 0.00', items: ['0.0000 0.00'] })
  expect(await refundBooks.slipsOf(part.id)).toEqual([
    'write_off card done -80.00 0.00',
    'write_off red_blue done 10.00 0.00',
  ])
  expect(await couponState(couponNo)).toBe('used')
  expect(await slipOf(owner, refundCards, part.id)).toEqual([
    expect.stringMatching(/ 55\.00 25\.00 0\.00 55\.00 25\.00 0\.00$/),
  ])
  const rest = await refundOf(draft.id, [plain, covered] as object[])
  expect(await cardsOf(shop, card.id)).toEqual({ money: '100.00 50.00 0.00', items: ['1.0000 79.99'] })
  expect(await refundBooks.slipsOf(rest.id)).toEqual([
    'write_off card done -70.00 0.00',
    'collection refund done -20.00 0.00',
  ])
  expect([await couponState(couponNo), (await desk.order(done.id)).header.state]).toEqual(['unused', 'refunded'])
  expect(await slipOf(owner, refundCards, rest.id)).toEqual([
    expect.stringMatching(/ 45\.00 25\.00 0\.00 100\.00 50\.00 0\.00$/),
    expect.stringMatching(/ 保养 1\.0000 1\.0000$/),
  ])
  // Undone, it is used as it was, though its last day is over by then (ADR 0286).
  await shop.sql(
    `update coupon set state = 'expired', valid_from = '2026-01-01', valid_to = '2026-01-31' where group_id = $1 and coupon_no = $2`,
    couponNo,
  )
  await act(owner, repairRefund.routes, rest, 'reverse')
  expect(await cardsOf(shop, card.id)).toEqual({ money: '55.00 25.00 0.00', items: ['0.0000 0.00'] })
  expect(await couponState(couponNo)).toBe('used')
})

it('says why a card, a package or a coupon is not good', async () => {
  const done = await coveredOrder()
  const lineId = await serviceLine(done.id)
  const bought = { serviceItemId, times: '1', price: '80', total: '80' }
  const old = await openCard(shop, owner, { ...customer(), principal: '10', bought })
  await shop.sql(`update card_item set valid_until = '2026-01-31' where group_id = $1 and id = $2`, old.itemId)
  const strangers = await openCard(shop, owner, { partnerId: shop.customerId, principal: '500', bought })
  const saving = async (more: object) => (await trySave(owner, routes, desk.draftBody(done.id, more))).msg
  const use = (cardItemId: number, times = '1') => saving({ packageUses: [{ lineId, cardItemId, times }] })
  expect(await use(old.itemId)).toBe(
    `项目第2行 [保养] 会员卡 ${old.cardNo} 套餐「${old.packageName}」的「保养」已于 2026-01-31 过期`,
  )
  expect(await use(strangers.itemId)).toBe('项目第2行 [保养] 所选的卡内套餐不存在或不属于该客户')
  const single = await coupon({ face: '5' })
  const other = await coupon({ face: '5', is_stackable: true })
  expect(await saving({ couponNos: [single, other] })).toContain('不能与其他代金券同时使用')
  expect(await saving({ couponNos: [await coupon({ face: '5' }, shop.customerId)] })).toContain(
    '不存在，或不能在本店给该客户使用',
  )
  const high = await coupon({ face: '5', threshold: '1000' })
  const draft = await desk.drafted(done, { couponNos: [high] })
  expect((await trySettle(draft)).msg).toBe('代金券满1,000.00元可用，套餐抵扣后的自费金额只有320.00元')
  const plain = await desk.drafted(await plainOrder(), { couponNos: [other] })
  const taken = await plainOrder()
  expect((await trySave(owner, routes, desk.draftBody(taken.id, { couponNos: [other] }))).msg).toContain(
    '已被其他结算单占用',
  )
  await act(owner, routes, plain, 'void')
  expect(await couponState(other)).toBe('unused')

  const late = await desk.drafted(taken)
  const pay = async (cardId: number, amount: string, pin?: string) =>
    (await trySettle(late, { cards: [{ cardId, amount, pin }] })).msg
  expect(await pay(strangers.id, '10')).toBe('会员卡不存在或不属于该客户，只能用于持卡人本人的单据')
  expect(await pay(old.id, '20')).toBe(`会员卡 ${old.cardNo} 最多可抵扣 10.00 元（本金 10.00，赠金 0.00）`)
  expect(await pay(old.id, '101')).toBe('会员卡抵扣 101.00 元，超过客户应付 100.00 元')
  await shop.sql('update card set pin_hash = $3 where group_id = $1 and id = $2', old.id, await hash('246810'))
  expect(await pay(old.id, '10')).toBe(`会员卡 ${old.cardNo} 设有支付密码，请由客户输入`)
  expect(await pay(old.id, '10', '111111')).toContain('支付密码')
  await makeVoucher(owner, { purpose: 'lost', ...customer(), cardId: old.id })
  expect(await pay(old.id, '10', '246810')).toBe(`会员卡 ${old.cardNo} 当前为「已挂失」，不能使用`)
})

it('names coupons by their numbers, tells nothing of those of others, and lets nobody try numbers', async () => {
  const done = await plainOrder()
  const brought = await coupon({ face: '30' }, null)
  const his = await coupon({ face: '70' }, shop.customerId)
  await shop.sql(`update coupon set state = 'void' where group_id = $1 and coupon_no = $2`, his)
  const couponsIn = async (given: object) => (await preview(done.id, given)).coupons.map(({ couponNo }) => couponNo)
  const ids = await shop.sql<{ id: number }>('select id from coupon where group_id = $1')
  const counted = await couponsIn({ couponIds: ids.map(({ id }) => id).slice(0, 20) })
  expect(counted).not.toContain(brought)
  expect(await couponsIn({ couponNos: ids.map(({ id }) => `${id}`).slice(0, 20) })).toEqual(counted)
  expect(await couponsIn({ couponNos: [brought] })).toContain(brought)
  expect(await couponsIn({ couponNo: brought })).toContain(brought)
  const words = (no: string) => `代金券 ${no} 不存在，或不能在本店给该客户使用`
  for (const no of [his, '999999999999']) {
    const { coupons, couponAmount, problems } = await preview(done.id, { couponNos: [no], couponNo: no })
    expect(coupons.map(({ couponNo }) => couponNo)).toEqual(counted)
    expect([couponAmount, problems]).toEqual(['0.00', [{ message: words(no) }]])
    const refused = await trySave(owner, routes, desk.draftBody(done.id, { couponNos: [brought, no] }))
    expect(refused).toMatchObject({ errors: [{ path: 'header.couponNos.1', message: words(no) }] })
  }
  const draft = await desk.drafted(done, { couponNos: [brought] })
  expect((await read(draft.id)).header.couponNos).toEqual([brought])
  // His own draft goes on being told, whatever becomes of the coupon.
  await shop.sql('update coupon set partner_id = $3 where group_id = $1 and coupon_no = $2', brought, shop.customerId)
  const { problems } = await preview(done.id, { couponNos: [brought] })
  expect(problems).toEqual([{ message: `代金券 ${brought} 不属于该客户` }])
  await shop.sql('update coupon set partner_id = null where group_id = $1 and coupon_no = $2', brought)
  const settled = await desk.settle(draft, { tenders: [desk.cash('70')] })
  expect(settled.state).toBe('done')
  const clerk = await worker(shop, 'cashier_accountant')
  const guess = (couponNos: string[]) =>
    clerk.client.ask(settlementPreview, { body: { workOrderId: done.id, couponNos } as never })
  const wrong = (from: number) => Array.from({ length: 20 }, (_, i) => `${100 + from + i}`)
  expect((await guess(wrong(0))).status).toBe(200)
  expect((await guess(wrong(20))).status).toBe(200)
  expect(await guess([brought, ...wrong(40).slice(1)])).toMatchObject({
    status: 429,
    msg: '券号输错次数过多，请稍后再试',
  })
})

it('lets one of two counters at once use a card', async () => {
  const card = await openCard(shop, owner, { ...customer(), principal: '100' })
  const drafts = [await desk.drafted(await plainOrder()), await desk.drafted(await plainOrder())]
  const input = { cards: [{ cardId: card.id, amount: '100' }] }
  const answers = await Promise.all(drafts.map((draft) => trySettle(draft, input)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(await cardsOf(shop, card.id)).toEqual({ money: '0.00 0.00 0.00', items: [] })
})

it('gives lines of the customer the better of what was typed and what his card grants', async () => {
  await openCard(shop, owner, { ...customer(), type: { labour_rate: '0.9', part_rate: '0.8' } })
  const body = desk.workedBody()
  const [first, second, insured] = body.labour ?? []
  const done = await desk.finished({
    ...body,
    labour: [{ ...first, discountRate: '0.85' }, second, insured],
  } as typeof body)
  const { labour, materials } = await desk.order(done.id)
  expect(labour.map(({ discountRate, netAmount }) => `${discountRate} ${netAmount}`)).toEqual([
    '0.8500 102.00',
    '0.9000 180.00',
    '1.0000 600.00',
  ])
  expect(materials.map(({ netAmount }) => netAmount)).toEqual(['304.00', '1500.00'])
  const { lines } = await preview(done.id)
  expect(lines.map(({ memberRate }) => memberRate)).toEqual([null, '0.9000', null, '0.8000', null])
  await shop.sql(`update role set discount_limit = 0 where group_id = $1 and code = 'cashier_accountant'`)
  const clerk = await shop.signIn('cashier_accountant')
  const { excesses } = await clerk.call(settlementPreview, { body: { workOrderId: done.id } as never })
  expect(excesses.map(({ message }) => message)).toEqual([expect.stringContaining('保养')])
})
