// 厂家确认单 through HTTP: what a verdict does to bills, to what is owed for them and to the books, and how it is taken back or contested.
import { claimConfirmation, claimVerdicts } from '@chepu/contract/warranty/claim-confirmation'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimingAt } from '../../../test/claims'
import { act, save, tryAct, trySave } from '../../../test/desk'
import { settledBooks } from '../../../test/settled-books'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { type Warranty, warrantyOf } from '../../../test/warranty'
import { workshopOf, type Workshop } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

const { routes } = claimConfirmation
let shop: Shop
let owner: Client
let workshop: Workshop
let warranty: Warranty
let desk: ReturnType<typeof claimingAt>
let books: ReturnType<typeof settledBooks>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  warranty = await warrantyOf(shop)
  books = settledBooks(shop, claimConfirmation.kind)
  desk = claimingAt(owner, warranty, workshop.partnerId)
})
afterAll(() => shop.close())

const amounts = ['600', '400', '120']
const bill = () => desk.bill(amounts, shop.parts.pad)
const billOf = async (id: number) => {
  const { header, labour, materials, extras } = await owner.call(warrantyBill.routes.read, { params: { id } })
  const lines = [...labour, ...materials, ...extras]
  return [header.state, header.confirmedAmount, ...lines.map(({ confirmedAmount }) => confirmedAmount)]
}
const claimOf = async (id: number) => (await owner.call(warrantyClaim.routes.read, { params: { id } })).header
const isUnconfirmed = async (id: number) =>
  (
    await shop.sql<{ isUnconfirmed: boolean }>(
      `select is_unconfirmed from open_item where group_id = $1 and source_kind = 'warranty_bill' and source_id = $2 and original <> 0`,
      id,
    )
  ).map((item) => item.isUnconfirmed)
const partly = [
  { amount: '600' },
  { amount: '250', reason: '按厂家价' },
  { amount: '0', reason: '无外出依据', rest: 'customer' as const },
]

it('a bill that is agreed to in part is worth that, the customer owes what he bears, and the rest is lost', async () => {
  const { id } = await bill()
  const claim = await desk.sent([id])
  expect(await isUnconfirmed(id)).toEqual([true])
  const answer = await desk.confirmed(claim.id, partly)
  expect(answer.state).toBe('done')
  expect((await books.itemsOf(answer.id)).toSorted()).toEqual(
    ['测试厂家 AR warranty -270.00 -270.00', `车主甲 AR customer 120.00 120.00`].toSorted(),
  )
  expect(await books.pnlOf(answer.id)).toEqual(['warranty_diff warranty -150.00'])
  expect(await billOf(id)).toEqual(['part_confirmed', '850.00', '600.00', '250.00', '0.00'])
  expect(await isUnconfirmed(id)).toEqual([false])
  expect(await claimOf(claim.id)).toMatchObject({ state: 'done', claimedAmount: '1120.00', confirmedAmount: '850.00' })
  const undone = await act(owner, routes, answer, 'undo')
  expect([undone.state, await books.itemsOf(answer.id), await books.pnlOf(answer.id)]).toEqual(['draft', [], []])
  expect(await billOf(id)).toEqual(['claimed', null, null, null, null])
  expect(await isUnconfirmed(id)).toEqual([true])
  expect(await claimOf(claim.id)).toMatchObject({ state: 'sent', confirmedAmount: '0.00' })
  await act(owner, routes, undone, 'confirm')
  expect(await billOf(id)).toEqual(['part_confirmed', '850.00', '600.00', '250.00', '0.00'])
})

it('a claim is answered bill by bill; what is agreed to, or refused, as a whole says so', async () => {
  const [first, second] = [await bill(), await bill()]
  const claim = await desk.sent([first.id, second.id])
  const { header, verdicts } = await desk.answerBody(claim.id)
  const half = await save(owner, routes, { header, verdicts: verdicts.slice(0, 3) })
  await act(owner, routes, half, 'confirm')
  expect([await billOf(first.id), (await claimOf(claim.id)).state]).toEqual([
    ['confirmed', '1120.00', '600.00', '400.00', '120.00'],
    'answered',
  ])
  const none = { amount: '0', reason: '超期' }
  const rest = await desk.confirmed(claim.id, [none, none, none])
  expect(await billOf(second.id)).toEqual(['rejected', '0.00', '0.00', '0.00', '0.00'])
  expect(await books.itemsOf(rest.id)).toEqual(['测试厂家 AR warranty -1120.00 -1120.00'])
  expect(await claimOf(claim.id)).toMatchObject({ state: 'done', confirmedAmount: '1120.00' })
  const seen = await owner.call(claimVerdicts.list, { query: { claimId: claim.id, verdict: 'refused' } as never })
  expect(
    seen.rows.map(({ lineNo, claimedAmount, confirmedAmount, difference, reason }) => [
      lineNo,
      claimedAmount,
      confirmedAmount,
      difference,
      reason,
    ]),
  ).toEqual([
    [1, '600.00', '0.00', '-600.00', '超期'],
    [2, '400.00', '0.00', '-400.00', '超期'],
    [3, '120.00', '0.00', '-120.00', '超期'],
  ])
})

