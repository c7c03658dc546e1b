// Two who want the same card at the same moment: who comes second finds what the first has left, and is told so (business/cards 4, 5, 7).
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { addDays } from '@chepu/contract/kernel/calendar'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeVoucher, newCard, newCardPackage, newCardType, voucherBody } from '../../test/cards'
import { lockWaiters } from '../../test/database'
import { tryAct, trySave } from '../../test/desk'
import { maintenanceItem, settlingAt } from '../../test/settling'
import { type Client, openShop, type Shop } from '../../test/shop'
import { cardsOf, openCard } from '../../test/spent-cards'
import { type Workshop, workshopOf } from '../../test/workshop'
import { shanghaiDay } from '../kernel/base/calendar'
import { startCardExpiry } from './expiry/expiry'

let shop: Shop
let owner: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
let serviceItemId: number
const today = shanghaiDay()
const yesterday = addDays(today, -1)

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  desk = settlingAt(shop, owner, workshop)
  serviceItemId = await maintenanceItem(shop, workshop)
})
afterAll(() => shop.close())

/** What came of one who wanted the card: how he was answered, and in what words. */
type Outcome = { status: number; msg: string }
type Wants = () => Promise<Outcome>

/** Lets two wait for the card, one behind the other, and then go. */
async function inTurn(cardId: number, first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  const waiting = (count: number) => expect.poll(() => shop.db.shared({ text: lockWaiters() })).toHaveLength(count)
  const both = await shop.db.tenant(shop.groupId, async (tx) => {
    const values = [tx.groupId, cardId]
    await tx.query({ text: 'select id from card where group_id = $1 and id = $2 for no key update', values })
    const begun = first()
    await waiting(1)
    const next = second()
    await waiting(2)
    // Within an object, so that it is not awaited before the commit.
    return { all: Promise.all([begun, next]) }
  })
  await both.all
}

/** A card of 60.00 paid, and what people want of it: to pay 40.00 with it, to charge it with 30.00, to give it back. */
async function wanted() {
  const { partnerId } = workshop
  const card = await openCard(shop, owner, { partnerId, principal: '60', gift: '5' })
  const draft = await desk.drafted(await desk.finished(desk.plainBody('40')))
  const slip = (header: object, amount: string) =>
    trySave(
      owner,
      cardVoucher.routes,
      voucherBody({ partnerId, cardId: card.id, ...header } as never, [{ storeAccountId: shop.cashId, amount }]),
    )
  const wants: Record<'结算' | '充值' | '退卡', Wants> = {
    结算: () =>
      tryAct(owner, repairSettlement.routes, draft, 'settle', {
        input: { cards: [{ cardId: card.id, amount: '40' }] },
      }),
    充值: () => slip({ purpose: 'recharge', principalChange: '30' }, '30'),
    退卡: () => slip({ purpose: 'refund_card' }, '60'),
  }
  return { card, wants }
}

const gone = '0.00 0.00 0.00'
const closed = (cardNo: string, what: string) => `会员卡 ${cardNo} 当前为「已退卡」，不能${what}`
const races: readonly [
  first: '结算' | '充值' | '退卡',
  second: '结算' | '充值' | '退卡',
  left: string,
  told: (cardNo: string) => string,
][] = [
  ['退卡', '结算', gone, (cardNo) => closed(cardNo, '使用')],
  ['结算', '退卡', '20.00 5.00 0.00', () => '应退 20.00，退款合计 60.00，应当相等'],
  ['退卡', '退卡', gone, (cardNo) => closed(cardNo, '办理')],
  ['退卡', '充值', gone, (cardNo) => closed(cardNo, '办理')],
  ['充值', '退卡', '90.00 5.00 0.00', () => '应退 90.00，退款合计 60.00，应当相等'],
]

it.each(races)('%s comes before %s', async (first, second, left, told) => {
  const { card, wants } = await wanted()
  const outcomes: Outcome[] = []
  const begin = (want: Wants) => async () => outcomes.push(await want())
  await inTurn(card.id, begin(wants[first]), begin(wants[second]))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(outcomes.find(({ status }) => status === 400)?.msg).toBe(told(card.cardNo))
  expect((await cardsOf(shop, card.id)).money).toBe(left)
})

/** A card with three services for 90.00 whose last day was yesterday, and a bill of yesterday that one of them covers. */
async function endedPackage(name: string) {
  const { partnerId } = workshop
  const line = { serviceItemId, times: '3', listPrice: '120', allocPrice: '30', allocTotal: '90' }
  const cardPackageId = await newCardPackage(shop, { name, salePrice: '90', valid_days: 1, lines: [line] })
  const cardTypeId = await newCardType(shop, { name, kind: 'package' })
  const bizDate = addDays(today, -2)
  const id = await newCard(shop, owner, { partnerId, bizDate, cardTypeId })
  const sale = { purpose: 'package_sale', partnerId, bizDate, cardId: id, cardPackageId } as const
  await makeVoucher(owner, sale, [{ storeAccountId: shop.cashId, amount: '90' }])
  const [item] = await shop.sql<{ id: number }>(
    'select id from card_item where group_id = $1 and card_id = $2 and valid_until = $3',
    id,
    yesterday,
  )
  const { header } = desk.plainBody()
  const labour = [desk.labour('保养', '120', { serviceItemId })]
  const order = await desk.finished({ header: { ...header, bizDate: yesterday }, labour } as never)
  const lineId = (await desk.order(order.id)).labour[0]?.id
  const packageUses = [{ lineId, cardItemId: item?.id, times: '1' }]
  const draft = await desk.drafted(order, { bizDate: yesterday, packageUses } as never)
  return { id, settle: () => tryAct(owner, repairSettlement.routes, draft, 'settle', { input: {} }) }
}

const expire = async () => {
  const faults: unknown[] = []
  const now = () => new Date(`${today}T02:00:00+08:00`)
  const job = startCardExpiry(shop.db, (fault) => faults.push(fault), { now })
  await job.look()
  await job.stop()
  expect(faults).toEqual([])
}
const breakage = async (cardId: number) => {
  const rows = await shop.sql<{ amount: string }>(
    `select p.amount from pnl_ledger p join money_slip m on m.group_id = p.group_id and m.kind = p.doc_kind and m.id = p.doc_id
      where p.group_id = $1 and p.kind = 'card_breakage' and m.card_id = $2`,
    cardId,
  )
  return rows.map(({ amount }) => amount)
}

it('takes what is left at night, after a bill of yesterday has used some', async () => {
  const { id, settle } = await endedPackage('先使用')
  const outcomes: Outcome[] = []
  await inTurn(id, async () => outcomes.push(await settle()), expire)
  expect(outcomes).toMatchObject([{ status: 200 }])
  expect(await cardsOf(shop, id)).toEqual({ money: gone, items: ['0.0000 0.00'] })
  expect(await breakage(id)).toEqual(['60.00'])
})

it('leaves nothing to a bill of yesterday that comes after it', async () => {
  const { id, settle } = await endedPackage('先到期')
  const outcomes: Outcome[] = []
  await inTurn(id, expire, async () => outcomes.push(await settle()))
  const msg = expect.stringMatching(/^会员卡 VIP\d{12} 套餐「先到期」的「保养」剩余 0 次，需要 1 次$/) as string
  expect(outcomes).toMatchObject([{ status: 400, msg }])
  expect(await breakage(id)).toEqual(['90.00'])
})
