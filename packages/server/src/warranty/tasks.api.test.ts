// What of the three guarantees waits for people, in the bell and on the home page.
import { readBell } from '@chepu/contract/shell/bell'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { policyRoutes } from '@chepu/contract/warranty/policy'
import { settleable, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimingAt } from '../../test/claims'
import { act, save } from '../../test/desk'
import { type Client, openShop, type Shop } from '../../test/shop'
import { warrantyOf } from '../../test/warranty'
import { workshopOf } from '../../test/workshop'
import { addDays, shanghaiDay } from '../kernel/base/calendar'

let shop: Shop
let owner: Client
let stranger: Client
let desk: ReturnType<typeof claimingAt>
let customerId: number
const today = shanghaiDay()
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  stranger = await shop.signIn('technician')
  const warranty = await warrantyOf(shop)
  customerId = (await workshopOf(shop)).partnerId
  desk = claimingAt(owner, warranty, customerId)
  const term = { validFrom: addDays(today, -100), months: 12, labourRate: '100' }
  for (const [partId, claimDays] of [
    [shop.parts.pad, 5],
    [shop.parts.oil, 6],
  ] as const)
    await owner.call(policyRoutes.save, {
      body: {
        name: `政策${claimDays}`,
        scope: 'part',
        partId,
        manufacturerId: warranty.makerId,
        terms: [{ ...term, claimDays }],
      },
    })
})
afterAll(() => shop.close())

const bell = async (client: Client) =>
  (await client.call(readBell)).agency.map(({ message, goshop, params }) => [message, goshop, params?.id])
const tasks = async (client: Client) => {
  const { tasks: found } = await client.call(dashboard)
  return Object.fromEntries(
    found.filter(({ title }) => title.includes('三包') || title.includes('厂家')).map((each) => [each.title, each]),
  )
}
const reason = { termReason: '已报厂家' }

it('what must be claimed within five days is in the bell of who makes claims until it is sent', async () => {
  const bill = await desk.bill(['600'], shop.parts.pad, reason)
  // Its last day is a day further away.
  await desk.bill(['600'], shop.parts.oil, { ...reason, causePartId: shop.parts.oil })
  const told = [[`三包单 ${bill.billNo} 申报截止 ${addDays(today, 5)}`, 1, bill.id]]
  expect([await bell(owner), await bell(stranger)]).toEqual([told, []])
  const late = await desk.bill(['600'], shop.parts.pad, { ...reason, repairedOn: addDays(today, -9) })
  expect((await bell(owner))[0]).toEqual([`三包单 ${late.billNo} 申报截止 ${addDays(today, -4)}`, 1, late.id])
  await desk.sent([bill.id, late.id])
  expect(await bell(owner)).toEqual([])
})

it('the home page counts bills to look at, to claim, to be answered and to be settled, for whose work it is', async () => {
  const before = await tasks(owner)
  const draft = await save(owner, warrantyBill.routes, {
    header: { ...(await freeHeader()), ...reason },
    labour: [{ name: '检查', pricingMode: 'fixed', price: '80' }],
  } as never)
  await act(owner, warrantyBill.routes, draft, 'submit')
  await desk.bill(['600'], shop.parts.pad, reason)
  const undone = await desk.bill(['600'], shop.parts.pad, reason)
  await act(owner, warrantyBill.routes, undone, 'reverse', { reason: '重复开单' })
  await desk.sent([(await desk.bill(['600'], shop.parts.pad, reason)).id])
  const claim = await desk.sent([(await desk.bill(['600'], shop.parts.pad, reason)).id])
  await desk.confirmed(claim.id)
  const after = await tasks(owner)
  const grown = ['待审核三包单', '待申报三包单', '待厂家答复索赔单', '待结算三包单'].map((title) => [
    (after[title]?.count ?? 0) - (before[title]?.count ?? 0),
    after[title]?.screen,
    after[title]?.params,
  ])
  expect(grown).toEqual([
    [1, 'threePackage', { state: 'submitted' }],
    [1, 'threePackage', { state: 'approved', isRed: 'false' }],
    [1, 'claim', { state: 'sent,answered' }],
    [1, 'threePackage', { state: settleable.join() }],
  ])
  expect(await tasks(stranger)).toEqual({})
})

/** What a bill of nobody's order says in its header. */
async function freeHeader() {
  const { makerId, completePart } = await warrantyOf(shop)
  return { bizDate: today, partnerId: customerId, manufacturerId: makerId, ...completePart }
}
