// What was acknowledged is kept, what was not is whole or absent: the program and its database are killed while six
// clients post. Durability is on here, unlike in the database that the other test files share.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGroup } from '../src/access/provision'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { Database } from '../src/kernel/db/db'
import { stepsOfClaims } from './crash-claims'
import { type Ground, type Step, stepsOfWorkshop, writtenOf } from './crash-workshop'
import { newCard, newCardType, voucherBody } from './cards'
import { post } from './desk'
import { knowKinds } from './kinds'
import { scratchFolder } from './memory'
import { ownerUrlIn, startProgram } from './own-program'
import type { Program } from './program'
import { type Answer, type AnyRoute, assertBooks, type CallOptions, type Client, signIn, stockShop } from './stage'

const clients = 6
const partsPerDocument = 3

/** One request of a trader, and its answer once the server has acknowledged it. */
interface Entry {
  client: Client
  /** Names the document in its remark. */
  remark: string
  step: 'save' | 'approve' | 'recharge'
  route: AnyRoute
  options: CallOptions<AnyRoute> & { idempotencyKey: string }
  answer?: Saved
}
interface Saved {
  id: number
  version: number
  state: string
}

let dataDir: string
let program: Program
let groupId: number
let shop: Awaited<ReturnType<typeof stockShop>>
let traders: Client[]
/** The card that all of them charge. */
let cardId: number
const journal: Entry[] = []
/** Answers other than success, as the clients read them. */
const troubles: string[] = []
/** Requests without an answer that were sent again afterwards. */
let repeated = 0
/** Steps of the workshop and of claims, of which half are cut before and half right after their commit. */
const stepsOf = { workshop: stepsOfWorkshop, claims: stepsOfClaims }
const steps: Record<keyof typeof stepsOf, Step[]> = { workshop: [], claims: [] }
let cutAfter: Step[] = []
/** Those that were acknowledged, with what they were answered. */
const taken = new Map<Step, unknown>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(scratchFolder(), 'chepu-crash-'))
  program = await startProgram({ DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'error' })
  await withDatabase(async (db) => {
    groupId = await createGroup(db, '测试集团')
    shop = await db.tenant(groupId, (tx) => stockShop(tx, { creditCheck: false }))
    // A group that is not ready is taken for a first filling that was cut short.
    await db.shared({ text: 'update shared.tenant_group set is_ready = true' })
    const hired = Array.from({ length: clients }, () =>
      signIn({ db, origin: program.origin, groupId }, shop.orgId, 'owner'),
    )
    traders = await Promise.all(hired)
  })
  const [first] = traders as [Client]
  await post(first, goodsReceipt.routes, bodyOf('opening stock', '90000'))
  await withDatabase(async (db) => {
    const sql: Ground['sql'] = (text, ...values) =>
      db.tenant(groupId, (tx) => tx.query({ text, values: [groupId, ...values] }))
    const ground = { ...shop, db, groupId, sql }
    const cardTypeId = await newCardType(ground)
    cardId = await newCard(shop, first, { partnerId: shop.customerId, cardTypeId, principalChange: '1000' })
    for (const of of ['workshop', 'claims'] as const) {
      steps[of] = await stepsOf[of](ground, traders)
      cutAfter = [...cutAfter, ...(await stepsOf[of](ground, traders))]
    }
  })
})

