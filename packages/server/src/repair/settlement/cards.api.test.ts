// Cards and packages at 费用结算 through HTTP: the worked settlement of business/repair-settlement 5 whole, row by row (business/cards 5).
import { act, type Saved, tryAct, trySave } from '../../../test/desk'
import { openCard, cardsOf } from '../../../test/spent-cards'
import { settledBooks } from '../../../test/settled-books'
import { settlingAt, stockParts } from '../../../test/settling'
import { repairSettlement, settlementPreview } from '@chepu/contract/repair/settlement'
import { repairRefund, refundPreview } from '@chepu/contract/repair/refund'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { one } from '../../../test/stage'
import { type Workshop, workshopOf } from '../../../test/workshop'
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
  serviceItemId = await shop.db.tenant(shop.groupId, async (tx) => {
    const rate = await tx.one<{ id: number }>({
      text: 'select id from tax_rate where group_id = $1 limit 1',
      values: [tx.groupId],
    })
    const taxRateId = rate?.id ?? (await one(tx, 'tax_rate', { name: '免税', rate: '0' }))
    const { workerTypeId } = workshop
    const item = {
      code: 'BY',
      name: '保养',
      pricing_mode: 'fixed',
      worker_type_id: workerTypeId,
      tax_rate_id: taxRateId,
    }
    return one(tx, 'service_item', item)
  })
})
afterAll(() => shop.close())

const trySettle = (draft: Saved, input: object = {}, client = owner) =>
  tryAct(client, routes, draft, 'settle', { input })
const preview = (workOrderId: number, given: object = {}) =>
  owner.call(settlementPreview, { body: { workOrderId, ...given } as never })
const customer = () => ({ partnerId: workshop.partnerId })
/** An order of the package's service, and what is covered of it. */
const coveredOrder = async () =>
  desk.finished({ ...desk.plainBody(), labour: [desk.labour('保养', '120', { serviceItemId })] })
/** The worked order with its service item. */
const workedBody = () => {
  const body = desk.workedBody()
  const [first, ...others] = body.labour ?? []
  return { ...body, labour: [{ ...first, serviceItemId }, ...others] } as typeof body
}
const given = () => ({
  orderDiscount: '10',
  insurers: [{ partnerId: workshop.insurerId, deductible: '200', salvage: '100' }],
})

it('settles by package, card with granted money, and money, row by row, and gives all of it back', async () => {
  const card = await openCard(shop, {
    ...customer(),
    principal: '300',
    gift: '100',
    items: [{ serviceItemId, times: '2', price: '80', value: '160.00' }],
  })
  const done = await desk.finished(workedBody())
  const offered = await preview(done.id, given())
  expect(offered.cards).toMatchObject([
    { id: card.id, principal: '300.00', gift: '100.00', needsPin: false, orgName: null },
  ])
  const lineId = (await desk.order(done.id)).labour[0]?.id as number
  const packageUses = [{ lineId, cardItemId: card.itemIds[0] as number, times: '1' }]
  expect(offered.proposedUses).toEqual([{ ...packageUses[0], times: '1.0000' }])
  const shown = await preview(done.id, { ...given(), packageUses })
  expect(shown).toMatchObject({ packaged: '120.00', customerDue: '770.00', giftMost: '570.00', problems: [] })
  const draft = await desk.drafted(done, { ...given(), packageUses })
  expect((await owner.call(routes.read, { params: { id: draft.id } })).header).toMatchObject({ packageUses })
  const before = await cardsOf(shop, card.id)
  const settled = await desk.settle(draft, { cards: [{ cardId: card.id, amount: '400' }], tenders: [desk.cash('200')] })
  expect(await books.itemsOf(draft.id)).toEqual([
    '测试保险公司 AR insurance 1800.00 1800.00',
    '车主甲 AR customer 770.00 170.00',
  ])
  expect(await books.slipsOf(draft.id)).toEqual([
    'write_off card done 400.00 0.00',
    'collection trade done 200.00 0.00',
  ])
  expect(await cardsOf(shop, card.id)).toEqual({ money: '0.00 0.00 0.00', items: ['1.0000 80.00'] })
  expect(await books.pnlOf(draft.id)).toEqual([
    'cogs_part customer 210.00',
    'cogs_part insurance 900.00',
    'discount customer 110.00',
    'discount insurance 100.00',
    'revenue_labour customer 280.00',
    'revenue_labour insurance 600.00',
    'revenue_part customer 380.00',
    'revenue_part insurance 1500.00',
  ])
  const back = await act(owner, routes, settled, 'unapprove')
  expect(await cardsOf(shop, card.id)).toEqual(before)
  expect([await books.pnlOf(draft.id), await books.itemsOf(draft.id)]).toEqual([[], []])
  const again = await desk.settle(back, { cards: [{ cardId: card.id, amount: '400' }], tenders: [desk.cash('200')] })
  expect(again.state).toBe('done')
})