it('an appeal opens lines again, and what follows is counted from the former verdict', async () => {
  const { id } = await bill()
  const claim = await desk.sent([id])
  const first = await desk.confirmed(claim.id, partly)
  const lines = (await owner.call(routes.read, { params: { id: first.id } })).verdicts
  const contested = lines[2]?.billLineId as number
  const whole = await tryAct(owner, routes, first, 'appeal', { input: { billLineIds: [lines[0]?.billLineId] } })
  expect(whole.errors?.[0]?.message).toMatch(/第1行 已全额确认，不用申诉$/)
  const appealed = await act(owner, routes, first, 'appeal', { input: { billLineIds: [contested] } })
  const open = await desk.open(claim.id)
  expect(
    open.map(({ billLineId, claimedAmount, beforeAmount, isAppeal }) => [
      billLineId,
      claimedAmount,
      beforeAmount,
      isAppeal,
    ]),
  ).toEqual([[contested, '120.00', '0.00', true]])
  const second = await desk.confirmed(claim.id, [{ amount: '100', reason: '补交外出单' }])
  expect((await books.itemsOf(second.id)).toSorted()).toEqual(
    ['测试厂家 AR warranty 100.00 100.00', `车主甲 AR customer -120.00 -120.00`].toSorted(),
  )
  expect(await books.pnlOf(second.id)).toEqual(['warranty_diff warranty -20.00'])
  expect(await billOf(id)).toEqual(['part_confirmed', '950.00', '600.00', '250.00', '100.00'])
  expect((await tryAct(owner, routes, appealed, 'undo')).msg).toBe(
    `厂家确认单 ${second.billNo} 已有其中明细的后续结论，请先撤销或作废`,
  )
  const undone = await act(owner, routes, second, 'undo')
  expect(await billOf(id)).toEqual(['part_confirmed', '850.00', '600.00', '250.00', '0.00'])
  await act(owner, routes, undone, 'void')
  await act(owner, routes, appealed, 'undo')
  expect(await billOf(id)).toEqual(['claimed', null, null, null, null])
})

it('refuses what is no answer to the claim, naming the line', async () => {
  const [first, other] = [await bill(), await bill()]
  const claim = await desk.sent([first.id])
  const elsewhere = await desk.open((await desk.sent([other.id])).id)
  const { header, verdicts } = await desk.answerBody(claim.id)
  const [one, two, three] = verdicts
  const refused = async (lines: object[]) =>
    (await trySave(owner, routes, { header, verdicts: lines } as never)).errors?.map(
      ({ path, message }) => `${path} ${message}`,
    )
  expect(await refused([{ ...one, billLineId: elsewhere[0]?.billLineId }])).toEqual([
    'verdicts.0.billLineId 第1行 明细不在该索赔单中',
  ])
  expect(await refused([one as object, one as object])).toEqual([
    `verdicts.1.billLineId 三包单 ${first.billNo} 第1行 重复`,
  ])
  expect(await refused([{ ...one, confirmedAmount: '500' }])).toEqual([
    `verdicts.0.reason 三包单 ${first.billNo} 第1行 与申报不一致，请填写原因`,
  ])
  const draft = await save(owner, routes, { header, verdicts: [one, two] } as never)
  expect((await tryAct(owner, routes, draft, 'confirm')).msg).toBe(
    `三包单 ${first.billNo} 第3行还没有结论，同一三包单的明细须一次确认`,
  )
  const { billNo, version, id } = draft
  expect(await refused([two as object])).toEqual([`verdicts 厂家确认单 ${billNo} 已录入其中的明细`])
  const whole = await save(owner, routes, { id, version, header, verdicts: [one, two, three] } as never)
  const stale = await tryAct(owner, routes, { id, version }, 'confirm')
  expect(stale.status).toBe(409)
  const both = await Promise.all([tryAct(owner, routes, whole, 'confirm'), tryAct(owner, routes, whole, 'confirm')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const unsent = await desk.claim([(await bill()).id])
  const early = await trySave(owner, routes, { header: { ...header, claimId: unsent.id }, verdicts: [one] } as never)
  expect(early.msg).toBe(`索赔单 ${unsent.billNo} 还没有发送，不能录入厂家确认`)
})

it('above what was claimed only with the right for it; without the page nothing', async () => {
  const { id } = await bill()
  const claim = await desk.sent([id])
  const body = await desk.answerBody(claim.id, [{ amount: '660', reason: '厂家补差' }])
  const clerk = await shop.signIn('adviser')
  expect((await clerk.ask(routes.list, {} as never)).status).toBe(403)
  const answer = await save(owner, routes, body)
  await act(owner, routes, answer, 'confirm')
  expect(await billOf(id)).toEqual(['confirmed', '1180.00', '660.00', '400.00', '120.00'])
  expect(await books.pnlOf(answer.id)).toEqual(['warranty_diff warranty 60.00'])
  expect((await tryAct(clerk, routes, answer, 'undo')).status).toBe(403)
  expect(shanghaiDay()).toBe(body.header.bizDate)
})
