import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bindAreas } from '../packages/server/src/app/areas'
import { createApp } from '../packages/server/src/app/http'
import { Database } from '../packages/server/src/kernel/db/db'
import { delivers, type Ground, receives } from '../packages/server/test/gestures'
import { assertBooks, Client } from '../packages/server/test/stage'
import { repeat, took, total, type Took } from './measure'
import type { RawInit, RawRun } from './raw-posting'
import { figure, note, rounded, section } from './report'
import { fillStock, groundOf, openStage, type Stage } from './stage'

interface Trade {
  title: string
  kind: RawRun['kind']
  lines: number
  once: (ground: Ground) => Promise<unknown>
}
const trades: Trade[] = [
  { title: 'receipt of 10 lines', kind: 'goods_receipt', lines: 10, once: receives },
  { title: 'delivery of 5 lines', kind: 'sales_delivery', lines: 5, once: delivers },
]

const documentsPerRun = 300
const turns = 5
/** So many are posted before anything is measured, for plans and compiled code to be ready. */
const warmUp = 600

/** Posting against a floor of raw SQL. */
export async function measurePosting(): Promise<void> {
  section('Posting: draft saved and approved over HTTP, against the same rows written by raw SQL, per processor second')
  const stage = await openStage({ parts: 300 })
  try {
    await fillStock(stage)
    const raw = await startRaw(stage)
    for (const trade of trades) {
      await repeat({ clients: 4, count: warmUp }, () => trade.once(groundOf(stage)))
      await tradeRaw(raw, { ...trade, clients: 4, count: warmUp, transactions: 2 })
      // Statistics of the goods it began with are those of no shop; plans are made anew afterwards.
      await stage.owner.query('vacuum analyze')
      await repeat({ clients: 4, count: warmUp / 8 }, () => trade.once(groundOf(stage)))
      for (const clients of [1, 4, 8]) await compare(stage, raw, trade, clients)
    }
    raw.kill()
    await compareRows(stage)
    // Raw rows follow the same rules as far as stock goes, so the books must agree after all of it.
    await assertBooks(stage.db, stage.groupId).catch((error: Error) => note('the books', error.message.slice(0, 400)))
  } finally {
    await stage.close()
  }
}

/** Both take turns, so that what else the machine does falls on both alike. */
async function compare(
  stage: Stage,
  raw: ChildProcess,
  { title, kind, lines, once }: Trade,
  clients: number,
): Promise<void> {
  const run: RawRun = { kind, lines, clients, count: documentsPerRun / turns, transactions: 2 }
  const ground = groundOf(stage)
  const turnsOf: Record<'program' | 'raw SQL' | 'raw SQL in one transaction', Took[]> = {
    program: [],
    'raw SQL': [],
    'raw SQL in one transaction': [],
  }
  for (let i = 0; i < turns; i += 1) {
    turnsOf.program.push(await took(stage, () => repeat(run, () => once(ground))))
    turnsOf['raw SQL'].push(await took(stage, () => tradeRaw(raw, run), raw.pid))
    turnsOf['raw SQL in one transaction'].push(
      await took(stage, () => tradeRaw(raw, { ...run, transactions: 1 }), raw.pid),
    )
  }
  const [own, floor] = [total(turnsOf.program), total(turnsOf['raw SQL'])]
  const name = `${title}, ${clients} ${clients === 1 ? 'client' : 'clients'}: share of the raw rate`
  figure('posting', name, processor(floor) / processor(own), '', total([own, floor]).others)
  for (const [who, all] of Object.entries(turnsOf)) note(`  ${who}`, inWords(total(all)))
}

const processor = ({ program, postgres }: Took) => program + postgres

function inWords(took: Took): string {
  const ms = (seconds: number) => rounded((1000 * seconds) / documentsPerRun)
  const rates = [processor(took), took.wall].map((seconds) => rounded(documentsPerRun / seconds))
  return `${rates[0]} per processor second, ${rates[1]} per second; ${ms(took.program)} + ${ms(took.postgres)} ms in PostgreSQL`
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

const tradeRaw = (raw: ChildProcess, run: RawRun) => tellRaw(raw, { run })

async function tellRaw(raw: ChildProcess, message: { run?: RawRun }): Promise<void> {
  raw.send(message)
  await once(raw, 'message')
}

/** After so long an idle connection has told PostgreSQL which rows it has written. */
const idleMs = 11_000

/** Rows that one document of each writes, by table. The floor is honest where it inserts and changes the same. */
async function compareRows(stage: Stage): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  for (const { title, kind, lines, once } of trades) {
    const own = await rowsOf(stage, async () => {
      const db = new Database(stage.appUrl)
      const app = await createApp(db)
      bindAreas(app)
      const client = new Client(await app.http.listen({ port: 0, host: '127.0.0.1' }), stage.client.token)
      await once({ ...groundOf(stage), client })
      await app.http.close()
      await db.close()
    })
    const floor = await rowsOf(stage, async () => {
      const raw = await startRaw(stage)
      await tradeRaw(raw, { kind, lines, clients: 1, count: 1, transactions: 2 })
      await tellRaw(raw, {})
      raw.kill()
    })
    const tables = [...new Set([...own.keys(), ...floor.keys()])].sort()
    note(`${title}: rows inserted + changed`, 'program, raw SQL')
    for (const table of tables) note(`  ${table}`, `${own.get(table) ?? '-'}, ${floor.get(table) ?? '-'}`)
  }
}

/** Rows inserted and changed by table. Connections tell PostgreSQL at their end what they have counted, so `work` closes its own. */
async function rowsOf({ owner }: Stage, work: () => Promise<void>): Promise<Map<string, string>> {
  const counted = async () => {
    const { rows } = await owner.query<{ table: string; added: number; changed: number }>(
      `select relname as table, n_tup_ins::int as added, n_tup_upd::int as changed from pg_stat_user_tables`,
    )
    return new Map(rows.map((row) => [row.table, row]))
  }
  const open = async () =>
    (await owner.query<{ open: number }>(`select count(*)::int as open from pg_stat_activity where state is not null`))
      .rows[0]?.open as number
  const atFirst = await open()
  const before = await counted()
  await work()
  while ((await open()) > atFirst) await new Promise((resolve) => setTimeout(resolve, 20))
  const written = [...(await counted())].map(([table, { added, changed }]) => {
    const { added: had = 0, changed: hadChanged = 0 } = before.get(table) ?? {}
    return [table, `${added - had} + ${changed - hadChanged}`] as const
  })
  return new Map(written.filter(([, rows]) => rows !== '0 + 0'))
}
