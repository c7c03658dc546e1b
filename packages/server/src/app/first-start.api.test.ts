import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database'
import { Database } from '../kernel/db/db'
import { demoPassword } from '../../../../db/demo/people'
import { createUser } from '../access/provision'
import { hashPassword } from '../shell/sign-in/passwords'
import { demoWarning, firstStart, standsOpen, passwordNotice } from './first-start'

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
    const starts = await Promise.all(servers.map((server) => firstStart(server, database.ownerUrl, false)))
    const told = starts.flatMap(({ password }) => password ?? [])
    expect(told).toEqual([expect.stringMatching(/^\w{12}$/)])
    expect(await passwordNotice(told[0] as string, 'nowhere', true)).toBe(
      `管理员账号 admin01，一次性密码 ${told[0]}（首次登录后请修改）`,
    )
    const logins = await servers[0]?.shared({
      text: 'select username, must_change_password, is_platform from shared.login',
    })
    expect(logins).toEqual([{ username: 'admin01', mustChangePassword: true, isPlatform: true }])
  })

  it('leaves a database that somebody works in alone', async () => {
    expect(await firstStart(servers[0] as Database, database.ownerUrl, true)).toEqual({
      notice: [],
      hasDemoPassword: false,
    })
  })

  it('throws a filling away that was cut short, and begins anew', async () => {
    await servers[0]?.shared({ text: 'update shared.tenant_group set is_ready = false' })
    const { password } = await firstStart(servers[0] as Database, database.ownerUrl, false)
    expect(password).toMatch(/^\w{12}$/)
    expect(await servers[0]?.shared({ text: 'select username from shared.login' })).toHaveLength(1)
  })

  it('warns of the demo logins while any keeps its published password and the network reaches them', async () => {
    const db = servers[0] as Database
    const [group] = await db.shared<{ id: number }>({ text: 'select id from shared.tenant_group' })
    const people = ['boss01', 'sales02', 'manager02']
    for (const username of people)
      await createUser(db, group?.id as number, { username, realName: '演示员工', password: demoPassword })
    const again = () => firstStart(db, database.ownerUrl, true)
    const start = await again()
    expect(start.notice).toEqual([
      `演示账号（密码 ${demoPassword}）：boss01 sales02 manager02`,
      '老板 boss01 可以做全部业务；其他账号各按岗位授权。',
    ])
    const hosts = ['0.0.0.0', '::', '192.168.1.8', 'localhost', '127.0.0.1', '127.1.2.3', '::1']
    expect(hosts.map((host) => standsOpen(start, host))).toEqual([true, true, true, false, false, false, false])
    expect(demoWarning('0.0.0.0')).toMatch(/^注意：演示账号使用公开的密码，而本机监听 0\.0\.0\.0，同一网络的人都能登录/)

    const changed = await hashPassword('Changed_1')
    const change = (text: string, username: string) =>
      db.shared({ text: `update shared.login set ${text} where username = $1`, values: [username] })
    await change(`password_hash = '${changed}'`, 'boss01')
    expect((await again()).notice).toEqual([`演示账号（密码 ${demoPassword}）：sales02 manager02`])
    await change('is_active = false', 'sales02')
    expect((await again()).hasDemoPassword).toBe(true)
    await change(`password_hash = '${changed}'`, 'manager02')
    expect(await again()).toEqual({ notice: [], hasDemoPassword: false })
  })
})
