// A backup that is made while six clients post is a data directory that the program starts on.
import { readdirSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGroup } from '../src/access/provision'
import { backUp, wholeBackups } from '../src/app/backup/backup'
import { isDue } from '../src/app/backup/schedule'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { Database } from '../src/kernel/db/db'
import { knowKinds } from './kinds'
import { ownerUrlIn, startProgram } from './own-program'
import type { Program } from './program'
import { post } from './desk'
import { assertBooks, Client, signIn, stockShop } from './stage'

const clients = 6

let base: string
let dataDir: string
let dir: string
/** The backup on which a program was started. */
let worked: string
const programs: Program[] = []
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'chepu-backup-'))
  dataDir = join(base, 'data')
  dir = join(base, 'backups')
})
afterAll(async () => {
  for (const program of programs) await program.kill()
  await rm(base, { recursive: true, force: true, maxRetries: 20 })
})

async function start(env: Record<string, string>): Promise<Program> {
  const program = await startProgram({ DATABASE_URL: '', ...env })
  programs.push(program)
  return program
}

async function withDatabase<Result>(folder: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = new Database(await ownerUrlIn(folder))
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

it('holds all that was acknowledged before it, and books that agree', async () => {
  const program = await start({ DATA_DIR: dataDir })
  const { groupId, shop, traders } = await withDatabase(dataDir, async (db) => {
    const groupId = await createGroup(db, '测试集团')
    const shop = await db.tenant(groupId, (tx) => stockShop(tx, {}))
    await db.shared({ text: 'update shared.tenant_group set is_ready = true' })
    const hired = Array.from({ length: clients }, () =>
      signIn({ db, origin: program.origin, groupId }, shop.orgId, 'owner'),
    )
    return { groupId, shop, traders: await Promise.all(hired) }
  })
  const told: number[] = []
  const market = { isOpen: true }
  const trade = async (client: Client) => {
    const header = { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId }
    const lines = Object.values(shop.parts).map((partId) => ({ partId, qty: '2', price: '12.34' }))
    while (market.isOpen) {
      const { id } = await post(client, goodsReceipt.routes, { header, lines })
      told.push(id)
    }
  }
  const trading = Promise.all(traders.map(trade))
  await expect.poll(() => told.length, { timeout: 30_000 }).toBeGreaterThan(clients)
  await mkdir(join(dataDir, 'files/1/image'), { recursive: true })
  await writeFile(join(dataDir, 'files/1/image/7'), 'picture')

  const before = [...told]
  const folder = await backUp({ dir, keep: 2, dataDir, ownerUrl: await ownerUrlIn(dataDir) })
  worked = basename(folder)
  const during = told.length - before.length
  market.isOpen = false
  await trading
  expect(during, 'the program worked meanwhile').toBeGreaterThan(0)
  expect((await program.stop()).code).toBe(0)

  const restored = await start({ DATA_DIR: folder })
  expect(await readFile(join(folder, 'files/1/image/7'), 'utf8')).toBe('picture')
  const [{ token }] = traders as [Client]
  await new Client(restored.origin, token).call(goodsReceipt.routes.read, { params: { id: before[0] as number } })
  await withDatabase(folder, async (db) => {
    const rows = await db.shared<{ id: number }>({ text: `select id from goods_document where state = 'done'` })
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(before))
    await knowKinds(db)
    await assertBooks(db, groupId)
  })
  expect((await restored.stop()).code).toBe(0)
})

/** What is left of a whole backup, as far as it is looked at. */
async function oldBackup(name: string): Promise<void> {
  await mkdir(join(dir, name, 'postgres'), { recursive: true })
  await writeFile(join(dir, name, 'postgres/backup_label'), '')
}

