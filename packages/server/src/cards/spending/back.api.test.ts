// What comes back onto cards of what a settlement used or gave (business/cards 5).
import { cardMovements } from '@chepu/contract/cards/card-report'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { refundPreview, repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeVoucher, voucherBody } from '../../../test/cards'
import { lockWaiters } from '../../../test/database'
import { act, save, tryAct, trySave } from '../../../test/desk'
import { settledBooks } from '../../../test/settled-books'
import { maintenanceItem, settlingAt } from '../../../test/settling'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { cardsOf, openCard } from '../../../test/spent-cards'
import { type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

const { routes } = repairSettlement
let shop: Shop
let owner: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
let refundBooks: ReturnType<typeof settledBooks>
let serviceItemId: number
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  refundBooks = settledBooks(shop, 'repair_refund')
  desk = settlingAt(shop, owner, workshop)
  serviceItemId = await maintenanceItem(shop, workshop)
})
afterAll(() => shop.close())

/** An order of the package's service beside other work. */
const coveredOrder = (other: string) => desk.covered(serviceItemId, other)
const serviceLine = (orderId: number) => desk.serviceLine(orderId, serviceItemId)

/** 卡流水 of a card, of what was used and given back: the document that people know, what it did, paid money and worth of packages. */
async function usesOf(card: string) {
  const { rows } = await owner.call(cardMovements.list, { query: { card } })
  return rows
    .filter(({ move }) => move === 'used' || move === 'returned')
    .map((row) => [row.docKind, row.docId, row.move, row.principal, row.packageValue].join(' '))
    .toSorted()
}

it('gives half a use back as it was used', async () => {
  const bought = { serviceItemId, times: '3', price: '80', total: '240' }
  const card = await openCard(shop, owner, { partnerId: workshop.partnerId, bought })
  const half = { ...desk.labour('保养', '120', { serviceItemId }), qty: '0.5' }
  const done = await desk.finished({ ...desk.plainBody(), labour: [half] } as never)
  const packageUses = [
    { lineId: (await desk.order(done.id)).labour[0]?.id as number, cardItemId: card.itemId, times: '0.5' },
  ]
  const settled = await desk.settle(await desk.drafted(done, { packageUses }))
  const [line] = (await owner.call(routes.read, { params: { id: settled.id } })).labour
  const lines = (qty: string) => [{ section: 'labour', sourceLineId: line?.id, qty }]
  const asked = async (qty: string) =>
    (await owner.call(refundPreview, { body: { settlementId: settled.id, lines: lines(qty) } as never })).problems
  expect((await asked('0.3')).map(({ message }) => message)).toEqual([expect.stringContaining('只能退整次')])
  const refund = await desk.refund(settled.id, lines('0.5'))
  expect(await cardsOf(shop, card.id)).toMatchObject({ items: ['3.0000 240.00'] })
  expect(await usesOf(card.cardNo)).toEqual([
    `repair_refund ${refund.id} returned 0.00 40.00`,
    `repair_settlement ${settled.id} used 0.00 -40.00`,
  ])
})

it('names the refund as the way where the points it gave are used, and is undone once they are back', async () => {
  const type = { points_per_yuan: '1' }
  const card = await openCard(shop, owner, { partnerId: workshop.partnerId, principal: '100', type })
  const settled = await desk.settle(await desk.drafted(await desk.finished(desk.plainBody())), {
    cards: [{ cardId: card.id, amount: '100' }],
  })
  const points = (pointsChange: string) =>
    makeVoucher(owner, { purpose: 'grant', partnerId: workshop.partnerId, cardId: card.id, pointsChange })
  await points('-50')
  expect((await tryAct(owner, routes, settled, 'unapprove')).msg).toBe(
    `会员卡 ${card.cardNo} 现有积分 50，本单赠送的 100 积分已被使用，不能反结算，请改用维修退单`,
  )
  await points('50')
  await act(owner, routes, settled, 'unapprove')
  expect(await cardsOf(shop, card.id)).toMatchObject({ money: '100.00 0.00 0.00' })
  expect(await usesOf(card.cardNo)).toEqual([
    `repair_settlement ${settled.id} returned 100.00 0.00`,
    `repair_settlement ${settled.id} used -100.00 0.00`,
  ])
})

