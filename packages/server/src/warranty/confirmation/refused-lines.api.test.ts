import { claimConfirmation } from '@chepu/contract/warranty/claim-confirmation'
import { warrantyByBill, warrantyByManufacturer } from '@chepu/contract/warranty/searches'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimingAt } from '../../../test/claims'
import { act, save, undo } from '../../../test/desk'
import { settledBooks } from '../../../test/settled-books'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { type Warranty, warrantyOf } from '../../../test/warranty'
import { workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

let shop: Shop
let owner: Client
let warranty: Warranty
let desk: ReturnType<typeof claimingAt>
let books: ReturnType<typeof settledBooks>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  const { partnerId } = await workshopOf(shop)
  warranty = await warrantyOf(shop)
  desk = claimingAt(owner, warranty, partnerId)
  books = settledBooks(shop, claimConfirmation.kind)
})
afterAll(() => shop.close())

const paging = { page: 1, rows: 20 } as never
const stateOf = async (id: number) => (await owner.call(warrantyBill.routes.read, { params: { id } })).header.state

/** What every page says to have been refused. */
async function refused(billNo: string, claimId: number) {
  const rows = async (route: typeof warrantyByBill.list, query: object) =>
    (await owner.call(route, { query: { ...(paging as object), ...query } as never })).rows
  const byMaker = (query: object) =>
    rows(warrantyByManufacturer.list as never, { manufacturerId: warranty.makerId, ...query })
  const { header } = await owner.call(warrantyClaim.routes.read, { params: { id: claimId } })
  const listed = await owner.call(warrantyClaim.routes.list, {
    query: { ...(paging as object), billNo: header.billNo } as never,
  })
  return {
    byBill: (await rows(warrantyByBill.list, { billNo })).map(({ rejected }) => rejected),
    byMaker: (await byMaker({})).map(({ rejected }) => rejected),
    byMonth: (await byMaker({ monthly: 'true' })).map(({ rejected }) => rejected),
    claim: listed.rows.map((row) => (row as { rejectedAmount?: string }).rejectedAmount),
  }
}

it('more agreed to one line makes up for nothing that was refused of another', async () => {
  const bill = await desk.bill(['30', '20'], shop.parts.pad)
  const claim = await desk.sent([bill.id])
  const words = [
    { amount: '50', reason: '厂家价' },
    { amount: '0', reason: '不属三包', rest: 'customer' as const },
  ]
  const answer = await desk.confirmed(claim.id, words)
  expect(await stateOf(bill.id)).toBe('part_confirmed')
  expect(await books.itemsOf(answer.id)).toEqual(['车主甲 AR customer 20.00 20.00'])
  const twenty = ['20.00']
  const said = { byBill: twenty, byMaker: twenty, byMonth: twenty, claim: twenty }
  expect(await refused(bill.billNo, claim.id)).toEqual(said)
  // A settlement that is taken back leaves the bill as it was answered.
  const { routes } = warrantySettlement
  const header = { bizDate: shanghaiDay(), partnerId: warranty.makerId }
  const settled = await act(
    owner,
    routes,
    await save(owner, routes, { header, bills: [{ billId: bill.id }] }),
    'approve',
  )
  expect(await refused(bill.billNo, claim.id)).toEqual(said)
  const undone = await undo(owner, routes, settled)
  expect(await stateOf(bill.id)).toBe('part_confirmed')
  await act(owner, routes, undone, 'void')
  await act(owner, claimConfirmation.routes, answer, 'undo')
  const none = ['0.00']
  expect(await refused(bill.billNo, claim.id)).toEqual({ byBill: none, byMaker: none, byMonth: none, claim: none })
})
