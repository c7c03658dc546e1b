import { actOnBell, readBell } from '@chepu/contract/shell/bell'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGroup } from '../../access/provision'
import { sessionByToken } from '../sign-in/session'
import { notify, type Notification } from '../../kernel/notify/notify'
import { PushClient } from '../../../test/push'
import { type Client, openShop, type Shop } from '../../../test/shop'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const idOf = async (client: Client) => (await sessionByToken(shop.db, client.token)).loginId

async function person(roles = 'buyer') {
  const client = await shop.signIn(roles)
  return { client, userId: await idOf(client) }
}

const tell = (userId: number, message: string, more: Partial<Notification> = {}) =>
  shop.db.tenant(shop.groupId, async (tx) => notify(tx, { users: [userId], kind: 'news', message, ...more }))

const bellOf = ({ client }: { client: Client }) => client.call(readBell)

describe('the bell', () => {
  it('shows notices, events and open tasks, the newest first, and counts what is unread', async () => {
    const me = await person()
    await tell(me.userId, '采购入库单 RK2511210001 待审核', {
      msgType: 1,
      orgId: shop.orgId,
      params: { kind: 'goods_receipt', id: 7 },
    })
    await tell(me.userId, '导出完成', { msgType: 6, screen: 'downloadCenter' })
    await tell(me.userId, '国庆放假安排', { kind: 'notice' })
    await shop.db.tenant(shop.groupId, (tx) =>
      tx.insert(
        'agency_task',
        ['group_id', 'org_id', 'user_id', 'source', 'source_id', 'due_on', 'message', 'car_num', 'goshop', 'done_at'],
        [
          [
            shop.groupId,
            shop.orgId,
            me.userId,
            'insurance',
            1,
            '2026-02-03',
            '交强险 2026-02-03 到期',
            '京A12345',
            1,
            null,
          ],
          [
            shop.groupId,
            shop.orgId,
            me.userId,
            'reservation',
            2,
            '2026-02-05',
            '09:30 王先生 保养',
            '京B54321',
            0,
            null,
          ],
          [shop.groupId, shop.orgId, me.userId, 'insurance', 3, '2026-01-01', '已经办了', '京C', 1, '2026-01-01'],
        ],
      ),
    )
    expect(await bellOf(me)).toEqual({
      notice: [row({ message: '国庆放假安排' })],
      news: [
        row({ message: '导出完成', msg_type: 6, screen: 'downloadCenter' }),
        row({ message: '采购入库单 RK2511210001 待审核', msg_type: 1, params: { kind: 'goods_receipt', id: 7 } }),
      ],
      agency: [
        row({ message: '09:30 王先生 保养', car_num: '京B54321', goshop: 0 }),
        row({ message: '交强险 2026-02-03 到期', car_num: '京A12345', goshop: 1 }),
      ],
      unread_num: 5,
    })
  })

  it('says how long ago in the words of the specification', async () => {
    const me = await person()
    for (const seconds of [10, 100, 2 * 3600 + 5, 86_400 + 5, 3 * 86_400]) {
      await tell(me.userId, String(seconds))
      await shop.sql(
        `update notification set created_at = now() - make_interval(secs => $3::int)
          where group_id = $1 and user_id = $2 and message = $4`,
        me.userId,
        seconds,
        String(seconds),
      )
    }
    const { news } = await bellOf(me)
    expect(news.map((each) => each.interval)).toEqual([
      expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      '1天前',
      '2小时前',
      '1分钟前',
      '刚刚',
    ])
  })

  it('marks one row as read, and doing it twice changes nothing', async () => {
    const me = await person()
    await tell(me.userId, '一')
    await tell(me.userId, '二')
    const [newest] = (await bellOf(me)).news
    for (let time = 0; time < 2; time += 1) {
      const body = { action: 1 as const, msg_id: newest?.msg_id as number }
      expect(await me.client.call(actOnBell, { body })).toEqual({ unread_num: 1 })
    }
    expect((await bellOf(me)).news.map((each) => each.status)).toEqual([1, 0])
  })

  it('clears the named rows, keeps them for the record, and bears a second clearing', async () => {
    const me = await person()
    for (const message of ['一', '二', '三']) await tell(me.userId, message)
    await tell(me.userId, '公告', { kind: 'notice' })
    const ids = (await bellOf(me)).news.map((each) => each.msg_id)
    const clear = (msg_list: number[]) => me.client.call(actOnBell, { body: { action: 3, msg_list } })
    expect(await clear(ids.slice(0, 2))).toEqual({ unread_num: 2 })
    expect(await clear(ids)).toEqual({ unread_num: 1 })
    const bell = await bellOf(me)
    expect([bell.news.length, bell.notice.length]).toEqual([0, 1])
    const kept = await shop.sql(
      `select 1 from notification where group_id = $1 and user_id = $2 and cleared_at is not null`,
      me.userId,
    )
    expect(kept).toHaveLength(3)
  })

  it('lets nobody touch the rows of others, of the own group or another', async () => {
    const [me, other] = [await person(), await person()]
    await tell(other.userId, '别人的消息')
    const foreign = (await bellOf(other)).news[0]?.msg_id as number
    const strangers = await createGroup(shop.db, '另一集团')
    const stranger = await shop.db.tenant(strangers, async (tx) => {
      await tx.insert(
        'app_user',
        ['group_id', 'id', 'username', 'real_name'],
        [[strangers, 990001, 'stranger', '路人']],
      )
      const [row] = await tx.insert<{ id: number }>(
        'notification',
        ['group_id', 'user_id', 'kind', 'message'],
        [[strangers, 990001, 'news', '别家的消息']],
        'returning id',
      )
      return row?.id as number
    })
    await tell(me.userId, '我的消息')
    const own = (await bellOf(me)).news[0]?.msg_id as number
    for (const id of [foreign, stranger, 99_999_999]) {
      expect(await me.client.ask(actOnBell, { body: { action: 1, msg_id: id } })).toMatchObject({
        status: 404,
        msg: '消息不存在或无权查看',
      })
      expect(await me.client.ask(actOnBell, { body: { action: 3, msg_list: [own, id] } })).toMatchObject({
        status: 404,
      })
    }
    expect((await bellOf(me)).news.map((each) => each.status)).toEqual([0])
    expect((await bellOf(other)).news.map((each) => each.status)).toEqual([0])
  })

  it('refuses an unknown action and an empty or endless list', async () => {
    const me = await person()
    const ask = (body: unknown) => me.client.ask(actOnBell, { body: body as never })
    expect(await ask({ action: 2, msg_id: 1 })).toMatchObject({ status: 400 })
    expect(await ask({ action: 1 })).toMatchObject({ status: 400, errors: [{ path: 'msg_id' }] })
    expect(await ask({ action: 3, msg_list: [] })).toMatchObject({ msg: '没有可清空的消息' })
    const endless = Array.from({ length: 501 }, (_, index) => index + 1)
    expect(await ask({ action: 3, msg_list: endless })).toMatchObject({ msg: '一次最多清空500条' })
  })

  it('tells the other pages of the user that something was read', async () => {
    const me = await person()
    await tell(me.userId, '一')
    const push = await PushClient.open(shop.origin, me.client.token)
    const [first] = (await bellOf(me)).news
    await me.client.call(actOnBell, { body: { action: 1, msg_id: first?.msg_id as number } })
    expect(await push.next((message) => message.unread_num === 0)).toMatchObject({ total_num: 1, msg: '' })
    await push.close()
  })
})

const row = (values: object) => ({
  msg_id: expect.any(Number) as number,
  status: 0,
  interval: '刚刚',
  msg_type: null,
  car_num: '',
  goshop: null,
  screen: null,
  params: null,
  ...values,
})
