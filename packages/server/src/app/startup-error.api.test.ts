import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseUrl, migrations, newDatabase, runSql } from '../../test/database'
import { type S3Server, startS3 } from '../../test/s3-server'
import { boot } from './boot'
import { loadConfig } from './config'
import { migrate } from './migrate'
import { explainDatabase } from './startup-error'

let dataDir: string
const cleanups: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'chepu-refused-'))
})
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
  await rm(dataDir, { recursive: true })
})

/** The one line with which a start ends that cannot succeed. */
async function refusal(env: Record<string, string>): Promise<string> {
  const config = loadConfig({
    DATABASE_URL: databaseUrl('postgres'),
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    ...env,
  })
  const folders = { migrations, web: join(dataDir, 'no-pages') }
  const error = await boot(config, folders, fastify({ logger: false }).log).then(
    () => new Error('started'),
    (reason: Error) => reason,
  )
  expect(error.name).toBe('StartupError')
  return error.message
}

const withUser = (url: string, user: string, password: string) => {
  const changed = new URL(url)
  changed.username = user
  changed.password = password
  return changed.toString()
}

/** An empty database and a role that may sign in; the statements then say what else they are. */
async function databaseOf(rights: string, more: (names: { name: string; role: string }) => string): Promise<string> {
  const role = `r_${randomBytes(6).toString('hex')}`
  const { ownerUrl, drop } = await newDatabase()
  const name = new URL(ownerUrl).pathname.slice(1)
  await runSql(ownerUrl, `create role ${role} login ${rights} password 'role-password'; ${more({ name, role })}`)
  cleanups.push(() => runSql(databaseUrl('postgres'), `drop role ${role}`), drop)
  return withUser(ownerUrl, role, 'role-password')
}

/** A server that takes connections and never says a word. */
async function silentServer(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `postgres://chepu:x@127.0.0.1:${(server.address() as AddressInfo).port}/chepu`
}

describe.concurrent('one line says why it does not start:', () => {
  // A cluster trusts its neighbours, and makes a certificate for itself.
  it.skipIf(inject('citusNodes').length > 0).each([
    [
      'a wrong password',
      async () => withUser(databaseUrl('postgres'), 'chepu_owner', 'wrong'),
      /^数据库拒绝登录，.*（password authentication failed .*）$/,
    ],
    [
      'no TLS',
      async () => `${databaseUrl('postgres')}&sslmode=require`.replace(/^([^?]*)&/, '$1?'),
      /^数据库没有启用 TLS，.*（The server does not support SSL connections）$/,
    ],
  ])('%s', async (_, databaseUrlOf, line) => {
    expect(await refusal({ DATABASE_URL: await databaseUrlOf() })).toMatch(line)
  })

  it.each([
    ['a database that never answers', silentServer, /^数据库 10 秒内没有应答，.*（.*timeout.*）$/],
    ['no database', async () => 'postgres://a:b@127.0.0.1:1/chepu', /^数据库连接不上，.*（.*ECONNREFUSED.*）$/],
    ['no such host', async () => 'postgres://a:b@nowhere.invalid/chepu', /^数据库连接不上，.*（.*nowhere\.invalid）$/],
    ['no such database', async () => databaseUrl('nowhere'), /^DATABASE_URL 中的数据库不存在，.*（.*does not exist）$/],
    [
      'a role that may create none',
      () => databaseOf('', ({ name, role }) => `alter database ${name} owner to ${role}`),
      /^DATABASE_URL 的用户不能创建角色，.*（permission denied to create role）$/,
    ],
    [
      "somebody else's database",
      () => databaseOf('createrole', () => ''),
      /^DATABASE_URL 的用户不是数据库的属主，.*（permission denied .*）$/,
    ],
    [
      'an old server',
      () =>
        // A function of the same name stands before the server's own one.
        databaseOf(
          'createrole',
          ({ name }) => `create schema old; alter database ${name} set search_path = old, pg_catalog;
            create function old.current_setting(text) returns text language sql as $$ select '14.19 (Debian)' $$;
            grant usage on schema old to public`,
        ),
      /^DATABASE_URL 指向的 PostgreSQL 版本为 14\.19 \(Debian\)，需要 15 以上（PostgreSQL is too old）$/,
    ],
  ])('%s', async (_, databaseUrlOf, line) => {
    expect(await refusal({ DATABASE_URL: await databaseUrlOf() })).toMatch(line)
  })

  it.each([
    ['192.0.2.7', '本机没有 HOST=192.0.2.7 这个地址，请用本机的地址或 0.0.0.0（address not available）'],
    ['nowhere.invalid', '找不到 HOST=nowhere.invalid 这个主机名，请用本机的地址或 0.0.0.0（host not found）'],
  ])('the address %s', async (host, line) => {
    expect(await refusal({ HOST: host })).toBe(line)
  })

  it('an extension that the server lacks', async () => {
    const error = await runSql(databaseUrl('postgres'), 'create extension pg_trgm_of_tomorrow').catch(explainDatabase)
    expect((error as Error).message).toMatch(
      /^数据库缺少扩展 pg_trgm，.*（extension "pg_trgm_of_tomorrow" is not available）$/,
    )
  })
})

