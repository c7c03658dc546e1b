import { accountRoutes } from '@chepu/contract/finance/accounts'
import { settleQueries } from '@chepu/contract/finance/settle-queries'
import { settleTabs } from '@chepu/contract/finance/settle-tabs'
import { sumOf } from '@chepu/contract/kernel/decimal'
import { type ItemTab, itemTabs } from '@chepu/contract/kernel/item-tabs'
import { type AccountSide, accountSides } from '@chepu/contract/kernel/money-document'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillBooks } from '../../../test/filled-books'
import { type Client, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client

beforeAll(async () => {
  shop = await openShop({ config: { goodsReturnDays: 365 } })
  owner = await shop.signIn('owner')
  await fillBooks(shop)
}, 120_000)
afterAll(() => shop.close())

const tabsOf = (side: AccountSide) => itemTabs.filter((tab) => settleTabs[tab].sides.includes(side))
const rowsOf = async (side: AccountSide, tab: ItemTab) =>
  (await owner.call(settleQueries[side].items.list, { query: { tab, settled: 'open', rows: 1000 } })).rows

describe('the tabs', () => {
  it('hold every open item once, and are the accounts', async () => {
    const items = await shop.sql<{ side: string; tab: string; open: string }>(
      'select side, tab, sum(balance) as open from open_item where group_id = $1 and balance <> 0 group by 1, 2 order by 1, 2',
    )
    console.log(items, await shop.sql('select distinct source_kind, side, tab from open_item where group_id = $1'))
    for (const side of accountSides) {
      const all = await Promise.all(tabsOf(side).map((tab) => rowsOf(side, tab)))
      const ids = all.flat().map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const { sums } = await owner.call(accountRoutes(side).ageingTotals)
      expect(sumOf(all.flat(), ({ balance }) => balance as string)).toBe(sums['total'])
    }
  })
})
