import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { button, pageOf } from '@chepu/contract/access/catalogue'
import { booksCheck } from '@chepu/contract/statistics/books-check'
import { menuTree, pwdLogin, userLogin } from '@chepu/contract/shell/session'
import fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations, newDatabase, runSql } from '../../test/database'
import { scratchFolder } from '../../test/memory'
import { schemaOf } from '../../test/schema'
import { Client } from '../../test/stage'
import { Visitor } from '../../test/visitor'
import { boot, type Running } from './boot'
import { loadConfig } from './config'
import { migrate } from './migrate'

type Plain = Awaited<ReturnType<typeof newDatabase>>

let dataDir: string
/** What all migrations make of an empty one. */
let fresh: Plain
beforeAll(async () => {
  dataDir = await mkdtemp(join(scratchFolder(), 'chepu-upgrade-'))
  fresh = await newDatabase()
  await migrate(fresh.ownerUrl, migrations)
})
afterAll(async () => {
  await fresh.drop()
  await rm(dataDir, { recursive: true })
})

/** Starts this version on a database, as `npm start` does. */
const start = (ownerUrl: string): Promise<Running> => {
  const config = loadConfig({ DATABASE_URL: ownerUrl, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' })
  return boot(config, { migrations, web: join(dataDir, 'no-pages') }, fastify({ logger: false }).log)
}

const query = async <Row extends object>(ownerUrl: string, text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const signIn = async (origin: string, username: string): Promise<Client> => {
  const visitor = new Visitor(origin)
  const first = await visitor.ask(pwdLogin, { body: { username, password: 'Secret_1' } })
  const second = await visitor.ask(userLogin, { body: { access_token: first.data.access_token as string } })
  return new Client(origin, second.data?.token as string)
}

/** Whether a role holds the buttons. */
const holds = (ownerUrl: string, role: string, ids: number[]) =>
  query<{ id: number }>(
    ownerUrl,
    `select b.button_id as id from role_button b join role r on r.group_id = b.group_id and r.id = b.role_id
      where r.code = '${role}' and b.button_id in (${ids.join(', ')}) order by 1`,
  ).then((rows) => rows.map(({ id }) => id))

/** Answers for repeats, as earlier versions kept them: two with one-time passwords, and an order whose remark speaks of one. */
const keptAnswers = `insert into idempotency_key (group_id, key, user_id, request_hash, response)
  select u.group_id, kept.key, u.id, '', kept.response::json from app_user u, (values
    ('account', '{"username":"worker_1","password":"abc123def456"}'),
    ('shop', '{"id":2,"version":1,"account":{"username":"head_1","password":"abc123def456"}}'),
    ('order', '{"id":3,"remark":"\\"password\\":\\"is new"}')) as kept (key, response) where u.username = 'lin'`

const announcements = [pageOf('announcement'), button('announcement', 'add'), button('announcement', 'withdraw')]
const quotationPrint = button('quotation', 'print')

describe.each([
  { version: '175e2fb', appointed: ['平台管理员此前没有人担任，现由 admin01 担任'], hadAnnouncements: false },
  { version: '15b5086', appointed: [], hadAnnouncements: true },
])('a database of version $version', ({ version, appointed, hadAnnouncements }) => {
  let old: Plain
  beforeAll(async () => {
    old = await newDatabase()
    const packed = await readFile(join(import.meta.dirname, `../../test/dumps/${version}.sql.gz`))
    await runSql(old.ownerUrl, gunzipSync(packed).toString())
    await runSql(old.ownerUrl, keptAnswers)
  })
  afterAll(() => old.drop())

  it('is brought up to date with its books, its people and their rights', async () => {
    const sums = `select (select count(*) from goods_document) as documents, (select sum(qty) from stock_ledger) as stock,
      (select sum(amount) from partner_ledger) as partners, (select sum(amount) from pnl_ledger) as pnl`
    const before = await query(old.ownerUrl, sums)
    const statistics = `select count(*) > 0 as some from pg_stats where tablename = 'goods_document_line'`
    expect(await query(old.ownerUrl, statistics)).toEqual([{ some: false }])
    expect(before).toEqual([{ documents: 5, stock: '22.0000', partners: expect.anything(), pnl: expect.anything() }])
    expect(await holds(old.ownerUrl, 'owner', announcements)).toEqual(hadAnnouncements ? announcements : [])

    const running = await start(old.ownerUrl)
    expect(running.notice).toEqual(appointed.map((text) => expect.stringContaining(text)))
    const keepers = await query(old.ownerUrl, 'select username from shared.login where is_platform')
    expect(keepers).toEqual([{ username: 'admin01' }])
    expect(await schemaOf(old.ownerUrl)).toEqual(await schemaOf(fresh.ownerUrl))
    expect(await query(old.ownerUrl, sums)).toEqual(before)
    expect(await query(old.ownerUrl, statistics)).toEqual([{ some: true }])
    const owner = await signIn(running.addresses[0], 'lin')
    expect(await query(old.ownerUrl, 'select key from idempotency_key')).toEqual([{ key: 'order' }])
    const { findings } = await owner.call(booksCheck)
    expect(findings.filter(({ violations }) => violations.length > 0)).toEqual([])
    expect(JSON.stringify(await owner.call(menuTree))).toContain('公告管理')
    expect(await holds(old.ownerUrl, 'admin', announcements)).toEqual(announcements)
    expect(await holds(old.ownerUrl, 'salesperson', [quotationPrint])).toEqual([])
    await running.stop()
  })

  it('keeps at later starts what was decided since', async () => {
    await runSql(old.ownerUrl, `delete from role_button where button_id = ${announcements[1]}`)
    const again = await start(old.ownerUrl)
    expect(again.notice).toEqual([])
    expect(await holds(old.ownerUrl, 'owner', announcements)).not.toContain(announcements[1])
    await again.stop()
  })

  it('is kept by a person, though the first 系统管理员 is a program', async () => {
    await runSql(old.ownerUrl, 'update shared.login set is_platform = false')
    await runSql(
      old.ownerUrl,
      `update shared.login set is_program = true, password_hash = null, mobile = null where username = 'admin01'`,
    )
    const again = await start(old.ownerUrl)
    const keepers = await query(old.ownerUrl, 'select is_program from shared.login where is_platform')
    expect(keepers).toEqual([{ is_program: false }])
    await again.stop()
  })

  it('of a version that is newer than the program is left alone', async () => {
    await runSql(old.ownerUrl, `insert into kysely_migration (name, timestamp) values ('9999_tomorrow', '2030-01-01')`)
    await expect(start(old.ownerUrl)).rejects.toThrow(
      /^数据库由更新的版本使用过，请启动不低于该版本的程序，或恢复升级前的备份（database is newer: 9999_tomorrow）$/,
    )
  })
})