it('is made at the start when the night was missed, whole or not at all, and old ones go', async () => {
  for (const name of ['chepu-2026-01-01-020000', 'chepu-2026-01-02-020000']) await oldBackup(name)
  const others = ['chepu-2020-01-01-000000', 'chepu-others.unfinished', 'chepu-2099-01-01-000000', 'other']
  for (const name of others) await mkdir(join(dir, name))
  await oldBackup('chepu-2099-01-01-000000')
  const env = { DATA_DIR: dataDir, BACKUP_DIR: dir, BACKUP_KEEP: '2' }
  const first = await start(env)
  const drafts = async () => (await readdir(dir)).filter((name) => /\d\.unfinished$/.test(name))
  await expect.poll(drafts, { interval: 5, timeout: 20_000 }).toHaveLength(1)
  await first.kill()
  expect(await drafts()).toHaveLength(1)
  expect(await wholeBackups(dir)).toEqual([
    'chepu-2026-01-01-020000',
    'chepu-2026-01-02-020000',
    'chepu-2099-01-01-000000',
  ])

  const second = await start(env)
  await second.says('backed up')
  const [newest = '', wrongClock] = await wholeBackups(dir)
  expect([wrongClock, (await readdir(dir)).toSorted()]).toEqual([
    'chepu-2099-01-01-000000',
    // What somebody else put there stays, and so does the one on which a program was started.
    [...others, 'chepu-installation', newest, worked].toSorted(),
  ])
  expect((await stat(join(dir, newest))).mode & 0o777).toBe(0o700)
  const ready = (await (await fetch(`${second.origin}/readyz`)).json()) as object
  expect(ready).toMatchObject({ status: 'ready', backup: { lastAt: expect.stringContaining('T'), failed: false } })
  expect((await second.stop()).code).toBe(0)
})

it('of another installation, or that loses a file meanwhile, is none', async () => {
  await writeFile(join(dir, 'chepu-installation'), 'somebody else')
  const before = await readdir(dir)
  const program = await start({ DATA_DIR: dataDir, BACKUP_DIR: dir })
  await program.says('里是另一套系统的备份，请为每套系统各设一个备份目录')
  await rm(join(dir, 'chepu-installation'))
  const options = { dir, keep: 2, dataDir, ownerUrl: await ownerUrlIn(dataDir) }
  const spoilt = backUp({ ...options, isStopped: () => takeAway(before) })
  await expect(spoilt).rejects.toThrow(/ENOENT|个文件在备份时被删除/)
  expect(await readdir(dir)).toEqual(before)
  expect((await program.stop()).code).toBe(0)
})

/** Deletes the version of the cluster from the backup that is being made, as somebody's cleaner might. Never stops it. */
function takeAway(before: readonly string[]): boolean {
  const draft = readdirSync(dir).find((name) => !before.includes(name))
  if (draft) rmSync(join(dir, draft, 'postgres/PG_VERSION'), { force: true })
  return false
}

it('that fails is told in one line, to the keeper too, and stops nobody', async () => {
  await writeFile(join(base, 'a-file'), '')
  const program = await start({ DATA_DIR: dataDir, BACKUP_DIR: join(base, 'a-file/below') })
  await program.says('备份失败')
  expect(program.log.filter(({ level }) => level >= 50)).toMatchObject([
    { msg: expect.stringMatching(/^备份失败：备份目录不可用 .*a-file\/below（.*）$/) },
  ])
  const answer = await fetch(`${program.origin}/readyz`)
  expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'ready', backup: { failed: true } }])
  await withDatabase(dataDir, (db) =>
    expect
      .poll(() => db.shared({ text: `select message from notification where message like '备份失败%'` }))
      .toHaveLength(1),
  )
  expect((await program.stop()).code).toBe(0)
})

it('is due when none was made since 02:00 of Shanghai', () => {
  const at = (time: string) => new Date(`2026-03-02T${time}:00+08:00`)
  expect(isDue(undefined, at('12:00'))).toBe(true)
  expect(isDue('chepu-2026-03-01-020001', at('01:59'))).toBe(false)
  expect(isDue('chepu-2026-03-01-020001', at('02:00'))).toBe(true)
  expect(isDue('chepu-2026-03-01-235959', at('08:30'))).toBe(true)
  expect(isDue('chepu-2026-03-02-083000', at('23:59'))).toBe(false)
})
