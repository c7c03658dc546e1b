import { cardRoutes } from '@chepu/contract/cards/card'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { addDays } from '@chepu/contract/kernel/calendar'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newCard, newCardPackage, newCardType, voucherBody } from '../../../test/cards'
import { lockWaiters } from '../../../test/database'
import { act, trySave } from '../../../test/desk'
import { newPartner } from '../../../test/finance'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'
import { startCardExpiry } from './expiry'

let shop: Shop
let owner: Client
let typeId: number
let packageId: number
const { routes } = cardVoucher
const today = shanghaiDay()
const longAgo = addDays(today, -100)
const faults: unknown[] = []

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  typeId = await newCardType(shop, { valid_days: 60, recharge_rules: JSON.stringify([{ pay: '1000', gift: '60' }]) })
  packageId = await newCardPackage(shop, {
    salePrice: '400',
    valid_days: 30,
    lines: [
      { partId: shop.parts.filter, times: '3', listPrice: '50', allocPrice: '33.3333', allocTotal: '100' },
      { partId: shop.parts.oil, times: '12', listPrice: '30', allocPrice: '25', allocTotal: '300' },
    ],
  })
})
afterAll(() => shop.close())

/** A card of 1 000.00 paid and 60.00 granted, with a package of 400.00, issued on a day. */
const issued = async (bizDate: string, name: string): Promise<number> =>
  newCard(shop, owner, {
    partnerId: await newPartner(shop, name),
    bizDate,
    cardTypeId: typeId,
    cardPackageId: packageId,
    principalChange: '1000',
    paid: '1400',
  })

/** A look of so many servers at a time of today in Shanghai. */
async function look(clock = '01:00', servers = 1): Promise<void> {
  const now = () => new Date(`${today}T${clock}:00+08:00`)
  const jobs = Array.from({ length: servers }, () => startCardExpiry(shop.db, (fault) => faults.push(fault), { now }))
  await Promise.all(jobs.map((job) => job.look()))
  await Promise.all(jobs.map((job) => job.stop()))
}

const left = async (id: number) => {
  const [card] = await shop.sql(
    `select c.principal, c.gift, sum(i.times_left) as times, sum(i.value_left) as worth from card c
      join card_item i on i.group_id = c.group_id and i.card_id = c.id where c.group_id = $1 and c.id = $2 group by c.group_id, c.id`,
    id,
  )
  return card
}
const whole = { principal: '1000.00', gift: '60.00', times: '15.0000', worth: '400.00' }
const nothing = { principal: '1000.00', gift: '0.00', times: '0.0000', worth: '0.00' }
const expiries = (id: number) =>
  shop.sql<{ id: number }>(
    `select id, bill_no, gift_change, package_change, biz_date, state from money_slip
      where group_id = $1 and purpose = 'expire' and card_id = $2 order by id`,
    id,
  )

it('takes off what has ended, once whoever looks: granted money without profit, packages as breakage', async () => {
  const ended = await issued(longAgo, '全部到期')
  const halfEnded = await issued(addDays(today, -40), '套餐到期')
  const lastDay = await issued(addDays(today, -30), '今日到期')
  await look('00:30')
  expect(await expiries(ended)).toEqual([])
  await look('01:00', 3)
  expect(await left(ended)).toEqual(nothing)
  const slips = await expiries(ended)
  const change = { giftChange: '-60.00', packageChange: '-400.00', bizDate: today, state: 'done' }
  expect(slips).toMatchObject([{ ...change, billNo: expect.stringMatching(/^KK01/) }])
  const pnl = await shop.sql(
    `select org_id, kind, sum(amount) as amount from pnl_ledger where group_id = $1 and doc_kind = $2 and doc_id = $3 and amount <> 0 group by 1, 2`,
    cardVoucher.kind,
    slips[0]?.id,
  )
  expect(pnl).toEqual([{ orgId: shop.orgId, kind: 'card_breakage', amount: '400.00' }])
  // The day of its granted money is to come.
  expect(await left(halfEnded)).toEqual({ ...nothing, gift: '60.00' })
  expect(await expiries(halfEnded)).toMatchObject([{ giftChange: '0.00', packageChange: '-400.00' }])
  expect(await left(lastDay)).toEqual(whole)
  await look()
  expect(await expiries(ended)).toHaveLength(1)
  expect(faults).toEqual([])
})

it('is logged as nobody’s, and comes again the night after somebody has taken it back', async () => {
  const ended = await issued(longAgo, '红冲')
  await look()
  const id = (await expiries(ended))[0]?.id as number
  const { header } = await owner.call(routes.read, { params: { id } })
  expect(header).toMatchObject({ purpose: 'expire', total: '0.00', amountDue: '0.00', remark: '有效期已过' })
  const [entry] = await shop.sql(
    `select user_id, action, reason from audit_log where group_id = $1 and entity = $2 and entity_id = $3`,
    cardVoucher.kind,
    id,
  )
  expect(entry).toEqual({ userId: null, action: 'approve', reason: '有效期已过' })
  await act(owner, routes, header, 'reverse', { reason: '客户投诉' })
  expect(await left(ended)).toEqual(whole)
  await look()
  expect(await left(ended)).toEqual(nothing)
})

it('is neither paid back nor made good again before it is taken off', async () => {
  const ended = await issued(longAgo, '未结转')
  const [card] = await shop.sql<{ cardNo: string; partnerId: number }>(
    'select card_no, partner_id from card where group_id = $1 and id = $2',
    ended,
  )
  const msg = `会员卡 ${card?.cardNo} 有已过期、还没有结转的赠金或套餐，每天 01:00 结转，之后再办`
  const params = { id: ended }
  for (const trial of [
    await owner.call(cardRoutes.refundPreview, { params, query: { penalty: '0' } }),
    await owner.call(cardRoutes.rechargePreview, { params, query: { principal: '100' } }),
  ])
    expect(trial.refusals).toEqual([msg])
  const of = { partnerId: card?.partnerId as number, cardId: ended }
  const charge = voucherBody({ ...of, purpose: 'recharge', principalChange: '100' })
  for (const body of [charge, voucherBody({ ...of, purpose: 'refund_card' })])
    expect((await trySave(owner, routes, body)).msg).toBe(msg)
  await look()
  expect((await trySave(owner, routes, charge)).status).toBe(200)
})

it('waits while the month is closed', async () => {
  const ended = await issued(longAgo, '已结账')
  const close = (month: number | null) => shop.sql('update org set closed_month = $2 where group_id = $1', month)
  await close(999_912)
  await look()
  await close(null)
  expect(await expiries(ended)).toEqual([])
  await look()
  expect(await expiries(ended)).toHaveLength(1)
})

it('leaves to a counter what it has given a new day at the same moment', async () => {
  const ended = await issued(longAgo, '同时充值')
  const looking = await shop.db.tenant(shop.groupId, async (tx) => {
    const values = [tx.groupId, ended]
    await tx.query({ text: 'select id from card where group_id = $1 and id = $2 for no key update', values })
    const begun = look()
    await expect.poll(() => shop.db.shared({ text: lockWaiters() })).toHaveLength(1)
    const text = 'update card set valid_until = $3 where group_id = $1 and id = $2'
    await tx.query({ text, values: [...values, today] })
    // Within an object, so that it is not awaited before the commit.
    return { begun }
  })
  await looking.begun
  expect(await left(ended)).toEqual({ ...nothing, gift: '60.00' })
  expect(faults).toEqual([])
})
