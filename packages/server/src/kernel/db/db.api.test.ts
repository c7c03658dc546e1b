import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { brandRoutes } from '@chepu/contract/basics/brand'
import { partRoutes } from '@chepu/contract/basics/part'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import pg from 'pg'
import { lockWaiters } from '../../../test/database'
import { testCaller } from '../../../test/caller'
import { newPart } from '../../../test/counter'
import { save } from '../../../test/desk'
import { openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../base/calendar'
import { audit } from './audit'
import { isAway, sqlState } from './failures'
import { statementCount } from './statement'
import type { CallerTx } from './tx'

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

it('reports the first failure of statements that travel together, and keeps nothing of those behind it', async () => {
  const naming = (name: string) => ({
    text: `insert into brand (group_id, name) values ($1, $2) returning id`,
    values: [shop.groupId, name],
  })
  const together = (...names: string[]) =>
    shop.db.tenant(shop.groupId, (tx) => Promise.all(names.map((name) => tx.query(naming(name)))))
  const twice = await together('颜色三', '颜色三', '颜色四').catch((thrown: unknown) => thrown)
  expect([sqlState(twice), await colours()]).toEqual(['23505', ['颜色二']])
  // Nobody waits for the one that fails, and a later one is awaited: what is thrown is the cause.
  const sent = shop.db.tenant(shop.groupId, async (tx) => {
    tx.send(naming('颜色二'))
    return tx.query(naming('颜色五'))
  })
  expect([sqlState(await sent.catch((thrown: unknown) => thrown)), await colours()]).toEqual(['23505', ['颜色二']])
})

it('tells what a statement failed of, though one behind it is heard first, and tries again what may be tried again', async () => {
  const refusing = (state: string) => ({
    text: `do $$ begin raise exception using errcode = '${state}'; end $$`,
  })
  const failing = shop.db.tenant(shop.groupId, (tx) =>
    Promise.all([tx.one(refusing('57014')), tx.query({ text: 'select 1' })]),
  )
  expect(sqlState(await failing.catch((thrown: unknown) => thrown))).toBe('57014')
  let turns = 0
  await shop.db.tenant(shop.groupId, async (tx) => {
    turns += 1
    await Promise.all([turns < 3 && tx.one(refusing('40P01')), tx.query({ text: 'select 1' })])
  })
  expect(turns).toBe(3)
})

it('says in the words of the database why what was read beside the commit failed, and keeps nothing', async () => {
  const caller = await testCaller(shop, 'owner')
  const beside = shop.db.asThenRead(
    caller,
    async (tx) => tx.sendInsert('brand', ['group_id', 'name'], [[tx.groupId, '颜色八']]),
    (tx) => tx.query({ text: 'select 1 / 0' }),
  )
  expect(sqlState(await beside.catch((thrown: unknown) => thrown))).toBe('22012')
  expect(await colours()).toEqual(['颜色二'])
})

it('writes nothing where it only reads', async () => {
  const caller = await testCaller(shop, 'owner')
  const writing = shop.db.reads(caller, (tx) => tx.insert('brand', ['group_id', 'name'], [[tx.groupId, '颜色九']]))
  expect(sqlState(await writing.catch((thrown: unknown) => thrown))).toBe('25006')
  const twice = await sentBy(() =>
    shop.db.reads(caller, async (tx) => {
      await tx.query({ name: 'one', text: 'select 1' })
      await tx.query({ name: 'two', text: 'select 2' })
    }),
  )
  expect(twice).toEqual(['begin read only', 'one', 'commit', 'begin read only', 'two', 'commit'])
})

it('prepares a statement again whose first try failed, and one that was not reached', async () => {
  const named = (name: string, value: string) => ({ name, text: `select 1 / $1::int as ${name}`, values: [value] })
  const both = (first: string) =>
    shop.db.tenant(shop.groupId, (tx) =>
      Promise.all([tx.query(named('quotient', first)), tx.query(named('behind', '1'))]),
    )
  // All connections of the pool come by, those that failed among them.
  const turns = Array.from({ length: 30 }, (_, i) => both(i % 3 === 0 ? '0' : '1'))
  for (const [i, outcome] of (await Promise.allSettled(turns)).entries())
    expect([i, outcome]).toEqual([
      i,
      i % 3 === 0
        ? { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) as Error }
        : { status: 'fulfilled', value: [[{ quotient: 1 }], [{ behind: 1 }]] },
    ])
})

