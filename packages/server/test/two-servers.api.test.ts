// Two servers work on one database and one bucket behind a balancer, or two processes behind one port, and nobody notices which
// of them answers, nor that one was killed in the middle of its work.
import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { periodRoutes } from '@chepu/contract/finance/period-close'
import { lastDayOfMonth, monthBefore } from '@chepu/contract/kernel/calendar'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { imports, type ImportResult } from '@chepu/contract/imports/import'
import { menuTree, publicKey } from '@chepu/contract/shell/session'
import { resourceRoutes } from '@chepu/contract/shell/resource'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownCompany } from './finance'
import { assignUser, createGroup, createUser } from '../src/access/provision'
import { part, partHeader, xlsx } from '../src/imports/importing.fixture'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { Database } from '../src/kernel/db/db'
import { periodOf } from '../src/kernel/ledgers/types'
import { freshDatabase, type TestDatabase } from './database'
import { post, save, type Saved } from './desk'
import { exportedFile } from './export-file'
import { knowKinds } from './kinds'
import { PushClient } from './push'
import { startS3, type S3Server } from './s3-server'
import { type Servers, startTwoServers, startTwoWorkers } from './several-servers'
import { type Answer, type AnyRoute, assertBooks, Client, signIn, stockShop } from './stage'
import { tryPassword, Visitor } from './visitor'

const clients = 4
const thisMonth = periodOf(shanghaiDay())

let database: TestDatabase
let db: Database
let s3: S3Server
let servers: Servers
let groupId: number
let shop: Awaited<ReturnType<typeof stockShop>>
/** One user, before the balancer and before each server. */
let owner: Client
let first: Client
let second: Client
const receipt = (remark: string, qty = '2') => bodyOf(remark, qty, shop.supplierId)
const bodyOf = (remark: string, qty: string, partnerId: number) => ({
  header: { bizDate: shanghaiDay(), partnerId, warehouseId: shop.warehouseId, remark },
  lines: Object.values(shop.parts).map((partId) => ({ partId, qty, price: '12.34' })),
})