it('puts nothing onto a card that was given back since, neither by 反结算 nor by a refund that comes at the same moment', async () => {
  const bought = { serviceItemId, times: '1', price: '80', total: '80' }
  const type = { points_per_yuan: '1' }
  const card = await openCard(shop, owner, {
    partnerId: workshop.partnerId,
    principal: '100',
    gift: '50',
    bought,
    type,
  })
  const done = await coveredOrder('150')
  const packageUses = [{ lineId: await serviceLine(done.id), cardItemId: card.itemId, times: '1' }]
  const settled = await desk.settle(await desk.drafted(done, { packageUses }), {
    cards: [{ cardId: card.id, amount: '150' }],
  })
  const [plain] = (await owner.call(routes.read, { params: { id: settled.id } })).labour
  const { vehicleId } = workshop
  const header = {
    bizDate: shanghaiDay(),
    partnerId: workshop.partnerId,
    vehicleId,
    settlementId: settled.id,
    reason: '质量问题',
  }
  const labour = [{ sourceLineId: plain?.id, qty: '1' }]
  const refund = await save(owner, repairRefund.routes, {
    header: { ...header, storeAccountId: shop.cashId },
    labour,
  } as never)
  // The card is closed while the refund waits for it.
  const refunding = await shop.db.tenant(shop.groupId, async (tx) => {
    const values = [tx.groupId, card.id]
    await tx.query({ text: 'select id from card where group_id = $1 and id = $2 for no key update', values })
    const closing = makeVoucher(owner, { purpose: 'refund_card', partnerId: workshop.partnerId, cardId: card.id })
    await expect.poll(() => shop.db.shared({ text: lockWaiters() })).toHaveLength(1)
    const begun = act(owner, repairRefund.routes, refund, 'approve')
    await expect.poll(() => shop.db.shared({ text: lockWaiters() })).toHaveLength(2)
    return { begun, closing }
  })
  await refunding.closing
  const refunded = await refunding.begun
  expect(await refundBooks.slipsOf(refunded.id)).toEqual([
    'write_off card done -50.00 0.00',
    'collection refund done -100.00 0.00',
  ])
  expect(await cardsOf(shop, card.id)).toEqual({ money: '0.00 0.00 0.00', items: ['0.0000 0.00'] })
  await act(owner, repairRefund.routes, await act(owner, repairRefund.routes, refunded, 'unapprove'), 'void')
  const covered = (await owner.call(routes.read, { params: { id: settled.id } })).labour.find(
    ({ id }) => id !== plain?.id,
  )
  const lines = [{ section: 'labour', sourceLineId: covered?.id, qty: '1' }]
  const { notes, problems } = await owner.call(refundPreview, { body: { settlementId: settled.id, lines } as never })
  expect(notes).toEqual([])
  expect(problems.map(({ message }) => message).join()).toContain('该卡已退卡，次数退不回去')
  const answer = await tryAct(owner, routes, settled, 'unapprove')
  expect(answer.msg).toBe(`会员卡 ${card.cardNo} 已退卡，余额和套餐次数不能再退回卡上`)
})

it('goes back onto a card above what one may hold, which is charged again once it is below', async () => {
  const { partnerId } = workshop
  const card = await openCard(shop, owner, { partnerId, principal: '5000' })
  const charge = (principalChange: string) =>
    voucherBody({ purpose: 'recharge', partnerId, cardId: card.id, principalChange }, [desk.cash(principalChange)])
  const spend = async (amount: string) => {
    const draft = await desk.drafted(await desk.finished(desk.plainBody(amount)))
    return desk.settle(draft, { cards: [{ cardId: card.id, amount }] })
  }
  const settled = await spend('300')
  await save(owner, cardVoucher.routes, charge('200'))
  const [line] = (await owner.call(routes.read, { params: { id: settled.id } })).labour
  const shown = async (of: typeof routes | typeof repairRefund.routes, id: number, action: string) =>
    (await owner.call(of.preview, { params: { id, action } })).cards?.map(({ item, change }) => `${item} ${change}`)
  expect(await shown(routes, settled.id, 'unapprove')).toEqual(['本金 300.00'])
  const refund = await desk.refund(settled.id, [{ sourceLineId: line?.id, qty: '1' }])
  for (const action of ['unapprove', 'reverse'])
    expect(await shown(repairRefund.routes, refund.id, action), action).toEqual(['本金 -300.00'])
  expect(await cardsOf(shop, card.id)).toMatchObject({ money: '5200.00 0.00 0.00' })
  const refusal = '充值后本金 5,201.00，超过单张卡上限 5,000.00'
  expect(await trySave(owner, cardVoucher.routes, charge('1'))).toMatchObject({ msg: refusal })
  await spend('201')
  await save(owner, cardVoucher.routes, charge('1'))
  expect(await cardsOf(shop, card.id)).toMatchObject({ money: '5000.00 0.00 0.00' })
})
