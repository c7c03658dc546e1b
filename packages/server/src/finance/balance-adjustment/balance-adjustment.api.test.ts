// Whose corrections and opening balances exist for whom (business/access 7, business/finance 5).
import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, save } from '../../../test/desk'
import { newPartner, today } from '../../../test/finance'
import { type Client, openShop, type Shop } from '../../../test/shop'

const { routes } = balanceAdjustment

let shop: Shop
let owner: Client
/** Sees what is owed to suppliers, not what customers owe. */
let buyer: Client

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  buyer = await shop.signIn('buyer')
})
afterAll(() => shop.close())

it('is nothing to who does not see its account: not read, listed, summed or printed', async () => {
  const partnerId = await newPartner(shop, '两头单位', 3)
  const adjust = (side: 'AR' | 'AP', total: string) =>
    save(owner, routes, { header: { bizDate: today, partnerId, purpose: 'adjust', side, total, remark: '对账差异' } })
  const [owedToUs, owedByUs] = [await adjust('AR', '88.00'), await adjust('AP', '55.00')]
  await act(owner, routes, owedToUs, 'submit')
  const listed = async (client: Client) => (await client.call(routes.list)).rows.map(({ total }) => total)
  expect((await listed(owner)).toSorted()).toEqual(['55.00', '88.00'])
  expect(await listed(buyer)).toEqual(['55.00'])
  expect(await buyer.call(routes.totals)).toMatchObject({ count: 1 })
  expect(await buyer.ask(routes.read, { params: { id: owedByUs.id } })).toMatchObject({ status: 200 })
  // Each page of the accounts shows its own side.
  const ofSide = async (accountSide: 'AR' | 'AP') => (await owner.call(routes.totals, { query: { accountSide } })).count
  expect([await ofSide('AR'), await ofSide('AP')]).toEqual([1, 1])
  await save(owner, routes, {
    header: { bizDate: today, partnerId, purpose: 'opening', side: 'ADV_OUT', total: '7', remark: '预付' },
  })
  expect([await ofSide('AR'), await ofSide('AP')]).toEqual([1, 2])
  const params = { id: owedToUs.id }
  for (const route of [routes.read, routes.print, routes.log, routes.related])
    expect(await buyer.ask(route, { params })).toMatchObject({ status: 404, msg: '单据不存在或无权查看' })
})