it('refunds a whole order: times, granted money, what is owed, paid money, then cash', async () => {
  const card = await openCard(shop, {
    ...customer(),
    principal: '100',
    gift: '50',
    items: [{ serviceItemId, times: '1', price: '80', value: '79.99' }],
  })
  const body = desk.plainBody('200')
  const done = await desk.finished({
    ...body,
    labour: [...(body.labour ?? []), desk.labour('保养', '120', { serviceItemId })],
  } as never)
  const lines = (await desk.order(done.id)).labour
  const packageUses = [{ lineId: lines[1]?.id as number, cardItemId: card.itemIds[0] as number, times: '1' }]
  const draft = await desk.drafted(done, { packageUses })
  await desk.settle(draft, { cards: [{ cardId: card.id, amount: '150' }], tenders: [desk.cash('40')] })
  const settled = (await owner.call(routes.read, { params: { id: draft.id } })).labour
  const wanted = settled.map(({ id }) => ({ sourceLineId: id, qty: '1' }))
  const shown = await owner.call(refundPreview, { body: { settlementId: draft.id, lines: wanted } as never })
  expect(shown).toMatchObject({
    problems: [],
    payers: [{ amount: '200.00', gift: '50.00', receivable: '10.00', principal: '100.00', money: '40.00' }],
    notes: [{ message: `「保养」退回会员卡 ${card.cardNo} 套餐 1 次` }],
  })
  const header = {
    bizDate: shanghaiDay(),
    partnerId: workshop.partnerId,
    vehicleId: workshop.vehicleId,
    settlementId: draft.id,
    reason: '质量问题',
    storeAccountId: shop.cashId,
  }
  const refund = await owner.call(repairRefund.routes.save, { body: { header, labour: wanted } as never })
  const posted = await act(
    owner,
    repairRefund.routes,
    await act(owner, repairRefund.routes, refund as never, 'submit'),
    'approve',
  )
  expect(await cardsOf(shop, card.id)).toEqual({ money: '100.00 50.00 0.00', items: ['1.0000 79.99'] })
  expect(await refundBooks.slipsOf(posted.id)).toEqual([
    'write_off card done -150.00 0.00',
    'write_off red_blue done 10.00 0.00',
    'collection refund done -40.00 0.00',
  ])
  await act(owner, repairRefund.routes, posted, 'unapprove')
  expect(await cardsOf(shop, card.id)).toEqual({ money: '0.00 0.00 0.00', items: ['0.0000 0.00'] })
})

it('says why a card or package is not good', async () => {
  const done = await coveredOrder()
  const lineId = (await desk.order(done.id)).labour[0]?.id as number
  const old = await openCard(shop, {
    ...customer(),
    principal: '10',
    items: [{ serviceItemId, times: '1', price: '80', value: '80', validUntil: '2026-01-31' }],
  })
  const use = (cardItemId: number, times = '1') => ({ packageUses: [{ lineId, cardItemId, times }] })
  const stranger = await openCard(shop, {
    partnerId: shop.customerId,
    principal: '500',
    items: [{ serviceItemId, times: '1', price: '80', value: '80' }],
  })
  expect(await trySave(owner, routes, desk.draftBody(done.id, use(old.itemIds[0] as number)))).toMatchObject({
    status: 400,
    msg: `项目第1行 [保养] 会员卡 ${old.cardNo} 套餐「保养套餐」的「保养」已于 2026-01-31 过期`,
  })
  expect((await trySave(owner, routes, desk.draftBody(done.id, use(stranger.itemIds[0] as number)))).msg).toBe(
    '项目第1行 [保养] 所选的卡内套餐不存在或不属于该客户',
  )
  const draft = await desk.drafted(done)
  const pay = (cardId: number, amount: string, pin?: string) => trySettle(draft, { cards: [{ cardId, amount, pin }] })
  expect((await pay(stranger.id, '10')).msg).toBe('会员卡不存在或不属于该客户')
  expect((await pay(old.id, '20')).msg).toContain(`会员卡 ${old.cardNo} 最多可抵扣 10.00 元`)
  await shop.sql(`update card set state = 'lost' where group_id = $1 and id = $2`, old.id)
  expect((await pay(old.id, '10')).msg).toBe(`会员卡 ${old.cardNo} 当前为「已挂失」，不能使用`)
})

it('lets one of two counters at once use a card', async () => {
  const card = await openCard(shop, { ...customer(), principal: '100' })
  const drafts = [
    await desk.drafted(await desk.finished(desk.plainBody())),
    await desk.drafted(await desk.finished(desk.plainBody())),
  ]
  const answers = await Promise.all(
    drafts.map((draft) => trySettle(draft, { cards: [{ cardId: card.id, amount: '100' }] })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(await cardsOf(shop, card.id)).toEqual({ money: '0.00 0.00 0.00', items: [] })
})
