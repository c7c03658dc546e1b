// What is told of a card that pays, and what becomes of its points (business/cards 5, 8).
import { repairRefund, refundPreview } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { readBell } from '@chepu/contract/shell/bell'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeVoucher } from '../../../test/cards'
import { act, save } from '../../../test/desk'
import { settlingAt, stockParts } from '../../../test/settling'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { cardsOf, openCard } from '../../../test/spent-cards'
import { type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

let shop: Shop
let owner: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  await stockParts(shop, owner)
  desk = settlingAt(shop, owner, workshop)
})
afterAll(() => shop.close())

async function refundOf(settlementId: number, line: object) {
  const { partnerId, vehicleId } = workshop
  const given = {
    bizDate: shanghaiDay(),
    partnerId,
    vehicleId,
    settlementId,
    reason: '质量问题',
    storeAccountId: shop.cashId,
  }
  const draft = await save(owner, repairRefund.routes, { header: given, labour: [line] } as never)
  return act(owner, repairRefund.routes, await act(owner, repairRefund.routes, draft, 'submit'), 'approve')
}

it('tells who may take documents back once a card has little left, and takes points back with what goes back', async () => {
  const manager = await shop.signIn('manager')
  const news = async () => (await manager.call(readBell)).news.map(({ message }) => message)
  const { partnerId } = workshop
  const card = await openCard(shop, owner, { partnerId, principal: '400', type: { points_per_yuan: '1' } })
  const ofCard = async () => (await cardsOf(shop, card.id)).money
  const paying = async (amount: string) => {
    const draft = await desk.drafted(await desk.finished(desk.plainBody(amount)))
    await desk.settle(draft, { cards: [{ cardId: card.id, amount }] })
    return draft.id
  }
  await paying('100')
  expect(await news()).toEqual([])
  const id = await paying('250')
  await paying('1')
  expect(await news()).toEqual([`余额不足：会员卡 ${card.cardNo}（车主甲），请提醒客户充值`])
  expect(await ofCard()).toBe('49.00 0.00 351.00')

  const [line] = (await owner.call(repairSettlement.routes.read, { params: { id } })).labour
  const whole = { sourceLineId: line?.id, qty: '1' }
  const part = { ...whole, qty: '0', refundAmount: '100.9' }
  const preview = await owner.call(refundPreview, { body: { settlementId: id, lines: [part] } as never })
  expect(preview.notes).toEqual([{ message: `会员卡 ${card.cardNo} 扣回积分 100` }])
  await refundOf(id, part)
  expect(await ofCard()).toBe('149.90 0.00 251.00')
  const rest = await refundOf(id, whole)
  expect(await ofCard()).toBe('299.00 0.00 101.00')
  await act(owner, repairRefund.routes, rest, 'reverse')
  expect(await ofCard()).toBe('149.90 0.00 251.00')
  // Points that were used since are not asked for.
  await makeVoucher(owner, { purpose: 'grant', partnerId, cardId: card.id, pointsChange: '-200' })
  await refundOf(id, whole)
  expect(await ofCard()).toBe('299.00 0.00 0.00')
})
