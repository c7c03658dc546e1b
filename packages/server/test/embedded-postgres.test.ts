import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/app/embedded-postgres'
import { StartupError } from '../src/app/startup-error'

const isRoot = process.getuid?.() === 0
const log = { debug() {}, error() {} }
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function emptyDirectory() {
  const path = await mkdtemp(join(tmpdir(), 'chepu-launcher-'))
  cleanups.push(() => rm(path, { recursive: true, force: true, maxRetries: 10 }))
  return path
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log })
  cleanups.push(() => server.stop())
  return server
}

async function connect(url: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  cleanups.push(() => client.end().catch(() => {}))
  return client
}

interface Launch {
  process: ChildProcess
  answer: { url: string; pid: number; name?: string; message?: string }
}

/** Starts the database from a separate process, optionally under another user or another PATH. */
async function launchApart(dataDir: string, as: { prefix?: string[]; env?: Record<string, string> } = {}) {
  const preload = createRequire(import.meta.url).resolve('tsx')
  const script = join(import.meta.dirname, 'embedded-postgres-child.ts')
  const [command = '', ...args] = [...(as.prefix ?? []), process.execPath, '--import', preload, script, dataDir]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...as.env } })
  cleanups.push(() => child.kill('SIGKILL'))
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return { process: child, answer: JSON.parse(line) } as Launch
}

/** Inserts rows one by one until the connection breaks; returns the last number that was acknowledged. */
async function writeUntilBroken(url: string, afterTen: () => void) {
  const client = await connect(url)
  await client.query('create table if not exists entry (n int primary key)')
  const { rows } = await client.query<{ n: number }>('select coalesce(max(n), 0) as n from entry')
  let acknowledged = rows[0]?.n ?? 0
  const first = acknowledged
  try {
    for (;;) {
      await client.query('insert into entry values ($1)', [acknowledged + 1])
      acknowledged += 1
      if (acknowledged === first + 10) afterTen()
    }
  } catch {
    return acknowledged
  }
}

async function countEntries(url: string) {
  const client = await connect(url)
  const { rows } = await client.query<{ n: number }>('select max(n) as n from entry')
  return rows[0]?.n
}

/** The write that was under way when the server died may or may not have been kept. */
const keptAll = (acknowledged: number) => expect.toSatisfy((n) => n === acknowledged || n === acknowledged + 1)