describe.each([
  ['two servers behind a balancer', startTwoServers],
  ['two processes behind one port', startTwoWorkers],
])('%s', (_what, start) => {
  beforeAll(async () => {
    database = await freshDatabase()
    db = new Database(database.appUrl)
    groupId = await createGroup(db, '测试集团')
    shop = await db.tenant(groupId, (tx) => stockShop(tx, { creditCheck: false, backdateDays: 366 }))
    await db.shared({ text: 'update shared.tenant_group set is_ready = true' })
    s3 = await startS3()
    const { url, accessKey, secretKey } = s3.bucket
    const bucket = { S3_BUCKET_URL: url, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey }
    servers = await start({ DATABASE_URL: database.ownerUrl, ...bucket })
    owner = await signIn({ db, origin: servers.origin, groupId }, shop.orgId, 'owner')
    first = new Client(servers.each[0], owner.token)
    second = new Client(servers.each[1], owner.token)
    await post(owner, goodsReceipt.routes, receipt('opening stock', '90000'))
  })
  afterAll(async () => {
    await servers.close()
    await knowKinds(db)
    await assertBooks(db, groupId)
    await s3.close()
    await db.close()
    await database.drop()
  })

  describe('nobody notices which server answers', () => {
    it('whoever signed in at one works at the other, and his device is read by both', async () => {
      const username = 'zhang_san'
      const userId = await createUser(db, groupId, { username, realName: '张三', password: 'Secret_1' })
      const seat = { userId, orgId: shop.orgId, roles: ['owner'], isDefault: true }
      await db.tenant(groupId, (tx) => assignUser(tx, seat))
      const { data } = await tryPassword(new Visitor(servers.each[0]), username, 'Secret_1')
      const [atFirst, atSecond] = servers.each.map((origin) => new Client(origin, data.access_token as string))
      const { publicKey: pem } = await (atFirst as Client).call(publicKey)
      const device = encrypted(pem, {
        r: '',
        di: 'desk-9',
        rn: 'ab12',
        tn: 'purchase',
        ttn: '3',
        tm: '1',
        cn: 'Chrome 131',
      })
      const headers = { token: (atSecond as Client).token, 'x-device-info': device }
      for (const origin of servers.each)
        expect((await fetch(`${origin}/api-main${menuTree.path}`, { headers })).status, origin).toBe(200)
    })

    it('a message reaches the pages at both', async () => {
      const pages = [
        await PushClient.open(servers.each[0], owner.token),
        await PushClient.open(servers.each[1], owner.token),
      ]
      const { jobId } = await first.call(goodsReceipt.routes.export, { body: { filters: {}, columns: [] } })
      for (const page of pages) await page.next((message) => message.msg?.includes('采购入库单导出完成') ?? false)
      expect((await exportedFile(second, { jobId })).subarray(0, 2).toString()).toBe('PK')
      for (const page of pages) await page.close()
      const behind = await PushClient.open(servers.origin, owner.token)
      expect(await behind.beat(1)).toMatchObject({ heartbeat_value: 1 })
      await behind.close()
    })

    it('a file that was sent to one is read and deleted at the other', async () => {
      const { id: ownerId } = await save(first, goodsReceipt.routes, receipt('with a picture'))
      const body = { kind: 'goods_receipt', ownerId, fileName: '破损.png' }
      const { id } = await first.call(resourceRoutes.ticket, { body })
      const picture = Buffer.from('89504e470d0a1a0a0000', 'hex')
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(picture)]), 'x.png')
      const at = (client: Client, path: string, init: RequestInit = {}) =>
        fetch(client.origin + path.replace(':id', String(id)), { ...init, headers: { token: client.token } })
      expect((await at(second, resourceRoutes.upload.path, { method: 'POST', body: form })).status).toBe(200)
      const read = await at(first, resourceRoutes.file.path)
      expect(Buffer.from(await read.arrayBuffer())).toEqual(picture)
      await first.call(resourceRoutes.remove, { params: { id } })
      expect((await at(second, resourceRoutes.file.path)).status).toBe(404)
    })
  })

  describe('a month that one closes while the other posts into it', () => {
    const months = { posted: monthBefore(monthBefore(thisMonth)), refused: monthBefore(thisMonth) }
    const closes = (month: number) => ({ body: { month, remark: '按月结账' } })
    const postInto = (month: number) => {
      const { header, lines } = receipt(`month ${month}`)
      const body = {
        header: { ...header, bizDate: lastDayOfMonth(month) },
        lines,
        action: { name: 'approve' as const },
      }
      return second.ask(goodsReceipt.routes.save, { body })
    }
    beforeAll(async () => {
      await ownCompany({ db, groupId })
      await begin(months.posted)
      await first.call(periodRoutes.close, closes(monthBefore(months.posted)))
    })

    it('holds what was there first, and the month is closed with it', async () => {
      const release = await hold(`select from stock_cost where group_id = ${groupId} for update`)
      const posting = postInto(months.posted)
      await expect.poll(waiting).toBe(1)
      const closing = first.ask(periodRoutes.close, closes(months.posted))
      await expect.poll(waiting).toBe(2)
      await release()
      expect(await posting).toMatchObject({ status: 200, data: { state: 'done' } })
      expect(await closing).toMatchObject({ status: 200, data: { closedMonth: months.posted } })
      expect(await standing(months.posted)).toEqual([{ lines: 3, kept: '6.0000' }])
    })

    it('takes nothing that comes after it', async () => {
      const release = await hold('lock table period_close in exclusive mode')
      const closing = first.ask(periodRoutes.close, closes(months.refused))
      await expect.poll(waiting).toBe(1)
      const posting = postInto(months.refused)
      await expect.poll(waiting).toBe(2)
      await release()
      expect(await closing).toMatchObject({ status: 200, data: { closedMonth: months.refused } })
      expect(await posting).toMatchObject({ status: 400, msg: expect.stringContaining('该期间已结账') })
      expect(await standing(months.refused)).toEqual([{ lines: 0, kept: '6.0000' }])
    })
  })

  describe('killed in the middle', () => {
    it.each([0, 1] as const)(
      'of a posting, an import and an export, process %i loses none and doubles none',
      async (which) => {
        const [here, there] = which === 0 ? [first, second] : [second, first]
        const code = `KILLED${which}`
        const file = await xlsx(partHeader, ...Array.from({ length: 50 }, (_, i) => part(`${code}-${i}`, '机滤')))
        const remark = `killed ${which}`
        const saved = await save(here, goodsReceipt.routes, receipt(remark))
        const approve = {
          params: { id: saved.id, action: 'approve' },
          body: { version: saved.version },
          idempotencyKey: crypto.randomUUID(),
        }
        const importKey = crypto.randomUUID()

        const release = await holdStock()
        const cut = Promise.allSettled([here.ask(goodsReceipt.routes.act, approve), importParts(here, file, importKey)])
        const { jobId } = await here.call(stockInquiry.part.export, { body: { filters: {}, columns: [] } })
        await expect.poll(waiting).toBe(3)
        await servers.cut(which)
        await release()
        expect((await cut).map(({ status }) => status)).toEqual(['rejected', 'rejected'])

        const posted = await there.ask(goodsReceipt.routes.act, approve)
        expect(posted).toMatchObject({ status: 200, data: { state: 'done' } })
        const imported = await importParts(there, file, importKey)
        expect(imported).toMatchObject({ status: 200, data: { imported: true, added: 50 } })
        expect((await exportedFile(there, { jobId })).length).toBeGreaterThan(1000)
        await servers.restart(which)
        expect(await here.ask(goodsReceipt.routes.act, approve)).toEqual(posted)
        expect(await importParts(here, file, importKey)).toEqual(imported)

        expect(await documents(remark)).toEqual([{ remark, state: 'done', movements: 3, openItems: 1, partnerRows: 1 }])
        expect(await count('select 1 as row from part where group_id = $1 and code like $2', `${code}-%`)).toBe(50)
        const told = `select 1 as row from notification where group_id = $1 and event_key like $2`
        expect(await count(told, `export:${jobId}:%`), 'the export is told once').toBe(1)
      },
    )

    it('of steady trade, one after the other: nothing is lost and nothing is there twice', async () => {
      const hired = Array.from({ length: clients }, () =>
        signIn({ db, origin: servers.origin, groupId }, shop.orgId, 'owner'),
      )
      const market = new Market((await Promise.all(hired)).map(({ origin, token }) => new Hurried(origin, token)))
      const trading = market.open()
      const untilPosted = (count: number) =>
        expect
          .poll(() => market.posted.length, { timeout: 60_000 })
          .toBeGreaterThanOrEqual(market.posted.length + count)
      for (const which of [0, 1] as const) {
        await untilPosted(8)
        await servers.kill(which)
        await untilPosted(8)
        await servers.restart(which)
      }
      await untilPosted(8)
      market.isOpen = false
      await trading
      expect(market.repeated, 'requests were cut short').toBeGreaterThan(0)
      const found = await documents('trade %')
      expect(found.map(({ remark }) => remark)).toEqual(market.posted.toSorted())
      for (const each of found)
        expect(each).toEqual({ remark: each.remark, state: 'done', movements: 3, openItems: 1, partnerRows: 1 })
    })
  })
})

