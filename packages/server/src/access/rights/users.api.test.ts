import {
  freeEmployees,
  membershipRoutes,
  ownUnbind,
  ownUser,
  userRoleRoutes,
  userRoutes,
  type UserRow,
} from '@chepu/contract/access/user'
import { brandRoutes } from '@chepu/contract/basics/brand'
import { searchParts, searchPartners } from '@chepu/contract/basics/lookups'
import { readBell } from '@chepu/contract/shell/bell'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { changePassword, menuTree, orgChoices, passwordInfo, pwdLogin } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, openBranch, roleId, type Worker, worker } from '../../../test/people'
import { Client, one, openShop, type Shop } from '../../../test/shop'
import { createGroup, createUser } from '../provision'

let shop: Shop
let owner: Worker
let manager: Worker
let admin: Worker
let branch: { orgId: number; warehouseId: number }
beforeAll(async () => {
  shop = await openShop()
  owner = await worker(shop, 'owner')
  manager = await worker(shop, 'manager')
  admin = await worker(shop, 'admin')
  branch = await openBranch(shop)
})
afterAll(() => shop.close())

const row = async (client: Client, id: number): Promise<UserRow | undefined> =>
  (await client.call(userRoutes.list, { query: { id } })).rows[0]
const versionOf = async (id: number) => (await row(owner.client, id))?.version as number
const signIn = (username: string, password: string) =>
  new Client(shop.origin, '').ask(pwdLogin, { body: { username, password, force: true } })

describe('a new user', () => {
  it('gets a one-time password that he must change, and works with his roles', async () => {
    const made = await owner.client.call(userRoutes.save, {
      body: { username: 'Chen_Ming', realName: '陈明', mobile: '13800138001', roleIds: [await roleId(shop, 'buyer')] },
    })
    expect(made).toMatchObject({ username: 'chen_ming', oneTimePassword: expect.stringMatching(/^\w{12}$/) })
    expect(await row(owner.client, made.id)).toMatchObject({
      username: 'chen_ming',
      orgNames: '测试配件店',
      roleNames: '采购员',
      isActive: true,
      isOnline: false,
      isProtected: false,
    })
    const signed = await signIn('chen_ming', made.oneTimePassword as string)
    const client = new Client(shop.origin, signed.data.access_token as string)
    expect((await client.call(menuTree)).map((item) => item.jsondata.name)).toContain('purchasing')
    const name = { realName: '陈明', mobile: '13800138009', old_password: made.oneTimePassword as string }
    const asks = [
      client.ask(ownUser, { body: name }),
      client.ask(searchPartners, { query: {} }),
      client.ask(searchParts, { query: { q: 'a' } }),
      client.ask(dashboard),
      client.ask(readBell),
    ]
    const refused = { status: 403, msg: '您现在用的是一次性密码，请先修改密码' }
    for (const answer of await Promise.all(asks)) expect(answer).toMatchObject(refused)
    const change = { old_password: made.oneTimePassword as string, new_password: 'Mine_123', confirm: 'Mine_123' }
    await client.call(changePassword, { body: change })
    expect((await client.ask(dashboard)).status).toBe(200)
    expect(await row(owner.client, made.id)).toMatchObject({ isOnline: true, lastLoginAt: expect.any(String) })
  })

  it('needs a name that nobody in any group has; the refusal tells nothing more', async () => {
    const other = await createGroup(shop.db, '别的集团')
    await createUser(shop.db, other, { username: 'stranger1', realName: '外人', mobile: '13900139000', password: 'x' })
    const save = (body: object) =>
      owner.client.ask(userRoutes.save, { body: { username: 'fresh_01', realName: '新人', ...body } })
    expect(await save({ username: 'STRANGER1' })).toMatchObject({
      status: 400,
      msg: '用户名“STRANGER1”已被使用，请换一个',
    })
    expect(await save({ mobile: '13900139000' })).toMatchObject({ status: 400, msg: '手机号13900139000已有账号' })
    expect(await save({ username: 'a b c d e f' })).toMatchObject({
      msg: '用户名或密码不能包含空格！',
    })
    expect(await save({ username: 'short' })).toMatchObject({ errors: [{ path: 'username' }] })
    expect(await save({ mobile: '123' })).toMatchObject({ errors: [{ path: 'mobile', message: '请输入正确的手机号' }] })
    expect(await save({ realName: '王' })).toMatchObject({ errors: [{ path: 'realName' }] })
  })

  it('is made once by two clicks', async () => {
    const body = { username: 'twice_01', realName: '两次' }
    const both = await Promise.all([1, 2].map(() => owner.client.ask(userRoutes.save, { body })))
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 400])
  })
})

