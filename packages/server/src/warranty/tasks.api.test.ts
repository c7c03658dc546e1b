// What of the three guarantees waits for people, in the bell and on the home page.
import { button } from '@chepu/contract/access/catalogue'
import { readBell } from '@chepu/contract/shell/bell'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { claimConfirmation } from '@chepu/contract/warranty/claim-confirmation'
import { oldPartButtons } from '@chepu/contract/warranty/old-part'
import { oldPartReturn } from '@chepu/contract/warranty/old-part-return'
import { policyRoutes } from '@chepu/contract/warranty/policy'
import { settleable, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimingAt } from '../../test/claims'
import { act, save } from '../../test/desk'
import { oldPartOf } from '../../test/old-parts'
import { openBranch, withdraw, type Worker, worker } from '../../test/people'
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

const newsOf = async ({ userId }: Worker) =>
  (
    await shop.sql<{ message: string }>(
      `select message from notification where group_id = $1 and user_id = $2 and msg_type = 7 and kind = 'news' order by id`,
      userId,
    )
  ).map(({ message }) => message)

it('an answer is news to who sends claims and to who made this one, not to who has entered it', async () => {
  const [enters, sends, made, keeps] = [
    await worker(shop, 'owner'),
    await worker(shop, 'warranty_clerk'),
    await worker(shop, 'owner'),
    await worker(shop, 'owner'),
  ]
  for (const who of [made, keeps]) await withdraw(shop, who, { buttons: [button('warranty_claim', 'send')] })
  const branch = await worker(shop, 'warranty_clerk', (await openBranch(shop)).orgId)
  const bill = await desk.bill(['600'], shop.parts.pad, reason)
  const draft = await save(made.client, warrantyClaim.routes, desk.claimBody([bill.id]))
  const claim = await act(owner, warrantyClaim.routes, draft, 'send')
  const answer = await desk.answer(claim.id)
  await act(enters.client, claimConfirmation.routes, answer, 'confirm')
  const told = [`索赔单 ${claim.billNo} 厂家已答复，确认单 ${answer.billNo}`]
  expect([await newsOf(sends), await newsOf(made)]).toEqual([told, told])
  expect([await newsOf(enters), await newsOf(keeps), await newsOf(branch)]).toEqual([[], [], []])
})

it('a refused old part is news to who sends them and to who claims, not to who has entered it', async () => {
  const [enters, ships, claims, neither] = [
    await worker(shop, 'owner'),
    await worker(shop, 'owner'),
    await worker(shop, 'owner'),
    await worker(shop, 'owner'),
  ]
  const ship = oldPartButtons.ship
  const send = button('warranty_claim', 'send')
  await withdraw(shop, ships, { buttons: [send] })
  await withdraw(shop, claims, { buttons: [ship] })
  await withdraw(shop, neither, { buttons: [send, ship] })
  const { oldPartId } = await oldPartOf(owner, { ...(await warrantyOf(shop)), customerId, partId: shop.parts.filter })
  const parcel = await save(owner, oldPartReturn.routes, {
    header: {
      bizDate: today,
      partnerId: (await warrantyOf(shop)).makerId,
      carrierId: shop.carrierId,
      waybillNo: 'SF1',
    },
    tags: [{ oldPartId }],
  } as never)
  const packed = await act(owner, oldPartReturn.routes, parcel, 'pack')
  const shipped = await act(owner, oldPartReturn.routes, packed, 'ship', { input: {} })
  const { tags } = await owner.call(oldPartReturn.routes.read, { params: { id: parcel.id } })
  const input = { lines: [{ lineId: tags[0]?.id, result: 'refused', reason: '非原厂件' }] }
  await act(enters.client, oldPartReturn.routes, shipped, 'result', { input })
  const told = [expect.stringMatching(new RegExp(`^旧件被拒：JJ\\d+，返厂单 ${parcel.billNo}$`)) as string]
  expect([await newsOf(ships), await newsOf(claims)]).toEqual([told, told])
  expect([await newsOf(enters), await newsOf(neither)]).toEqual([[], []])
})

/** What a bill of nobody's order says in its header. */
async function freeHeader() {
  const { makerId, completePart } = await warrantyOf(shop)
  return { bizDate: today, partnerId: customerId, manufacturerId: makerId, ...completePart }
}
