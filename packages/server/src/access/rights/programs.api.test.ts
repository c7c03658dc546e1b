import { orgRoutes } from '@chepu/contract/access/org'
import { programKeyRoutes } from '@chepu/contract/access/program-key'
import { membershipRoutes, ownUser, userRoleRoutes, userRoutes, type UserRow } from '@chepu/contract/access/user'
import { brandRoutes } from '@chepu/contract/basics/brand'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { announcementRoutes } from '@chepu/contract/shell/announcement'
import {
  changePassword,
  chooseOrg,
  endOtherSessions,
  orgChoices,
  ownSessions,
  passwordInfo,
  pwdLogin,
  userLogin,
  userPermission,
} from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shanghaiDay } from '../../kernel/base/calendar'
import { PushClient } from '../../../test/push'
import { assign, openBranch, roleId, type Worker, worker } from '../../../test/people'
import { Client, one, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Worker
let branch: { orgId: number; warehouseId: number }
beforeAll(async () => {
  shop = await openShop()
  owner = await worker(shop, 'owner')
  branch = await openBranch(shop)
})
afterAll(() => shop.close())

let count = 0
/** A program with the roles, and a key of it. */
async function program(roles: string[] = ['buyer'], more: object = {}) {
  count += 1
  const roleIds = await Promise.all(roles.map((role) => roleId(shop, role)))
  const body = { username: `program_${count}`, realName: `网店对接${count}`, isProgram: true, roleIds }
  const { id } = await owner.client.call(userRoutes.save, { body })
  const made = await owner.client.call(programKeyRoutes.make, { params: { id }, body: { name: '正式', ...more } })
  return { id, keyId: made.id, key: made.key, client: new Client(shop.origin, made.key) }
}
const rowOf = async (id: number) => (await owner.client.call(userRoutes.list, { query: { id } })).rows[0] as UserRow

describe('a program', () => {
  it('works with its key by the rights of its account, and ends nobody’s session', async () => {
    const { id, key, client } = await program()
    expect(key).toMatch(/^chepu_[0-9a-f]{40}$/)
    expect(await rowOf(id)).toMatchObject({ isProgram: true, mobile: '', roleNames: '采购员', isOnline: false })
    expect((await client.ask(brandRoutes.list)).status).toBe(200)
    for (const [name, value] of [
      ['token', key],
      ['authorization', `Bearer ${key}`],
    ] as const)
      expect((await fetch(`${shop.origin}/api/web/brand`, { headers: { [name]: value } })).status).toBe(200)
    expect(await client.ask(userRoutes.kick, { params: { id: owner.userId } })).toMatchObject({ status: 403 })
    const { orgid } = await client.call(orgChoices)
    expect(orgid).toBe(shop.orgId)
    expect((await client.call(userPermission)).is_platform).toBe(false)
    expect(await shop.db.shared({ text: 'select 1 from shared.session where login_id = $1', values: [id] })).toEqual([])
  })

  it('writes under its own name, once for a key of a repeat, and the trail names its key', async () => {
    const { id, key, client } = await program()
    await shop.sql(
      `insert into user_warehouse (group_id, user_id, warehouse_id, can_in) values ($1, $2, $3, true) returning user_id`,
      id,
      shop.warehouseId,
    )
    const body = {
      header: { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId },
      lines: [{ partId: shop.parts.filter, qty: '2', price: '10' }],
    }
    const [one, other] = await Promise.all(
      [1, 2].map(() => client.call(purchaseOrder.routes.save, { body, idempotencyKey: 'shop-order-4711' })),
    )
    expect(one?.id).toBe(other?.id)
    const trail = await shop.sql(
      `select user_id, device_id, action from audit_log where group_id = $1 and entity = 'purchase_order' and entity_id = $2`,
      one?.id,
    )
    expect(trail).toEqual([expect.objectContaining({ userId: id, deviceId: key.slice(0, 12) })])
  })

  it('is let in by no way of the sign-in, and nothing of a person’s sign-in serves it', async () => {
    const { id, key, client } = await program()
    const { username } = await rowOf(id)
    for (const password of ['', 'nobody has this password', key])
      expect(
        await new Client(shop.origin, '').ask(pwdLogin, { body: { username, password, force: true } }),
      ).toMatchObject({
        status: 400,
      })
    expect(await client.ask(userLogin, { body: { access_token: key } })).toMatchObject({ status: 401 })
    const own = [
      client.ask(passwordInfo),
      client.ask(ownSessions),
      client.ask(endOtherSessions),
      client.ask(chooseOrg, { body: { orgid: shop.orgId } }),
      client.ask(ownUser, { body: { realName: '别的名字' } }),
      client.ask(changePassword, { body: { old_password: 'x', new_password: 'Other_1', confirm: 'Other_1' } }),
    ]
    for (const answer of await Promise.all(own)) expect(answer).toMatchObject({ status: 403, msg: /^接口账号不能使用/ })
    const routes = shop.app.routes.filter((route) => route.forPeople)
    for (const route of routes) {
      const headers = { token: key, 'content-type': 'application/json' }
      const body = route.method === 'GET' ? null : '{}'
      const { status } = await fetch(shop.origin + route.path.replace(/:\w+/g, '1'), {
        method: route.method,
        headers,
        body,
      })
      expect(`${route.path} ${status}`).toBe(`${route.path} 403`)
    }
  })

  it('is no person: no mobile, no password, no employee, no owner, no administrator, no reader of announcements', async () => {
    const { id } = await program(['admin'])
    const ask = (body: object) =>
      owner.client.ask(userRoutes.save, { body: { username: 'program_x', realName: '程序', isProgram: true, ...body } })
    expect(await ask({ mobile: '13800138055' })).toMatchObject({ errors: [{ path: 'mobile' }] })
    expect(await ask({ employeeId: 1 })).toMatchObject({ errors: [{ path: 'employeeId' }] })
    const row = await rowOf(id)
    const changed = { id, version: row.version, username: row.username, realName: row.realName, mobile: '13800138055' }
    expect(await owner.client.ask(userRoutes.save, { body: changed })).toMatchObject({ errors: [{ path: 'mobile' }] })
    expect(await owner.client.ask(userRoutes.resetPassword, { params: { id } })).toMatchObject({
      status: 400,
      msg: '接口账号没有密码，请新建密钥',
    })
    const employeeId = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'employee', { org_id: shop.orgId, emp_no: 'E900', name: '无账号' }),
    )
    const employee = { action: 'change', userId: id, orgId: shop.orgId, employeeId, version: row.version } as const
    expect(await owner.client.ask(membershipRoutes.save, { body: employee })).toMatchObject({
      errors: [{ path: 'employeeId', message: '接口账号不是员工' }],
    })
    const roleIds = [await roleId(shop, 'owner')]
    const roles = { userId: id, orgId: shop.orgId, roleIds, version: row.version }
    expect(await owner.client.ask(userRoleRoutes.save, { body: roles })).toMatchObject({ msg: '接口账号不能是老板' })
    const { rows } = await owner.client.call(orgRoutes.members, { params: { id: shop.orgId } })
    expect(rows.map((each) => each.userId)).not.toContain(id)
    await owner.client.call(announcementRoutes.publish, {
      body: { title: '放假通知', body: '春节放假', orgId: shop.orgId },
    })
    const told = await shop.sql<{ userId: number }>(
      `select user_id from notification where group_id = $1 and message like '%放假通知%'`,
    )
    expect(told.map((each) => each.userId)).toContain(owner.userId)
    expect(told.map((each) => each.userId)).not.toContain(id)
  })

  it('does not keep an organisation governed when its last administrator goes', async () => {
    const { client, userId } = await worker(shop, 'admin', branch.orgId)
    const { id } = await program([])
    await assign(shop, id, branch.orgId, ['admin'])
    await assign(shop, owner.userId, branch.orgId, ['buyer'])
    await shop.sql(
      `insert into user_button (group_id, user_id, org_id, button_id, is_granted) values ($1, $2, $3, 372, true), ($1, $2, $3, 455, true) returning user_id`,
      owner.userId,
      branch.orgId,
    )
    const { version } = await client.call(userRoleRoutes.read, { query: { userId } })
    const body = { userId, orgId: branch.orgId, roleIds: [], version }
    expect(await client.ask(userRoleRoutes.save, { body })).toMatchObject({ status: 400, msg: /至少要保留一名/ })
  })
})

describe('the push socket of a program', () => {
  it('opens with the key, tells what the account is told, and closes when the key is stopped', async () => {
    const { id, keyId, key } = await program()
    const push = new PushClient(shop.origin, '', { headers: { token: key } })
    await push.next()
    const buyer = await worker(shop, 'owner')
    await buyer.client.call(userRoleRoutes.save, {
      body: {
        userId: id,
        orgId: shop.orgId,
        roleIds: [await roleId(shop, 'salesperson')],
        version: (await rowOf(id)).version,
      },
    })
    expect(await push.next((message) => message.permission)).toMatchObject({ permission: true })
    await owner.client.call(programKeyRoutes.stop, { params: { id, keyId } })
    expect(await push.closed).toBe(4401)
    expect(await new PushClient(shop.origin, key).closed).toBe(4401)
    const bound = await program(['buyer'], { addresses: ['203.0.113.7'] })
    expect(await new PushClient(shop.origin, bound.key).closed).toBe(4401)
    const near = new PushClient(shop.origin, bound.key, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    await near.next()
    await near.close()
  })
})