describe('users of an account', () => {
  it('change name and mobile under their version', async () => {
    const { userId } = await worker(shop, 'salesperson')
    const before = (await row(owner.client, userId)) as UserRow
    const body = { id: userId, username: before.username, realName: '改了名', mobile: '', version: before.version }
    await owner.client.call(userRoutes.save, { body })
    expect(await row(owner.client, userId)).toMatchObject({ realName: '改了名' })
    expect(await owner.client.ask(userRoutes.save, { body })).toMatchObject({
      status: 409,
      msg: '用户已被他人修改，请刷新后重试',
    })
    const renamed = { ...body, version: before.version + 1, username: 'other_name' }
    expect(await owner.client.ask(userRoutes.save, { body: renamed })).toMatchObject({ msg: '用户名不能修改' })
  })

  it('are out at once when disabled, kicked or given a new password', async () => {
    const { client, userId } = await worker(shop, 'buyer')
    await owner.client.call(userRoutes.kick, { params: { id: userId } })
    expect(await client.ask(brandRoutes.list)).toMatchObject({ status: 521, msg: '您已被管理员强制下线' })

    const second = await worker(shop, 'buyer')
    const { oneTimePassword, username } = await owner.client.call(userRoutes.resetPassword, {
      params: { id: second.userId },
    })
    expect(await second.client.ask(brandRoutes.list)).toMatchObject({ status: 521 })
    expect((await signIn(username, 'Secret_1')).status).toBe(400)
    const signed = await signIn(username, oneTimePassword)
    expect(signed.data.status).toBe(0)

    await owner.client.call(userRoutes.enable, {
      params: { id: second.userId },
      body: { isActive: false, version: await versionOf(second.userId) },
    })
    const again = new Client(shop.origin, signed.data.access_token as string)
    expect(await again.ask(brandRoutes.list)).toMatchObject({ status: 521, msg: '您的账号已停用，请联系管理员' })
    expect((await signIn(username, oneTimePassword)).msg).toContain('停用')
    await owner.client.call(userRoutes.enable, {
      params: { id: second.userId },
      body: { isActive: true, version: await versionOf(second.userId) },
    })
    expect(await again.ask(brandRoutes.list)).toMatchObject({ status: 521, msg: '您的账号曾被停用，请重新登录' })
  })

  it('keep no one-time password in the database', async () => {
    const { userId } = await worker(shop, 'buyer')
    const { oneTimePassword } = await owner.client.call(userRoutes.resetPassword, {
      params: { id: userId },
      idempotencyKey: 'reset-1',
    })
    const kept = await shop.sql(
      `select 1 as found from idempotency_key where group_id = $1 and response::text like '%' || $2 || '%'
        union all select 1 from audit_log where group_id = $1 and detail::text like '%' || $2 || '%'`,
      oneTimePassword,
    )
    expect(kept).toEqual([])
  })

  it('may change their own name, and nothing of others', async () => {
    const { client, userId } = await worker(shop, 'technician')
    const change = (more: object) =>
      client.ask(ownUser, { body: { realName: '我自己', mobile: '13700137000', ...more } })
    expect(await change({})).toMatchObject({
      status: 400,
      errors: [{ path: 'old_password', message: '改手机请输入登录密码' }],
    })
    expect(await change({ old_password: 'Wrong_1' })).toMatchObject({ status: 400, msg: '登录密码不正确' })
    expect(await change({ old_password: 'Secret_1', mobile: '123' })).toMatchObject({ msg: '请输入正确的手机号' })
    expect(await change({ old_password: 'Secret_1' })).toMatchObject({ status: 200 })
    expect(await change({ realName: '我自己' })).toMatchObject({ status: 200 })
    expect(await row(owner.client, userId)).toMatchObject({ realName: '我自己', mobile: '13700137000' })
    expect(await client.ask(userRoutes.list)).toMatchObject({ status: 403 })
  })
})

