import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { bindAreas } from '../packages/server/src/app/areas'
import { createApp } from '../packages/server/src/app/http'
import { shanghaiDay } from '../packages/server/src/kernel/base/calendar'
import { statementCount } from '../packages/server/src/kernel/db/db'
import { assertBooks, Client } from '../packages/server/test/stage'
import { cpuSeconds } from './processes'
import type { RawInit, RawRun } from './raw-posting'
import { figure, note, rounded, section } from './report'
import { openStage, type Stage } from './stage'

type Kind = RawRun['kind']
const routesOf = { goods_receipt: goodsReceipt.routes, sales_delivery: salesDelivery.routes } as const

const documentsPerRun = 200
const turns = 5
/** So many are posted before anything is measured, for plans and compiled code to be ready. */
const warmUp = 60

/** Posting against a floor of raw SQL, and the number of statements that posting takes. */
export async function measurePosting(): Promise<void> {
  section(
    'Posting: draft saved and approved over HTTP, against the same rows written by raw SQL; documents per processor second',
  )
  const stage = await openStage({ parts: 300 })
  try {
    await fillStock(stage)
    const raw = await startRaw(stage)
    for (const [title, kind, lines] of [
      ['receipt of 10 lines', 'goods_receipt', 10],
      ['delivery of 5 lines', 'sales_delivery', 5],
    ] as const) {
      await stage.owner.query('vacuum analyze')
      await tradeHttp(stage, { kind, lines, clients: 4, count: warmUp })
      await tradeRaw(raw, { kind, lines, clients: 4, count: warmUp })
      for (const clients of [1, 4, 8])
        await compare(stage, raw, title, { kind, lines, clients, count: documentsPerRun })
    }
    raw.kill()
    await countStatements(stage)
    // Raw rows follow the same rules as far as stock goes, so the books must agree after all of it.
    await assertBooks(stage.db, stage.groupId).catch((error: Error) => note('the books', error.message.slice(0, 400)))
  } finally {
    await stage.close()
  }
}

/** Both take turns, so that what else the machine does falls on both alike. */
async function compare(stage: Stage, raw: ChildProcess, title: string, run: RawRun): Promise<void> {
  const turn = { ...run, count: run.count / turns }
  const own = { wall: 0, cpu: 0 }
  const floor = { wall: 0, cpu: 0 }
  for (let i = 0; i < turns; i += 1) {
    add(own, await timed([stage.serverPid], () => tradeHttp(stage, turn)))
    add(floor, await timed([raw.pid as number, stage.postgresPid], () => tradeRaw(raw, turn)))
  }
  const rate = run.count / own.cpu
  const rawRate = run.count / floor.cpu
  const plural = run.clients === 1 ? 'client' : 'clients'
  figure('posting', `${title}, ${run.clients} ${plural}: share of the raw rate`, rate / rawRate)
  note(
    '',
    `${rounded(rate)} against ${rounded(rawRate)} per processor second; ${rounded(run.count / own.wall)} against ${rounded(run.count / floor.wall)} per second`,
  )
}

interface Time {
  wall: number
  cpu: number
}
const add = (sum: Time, more: Time): void => {
  sum.wall += more.wall
  sum.cpu += more.cpu
}

/** Seconds of the clock and of the processor. The program's process has the database among its children. */
async function timed(pids: number[], work: () => Promise<void>): Promise<Time> {
  const used = async () => (await Promise.all(pids.map(cpuSeconds))).reduce((sum, seconds) => sum + seconds, 0)
  const before = await used()
  const started = performance.now()
  await work()
  const wall = (performance.now() - started) / 1000
  return { wall, cpu: (await used()) - before }
}

async function tradeHttp(stage: Stage, { kind, lines, clients, count }: RawRun): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left > 0) {
        left -= 1
        await postOne(stage.client, stage, kind, lines)
      }
    }),
  )
}

async function postOne(
  client: Client,
  stage: Stage,
  kind: Kind,
  lines: number,
  measure = (): void => undefined,
): Promise<void> {
  const routes = routesOf[kind]
  const start = Math.floor(Math.random() * (stage.parts.length - lines))
  const { id, version } = await client.call(routes.save, {
    idempotencyKey: crypto.randomUUID(),
    body: draft(stage, kind, stage.parts.slice(start, start + lines), '2'),
  })
  measure()
  await client.call(routes.act, {
    params: { id, action: 'approve' },
    body: { version },
    idempotencyKey: crypto.randomUUID(),
  })
}

const draft = (stage: Stage, kind: Kind, parts: readonly number[], qty: string) => ({
  header: {
    bizDate: shanghaiDay(),
    warehouseId: stage.shop.warehouseId,
    partnerId: kind === 'goods_receipt' ? stage.shop.supplierId : stage.shop.customerId,
  },
  lines: parts.map((partId) => ({ partId, qty, price: '10' })),
})

async function fillStock(stage: Stage): Promise<void> {
  const body = draft(stage, 'goods_receipt', stage.parts, '90000')
  const { id, version } = await stage.client.call(goodsReceipt.routes.save, { body })
  await stage.client.call(goodsReceipt.routes.act, { params: { id, action: 'approve' }, body: { version } })
}

async function startRaw(stage: Stage): Promise<ChildProcess> {
  const { shop, groupId, parts, appUrl } = stage
  const raw = fork(join(import.meta.dirname, 'raw-posting.ts'), { execArgv: ['--import', 'tsx'] })
  const { rows } = await stage.owner.query<{ id: number }>(
    'select id from app_user where group_id = $1 order by id limit 1',
    [groupId],
  )
  const init: RawInit = {
    url: appUrl,
    groupId,
    orgId: shop.orgId,
    warehouseId: shop.warehouseId,
    locationId: shop.locationId,
    partnerId: { goods_receipt: shop.supplierId, sales_delivery: shop.customerId },
    userId: rows[0]?.id as number,
    parts,
  }
  raw.send({ init })
  await once(raw, 'message')
  return raw
}

async function tradeRaw(raw: ChildProcess, run: RawRun): Promise<void> {
  raw.send({ run })
  await once(raw, 'message')
}

/** The program runs in this process for once, where its statements can be counted. */
async function countStatements(stage: Stage): Promise<void> {
  const app = await createApp(stage.db)
  bindAreas(app)
  const client = new Client(await app.http.listen({ port: 0, host: '127.0.0.1' }), stage.client.token)
  for (const [name, kind] of [
    ['receipt', 'goods_receipt'],
    ['delivery', 'sales_delivery'],
  ] as const) {
    for (const lines of [1, 10, 100]) {
      await postOne(client, stage, kind, lines)
      let before = statementCount.total
      let saving = 0
      await postOne(client, stage, kind, lines, () => {
        saving = statementCount.total - before
        before = statementCount.total
      })
      figure(
        'posting',
        `statements to post a ${name} of ${lines} ${lines === 1 ? 'line' : 'lines'}`,
        statementCount.total - before,
      )
      note('', `${saving} to save its draft; begin, commit, session and idempotency key included in both`)
    }
  }
  await app.http.close()
}
