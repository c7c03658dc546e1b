// local only
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { assignUser, createGroup, createUser } from '../packages/server/src/access/provision'
import { bindAreas } from '../packages/server/src/app/areas'
import { startEmbeddedPostgres } from '../packages/server/src/app/embedded-postgres'
import { createApp } from '../packages/server/src/app/http'
import { freePort } from '../packages/server/src/app/free-port'
import { migrate } from '../packages/server/src/app/migrate'
import { shanghaiDay } from '../packages/server/src/kernel/base/calendar'
import { Database, statementCount } from '../packages/server/src/kernel/db/db'
import { Client, signIn, stockShop } from '../packages/server/test/stage'
import { cpuSeconds } from './processes'

const dataDir = await mkdtemp(join(tmpdir(), 'chepu-prof-'))
import { appendFileSync } from 'node:fs'
const log = {
  debug(l: string) {
    if (process.env.EXPLAIN) appendFileSync('/tmp/w/prof/explain.log', l + '\n')
  },
  error: console.error,
  info() {},
  warn: console.error,
}
const postgres = await startEmbeddedPostgres({
  dataDir,
  log: log as never,
  settings: {
    shared_preload_libraries: 'pg_stat_statements,auto_explain',
    'pg_stat_statements.track': process.env.TRACK ?? 'top',
    'pg_stat_statements.max': '5000',
    'pg_stat_statements.track_planning': 'on',
    ...(process.env.SETTINGS ? JSON.parse(process.env.SETTINGS) : {}),
  },
})
const owner = new pg.Client(postgres.url)
await owner.connect()
const appUrl = await migrate(postgres.url, join(import.meta.dirname, '../db/migrations'))
await owner.query('create extension pg_stat_statements')
const port = await freePort()
const program = join(import.meta.dirname, '../dist/server/main.js')
const args = process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/w/prof/out', program] : [program]
const child = spawn(process.execPath, args, {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    DEMO: '0',
    LOG_LEVEL: 'error',
  },
})
await once(child.stdout, 'data')
child.stdout.resume()
const db = new Database(appUrl)
const groupId = await createGroup(db, '测')
const shop = await db.tenant(groupId, (tx) => stockShop(tx, { creditCheck: true }))
await owner.query(
  `insert into part (group_id, code, name, brand_id, category_id, unit_id, tax_rate_id, search_text)
  select group_id, 'B' || lpad(n::text, 6, '0'), name || n, brand_id, category_id, unit_id, tax_rate_id, lower('B' || lpad(n::text, 6, '0')) || ' ' || search_text
  from part, generate_series(1, 300) n where group_id = $1 and id = $2 order by n`,
  [groupId, shop.parts.filter],
)
const { rows } = await owner.query(`select id from part where group_id = $1 and code like 'B%' order by code`, [
  groupId,
])
const parts = rows.map((r) => r.id as number)
const client = await signIn({ db, origin: `http://127.0.0.1:${port}`, groupId }, shop.orgId, 'owner')
const draft = (kind: string, chosen: number[], qty: string) => ({
  header: {
    bizDate: shanghaiDay(),
    warehouseId: shop.warehouseId,
    partnerId: kind === 'goods_receipt' ? shop.supplierId : shop.customerId,
  },
  lines: chosen.map((partId) => ({ partId, qty, price: '10' })),
})
const routes = { goods_receipt: goodsReceipt.routes, sales_delivery: salesDelivery.routes } as never as Record<
  string,
  { save: never; act: never }