describe('解绑', () => {
  const bound = async (by: typeof owner, userId: number) => (await row(by.client, userId))?.providers
  const bind = (loginId: number, ...providers: string[]) =>
    Promise.all(
      providers.map((provider) =>
        shop.db.shared({
          text: 'insert into shared.identity (provider, subject, login_id) values ($1, $2, $3)',
          values: [provider, `${provider}-${loginId}`, loginId],
        }),
      ),
    )

  it('takes one outside way from a user, ends nothing else, and is written down', async () => {
    const { client, userId } = await worker(shop, 'buyer')
    await bind(userId, 'wechat', 'wecom')
    expect(await bound(owner, userId)).toEqual(['wechat', 'wecom'])
    const ask = (by: typeof owner, provider: 'wechat' | 'iam' | 'qq') =>
      by.client.ask(userRoutes.unbind, { params: { id: userId }, body: { provider: provider as 'iam' } })
    expect(await ask({ client, userId }, 'wechat')).toMatchObject({ status: 403 })
    expect(await ask(owner, 'qq')).toMatchObject({ status: 400 })
    expect(await ask(owner, 'iam')).toMatchObject({ status: 400, msg: '该账号没有绑定企业账号' })
    expect(await ask(owner, 'wechat')).toMatchObject({ status: 200 })
    expect(await ask(owner, 'wechat')).toMatchObject({ status: 400, msg: '该账号没有绑定微信' })
    expect(await bound(owner, userId)).toEqual(['wecom'])
    expect((await client.ask(passwordInfo)).data.identities).toMatchObject([{ provider: 'wecom' }])
    const log = await shop.sql(
      `select user_id, detail from audit_log where group_id = $1 and entity = 'app_user' and entity_id = $2
        and action = 'unbind'`,
      userId,
    )
    expect(log).toEqual([{ userId: owner.userId, detail: { provider: 'wechat' } }])
  })

  it('is open to everybody for himself, and to nobody for an owner or beyond his reach', async () => {
    const own = await worker(shop, 'technician')
    await bind(own.userId, 'iam')
    expect(await own.client.ask(ownUnbind, { body: { provider: 'iam' } })).toMatchObject({ status: 200 })
    expect(await own.client.ask(ownUnbind, { body: { provider: 'iam' } })).toMatchObject({ status: 400 })
    const there = await worker(shop, 'salesperson', branch.orgId)
    await bind(there.userId, 'iam')
    await bind(owner.userId, 'iam')
    const ask = (id: number) => manager.client.ask(userRoutes.unbind, { params: { id }, body: { provider: 'iam' } })
    expect(await ask(there.userId)).toMatchObject({ status: 404 })
    expect(await ask(owner.userId)).toMatchObject({ status: 403, msg: '老板的账号只能由老板操作' })
    expect(await ask(999_999)).toMatchObject({ status: 404 })
  })
})

