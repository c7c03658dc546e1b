import { announcementRoutes } from '@chepu/contract/shell/announcement'
import { readBell } from '@chepu/contract/shell/bell'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignUser, createGroup, createOrg } from '../../access/provision'
import { sessionByToken } from '../sign-in/session'
import { PushClient } from '../../../test/push'
import { assign, worker } from '../../../test/people'
import { type Client, one, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let elsewhere: number
let boss: Client
beforeAll(async () => {
  shop = await openShop()
  elsewhere = await shop.db.tenant(shop.groupId, (tx) =>
    createOrg(tx, {
      code: '02',
      name: '二店',
      shortName: '二店',
      orgType: 'parts_trade',
      taxpayerKind: 'small',
      startMonth: 202601,
    }),
  )
  boss = await shop.signIn('owner')
  const { loginId: userId } = await sessionByToken(shop.db, boss.token)
  await shop.db.tenant(shop.groupId, (tx) =>
    assignUser(tx, { userId, orgId: elsewhere, roles: ['owner'], isDefault: false }),
  )
  // His rights are read anew with the second organisation.
  await shop.db.shared({
    text: 'update shared.login set access_version = access_version + 1 where id = $1',
    values: [userId],
  })
})
afterAll(() => shop.close())

const publish = (client: Client, body: { title: string; body?: string; orgId?: number | null }) =>
  client.ask(announcementRoutes.publish, { body: { body: '内容', ...body } })
const noticesOf = async (client: Client) => (await client.call(readBell)).notice.map((row) => row.message)

describe('an announcement', () => {
  it('reaches everybody of the organisation at once, and nobody else', async () => {
    const [here, there] = [await shop.signIn('buyer'), await shop.signIn('buyer', elsewhere)]
    const push = await PushClient.open(shop.origin, here.token)
    const { data } = await publish(boss, { title: '中秋节放假安排', body: '放假一天。', orgId: shop.orgId })
    expect(await push.next()).toMatchObject({ msg: '中秋节放假安排', unread_num: 1 })
    await push.close()
    expect(await noticesOf(here)).toEqual(['中秋节放假安排'])
    expect(await noticesOf(there)).toEqual([])
    const [row] = (await here.call(readBell)).notice
    expect(row?.params).toEqual({ announcement: data.id })
    expect(await here.call(announcementRoutes.read, { params: { id: data.id } })).toMatchObject({
      title: '中秋节放假安排',
      body: '放假一天。',
    })
    expect(await there.ask(announcementRoutes.read, { params: { id: data.id } })).toMatchObject({ status: 404 })
  })

  it('reaches the whole group when somebody speaks who may do so in all of it', async () => {
    const [here, there] = [await shop.signIn('buyer'), await shop.signIn('buyer', elsewhere)]
    const manager = await shop.signIn('manager')
    expect(await publish(manager, { title: '店长的公告' })).toMatchObject({
      status: 403,
      msg: '面向全集团的公告须由在全部企业都有此项权限的人处理',
    })
    expect(await publish(manager, { title: '店长的公告', orgId: elsewhere })).toMatchObject({ status: 404 })
    expect(await publish(boss, { title: '全集团盘点' })).toMatchObject({ status: 200 })
    expect(await noticesOf(here)).toEqual(['全集团盘点'])
    expect(await noticesOf(there)).toEqual(['全集团盘点'])
  })

  it('of another organisation asks for the right there, or above it', async () => {
    const manager = await worker(shop, 'manager')
    await assign(shop, manager.userId, elsewhere, ['salesperson'])
    const refused = { status: 403, msg: '您在该企业没有此项权限' }
    expect(await publish(manager.client, { title: '越权公告', orgId: elsewhere })).toMatchObject(refused)
    expect(await publish(manager.client, { title: '越权公告' })).toMatchObject({ status: 403 })
    const { data } = await publish(boss, { title: '二店盘点', orgId: elsewhere })
    const withdraw = (client: Client) =>
      client.ask(announcementRoutes.withdraw, { params: { id: data.id }, body: { version: 1 } })
    expect(await withdraw(manager.client)).toMatchObject(refused)
    // He reads it in the list, and is offered no withdrawal and no place but his own.
    const shown = async (client: Client) =>
      (await client.call(announcementRoutes.list, { query: { q: '二店盘点' } })).rows.map((row) => row.mayWithdraw)
    const places = async (client: Client) => {
      const { rows, isWholeGroup } = await client.call(announcementRoutes.places)
      return [isWholeGroup, ...rows.map((row) => row.name)]
    }
    expect(await shown(manager.client)).toEqual([false])
    expect(await places(manager.client)).toEqual([false, '测试配件店'])
    expect(await shown(boss)).toEqual([true])
    expect(await places(boss)).toEqual([true, '测试配件店', '二店'])
    // Head office speaks to a shop below it though it does not work there.
    await shop.sql('update org set parent_id = $3 where group_id = $1 and id = $2', elsewhere, shop.orgId)
    const head = await shop.signIn('manager')
    expect(await places(head)).toEqual([true, '测试配件店', '二店'])
    expect(await publish(head, { title: '总部致二店', orgId: elsewhere })).toMatchObject({ status: 200 })
    expect(await shown(head)).toEqual([true])
    expect(await withdraw(head)).toMatchObject({ status: 200 })
  })

  it('vanishes from every bell when it is withdrawn, once', async () => {
    const reader = await shop.signIn('buyer')
    const { data } = await publish(boss, { title: '发错了', orgId: shop.orgId })
    const push = await PushClient.open(shop.origin, reader.token)
    const withdraw = (version: number) =>
      boss.ask(announcementRoutes.withdraw, { params: { id: data.id }, body: { version } })
    expect(await withdraw(9)).toMatchObject({ status: 409, msg: '公告已被他人修改，请刷新后重试' })
    expect(await withdraw(1)).toMatchObject({ status: 200 })
    expect(await push.next((message) => message.total_num === 0)).toMatchObject({ unread_num: 0 })
    await push.close()
    expect(await noticesOf(reader)).toEqual([])
    expect(await reader.ask(announcementRoutes.read, { params: { id: data.id } })).toMatchObject({ status: 404 })
    expect(await withdraw(2)).toMatchObject({ status: 400, msg: '公告已经撤回' })
    const list = await boss.call(announcementRoutes.list, { query: { q: '发错', state: 'withdrawn' } })
    expect(list.rows).toMatchObject([{ title: '发错了', state: 'withdrawn', orgName: '测试配件店' }])
    expect(await boss.call(announcementRoutes.totals, { query: { q: '发错' } })).toMatchObject({ count: 1 })
  })

  it('needs a title and a text', async () => {
    expect(await publish(boss, { title: ' ' })).toMatchObject({ status: 400, msg: '请输入标题' })
    expect(await publish(boss, { title: '空', body: '' })).toMatchObject({
      errors: [{ path: 'body', message: '请输入内容' }],
    })
    expect(await publish(boss, { title: '长'.repeat(101) })).toMatchObject({ msg: '最多100个字符' })
  })

  it('belongs to its group', async () => {
    const strangers = await createGroup(shop.db, '另一集团')
    const id = await shop.db.tenant(strangers, async (tx) => {
      await tx.insert('app_user', ['group_id', 'id', 'username', 'real_name'], [[strangers, 990002, 's', '路人']])
      return one(tx, 'announcement', { title: '别家公告', created_by: 990002 })
    })
    expect(await boss.ask(announcementRoutes.read, { params: { id } })).toMatchObject({ status: 404 })
    expect(await boss.ask(announcementRoutes.withdraw, { params: { id }, body: { version: 1 } })).toMatchObject({
      status: 404,
    })
  })
})
