// The second server here tells nothing of what it notes, as one that dies right after its commits.
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { readBell } from '@chepu/contract/shell/bell'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Counter, openCounter } from '../../../test/counter'
import { openSecondServer, type SecondServer } from '../../../test/proxy'
import { Client } from '../../../test/shop'
import { relayNews, startNewsRelay } from './news-relay'

let shop: Counter
let second: SecondServer
let buyer: Client
let boss: Client
beforeAll(async () => {
  shop = await openCounter()
  second = await openSecondServer(shop)
  ;[buyer, boss] = [await shop.signIn('buyer'), await shop.signIn('owner')]
})
afterAll(async () => {
  await second.close()
  await shop.close()
})

const fail = (error: unknown) => {
  throw error
}
const there = ({ token }: Client) => new Client(second.origin, token)
const textsOf = async (client: Client) => (await client.call(readBell)).news.map(({ message }) => message)
const waiting = async () => (await shop.sql('select id from told_later where group_id = $1')).length

async function draft(client: Client) {
  const lines = [{ partId: shop.parts.filter, qty: '1', price: '10' }]
  return (await shop.save(goodsReceipt.routes, lines, { partnerId: shop.supplierId }, client)).data
}
const act = (client: Client, { id, version }: { id: number; version: number }, action: string) =>
  client.call(goodsReceipt.routes.act, { params: { id, action }, body: { version } })

it('tells what a server left that died, in its order and once', async () => {
  const first = await act(there(buyer), await draft(buyer), 'submit')
  const again = await act(there(buyer), await act(there(buyer), first, 'withdraw'), 'submit')
  const other = await act(there(buyer), await draft(buyer), 'submit')
  expect([await waiting(), await textsOf(boss)]).toEqual([4, []])
  const relay = startNewsRelay(second.db, fail, { everyMs: 50 })
  await expect.poll(waiting).toBe(0)
  const wait = ({ billNo }: { billNo: string }) => `采购入库单 ${billNo} 待您审核`
  expect(await textsOf(boss)).toEqual([wait(other), wait(again)])

  // With a relay, the server that noted a step tells it without waiting for the next look.
  await relay.stop()
  const prompt = startNewsRelay(second.db, fail, { everyMs: 3_600_000 })
  await act(there(boss), again, 'approve')
  await expect.poll(() => textsOf(buyer), { timeout: 1000 }).toEqual([`采购入库单 ${again.billNo} 已审核`])
  expect(await textsOf(boss)).toEqual([wait(other)])
  await prompt.stop()
})

it('tells once, also when two servers tell at the same time', async () => {
  const colleague = await shop.signIn('buyer')
  for (let count = 0; count < 5; count += 1) {
    const saved = await act(there(colleague), await draft(colleague), 'submit')
    await act(there(boss), saved, 'approve')
  }
  await Promise.all([relayNews(shop.db, shop.groupId, fail), relayNews(second.db, shop.groupId, fail)])
  expect([await waiting(), (await textsOf(colleague)).length]).toEqual([0, 5])
})

it('reports a step that cannot be told, keeps it, and tells those behind it', async () => {
  const [broken] = await shop.sql<{ id: number }>(
    `insert into told_later (group_id, kind, step) values ($1, 'goods_receipt', '{}') returning id`,
  )
  const saved = await act(there(buyer), await draft(buyer), 'submit')
  const faults: unknown[] = []
  await relayNews(second.db, shop.groupId, (error) => faults.push(error))
  expect(faults).toHaveLength(1)
  expect(await waiting()).toBe(1)
  expect(await textsOf(boss)).toContain(`采购入库单 ${saved.billNo} 待您审核`)
  await shop.sql('delete from told_later where group_id = $1 and id = $2', broken?.id)
})

it('has nothing to tell of what a creator does himself', async () => {
  await act(there(boss), await draft(boss), 'approve')
  expect(await waiting()).toBe(0)
})