const encrypted = (pem: string, device: object): string =>
  publicEncrypt(
    { key: createPublicKey(pem), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(JSON.stringify(device)),
  ).toString('base64')

/** Whoever waits longer than this asks again, under the same key: of a process that has just died nobody may answer. */
const patienceMs = 5000

class Hurried extends Client {
  protected override async send(
    url: string,
    method: string,
    headers: Record<string, string>,
    body: string | undefined,
  ) {
    const signal = AbortSignal.timeout(patienceMs)
    const response = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) })
    return { status: response.status, text: await response.text() }
  }
}

/** People who post one document after the other, and repeat under its key what was not answered. */
class Market {
  isOpen = true
  readonly posted: string[] = []
  repeated = 0

  constructor(private readonly traders: readonly Client[]) {}

  async open(): Promise<void> {
    await Promise.all(this.traders.map((trader) => this.trade(trader)))
  }

  private async trade(trader: Client): Promise<void> {
    for (let i = 0; this.isOpen; i += 1) {
      const remark = `trade ${crypto.randomUUID()}`
      const [kind, partner] = i % 2 === 0 ? [goodsReceipt, shop.supplierId] : [salesDelivery, shop.customerId]
      const { save: saving, act } = kind.routes
      const { id, version } = await this.send(trader, saving, { body: bodyOf(remark, '2', partner) })
      await this.send(trader, act, { params: { id, action: 'approve' }, body: { version } })
      this.posted.push(remark)
    }
  }

