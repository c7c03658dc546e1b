import { button } from '@chepu/contract/access/catalogue'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCaller } from '../../../test/caller'
import { openShop, type Shop } from '../../../test/shop'
import { notify, pushOrgChange, pushPermission, usersWith } from './notify'
import { type Signal, wakeChannel } from './wake'

let shop: Shop
let listener: pg.Client
const heard: Signal[] = []
let onSignal: () => void = () => undefined

beforeAll(async () => {
  shop = await openShop()
  listener = new pg.Client({ connectionString: shop.appUrl })
  await listener.connect()
  await listener.query(`listen ${wakeChannel}`)
  listener.on('notification', ({ payload }) => {
    heard.push(JSON.parse(payload ?? '') as Signal)
    onSignal()
  })
})
afterAll(async () => {
  await listener.end()
  await shop.close()
})

/** The signals that arrive, as soon as there are so many. */
async function signals(count: number): Promise<Signal[]> {
  while (heard.length < count) await new Promise<void>((resolve) => (onSignal = resolve))
  return heard.splice(0)
}

const userOf = async (roles: string | readonly string[]) => (await testCaller(shop, roles)).userId
const approve = button('goods_receipt', 'approve')

describe('telling users', () => {
  it('writes a row a user and wakes them after the commit', async () => {
    const users = [await userOf('buyer'), await userOf('salesperson')]
    await shop.db.tenant(shop.groupId, async (tx) => {
      notify(tx, {
        users: [...users, users[0] as number],
        kind: 'news',
        msgType: 1,
        message: '采购入库单 RK1 待审核',
        orgId: shop.orgId,
        screen: 'purchase',
        params: { id: 7 },
      })
    })
    expect(await signals(1)).toEqual([
      { type: 'news', groupId: shop.groupId, users, message: '采购入库单 RK1 待审核', orgId: shop.orgId },
    ])
    const rows = await shop.sql(
      `select user_id, org_id, kind, msg_type, message, screen, params, is_read from notification
        where group_id = $1 and user_id = any ($2::bigint[]) order by user_id`,
      users,
    )
    const row = {
      orgId: shop.orgId,
      kind: 'news',
      msgType: 1,
      message: '采购入库单 RK1 待审核',
      screen: 'purchase',
      params: { id: 7 },
      isRead: false,
    }
    expect(rows).toEqual(users.map((userId) => ({ userId, ...row })))
  })

  it('tells the same event once', async () => {
    const users = [await userOf('buyer')]
    const tell = () =>
      shop.db.tenant(shop.groupId, async (tx) =>
        notify(tx, { users, kind: 'news', msgType: 3, message: '库存不足', eventKey: 'stock_low:1' }),
      )
    await tell()
    await tell()
    const [row] = await shop.sql<{ count: number }>(
      'select count(*)::int as count from notification where group_id = $1 and user_id = $2',
      users[0],
    )
    expect(row?.count).toBe(1)
    await signals(2)
  })

  it('says nothing of a transaction that fails', async () => {
    const users = [await userOf('buyer')]
    const work = shop.db.tenant(shop.groupId, async (tx) => {
      notify(tx, { users, kind: 'news', msgType: 1, message: '不会发生' })
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    await shop.db.tenant(shop.groupId, async (tx) => notify(tx, { users, kind: 'notice', message: '发生了' }))
    expect(await signals(1)).toMatchObject([{ message: '发生了' }])
  })

  it('splits what is too large for one signal', async () => {
    const users = Array.from({ length: 900 }, (_, index) => 1_000_000 + index)
    const caller = await testCaller(shop, 'owner')
    await shop.db.as(caller, async (tx) => pushOrgChange(tx, users, '店'.repeat(300)))
    const parts = (await signals(3)) as Extract<Signal, { type: 'orgChange' }>[]
    expect(parts.map((part) => part.users.length)).toEqual([400, 400, 100])
    expect(parts[0]?.message).toBe('店'.repeat(200))
  })
})

describe('who holds a button', () => {
  const set = (userId: number, isGranted: boolean) =>
    shop.db.tenant(shop.groupId, (tx) =>
      tx.insert(
        'user_button',
        ['group_id', 'user_id', 'org_id', 'button_id', 'is_granted'],
        [[shop.groupId, userId, shop.orgId, approve, isGranted]],
      ),
    )
  const holders = (orgId = shop.orgId) => shop.db.tenant(shop.groupId, (tx) => usersWith(tx, orgId, approve))

  it('counts roles and grants, not what was withdrawn', async () => {
    const [byRole, granted, withdrawn, without] = [
      await userOf('buyer'),
      await userOf('technician'),
      await userOf('buyer'),
      await userOf('technician'),
    ]
    await set(granted, true)
    await set(withdrawn, false)
    const found = await holders()
    expect(found).toEqual(expect.arrayContaining([byRole, granted]))
    expect(found).not.toContain(withdrawn)
    expect(found).not.toContain(without)
  })

  it('counts only active members of that organisation, from their first day', async () => {
    const [left, later, disabled] = [await userOf('buyer'), await userOf('buyer'), await userOf('buyer')]
    await shop.db.tenant(shop.groupId, async (tx) => {
      const change = (text: string, userId: number) => tx.query({ text, values: [shop.groupId, userId] })
      await change('update user_org set is_active = false where group_id = $1 and user_id = $2', left)
      await change(`update user_org set starts_on = '2999-01-01' where group_id = $1 and user_id = $2`, later)
      await change('update app_user set is_active = false where group_id = $1 and id = $2', disabled)
    })
    const found = await holders()
    for (const userId of [left, later, disabled]) expect(found).not.toContain(userId)
    expect(await holders(shop.orgId + 1000)).toEqual([])
  })
})

describe('changed rights', () => {
  it('drop what is cached, tell who did it, and reach the pages', async () => {
    const boss = await testCaller(shop, 'owner')
    const buyer = await userOf('buyer')
    const version = async () =>
      (
        await shop.db.shared<{ accessVersion: number }>({
          text: 'select access_version from shared.login where id = $1',
          values: [buyer],
        })
      )[0]?.accessVersion
    const before = (await version()) as number
    await shop.db.as(boss, async (tx) => pushPermission(tx, [buyer]))
    expect(await version()).toBe(before + 1)
    const message = `您的权限已由 ${boss.realName} 调整`
    expect(await signals(2)).toEqual([
      { type: 'news', groupId: shop.groupId, users: [buyer], message, orgId: null },
      { type: 'permission', groupId: shop.groupId, users: [buyer] },
    ])
  })
})