afterAll(async () => {
  await program.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('killed while posting under load', () => {
  it('writes through to the disk', async () => {
    const text = `select setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`
    const durability = await withDatabase((db) => db.shared({ text }))
    expect(durability.map((row) => row.setting)).toEqual(['on', 'on', 'on'])
  })

  it.each([5, 8, 11, 15, 20])('the server, after %i acknowledged requests', async (count) => {
    await tradeUntil({ killAfter: count, kill: () => program.process.kill('SIGKILL'), stopAfter: count })
    await program.ended
    program = await program.again()
    await assertNothingLost()
  })

  it.each(['workshop', 'claims'] as const)(
    'the server and processes of the database, with steps of the %s short of their commit',
    async (of) => {
      const cutBefore = steps[of]
      const db = new Database(await ownerUrlIn(dataDir))
      const before = await writtenOf({ db, groupId }, cutBefore)
      const release = await holdLog()
      const send = ({ client, route, options }: Step) => client.ask(route, options)
      for (const step of cutBefore) {
        const cut = send(step)
        await expect.poll(() => waitingForLog(db)).toHaveLength(1)
        await db.shared({ text: 'select pg_terminate_backend($1)', values: await waitingForLog(db) })
        expect(await cut, step.kind).toMatchObject({ status: 503 })
      }
      expect(await writtenOf({ db, groupId }, cutBefore)).toEqual(before)
      // Together some wait for one another.
      const cut = Promise.allSettled(cutBefore.map(send))
      await expect.poll(async () => (await blocked(db)).length).toBe(cutBefore.length)
      // What the server has sent already, its commit with it, would still be carried out once nothing is waited for; so these processes end before it does,
      // and it can try nothing again meanwhile.
      program.process.kill('SIGSTOP')
      await db.shared({
        text: `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'chepu' and wait_event_type = 'Lock'`,
      })
      await expect.poll(async () => (await blocked(db)).length).toBe(0)
      await db.close()
      program.process.kill('SIGKILL')
      await program.ended
      release()
      expect((await cut).map(({ status }) => status)).toEqual(cutBefore.map(() => 'rejected'))
      program = await program.again()
      await withDatabase(async (again) => {
        expect(await writtenOf({ db: again, groupId }, cutBefore)).toEqual(before)
        await takeSteps(cutBefore)
        const after = await writtenOf({ db: again, groupId }, cutBefore)
        for (const { kind, id } of cutBefore) {
          const of = (rows: typeof after) => rows.filter((row) => row['kind'] === kind && row['id'] === id)
          expect(of(after), kind).not.toEqual(of(before))
        }
      })
      await assertNothingLost()
    },
  )

  it('the whole database, right after it has acknowledged steps of workshop and claims', async () => {
    const pid = await postmaster()
    await takeSteps(cutAfter)
    process.kill(pid, 'SIGKILL')
    await expect.poll(postmaster).not.toBe(pid)
    await expect.poll(async () => (await fetch(`${program.origin}/readyz`)).status).toBe(200)
    await assertNothingLost()
  })

  it.each([6, 11, 17])('the whole database, after %i acknowledged requests', async (count) => {
    const pid = await postmaster()
    await tradeUntil({ killAfter: count, kill: () => process.kill(pid, 'SIGKILL'), stopAfter: count + 10 })
    await assertNothingLost()
  })

  it.each([7, 14])('one process of the database, after %i acknowledged requests', async (count) => {
    const text = `select pid from pg_stat_activity where application_name = 'chepu' and pid <> pg_backend_pid() limit 1`
    const [backend] = await withDatabase((db) => db.shared<{ pid: number }>({ text }))
    const kill = () => process.kill(backend?.pid as number, 'SIGKILL')
    await tradeUntil({ killAfter: count, kill, stopAfter: count + 10 })
    await assertNothingLost()
  })

  it('answers in between that the user should try again', () => {
    expect([...new Set(troubles)]).toEqual(['503 数据库暂时连接不上，请稍后重试'])
  })

  it('has really cut requests short', () => {
    expect(repeated).toBeGreaterThan(clients)
    expect(journal.length).toBeGreaterThan(100)
  })
})

/** All traders post until `stopAfter` requests were acknowledged; the kill falls in between. */
async function tradeUntil(round: { killAfter: number; kill: () => void; stopAfter: number }): Promise<void> {
  let acknowledged = 0
  let killed = false
  const acknowledge = () => {
    acknowledged += 1
    if (killed || acknowledged < round.killAfter) return
    killed = true
    round.kill()
  }
  const isOver = () => killed && acknowledged >= round.stopAfter
  await Promise.all(traders.map((client) => trade(client, { acknowledge, isOver })))
}

async function trade(client: Client, { acknowledge, isOver }: { acknowledge: () => void; isOver: () => boolean }) {
  for (let i = 0; !isOver(); i += 1) {
    const routes = i % 2 === 0 ? goodsReceipt.routes : salesDelivery.routes
    const remark = `crash ${crypto.randomUUID()}`
    if (i % 3 === 2) {
      const input = { body: rechargeOf(remark) }
      if (await send(client, { remark, step: 'recharge', route: cardVoucher.routes.save, input }, isOver)) acknowledge()
      continue
    }
    const body = bodyOf(remark, '2', routes)
    const saved = await send(client, { remark, step: 'save', route: routes.save, input: { body } }, isOver)
    if (!saved) continue
    acknowledge()
    const input = { params: { id: saved.id, action: 'approve' }, body: { version: saved.version } }
    if (await send(client, { remark, step: 'approve', route: routes.act, input }, isOver)) acknowledge()
  }
}

const bodyOf = (remark: string, qty: string, routes: object = goodsReceipt.routes) => ({
  header: {
    bizDate: shanghaiDay(),
    partnerId: routes === goodsReceipt.routes ? shop.supplierId : shop.customerId,
    warehouseId: shop.warehouseId,
    remark,
  },
  lines: Object.values(shop.parts).map((partId) => ({ partId, qty, price: '12.34' })),
})

/** A 充值 of 1.00 that is saved and approved in one call. */
const rechargeOf = (remark: string) => {
  const header = { purpose: 'recharge' as const, partnerId: shop.customerId, cardId, principalChange: '1', remark }
  return voucherBody(header, [{ storeAccountId: shop.cashId, amount: '1' }])
}

/** Sends as a person would: while the database is away the same request is sent again, with the same key. */
async function send(
  client: Client,
  request: { remark: string; step: Entry['step']; route: unknown; input: { params?: object; body: object } },
  isOver: () => boolean,
): Promise<Saved | undefined> {
  const { remark, step, input } = request
  const options = { ...input, idempotencyKey: crypto.randomUUID() } as Entry['options']
  const entry: Entry = { client, remark, step, route: request.route as AnyRoute, options }
  journal.push(entry)
  for (;;) {
    const answer = await client.ask(entry.route, options).catch(() => null)
    if (answer?.status === 200) {
      entry.answer = (answer as Answer<Saved>).data
      return entry.answer
    }
    // Without an answer the server itself is gone.
    if (!answer) return undefined
    troubles.push(`${answer.status} ${answer.msg}`)
    if (isOver()) return undefined
    await pause(100)
  }
}

/** Compares the database with what the traders were told, and then repeats what was never answered. */
async function assertNothingLost(): Promise<void> {
  await withDatabase(async (db) => {
    await knowKinds(db)
    assertWhole(await documents(db))
    await assertCharged(db)
    await assertBooks(db, groupId)
    const written = await writtenOf({ db, groupId }, [...taken.keys()])
    await repeatUnanswered()
    expect(await writtenOf({ db, groupId }, [...taken.keys()]), 'a step is taken once').toEqual(written)
    assertWhole(await documents(db))
    expect(await assertCharged(db), 'each is booked once').toBe(recharges().length)
    await assertBooks(db, groupId)
  })
}

const recharges = () => journal.filter(({ step }) => step === 'recharge')

/** What is on the card came by recharges that are whole, with all that were acknowledged among them; answers how many. */
async function assertCharged(db: Database): Promise<number> {
  const found = await db.shared<{ remark: string; id: number; state: string; principal: string }>({
    text: `select m.remark, m.id, m.state, c.principal from money_slip m join card c on c.group_id = m.group_id and c.id = m.card_id
      where m.group_id = $1 and m.kind = 'card_voucher' and m.remark like 'crash %'`,
    values: [groupId],
  })
  const ids = new Map(found.map(({ remark, id }) => [remark, id]))
  expect(ids.size, 'a recharge is there once').toBe(found.length)
  for (const { state, principal } of found)
    expect({ state, principal }).toEqual({ state: 'done', principal: `${1000 + found.length}.00` })
  for (const { remark, answer } of recharges())
    if (answer) expect(ids.get(remark), 'an acknowledged recharge is there').toBe(answer.id)
  return found.length
}

interface Found {
  remark: string
  id: number
  state: string
  lines: number
  postedLines: number
  openItems: number
  partnerRows: number
  logged: number
}

const documents = (db: Database): Promise<Found[]> =>
  db.shared<Found>({
    text: `select d.remark, d.id, d.state,
        (select count(*) from goods_document_line l where l.group_id = d.group_id and l.document_id = d.id) as lines,
        (select count(distinct line_id) from stock_ledger s where s.group_id = d.group_id and s.doc_kind = d.kind and s.doc_id = d.id) as posted_lines,
        (select count(*) from open_item i where i.group_id = d.group_id and i.source_kind = d.kind and i.source_id = d.id) as open_items,
        (select count(*) from partner_ledger p where p.group_id = d.group_id and p.doc_kind = d.kind and p.doc_id = d.id) as partner_rows,
        (select count(*) from audit_log a where a.group_id = d.group_id and a.entity = d.kind and a.entity_id = d.id) as logged
      from goods_document d where d.group_id = $1 and d.remark like 'crash %'`,
    values: [groupId],
  })

/** No document is half there or there twice, and none that was acknowledged is missing. */
function assertWhole(found: Found[]): void {
  const byRemark = new Map(found.map((doc) => [doc.remark, doc]))
  expect(byRemark.size, 'a document is there once').toBe(found.length)
  for (const doc of found) {
    const posted = doc.state === 'done'
    expect(doc).toMatchObject({
      state: posted ? 'done' : 'draft',
      lines: partsPerDocument,
      postedLines: posted ? partsPerDocument : 0,
      openItems: posted ? 1 : 0,
      partnerRows: posted ? 1 : 0,
      logged: posted ? 2 : 1,
    })
  }
  for (const { remark, step, answer } of journal) {
    if (!answer || step === 'recharge') continue
    const doc = byRemark.get(remark)
    expect(doc?.id, 'an acknowledged document is there').toBe(answer.id)
    if (answer.state === 'done') expect(doc?.state, 'an acknowledged posting is there').toBe('done')
  }
}

/** Sends every unanswered request twice more, and a few answered ones again: one key gives one answer. */
async function repeatUnanswered(): Promise<void> {
  const answered = journal.filter((entry) => entry.answer).slice(-clients)
  for (const entry of journal.filter((each) => !each.answer)) {
    const first = await entry.client.ask(entry.route, entry.options)
    expect(first, `${entry.step} again: ${first.msg}`).toMatchObject({ status: 200 })
    const second = await entry.client.ask(entry.route, entry.options)
    expect(second.data).toEqual(first.data)
    entry.answer = first.data as Saved
    repeated += 1
  }
  for (const entry of answered) {
    expect((await entry.client.ask(entry.route, entry.options)).data).toEqual(entry.answer)
  }
  for (const [{ client, route, options }, data] of taken) expect((await client.ask(route, options)).data).toEqual(data)
}

/** Takes steps of the workshop all at once. */
async function takeSteps(steps: readonly Step[]): Promise<void> {
  await Promise.all(steps.map(async (step) => taken.set(step, await step.client.call(step.route, step.options))))
}

/** Keeps whatever is logged, which comes last in its transaction, waiting until the answer is called. */
async function holdLog(): Promise<() => void> {
  // Its connection ends with the database.
  const holder = new pg.Client(await ownerUrlIn(dataDir)).on('error', () => undefined)
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table audit_log in exclusive mode')
  return () => void holder.end().catch(() => undefined)
}

/** The processes of the database that wait for it. */
const waitingForLog = async (db: Database) =>
  (
    await db.shared<{ pid: number }>({
      text: `select pid from pg_locks where relation = 'audit_log'::regclass and not granted`,
    })
  ).map(({ pid }) => pid)

/** Those that wait for a lock of anything. */
const blocked = (db: Database) =>
  db.shared({ text: `select pid from pg_stat_activity where application_name = 'chepu' and wait_event_type = 'Lock'` })

/** The process of the server's database, which PostgreSQL notes in its lock file. */
const postmaster = async (): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

/** Looks into the database as its owner, over connections of its own. */
async function withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = new Database(await ownerUrlIn(dataDir))
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