describe('refuses a distributed database that was not brought up to date', () => {
  /** A database of this version, and a catalogue like that of a cluster which names all its tables. */
  const catalogued = async (change: string): Promise<string> => {
    const { ownerUrl, drop } = await newDatabase()
    cleanups.push(drop)
    await migrate(ownerUrl, migrations)
    await runSql(
      ownerUrl,
      `create table pg_dist_partition (logicalrelid regclass);
        insert into pg_dist_partition select oid from pg_class where relkind = 'r';
        ${change}`,
    )
    return ownerUrl
  }
  const remedy = '请停止所有服务并备份，再运行本版本的 npx tsx tools/distribute.ts'

  it.each([
    [
      'migrations are pending, which stay so',
      `delete from kysely_migration where name >= '0090'`,
      /^数据库分布在 Citus 集群上，本版本的 \d+ 项升级尚未执行，(.*)（database is distributed, pending: 0090_steps_to_tell）$/,
    ],
    [
      'tables are not distributed',
      `delete from pg_dist_partition where logicalrelid in ('brand'::regclass, 'shared.login'::regclass)`,
      /^数据库分布在 Citus 集群上，2 张表尚未分布，(.*)（database is distributed, not distributed: shared.login）$/,
    ],
  ])('%s', async (_, change, line) => {
    const ownerUrl = await catalogued(change)
    const told = await refusal({ DATABASE_URL: ownerUrl })
    expect(line.exec(told)?.[1], told).toBe(remedy)
    // Nothing was run behind the refusal either.
    expect(await refusal({ DATABASE_URL: ownerUrl })).toBe(told)
  })
})

describe('names what to mend about the store of files', () => {
  let s3: S3Server
  let usable: string
  beforeAll(async () => {
    s3 = await startS3()
    usable = await databaseOf('createrole', ({ name, role }) => `alter database ${name} owner to ${role}`)
  })
  afterAll(() => s3.close())

  const refused = (env: Record<string, string>) => {
    const { url, accessKey, secretKey } = s3.bucket
    return refusal({
      DATABASE_URL: usable,
      S3_BUCKET_URL: url,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
      ...env,
    })
  }

  it('a wrong key', async () => {
    expect(await refused({ S3_SECRET_KEY: 'wrong' })).toBe(
      '文件存储拒绝写入，请检查 S3_ACCESS_KEY、S3_SECRET_KEY、S3_REGION，以及该密钥对存储桶的读写权限（403 SignatureDoesNotMatch）',
    )
  })

  it('a bucket that does not exist', async () => {
    expect(await refused({ S3_BUCKET_URL: s3.bucket.url.replace('/chepu', '/nobody') })).toBe(
      'S3_BUCKET_URL 中的存储桶不存在，请先创建（404 NoSuchBucket）',
    )
  })

  it('nobody at its address', async () => {
    expect(await refused({ S3_BUCKET_URL: 'http://127.0.0.1:9/chepu' })).toBe(
      '文件存储连接不上，请检查 S3_BUCKET_URL 指向的服务是否已启动',
    )
  })
})