describe('who may touch whom', () => {
  it('hides users of organisations beyond the caller’s reach', async () => {
    const there = await worker(shop, 'salesperson', branch.orgId)
    expect(await row(manager.client, there.userId)).toBeUndefined()
    for (const ask of [
      manager.client.ask(userRoutes.kick, { params: { id: there.userId } }),
      manager.client.ask(userRoutes.resetPassword, { params: { id: there.userId } }),
      manager.client.ask(userRoleRoutes.read, { query: { userId: there.userId } }),
      manager.client.ask(membershipRoutes.save, {
        body: { action: 'add', userId: there.userId, orgId: shop.orgId },
      }),
    ])
      expect(await ask).toMatchObject({ status: 404 })
  })

  it('does not let a manager deal with an account that also works elsewhere', async () => {
    const both = await worker(shop, 'buyer')
    await assign(shop, both.userId, branch.orgId, ['buyer'])
    expect(await manager.client.ask(userRoutes.resetPassword, { params: { id: both.userId } })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('管理范围以外的企业'),
    })
  })

  it('keeps users of other groups unknown', async () => {
    const group = await createGroup(shop.db, '第三集团')
    const id = await createUser(shop.db, group, { username: 'third_01', realName: '三', password: 'x' })
    expect(await owner.client.ask(userRoutes.kick, { params: { id } })).toMatchObject({ status: 404 })
    expect(await row(owner.client, id)).toBeUndefined()
    const save = { id, version: 1, username: 'third_01', realName: '占了' }
    expect(await owner.client.ask(userRoutes.save, { body: save })).toMatchObject({ status: 404 })
  })

  it('leaves owners to owners and the platform’s keeper to himself', async () => {
    const ask = (client: Client, id: number) => client.ask(userRoutes.resetPassword, { params: { id } })
    expect(await ask(manager.client, owner.userId)).toMatchObject({ status: 403, msg: '老板的账号只能由老板操作' })
    expect(await ask(admin.client, owner.userId)).toMatchObject({ status: 403 })
    const keeper = await worker(shop, 'admin')
    await shop.db.shared({ text: 'update shared.login set is_platform = true where id = $1', values: [keeper.userId] })
    expect(await ask(owner.client, keeper.userId)).toMatchObject({ msg: '平台管理员只能由平台管理员操作' })
    const version = await versionOf(keeper.userId)
    const off = { params: { id: keeper.userId }, body: { isActive: false, version } }
    expect(await owner.client.ask(userRoutes.enable, off)).toMatchObject({ status: 403 })
    expect(
      await owner.client.ask(userRoleRoutes.save, {
        body: { userId: keeper.userId, orgId: shop.orgId, roleIds: [], version },
      }),
    ).toMatchObject({ status: 403 })
    expect((await row(owner.client, keeper.userId))?.isProtected).toBe(true)
  })
})

describe('the last owner or administrator', () => {
  it('is not disabled, removed or stripped, also not by two at once', async () => {
    const first = await worker(shop, 'owner', branch.orgId)
    const second = await worker(shop, 'owner', branch.orgId)
    const off = async (by: Worker, of: Worker) => {
      const { rows } = await by.client.call(userRoutes.list, { query: { id: of.userId } })
      const body = { isActive: false, version: rows[0]?.version as number }
      return by.client.ask(userRoutes.enable, { params: { id: of.userId }, body })
    }
    const both = await Promise.all([off(first, second), off(second, first)])
    expect(both.filter((answer) => answer.status === 200)).toHaveLength(1)
    const left = both[0]?.status === 200 ? first : second
    const strip = {
      userId: left.userId,
      orgId: branch.orgId,
      roleIds: [await roleId(shop, 'salesperson')],
      version: (await left.client.call(userRoleRoutes.read, { query: { userId: left.userId } })).version,
    }
    expect(await left.client.ask(userRoleRoutes.save, { body: strip })).toMatchObject({
      status: 400,
      msg: '企业“测试分店”至少要保留一名可用的老板或系统管理员',
    })
    await assign(shop, owner.userId, branch.orgId, ['manager'])
    const removed = { action: 'remove' as const, userId: left.userId, orgId: branch.orgId, version: strip.version }
    // The shop's owner is manager only in the branch, so the branch's owner is above him there.
    expect(await owner.client.ask(membershipRoutes.save, { body: removed })).toMatchObject({ status: 403 })
  })

  it('on record goes only by a hand-over', async () => {
    const third = await openBranch(shop, '03', '三店')
    const boss = await worker(shop, 'owner', third.orgId)
    const deputy = await worker(shop, 'owner', third.orgId)
    await shop.sql('update org set admin_user_id = $3 where group_id = $1 and id = $2', third.orgId, boss.userId)
    const version = (await deputy.client.call(userRoleRoutes.read, { query: { userId: boss.userId } })).version
    const off = { params: { id: boss.userId }, body: { isActive: false, version } }
    expect(await deputy.client.ask(userRoutes.enable, off)).toMatchObject({
      msg: expect.stringContaining('请先移交管理员'),
    })
    const strip = { userId: boss.userId, orgId: third.orgId, roleIds: [], version }
    expect(await deputy.client.ask(userRoleRoutes.save, { body: strip })).toMatchObject({
      msg: expect.stringContaining('请先移交管理员'),
    })
  })
})

