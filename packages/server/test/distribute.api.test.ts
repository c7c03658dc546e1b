// The program on a Citus cluster (ADR 0138): runs where CITUS_URL names one, and says so where none is.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { cardList } from '@chepu/contract/cards/card'
import { cardLiability, cardMovements, packageProfit, packageUses } from '@chepu/contract/cards/card-report'
import { couponBatches, coupons } from '@chepu/contract/cards/coupon'
import { accountQueries } from '@chepu/contract/finance/accounts'
import { receiptRoutes } from '@chepu/contract/finance/receipts'
import { priceHistory, priceList } from '@chepu/contract/basics/price-list'
import { orderLines, orderParts } from '@chepu/contract/purchasing/order-query'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { movements, movementsByPart } from '@chepu/contract/warehouse/stock-movements'
import fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { distribute, NotDistributable } from '../../../tools/distribute'
import { boot } from '../src/app/boot'
import { loadConfig } from '../src/app/config'
import { migrate, migrationNames } from '../src/app/migrate'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { beStrict, clusterDatabase, onNodes } from './citus'
import { newPart } from './counter'
import { stepsOfWorkshop } from './crash-workshop'
import { migrations, runSql } from './database'
import { kindsOf, post } from './desk'
import { fillBooks } from './filled-books'
import { type Ground, ordersAndDelivers, ordersAndReceives, receives, receivesAtOnce } from './gestures'
import { assertBooks, openShop, type Shop } from './shop'
import { tradedQueries } from './traded'

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

  it('plans on every node as the program asks for', async () => {
    const settings = `current_setting('random_page_cost') || ' ' || current_setting('jit')`
    const told = await owned(`select distinct result from run_command_on_workers($$select ${settings}$$)`)
    expect(told).toEqual([{ result: '1.1 off' }])
  })

  /** Statements that went to one shard, and to more, since the database was made. */
  const counts = async () => {
    const [counted] = await owned<{ one: number; more: number }>(
      `select query_execution_single_shard::int as one, query_execution_multi_shard::int as more
        from citus_stat_counters where name = current_database()`,
    )
    return counted ?? { one: 0, more: 0 }
  }
  /** How many statements of some work went to one shard, and to more. */
  async function asked(work: () => Promise<unknown>): Promise<{ one: number; more: number }> {
    const before = await counts()
    await work()
    const after = await counts()
    return { one: after.one - before.one, more: after.more - before.more }
  }

  it('asks one shard at a time, whatever is posted, listed and reported', async () => {
    const owner = await shop.signIn('owner')
    const queries = [
      ...Object.values(stockInquiry),
      ...Object.values(accountQueries).flatMap((side) => Object.values(side)),
      movements,
      movementsByPart,
      orderLines,
      orderParts,
      priceList,
      priceHistory,
      receiptRoutes,
      ...tradedQueries,
      cardList,
      cardLiability,
      cardMovements,
      packageProfit,
      packageUses,
      couponBatches,
      coupons,
    ]
    const lists = [...queries.map(({ list }) => list), ...kindsOf(shop).map(({ def }) => def.routes.list)]
    const { one, more } = await asked(async () => {
      await fillBooks(shop)
      for (const list of lists) expect((await owner.ask(list, { query: { rows: 50 } })).status, list.path).toBe(200)
    })
    expect(more).toBe(0)
    expect(one).toBeGreaterThan(1000)
    // The counter is no ornament: what asks all shards raises it.
    expect((await asked(() => owned('select count(*) from partner'))).more).toBe(1)
  })

  describe('asks one shard at a time', () => {
    let ground: Ground
    beforeAll(async () => {
      const client = await shop.signIn('owner')
      const parts = await Promise.all(Array.from({ length: 10 }, () => newPart(shop)))
      ground = { ...shop, client, parts }
      for (let i = 0; i < 5; i += 1) await receives(ground)
    })

    /** Every step of a workshop whose customers have paid ahead. */
    async function worksAndPays(): Promise<void> {
      const lines = [shop.parts.pad, shop.parts.filter].map((partId) => ({ partId, qty: '1000', price: '10' }))
      const header = { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: '盘盈外其他' }
      await post(ground.client, otherIn.routes, { header, lines } as never)
      const steps = await stepsOfWorkshop(shop, [ground.client])
      for (const { client, route, options } of steps) await client.call(route, options)
    }

    it.each([
      ['for a save that is approved by the same request', () => receivesAtOnce(ground)],
      ['when an order to a supplier is drawn into a receipt', () => ordersAndReceives(ground)],
      ["when a customer's order is drawn into a delivery", () => ordersAndDelivers(ground)],
      ['when cards, packages and coupons pay for work, and when it is taken back', worksAndPays],
    ])('%s', async (_, gesture) => {
      const { one, more } = await asked(gesture)
      expect(more).toBe(0)
      expect(one).toBeGreaterThan(10)
    })
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

/** Migrations of the first version that could be distributed. */
const firstDistributed = '0084_no_tax_on_other_goods'

describe.skipIf(!isCluster)('a database that an older version distributed', () => {
  const nodes = inject('citusNodes')
  const name = `t_${randomBytes(6).toString('hex')}`
  let folder: string
  let ownerUrl: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chepu-distributed-'))
    ownerUrl = await clusterDatabase(nodes, name)
    const packed = await readFile(join(import.meta.dirname, 'dumps/15b5086.sql.gz'))
    await runSql(ownerUrl, gunzipSync(packed).toString())
    const older = (await migrationNames(migrations)).filter((migration) => migration <= firstDistributed)
    for (const migration of older) await cp(join(migrations, `${migration}.sql`), join(folder, `${migration}.sql`))
    await migrate(ownerUrl, folder)
    await distribute(ownerUrl)
  })
  afterAll(async () => {
    await onNodes(nodes, `drop database ${name} with (force)`)
    await rm(folder, { recursive: true })
  })

  const start = () =>
    boot(
      loadConfig({ DATABASE_URL: ownerUrl, DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1' }),
      { migrations, web: join(folder, 'no-pages') },
      fastify({ logger: false }).log,
    )
  const query = async (text: string): Promise<object[]> => {
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    const { rows } = await client.query<object>(text)
    await client.end()
    return rows
  }

  it('is refused by a new server, and left as it was', async () => {
    await expect(start()).rejects.toThrow(
      /^数据库分布在 Citus 集群上，本版本的 \d+ 项升级尚未执行，.*npx tsx tools\/distribute\.ts（database is distributed, pending: 0089_access_is_told）$/,
    )
    expect(await query(`select to_regclass('told_later')`)).toEqual([{ to_regclass: null }])
  })

  it('is upgraded by the tool with what it holds, and trades', async () => {
    const sums = `select (select count(*)::int from goods_document) as documents, (select sum(qty)::text from stock_ledger) as stock,
      (select sum(amount)::text from partner_ledger) as partners`
    const before = await query(sums)
    expect(before).toMatchObject([{ documents: 5, stock: '22.0000' }])
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, '../../../tools/distribute.ts')],
      { env: { ...process.env, DATABASE_URL: ownerUrl } },
    )
    expect(stdout).toMatch(/^distributed 0 tables, 0 for reference; \d+ policies rewritten/)
    await (await start()).stop()
    expect(await query(sums)).toEqual(before)
    const appUrl = await migrate(ownerUrl, migrations)
    await beStrict(ownerUrl, appUrl)
    const shop = await openShop({ database: { ownerUrl, appUrl, drop: () => Promise.resolve() } })
    await fillBooks(shop)
    await assertBooks(shop.db, 1)
    await shop.close()
  })

  it('is refused while one of its tables is not distributed', async () => {
    await query('create table stray (group_id bigint, id bigint, primary key (group_id, id))')
    await expect(start()).rejects.toThrow(/，1 张表尚未分布，.*（database is distributed, not distributed: stray）$/)
  })
})

it('is refused of a database without a cluster', async () => {
  if (isCluster) return expect(inject('citusNodes').length).toBeGreaterThan(1)
  await expect(distribute(inject('templateUrl'))).rejects.toThrow('the database has no extension citus')
})
