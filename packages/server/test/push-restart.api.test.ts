// The database is killed and starts again while pages are open: no socket is lost, and what was written meanwhile shows.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGroup } from '../src/access/provision'
import { bindAreas } from '../src/app/areas'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/app/embedded-postgres'
import { type App, createApp } from '../src/app/http'
import { migrate } from '../src/app/migrate'
import { bindPush } from '../src/app/push/push'
import { sessionByToken } from '../src/shell/sign-in/session'
import { Database } from '../src/kernel/db/db'
import { isAway } from '../src/kernel/db/failures'
import { notify } from '../src/kernel/notify/notify'
import { scratchFolder } from './memory'
import { PushClient } from './push'
import { signIn, stockShop } from './stage'

let dataDir: string
let postgres: EmbeddedPostgres
let db: Database
let app: App
let origin: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(scratchFolder(), 'chepu-push-'))
  postgres = await startEmbeddedPostgres({ dataDir, log: { debug: () => undefined, error: () => undefined } })
  db = new Database(await migrate(postgres.url, join(import.meta.dirname, '../../../db/migrations')))
  app = await createApp(db)
  await bindPush(app.http, db)
  bindAreas(app)
  origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.http.close()
  await db.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

it('pages stay connected while the database starts again, and are told what they missed', async () => {
  const groupId = await createGroup(db, '测试集团')
  const { orgId } = await db.tenant(groupId, (tx) => stockShop(tx, {}))
  const client = await signIn({ db, origin, groupId }, orgId, 'buyer')
  const { loginId } = await sessionByToken(db, client.token)
  const push = await PushClient.open(origin, client.token)
  const tell = (message: string) =>
    db.tenant(groupId, async (tx) => notify(tx, { users: [loginId], kind: 'news', message }))

  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number.parseInt(pid ?? '', 10), 'SIGKILL')
  // Heartbeats are answered meanwhile, with the counts that are known.
  expect(await push.beat(1)).toMatchObject({ heartbeat_value: 1, unread_num: 0 })
  await untilBack(() => tell('数据库重启时的消息'))
  expect(await push.next((message) => message.unread_num === 1)).toMatchObject({ total_num: 1 })
  await tell('重启以后的消息')
  expect(await push.next((message) => message.msg === '重启以后的消息')).toMatchObject({ unread_num: 2 })
  await push.close()
}, 60_000)

/** Repeats what fails because the database is away. */
async function untilBack(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (!isAway(error)) throw error
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