it('takes no statement once it has been ended, and keeps nothing', async () => {
  const ended = shop.db.tenant(shop.groupId, async (tx) => {
    await tx.insert('brand', ['group_id', 'name'], [[tx.groupId, '颜色六']])
    tx.end(new Error('enough'))
    const asked = async () => tx.query({ text: 'select 1' })
    // Were the second to throw instead of failing, nobody would hear of the first, and the process would end.
    return Promise.all([asked(), tx.query({ text: 'select 2' })])
  })
  await expect(ended).rejects.toThrow('enough')
  expect(await colours()).toEqual(['颜色二'])
})

/** What of `work` was sent, in order, by the first word or the name of each statement. */
async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  statementCount.heard = ({ name, text }) => sent.push(name ?? (text.split(/[ ;]/)[0] as string))
  await work().finally(() => (statementCount.heard = undefined))
  return sent
}

it('sends inserts into different tables as one statement, those into one table one after the other', async () => {
  const caller = await testCaller(shop, 'owner')
  const brand = (tx: CallerTx, name: string) => tx.sendInsert('brand', ['group_id', 'name'], [[tx.groupId, name]])
  const noted = (tx: CallerTx, action: string) => audit(tx, { entity: 'brand', entityId: 1, action })
  const both = await sentBy(() =>
    shop.db.as(caller, async (tx) => {
      brand(tx, '合一')
      await noted(tx, '合一')
    }),
  )
  expect(both).toEqual(['begin', expect.stringContaining('text-'), 'commit'])
  const apart = await sentBy(() =>
    shop.db.as(caller, async (tx) => {
      await noted(tx, '合二')
      await noted(tx, '合三')
      brand(tx, '合二')
    }),
  )
  expect(apart).toHaveLength(4)
  const log = await shop.sql(
    `select action from audit_log where group_id = $1 and entity = 'brand' and action like '合%' order by id`,
  )
  expect(log.map(({ action }) => action)).toEqual(['合一', '合二', '合三'])
  // One that fails takes the others with it.
  const twice = shop.db.as(caller, async (tx) => {
    await noted(tx, '合四')
    brand(tx, '合一')
  })
  expect(sqlState(await twice.catch((thrown: unknown) => thrown))).toBe('23505')
  expect(await shop.sql(`select 1 from audit_log where group_id = $1 and action = '合四'`)).toEqual([])
})

it('reads what is answered in the packet of the commit, and what that asks for next behind it', async () => {
  const caller = await testCaller(shop, 'owner')
  const naming = (name: string) => ({
    name: 'name',
    text: 'insert into brand (group_id, name) values ($1, $2)',
    values: [shop.groupId, name],
  })
  const reading = {
    name: 'read',
    text: `select name from brand where group_id = $1 and name like '读%'`,
    values: [shop.groupId],
  }
  const keep = async (tx: CallerTx) => tx.send(naming('读一'))
  let answers: unknown[] = []
  const sent = await sentBy(async () => {
    answers = await shop.db.asThenRead(caller, keep, async (tx) => [await tx.query(reading), await tx.query(reading)])
  })
  expect(sent).toEqual(['begin', 'name', 'read', 'commit', 'begin read only', 'read', 'commit'])
  expect(answers).toEqual([[{ name: '读一' }], [{ name: '读一' }]])
  // What fails behind the commit undoes nothing and leaves no transaction open; nothing is kept when the commit fails.
  const broken = (name: string) =>
    shop.db.asThenRead(
      caller,
      async (tx) => tx.send(naming(name)),
      async (tx) => {
        await tx.query(reading)
        return tx.query({ text: 'select 1 / 0' })
      },
    )
  expect(sqlState(await broken('读二').catch((thrown: unknown) => thrown))).toBe('22012')
  expect(sqlState(await broken('读二').catch((thrown: unknown) => thrown))).toBe('23505')
  expect(await shop.db.as(caller, (tx) => tx.query(reading))).toEqual([{ name: '读一' }, { name: '读二' }])
  const open = await shop.sql(
    `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%' and $1 > 0`,
  )
  expect(open).toEqual([])
})

