import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/shop'
import type { Caller } from '../caller/caller'
import type { CallerTx } from '../db/tx'
import { once } from './idempotency'

let shop: Shop
let caller: Caller
beforeAll(async () => {
  shop = await openShop()
  caller = { groupId: shop.groupId, orgId: shop.orgId, userId: 1 } as Caller
})
afterAll(() => shop.close())

const naming = (tx: CallerTx, name: string) => ({
  text: 'insert into brand (group_id, name) values ($1, $2) returning id',
  values: [tx.groupId, name],
})
const brands = async (like: string) =>
  (await shop.sql(`select name from brand where group_id = $1 and name like '${like}'`)).length

it('undoes what a repeat sent together with the claim, and answers what the first did', async () => {
  let turns = 0
  const work = async (tx: CallerTx) => {
    turns += 1
    // Not awaited: it leaves before the claim is answered.
    tx.send(naming(tx, `一次${turns}`))
    return { turn: turns }
  }
  expect(await once(shop.db, caller, { key: 'once', request: 'asked' }, work)).toEqual({ turn: 1 })
  expect(await once(shop.db, caller, { key: 'once', request: 'asked' }, work)).toEqual({ turn: 1 })
  expect([turns, await brands('一次%')]).toEqual([2, 1])
})

it('lets a repeat go no further than its first answer, whatever the work makes of it', async () => {
  const reached: number[] = []
  const work = async (tx: CallerTx) => {
    await tx.query(naming(tx, `几步${reached.length}`))
    reached.push(1)
    await tx.query(naming(tx, `几步之后${reached.length}`))
    return 'done'
  }
  expect(await once(shop.db, caller, { key: 'steps', request: 'asked' }, work)).toBe('done')
  expect(await once(shop.db, caller, { key: 'steps', request: 'asked' }, work)).toBe('done')
  expect(await brands('几步%')).toBe(2)
})

it('answers all of several at once with what the one did', async () => {
  let turns = 0
  const work = async (tx: CallerTx) => {
    const turn = (turns += 1)
    await tx.query(naming(tx, `同时${turn}`))
    return turn
  }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => once(shop.db, caller, { key: 'same', request: 'asked' }, work)),
  )
  expect(new Set(answers).size).toBe(1)
  expect(await brands('同时%')).toBe(1)
})

it('leaves the key free when the work fails, and tells its own failure', async () => {
  const failing = once(shop.db, caller, { key: 'fails', request: 'asked' }, async (tx) => {
    await tx.query({ text: 'select 1' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await once(shop.db, caller, { key: 'fails', request: 'asked' }, async () => 'yes')).toBe('yes')
})
