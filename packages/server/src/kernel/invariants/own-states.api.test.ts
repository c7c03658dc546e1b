// What kinds with states of their own do is judged as what the usual ones do: by the stage of each state.
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Known, Saved } from '../../../test/desk'
import type { Client, Shop } from '../../../test/shop'
import { shanghaiDay } from '../base/calendar'

// The kinds are known to a program of this file's own: registries are kept by the process, which other files share.
vi.resetModules()
const { assertBooks, openShop } = await import('../../../test/shop')
const { act, post, save } = await import('../../../test/desk')
const { openPlanting } = await import('../../../test/planting')
const { issueKind, wishKind } = await import('../../../test/own-states')
const { bindDocument } = await import('../goods/routes')
const { invariants } = await import('.')
const [wish, issue] = [wishKind.def, issueKind.def]

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop({
    bind: ({ bind }) => {
      bindDocument(bind, wishKind)
      bindDocument(bind, issueKind)
    },
  })
  owner = await shop.signIn('owner')
  await post(owner, otherIn.routes, body('100', '10') as never)
})
afterAll(async () => {
  await shop.close()
  vi.resetModules()
})

const body = (qty: string, price = '0', sourceLineId?: number) => ({
  header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: '盘盈外其他' },
  lines: [{ partId: shop.parts.filter, qty, price, ...(sourceLineId && { sourceLineId }) }],
})
const wished = async (qty: string): Promise<Saved> => {
  const { header, lines } = body(qty)
  const { reason: _reason, ...own } = header
  return act(owner, wish.routes, await save(owner, wish.routes, { header: own, lines }), 'promise')
}
const packed = async (of: Known, qty: string): Promise<Saved> => {
  const { header, lines } = body(qty, '0', (await read(of)).lines[0]?.id)
  const { reason: _reason, ...own } = header
  return act(owner, issue.routes, await save(owner, issue.routes, { header: own, lines }), 'pack')
}
const handed = async (of: Known, qty: string) => act(owner, issue.routes, await packed(of, qty), 'hand')
const read = ({ id }: Known) => owner.call(wish.routes.read, { params: { id } })
/** Ends what was read of it before. */
const end = async (of: Known) => act(owner, wish.routes, (await read(of)).header, 'end')
const stateOf = async (of: Known) => (await read(of)).header.state

it('keeps the books in order through their whole life', async () => {
  const first = await wished('10')
  expect(await shop.books.held(shop.parts.filter)).toBe('10 + 0')
  const some = await handed(first, '4')
  expect(await stateOf(first)).toBe('begun')
  const rest = await packed(first, '6')
  expect(await shop.books.held(shop.parts.filter)).toBe('6 + 0')
  await assertBooks(shop.db, shop.groupId)
  await act(owner, issue.routes, rest, 'hand')
  expect(await stateOf(first)).toBe('given')
  await assertBooks(shop.db, shop.groupId)
  await act(owner, issue.routes, some, 'undo')
  expect(await shop.books.held(shop.parts.filter)).toBe('4 + 0')
  await assertBooks(shop.db, shop.groupId)
  await end(first)
  expect(await shop.books.held(shop.parts.filter)).toBe('0 + 0')
  await assertBooks(shop.db, shop.groupId)
  const second = await wished('3')
  const back = await act(owner, issue.routes, await handed(second, '3'), 'unhand')
  expect(back.state).toBe('listed')
  expect(await shop.books.held(shop.parts.filter)).toBe('3 + 0')
  await act(owner, issue.routes, back, 'drop')
  await end(second)
})

it('shows the same damages of them as of the usual kinds', async () => {
  const begun = await wished('10')
  const done = await handed(begun, '4')
  const waiting = await packed(begun, '5')
  const reversed = await handed(await wished('2'), '2')
  await act(owner, issue.routes, reversed, 'undo')
  const planting = await openPlanting(shop)
  const all = await invariants()
  const document = ({ id }: Known, change: string) => `update goods_document set ${change} where id = ${id}`
  const held = ({ id }: Known, change: string) =>
    `update stock_reservation set ${change} where source_kind = 'stock_wish' and source_id = ${id}`
  const damages = {
    [document(begun, `state = 'dropped'`)]: 'i13 i42 i48',
    [document(begun, `state = 'ended'`)]: 'i13',
    [document(begun, `state = 'given'`)]: 'i13 i48',
    [document(begun, `state = 'promised'`)]: 'i48',
    [document(begun, `state = 'noted'`)]: 'i13 i42 i48',
    [document(begun, `state = 'approved'`)]: 'i13 i42 i48',
    [document(begun, 'partner_id = 1')]: 'i66',
    [held(begun, 'qty = qty + 1')]: 'i62',
    [held(begun, 'is_live = false')]: 'i62',
    [document(waiting, `state = 'listed'`)]: 'i13',
    [document(waiting, `state = 'handed'`)]: 'i10 i13 i48',
    [document(waiting, `kind = 'stock_gift'`)]: 'i45 i48 i62',
    [document(done, `state = 'packed'`)]: 'i10 i48 i62',
    [document(done, `state = 'undone'`)]: 'i48 i60',
    [document(done, `state = 'done'`)]: 'i10 i48',
    [document(reversed, `state = 'handed'`)]: 'i48',
  }
  const found: Record<string, string> = {}
  for (const sql of Object.keys(damages)) found[sql] = await planting.plant(sql, all)
  await planting.close()
  expect(found).toEqual(damages)
})