it('writes more rows than one statement carries parameters, in their order', async () => {
  const names = Array.from({ length: 33_000 }, (_, i) => `颜色样${i}`)
  const written = await shop.db.tenant(shop.groupId, async (tx) => {
    const rows = names.map((name) => [tx.groupId, name])
    const added = await tx.insert<{ name: string }>('brand', ['group_id', 'name'], rows, 'returning name')
    await tx.query({
      text: `delete from brand where group_id = $1 and name like '颜色样%'`,
      values: [tx.groupId],
    })
    return added.map((row) => row.name)
  })
  expect(written).toEqual(names)
})

it('takes a statement that the protocol does not carry for a fault of ours, not for a lost connection', async () => {
  const values = Array.from({ length: 65_536 }, () => 'x')
  const text = `select array[${values.map((_, i) => `$${i + 1}::text`).join(', ')}]`
  const error = await shop.db.shared({ text, values }).catch((thrown: unknown) => thrown)
  expect([sqlState(error), isAway(error)]).toEqual(['08P01', false])
})

it('stops a statement that takes longer than a browser waits, except in work behind the requests', async () => {
  const limit = { text: 'show statement_timeout' }
  expect(await shop.db.shared(limit)).toEqual([{ statementTimeout: '30s' }])
  const atNight = shop.db.tenant(shop.groupId, (tx) => {
    tx.takeTime()
    return tx.query(limit)
  })
  expect(await atNight).toEqual([{ statementTimeout: '0' }])
  expect(await shop.db.tenant(shop.groupId, (tx) => tx.query(limit))).toEqual([{ statementTimeout: '30s' }])
})

it('says in words that a statement was stopped, and keeps nothing of it', async () => {
  const client = await shop.signIn('owner')
  const brand = { name: '慢品牌' }
  const { id } = await client.call(brandRoutes.save, { body: brand })
  const owner = new pg.Client({ connectionString: shop.ownerUrl })
  await owner.connect()
  await owner.query('begin')
  await owner.query('select * from brand where group_id = $1 and id = $2 for update', [shop.groupId, id])
  const change = client.ask(brandRoutes.save, { body: { ...brand, id, version: 1, name: '快品牌' } })
  const cancelled = async () =>
    (await owner.query(`select pg_cancel_backend(pid) from (${lockWaiters()}) waiting`)).rowCount
  await expect.poll(cancelled).toBe(1)
  expect(await change).toMatchObject({ status: 503, msg: expect.stringMatching(/^处理用时过长（超过 30 秒），已停止/) })
  await owner.query('rollback')
  await owner.end()
  const { rows } = await client.call(brandRoutes.list, { query: { q: '品牌' } })
  expect(rows.map(({ name }) => name)).toEqual(['慢品牌'])
})

it('asks what documents refer to at the commit, and deletes nothing that they name', async () => {
  const client = await shop.signIn('owner')
  const partId = await newPart(shop)
  const header = { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, partnerId: shop.supplierId }
  const { id } = await save(client, goodsReceipt.routes, {
    header,
    lines: [{ partId, qty: '1', price: '10' }],
  } as never)
  expect(await client.ask(partRoutes.remove, { params: { id: partId } })).toMatchObject({ status: 400 })
  const read = () => shop.sql('select warehouse_id from goods_document where group_id = $1 and id = $2', id)
  const [before] = await read()
  const astray = shop.sql(`update goods_document set warehouse_id = 0 where group_id = $1 and id = $2 returning id`, id)
  // A cluster warns of the reference, and then says that the commit failed.
  const told = inject('citusNodes').length > 0 ? 'XX000' : '23503'
  expect(sqlState(await astray.catch((thrown: unknown) => thrown))).toBe(told)
  expect(await read()).toEqual([before])
  // One that is added later is asked as often as the document is written, unless it says otherwise.
  const early = await shop.sql<{ name: string }>(
    `select conname as name from pg_constraint where contype = 'f' and conrelid in ('goods_document'::regclass, 'goods_document_line'::regclass)
      and not (condeferred and confdeltype = 'r') and $1 > 0`,
  )
  expect(early).toEqual([])
})