describe('所属企业', () => {
  it('lets a user choose one more organisation, from a day on, and takes it away at once', async () => {
    await assign(shop, admin.userId, branch.orgId, ['admin'])
    const { client, userId } = await worker(shop, 'salesperson')
    const change = async (body: object) =>
      admin.client.ask(membershipRoutes.save, {
        body: { userId, orgId: branch.orgId, version: await versionOf(userId), ...body } as never,
      })
    const role = await roleId(shop, 'salesperson')
    expect(await change({ action: 'add', roleIds: [role], startsOn: '2099-01-01' })).toMatchObject({ status: 200 })
    const choices = async () => (await client.call(orgChoices)).orgList.map((org) => org.orgid)
    expect(await choices()).toEqual([shop.orgId])
    expect(await change({ action: 'change', startsOn: null })).toMatchObject({ status: 200 })
    expect(await choices()).toContain(branch.orgId)
    expect(await change({ action: 'add' })).toMatchObject({ msg: expect.stringContaining('已属于该企业') })
    const { rows } = await admin.client.call(membershipRoutes.list, { query: { userId } })
    expect(rows).toMatchObject([
      { orgId: shop.orgId, isDefault: true, roleNames: '销售员' },
      { orgId: branch.orgId, isDefault: false, roleNames: '销售员', startsOn: null },
    ])
    expect(await change({ action: 'default' })).toMatchObject({ status: 200 })
    expect((await client.call(orgChoices)).orgList[0]).toMatchObject({ orgid: branch.orgId, is_default: 1 })
    expect(await change({ action: 'enable', isActive: false })).toMatchObject({ status: 200 })
    expect(await choices()).toEqual([shop.orgId])
    expect(await change({ action: 'remove' })).toMatchObject({ status: 200 })
    expect((await admin.client.call(membershipRoutes.list, { query: { userId } })).rows).toHaveLength(1)
    const here = { userId, orgId: shop.orgId, version: await versionOf(userId) }
    await admin.client.call(membershipRoutes.save, { body: { action: 'remove', ...here } })
    expect(await client.ask(brandRoutes.list)).toMatchObject({ status: 521, msg: '您已被移出当前企业，请重新登录' })
  })

  it('joins a free employee of that organisation only', async () => {
    const { userId } = await worker(shop, 'buyer')
    const employees = await shop.db.tenant(shop.groupId, async (tx) => {
      const [taken] = await tx.query<{ id: number }>({
        text: 'select id from employee where group_id = $1 and user_id = $2',
        values: [tx.groupId, owner.userId],
      })
      const free = await one(tx, 'employee', { org_id: shop.orgId, emp_no: 'E100', name: '新员工' })
      const there = await one(tx, 'employee', { org_id: branch.orgId, emp_no: 'E200', name: '分店员工' })
      return { taken: taken?.id as number, free, there }
    })
    const link = async (employeeId: number) =>
      owner.client.ask(membershipRoutes.save, {
        body: { action: 'change', userId, orgId: shop.orgId, version: await versionOf(userId), employeeId },
      })
    expect(await link(employees.taken)).toMatchObject({ errors: [{ path: 'employeeId', message: '该员工已有账号' }] })
    expect(await link(employees.there)).toMatchObject({ errors: [{ message: '请选择该企业的员工' }] })
    const { rows: before } = await owner.client.call(freeEmployees, { query: { orgId: shop.orgId } })
    expect(before.map((row) => row.id)).toContain(employees.free)
    expect(await link(employees.free)).toMatchObject({ status: 200 })
    const { rows } = await owner.client.call(membershipRoutes.list, { query: { userId } })
    expect(rows[0]).toMatchObject({ employeeName: '新员工' })
  })

  it('keeps a stale page from overwriting', async () => {
    const { userId } = await worker(shop, 'buyer')
    const body = {
      action: 'enable' as const,
      userId,
      orgId: shop.orgId,
      isActive: false,
      version: await versionOf(userId),
    }
    expect(await owner.client.ask(membershipRoutes.save, { body })).toMatchObject({ status: 200 })
    expect(await owner.client.ask(membershipRoutes.save, { body })).toMatchObject({ status: 409 })
  })
})
