// The program on a Citus cluster (ADR 0138): runs where CITUS_URL names one, and says so where none is.
import { accountQueries } from '@chepu/contract/finance/accounts'
import { receiptRoutes } from '@chepu/contract/finance/receipts'
import { orderLines, orderParts } from '@chepu/contract/purchasing/order-query'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { movements, movementsByPart } from '@chepu/contract/warehouse/stock-movements'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { distribute, NotDistributable } from '../../../tools/distribute'
import { runSql } from './database'
import { kindsOf } from './desk'
import { fillBooks } from './filled-books'
import { openShop, type Shop } from './shop'

const isCluster = inject('citusNodes').length > 0
if (!isCluster) console.log('CITUS_URL names no cluster: what runs on one alone is not asked')

describe.skipIf(!isCluster)('a distributed database', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())

  const owned = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: shop.ownerUrl })
    await client.connect()
    const { rows } = await client.query<Row>(text)
    await client.end()
    return rows
  }

  it('leaves nothing on the coordinator but the notes of the migrations', async () => {
    const local = await owned(`select c.relname from pg_class c
      where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'shared'::regnamespace)
        and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid) order by 1`)
    expect(local).toEqual([{ relname: 'kysely_migration' }, { relname: 'kysely_migration_lock' }])
    const beside = await owned(`select distinct colocationid from pg_dist_partition where partmethod = 'h'`)
    expect(beside.length).toBe(1)
  })

  it('asks one shard at a time, whatever is posted, listed and reported', async () => {
    const counts = () =>
      owned<{ one: number; more: number }>(
        `select query_execution_single_shard::int as one, query_execution_multi_shard::int as more
          from citus_stat_counters where name = current_database()`,
      )
    const owner = await shop.signIn('owner')
    const [before] = await counts()
    await fillBooks(shop)
    const queries = [
      ...Object.values(stockInquiry),
      ...Object.values(accountQueries).flatMap((side) => Object.values(side)),
      movements,
      movementsByPart,
      orderLines,
      orderParts,
      receiptRoutes,
    ]
    const lists = [...queries.map(({ list }) => list), ...kindsOf(shop).map(({ def }) => def.routes.list)]
    for (const list of lists) expect((await owner.ask(list, { query: { rows: 50 } })).status, list.path).toBe(200)
    const [after] = await counts()
    expect(after?.more).toBe(before?.more)
    expect((after?.one ?? 0) - (before?.one ?? 0)).toBeGreaterThan(1000)
    // The counter is no ornament: what asks all shards raises it.
    await owned('select count(*) from partner')
    expect((await counts())[0]?.more).toBe((after?.more ?? 0) + 1)
  })

  it('is left alone when it is distributed again, and takes what came since with its keys', async () => {
    expect(await distribute(shop.ownerUrl)).toEqual({ distributed: 0, reference: 0, policies: 0, triggersDropped: 0 })
    await runSql(
      shop.ownerUrl,
      `create table note (group_id bigint, partner_id bigint, primary key (group_id, partner_id),
        constraint note_partner foreign key (group_id, partner_id) references partner (group_id, id))`,
    )
    await runSql(shop.ownerUrl, `select shared.guard_tenant('note'::regclass)`)
    await runSql(shop.ownerUrl, `insert into note values (${shop.groupId}, ${shop.customerId})`)
    expect(await distribute(shop.ownerUrl)).toMatchObject({ distributed: 1, policies: 1 })
    const keys = await owned(`select conname from pg_constraint where conrelid = 'note'::regclass and contype = 'f'`)
    expect(keys).toEqual([{ conname: 'note_partner' }])
    expect(await owned('select partner_id::int as id from note')).toEqual([{ id: shop.customerId }])
    await runSql(shop.ownerUrl, 'drop table note')
  })

  it('is refused with the reason of each table that cannot be divided, and nothing is touched', async () => {
    await runSql(shop.ownerUrl, 'create table stray (id bigint primary key)')
    await runSql(
      shop.ownerUrl,
      'create table loose (group_id bigint, id bigint, code text, primary key (group_id, id), unique (code))',
    )
    const refused = distribute(shop.ownerUrl)
    await expect(refused).rejects.toThrow(NotDistributable)
    await expect(refused).rejects.toThrow(
      'stray has no primary key that begins with group_id\nloose: the unique index loose_code_key lacks group_id',
    )
    await runSql(shop.ownerUrl, 'drop table stray, loose')
  })
})

it('is refused of a database without a cluster', async () => {
  if (isCluster) return expect(inject('citusNodes').length).toBeGreaterThan(1)
  await expect(distribute(inject('templateUrl'))).rejects.toThrow('the database has no extension citus')
})