  private async send(trader: Client, route: AnyRoute, input: object): Promise<Saved> {
    const options = { ...input, idempotencyKey: crypto.randomUUID() }
    for (;;) {
      const answer = (await trader.ask(route, options).catch(() => undefined)) as Answer<Saved> | undefined
      if (answer?.status === 200) return answer.data
      if (answer && answer.status !== 502 && answer.status !== 503) throw new Error(`${answer.status} ${answer.msg}`)
      this.repeated += 1
    }
  }
}

/** Keeps postings, imports of parts and exports of the stock waiting in the middle of their transactions, until the answer is called. */
const holdStock = () => hold('lock table stock_cost in access exclusive mode', 'lock table part in exclusive mode')

/** Holds what the statements lock until the answer is called. */
async function hold(...statements: readonly string[]): Promise<() => Promise<void>> {
  const holder = new pg.Client(database.ownerUrl)
  await holder.connect()
  await holder.query('begin')
  for (const statement of statements) await holder.query(statement)
  return () => holder.end()
}

/** The organisation begins with that month; rights, which know it, are read anew. */
async function begin(month: number): Promise<void> {
  const text = 'update org set start_month = $2 where group_id = $1'
  await db.tenant(groupId, (tx) => tx.query({ text, values: [groupId, month] }))
  await db.shared({ text: 'update shared.login set access_version = access_version + 1' })
}

/** Of a closed month: what came into it, in rows of the stock ledger, and how many pieces were kept as its end. */
const standing = (month: number) =>
  db.tenant(groupId, (tx) =>
    tx.query({
      text: `select (select count(*)::int from stock_ledger where group_id = $1 and period = $2) as lines,
        (select sum(qty)::numeric(18, 4) from stock_period where group_id = $1 and month = $2) as kept`,
      values: [groupId, month],
    }),
  )

/** How many statements wait for what is held. */
const waiting = async () =>
  (
    await db.shared({
      text: `select 1 as wait from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    })
  ).length

async function importParts(client: Client, file: Buffer, key: string): Promise<Answer<ImportResult>> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(file)]), '配件.xlsx')
  const headers = { token: client.token, 'idempotency-key': key }
  const response = await fetch(`${client.origin}/api-main${imports.part.run.path}`, { method: 'POST', headers, body })
  return { status: response.status, ...((await response.json()) as Omit<Answer<ImportResult>, 'status'>) }
}

const count = async (text: string, pattern: string) =>
  (await db.tenant(groupId, (tx) => tx.query({ text, values: [groupId, pattern] }))).length

/** The documents with such a remark, and what stands of them in the books. */
const documents = (remark: string) =>
  db.tenant(groupId, (tx) =>
    tx.query<{ remark: string }>({
      text: `select d.remark, d.state,
        (select count(*)::int from stock_ledger s where s.group_id = d.group_id and s.doc_kind = d.kind and s.doc_id = d.id) as movements,
        (select count(*)::int from open_item i where i.group_id = d.group_id and i.source_kind = d.kind and i.source_id = d.id) as open_items,
        (select count(*)::int from partner_ledger p where p.group_id = d.group_id and p.doc_kind = d.kind and p.doc_id = d.id) as partner_rows
      from goods_document d where d.group_id = $1 and d.remark like $2 order by d.remark`,
      values: [groupId, remark],
    }),
  )
