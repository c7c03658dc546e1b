import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database'
import { Database } from '../kernel/db'
import { firstStart } from './first-start'

let database: Awaited<ReturnType<typeof freshDatabase>>
let servers: Database[]
beforeAll(async () => {
  database = await freshDatabase()
  servers = [new Database(database.appUrl), new Database(database.appUrl)]
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await database.drop()
})

describe('the first start', () => {
  it('of two servers at once makes one administrator, who keeps the installation', async () => {
    const notices = await Promise.all(servers.map((server) => firstStart(server, database.ownerUrl, false)))
    const told = notices.flat()
    expect(told).toEqual([expect.stringMatching(/^管理员账号 admin01，一次性密码 \w{12}（首次登录后请修改）$/)])
    const logins = await servers[0]?.shared({
      text: 'select username, must_change_password, is_platform from shared.login',
    })
    expect(logins).toEqual([{ username: 'admin01', mustChangePassword: true, isPlatform: true }])
  })

  it('leaves a database that somebody works in alone', async () => {
    expect(await firstStart(servers[0] as Database, database.ownerUrl, true)).toEqual([])
  })

  it('throws a filling away that was cut short, and begins anew', async () => {
    await servers[0]?.shared({ text: 'update shared.tenant_group set is_ready = false' })
    const notice = await firstStart(servers[0] as Database, database.ownerUrl, false)
    expect(notice).toHaveLength(1)
    expect(await servers[0]?.shared({ text: 'select username from shared.login' })).toHaveLength(1)
  })
})