>
async function postOne(c: Client, kind: string, lines: number, mid = () => {}) {
  const start = Math.floor(Math.random() * (parts.length - lines))
  const { id, version } = (await c.call(routes[kind]!.save, {
    idempotencyKey: crypto.randomUUID(),
    body: draft(kind, parts.slice(start, start + lines), '2') as never,
  })) as never as { id: number; version: number }
  mid()
  await c.call(routes[kind]!.act, {
    params: { id, action: 'approve' } as never,
    body: { version } as never,
    idempotencyKey: crypto.randomUUID(),
  })
}
{
  const { id, version } = (await client.call(routes.goods_receipt!.save, {
    body: draft('goods_receipt', parts, '90000') as never,
  })) as never as { id: number; version: number }
  await client.call(routes.goods_receipt!.act, {
    params: { id, action: 'approve' } as never,
    body: { version } as never,
  })
}
const n = Number(process.env.N ?? 500)
const clients = Number(process.env.CLIENTS ?? 4)
async function run(kind: string, lines: number, count: number) {
  let left = count
  const t0 = performance.now()
  const c0 = process.env.WINDOWS ? [await cpuSeconds(child.pid!), await cpuSeconds(postgres.pid)] : []
  if (process.env.WINDOWS && count > 500) {
    for (let i = 0; i < count / 500; i += 1) {
      const a = [await cpuSeconds(child.pid!), await cpuSeconds(postgres.pid)],
        w = performance.now()
      left = 500
      await Promise.all(
        Array.from({ length: clients }, async () => {
          while (left > 0) {
            left -= 1
            await postOne(client, kind, lines)
          }
        }),
      )
      const b = [await cpuSeconds(child.pid!), await cpuSeconds(postgres.pid)]
      console.log(
        'window',
        i,
        (500000 / (performance.now() - w)).toFixed(0) + '/s',
        ((b[0]! - a[0]!) * 2).toFixed(2),
        ((b[1]! - a[1]!) * 2).toFixed(2),
      )
    }
    return
  }
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left > 0) {
        left -= 1
        await postOne(client, kind, lines)
      }
    }),
  )
}
for (const [kind, lines] of (process.env.KINDS === 'r'
  ? [['goods_receipt', 10]]
  : [
      ['goods_receipt', 10],
      ['sales_delivery', 5],
    ]) as [string, number][]) {
  await owner.query('vacuum analyze')
  await run(kind, lines, 100)
  await owner.query('select pg_stat_statements_reset()')
  const pgPid = postgres.pid
  const before = [await cpuSeconds(child.pid!), await cpuSeconds(pgPid)]
  if (process.env.PERF) {
    const { execSync } = await import('node:child_process')
    const kids = execSync('pgrep -P ' + pgPid)
      .toString()
      .trim()
      .split('\n')
      .join(',')
    spawn(
      'perf',
      [
        'record',
        '-e',
        'cpu-clock',
        '-F',
        '1499',
        '-g',
        '-o',
        '/tmp/w/prof/pg-' + kind + '.data',
        '-p',
        kids,
        '--',
        'sleep',
        '6',
      ],
      { stdio: 'ignore' },
    )
    spawn(
      'perf',
      [
        'record',
        '-e',
        'cpu-clock',
        '-F',
        '1499',
        '-g',
        '-o',
        '/tmp/w/prof/node-' + kind + '.data',
        '-p',
        String(child.pid),
        '--',
        'sleep',
        '6',
      ],
      { stdio: 'ignore' },
    )
  }
  const own = process.cpuUsage()
  const t = performance.now()
  await run(kind, lines, n)
  const wall = (performance.now() - t) / 1000
  const after = [await cpuSeconds(child.pid!), await cpuSeconds(pgPid)]
  const c = process.cpuUsage(own)
  console.log(
    `\n${kind} ${lines}: ${(n / wall).toFixed(1)}/s server ${(((after[0]! - before[0]!) * 1000) / n).toFixed(2)} ms, postgres ${(((after[1]! - before[1]!) * 1000) / n).toFixed(2)} ms, client ${((c.user + c.system) / 1000 / n).toFixed(2)} ms`,
  )
  const { rows } = await owner.query(
    `select calls, plans, round((total_exec_time / $1)::numeric, 3) as exec_ms, round((total_plan_time / $1)::numeric, 3) plan_ms, round((wal_bytes / $1)::numeric) wal, toplevel, left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as q from pg_stat_statements where calls >= $1 / 20 order by total_exec_time desc limit 60`,
    [n],
  )
  let sum = 0
  for (const r of rows) {
    sum += Number(r.exec_ms) + Number(r.plan_ms)
    console.log(
      String(r.calls / n).padStart(6),
      String(r.plans / n).padStart(6),
      String(r.exec_ms).padStart(7),
      String(r.plan_ms).padStart(7),
      String(r.wal).padStart(6),
      r.toplevel ? ' ' : 'n',
      r.q,
    )
  }
  console.log('sum exec', sum.toFixed(2))
}
if (process.env.LATENCY) {
  const times: number[] = []
  for (let i = 0; i < 100; i += 1) {
    const t = performance.now()
    await postOne(client, 'goods_receipt', 10)
    times.push(performance.now() - t)
  }
  times.sort((a, b) => a - b)
  console.log('latency 1 client median', times[50]!.toFixed(1), 'p95', times[95]!.toFixed(1))
}
if (process.env.HOT) {
  await new Promise((r) => setTimeout(r, 1500))
  for (const r of (
    await owner.query(
      'select relname, n_tup_ins ins, n_tup_upd upd, n_tup_hot_upd hot, n_dead_tup dead, n_live_tup live, seq_scan, seq_tup_read, idx_scan, autovacuum_count av, autoanalyze_count aa, (select count(*) from pg_index i where i.indrelid = relid) idx, (select count(*) from pg_trigger t where t.tgrelid = relid) trg from pg_stat_user_tables where n_tup_ins + n_tup_upd > 500 order by n_tup_ins + n_tup_upd desc',
    )
  ).rows)
    console.log(JSON.stringify(r))
}
child.kill('SIGTERM')
await once(child, 'exit')
if (process.env.TRACE) {
  // in-process
  const app = await createApp(db)
  bindAreas(app)
  const c = new Client(await app.http.listen({ port: 0, host: '127.0.0.1' }), client.token)
  for (const [kind, lines] of [
    ['goods_receipt', 10],
    ['sales_delivery', 5],
  ] as const) {
    await postOne(c, kind, lines)
    await postOne(c, kind, lines)
    ;(globalThis as never as { traceSql: boolean }).traceSql = true
    console.log('\n== ' + kind)
    let b = statementCount.total
    await postOne(c, kind, lines, () => {
      console.log('-- act; save took', statementCount.total - b)
      b = statementCount.total
    })
    console.log('act took', statementCount.total - b)
    ;(globalThis as never as { traceSql: boolean }).traceSql = false
  }
  await app.http.close()
}
await db.close()
await owner.end()
await postgres.stop()
process.exit(0)
