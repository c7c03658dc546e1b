import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../test/shop'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const colours = async () => {
  const rows = await shop.db.tenant(shop.groupId, (tx) =>
    tx.query<{ name: string }>({
      text: `select name from brand where group_id = $1 and name like '颜色%'`,
      values: [tx.groupId],
    }),
  )
  return rows.map((row) => row.name)
}

it('never says that a transaction was kept in which a statement had failed', async () => {
  let isTold = false
  const work = shop.db.tenant(shop.groupId, async (tx) => {
    tx.afterCommit(() => (isTold = true))
    await tx.insert('brand', ['group_id', 'name'], [[tx.groupId, '颜色一']])
    // A failure that is swallowed aborts the transaction all the same.
    await tx.query({ text: 'select 1 / 0' }).catch(() => undefined)
  })
  await expect(work).rejects.toThrow('nothing was kept')
  expect([isTold, await colours()]).toEqual([false, []])
  await shop.db.tenant(shop.groupId, (tx) => tx.insert('brand', ['group_id', 'name'], [[tx.groupId, '颜色二']]))
  expect(await colours()).toEqual(['颜色二'])
})