describe('startEmbeddedPostgres', () => {
  test('creates a private cluster in UTF-8 and finds it again', async () => {
    const dataDir = join(await emptyDirectory(), 'deep', 'data')
    const first = await start(dataDir)
    const client = await connect(first.url)
    const { rows } = await client.query(
      `select current_database() as name, pg_encoding_to_char(encoding) as encoding, datcollate as collation
         from pg_database where datname = current_database()`,
    )
    expect(rows).toEqual([{ name: 'chepu', encoding: 'UTF8', collation: 'C.UTF-8' }])
    await client.query(`create table part as select '机油滤清器' as name`)
    await client.end()
    await first.stop()

    const mode = async (path: string) => (await stat(join(dataDir, path))).mode & 0o777
    expect([await mode('postgres-password'), await mode('postgres'), await mode('')]).toEqual([0o600, 0o700, 0o700])

    const second = await start(dataDir)
    expect((await (await connect(second.url)).query('select name from part')).rows).toEqual([{ name: '机油滤清器' }])
  })

  test('refuses a connection without the password', async () => {
    const { url } = await start(await emptyDirectory())
    await expect(connect(url.replace(/:[^:@]*@/, ':wrong@'))).rejects.toMatchObject({ code: '28P01' })
  })

  test('takes settings', async () => {
    const server = await startEmbeddedPostgres({
      dataDir: await emptyDirectory(),
      log,
      settings: { fsync: 'off', max_connections: '17' },
    })
    cleanups.push(() => server.stop())
    const { rows } = await (await connect(server.url)).query('show max_connections')
    expect(rows).toEqual([{ max_connections: '17' }])
  })

  test('brings a killed server back on the same address with every committed row', async () => {
    const server = await start(await emptyDirectory())
    const before = server.pid
    const acknowledged = await writeUntilBroken(server.url, () => process.kill(before, 'SIGKILL'))
    await expect
      .poll(() => countEntries(server.url).catch(() => undefined), { timeout: 15_000 })
      .toEqual(keptAll(acknowledged))
    await expect.poll(() => server.pid).not.toBe(before)
  })

  test('stops with its program when that is killed, and starts again with every committed row', async () => {
    const dataDir = await emptyDirectory()
    const apart = await launchApart(dataDir)
    const acknowledged = await writeUntilBroken(apart.answer.url, () => apart.process.kill('SIGKILL'))
    const server = await start(dataDir)
    expect(await countEntries(server.url)).toEqual(keptAll(acknowledged))
  })

  test('starts again at once after program and server were both killed', async () => {
    const dataDir = await emptyDirectory()
    const apart = await launchApart(dataDir)
    const acknowledged = await writeUntilBroken(apart.answer.url, () => {
      apart.process.kill('SIGKILL')
      process.kill(apart.answer.pid, 'SIGKILL')
    })
    expect(await countEntries((await start(dataDir)).url)).toEqual(keptAll(acknowledged))
  })

  test('is not held up by a foreign process that got the number of a dead server', async () => {
    const dataDir = await emptyDirectory()
    await (await start(dataDir)).stop()
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n`)
    await expect(start(dataDir)).resolves.toMatchObject({ url: expect.stringContaining('/chepu') })
  })

  test('begins anew when the first creation was interrupted', async () => {
    const dataDir = await emptyDirectory()
    await mkdir(join(dataDir, 'postgres.new', 'base'), { recursive: true })
    await writeFile(join(dataDir, 'postgres-password'), 'half')
    await expect(start(dataDir)).resolves.toBeDefined()
  })
})

describe('a start that cannot succeed says why in one line', () => {
  test('a data directory in use', async () => {
    const dataDir = await emptyDirectory()
    await start(dataDir)
    const began = performance.now()
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(/^数据目录正被另一个进程使用（.*）$/)
    // Nobody waits for a program that goes on to work.
    expect(performance.now() - began).toBeLessThan(12_000)
  })

  test('a cluster of another version', async () => {
    const dataDir = await emptyDirectory()
    await (await start(dataDir)).stop()
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n')
    const failure = startEmbeddedPostgres({ dataDir, log })
    await expect(failure).rejects.toThrow(StartupError)
    await expect(failure).rejects.toThrow(/由 PostgreSQL 17 创建/)
  })

  test('a password that is not the one of the cluster', async () => {
    const dataDir = await emptyDirectory()
    await (await start(dataDir)).stop()
    await writeFile(join(dataDir, 'postgres-password'), 'other')
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(/^数据库密码与数据目录不符/)
  })

  test('a file in place of the directory', async () => {
    const path = join(await emptyDirectory(), 'data')
    await writeFile(path, '')
    await expect(startEmbeddedPostgres({ dataDir: path, log })).rejects.toThrow(/^数据目录不可用/)
  })

  test('a setting that PostgreSQL refuses', async () => {
    const failure = startEmbeddedPostgres({ dataDir: await emptyDirectory(), log, settings: { work_mem: 'much' } })
    await expect(failure).rejects.toThrow(/^数据库无法启动（.*work_mem.*）$/)
  })
})

describe.runIf(isRoot)('as different users', () => {
  const asUser = (id: string) => ['setpriv', '--reuid', id, '--regid', id, '--clear-groups', '--']

  test('an ordinary user runs it in a directory of his own', async () => {
    const dataDir = await emptyDirectory()
    await chown(dataDir, 1, 1)
    const { answer } = await launchApart(dataDir, { prefix: asUser('1') })
    expect(answer.url).toContain('/chepu')
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(1)
  })

  test('root falls back to an unprivileged user where namespaces are forbidden, even below a private directory', async () => {
    const base = await emptyDirectory()
    const dataDir = join(base, 'data')
    const bin = await mkdtemp(join(tmpdir(), 'chepu-bin-'))
    cleanups.push(() => rm(bin, { recursive: true }))
    await writeFile(join(bin, 'unshare'), '#!/bin/sh\nexit 1\n')
    await chmod(join(bin, 'unshare'), 0o755)

    const first = await start(dataDir)
    await (await connect(first.url)).query('create table kept (n int)')
    await first.stop()

    const { answer } = await launchApart(dataDir, { env: { PATH: `${bin}:${process.env.PATH}` } })
    expect(await readFile(`/proc/${answer.pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534\s/m)
    await (await connect(answer.url)).query('select * from kept')
  })

  test('a directory of another user is refused', async () => {
    const dataDir = await emptyDirectory()
    await (await start(dataDir)).stop()
    await chmod(dataDir, 0o755)
    const { answer } = await launchApart(dataDir, { prefix: asUser('1') })
    expect(answer).toMatchObject({ name: 'StartupError', message: expect.stringMatching(/^数据目录属于另一个用户/) })
  })
})
