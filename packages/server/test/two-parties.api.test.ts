// The kind is bound to a program of this file's own: modules are loaded anew before and after, so that no other file meets it.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { internalSale } from './internal-sale'
import { post, tryAct, trySave } from './desk'
import type { Client, Shop } from './shop'

interface Saved {
  id: number
  version: number
  state: string
  billNo: string
}
interface Place {
  orgId: number
  warehouseId: number
  client: Client
}

let shop: Shop
let routes: typeof internalSale.routes
/** 本店 sells to 分店; 旁店 has nothing to do with it. */
let own: Place
let other: Place
let third: Place
let today: string

beforeAll(async () => {
  vi.resetModules()
  const { openShop } = await import('./shop')
  const { bindDocument } = await import('../src/kernel/goods/routes')
  const { one } = await import('./stage')
  const { createOrg } = await import('../src/access/provision')
  const kind = await import('./internal-sale')
  routes = kind.internalSale.routes
  today = (await import('../src/kernel/base/calendar')).shanghaiDay()
  shop = await openShop({
    bind: ({ bind }) => bindDocument(bind, { ...kind.traits, actions: kind.actions } as never),
  })
  own = { orgId: shop.orgId, warehouseId: shop.warehouseId, client: await shop.signIn('owner') }
  const branch = async (code: string, name: string): Promise<Place> => {
    const place = await shop.db.tenant(shop.groupId, async (tx) => {
      const orgId = await createOrg(tx, {
        code,
        name,
        shortName: name,
        orgType: 'parts_trade',
        taxpayerKind: 'small',
        startMonth: 202601,
        config: { backdateDays: 300, approveRequired: [] },
      })
      const warehouseId = await one(tx, 'warehouse', {
        org_id: orgId,
        code: `${code}ZC`,
        name: `${name}仓`,
        is_default: true,
      })
      await one(tx, 'location', { warehouse_id: warehouseId, code: '默认', is_default: true })
      return { orgId, warehouseId }
    })
    return { ...place, client: await shop.signIn('owner', place.orgId) }
  }
  other = await branch('02', '分店')
  third = await branch('03', '旁店')
  await stockUp(own)
  await stockUp(other)
})
afterAll(async () => {
  await shop.close()
  vi.resetModules()
})

/** 100 filters at 10.00, 100 pads at 20.00. */
async function stockUp({ client, warehouseId }: Place) {
  const { otherIn } = await import('@chepu/contract/warehouse/other-in')
  const lines = [
    { partId: shop.parts.filter, qty: '100', price: '10' },
    { partId: shop.parts.pad, qty: '100', price: '20' },
  ]
  await post(client, otherIn.routes, { header: { bizDate: today, warehouseId, reason: '盘盈外其他' }, lines } as never)
}

const sisterOf = async ({ orgId }: Place) => {
  const [row] = await shop.sql<{ id: number }>(
    `select id from partner where group_id = $1 and system_kind = 'sister_org' and system_org_id = $2`,
    orgId,
  )
  return row?.id as number
}

const save = async (from: Place, to: Place, parts = [shop.parts.filter, shop.parts.pad], header: object = {}) =>
  trySave(from.client, routes, {
    header: {
      bizDate: today,
      partnerId: await sisterOf(to),
      warehouseId: from.warehouseId,
      counterOrgId: to.orgId,
      toWarehouseId: to.warehouseId,
      ...header,
    },
    lines: parts.map((partId) => ({ partId, qty: '2', price: '30', taxRate: '0' })),
  } as never)
const act = (client: Client, saved: Saved, action: string) => tryAct(client, routes, saved, action)
const submitted = async (from: Place, to: Place, parts?: number[]): Promise<Saved> => {
  const saved = (await save(from, to, parts)).data as Saved
  return (await act(from.client, saved, 'submit')).data as Saved
}
const sold = async (from: Place, to: Place): Promise<Saved> => {
  const answer = await act(to.client, await submitted(from, to), 'takeOver')
  expect(answer).toMatchObject({ status: 200, data: { state: 'done' } })
  return answer.data as Saved
}

/** What the documents wrote in the books of a place: stock, open items and profit. */
async function books({ orgId }: Place, { id }: Saved) {
  const [row] = await shop.sql<Record<string, string | null>>(
    `select (select sum(value) from stock_ledger where group_id = $1 and org_id = $2 and doc_kind = 'internal_sale' and doc_id = $3) as stock,
      (select string_agg(concat(side, ' ', original), ',') from open_item
        where group_id = $1 and org_id = $2 and source_kind = 'internal_sale' and source_id = $3 and original <> 0) as items,
      (select string_agg(concat(kind, ' ', amount), ',' order by kind) from (
        select kind, sum(amount) as amount from pnl_ledger
        where group_id = $1 and org_id = $2 and doc_kind = 'internal_sale' and doc_id = $3 group by kind having sum(amount) <> 0) p) as profit`,
    orgId,
    id,
  )
  return row
}

describe('a document between two organisations', () => {
  it('writes the books of both in one transaction, and both opposite again', async () => {
    const done = await sold(own, other)
    expect(await books(own, done)).toEqual({
      stock: '-60.00',
      items: 'AR 120.00',
      profit: 'cogs_part 60.00,revenue_part 120.00',
    })
    expect(await books(other, done)).toEqual({ stock: '120.00', items: 'AP 120.00', profit: null })
    const undone = await act(own.client, done, 'unapprove')
    expect(undone).toMatchObject({ status: 200, data: { state: 'draft' } })
    expect(await books(own, done)).toMatchObject({ stock: '0.00', items: null, profit: null })
    expect(await books(other, done)).toMatchObject({ stock: '0.00', items: null, profit: null })
    const again = await sold(own, other)
    expect(await act(own.client, again, 'reverse')).toMatchObject({ status: 200, data: { state: 'reversed' } })
  })

  it('is seen by both sides and by nobody else', async () => {
    const saved = await submitted(own, other)
    for (const [place, status, count] of [
      [own, 200, 1],
      [other, 200, 1],
      [third, 404, 0],
    ] as const) {
      const { client } = place
      const params = { id: saved.id }
      expect((await client.ask(routes.read, { params })).status).toBe(status)
      expect((await client.ask(routes.log, { params })).status).toBe(status)
      expect((await client.ask(routes.related, { params })).status).toBe(status)
      expect((await client.ask(routes.print, { params })).status).toBe(status)
      const query = { ids: String(saved.id) } as never
      expect((await client.call(routes.list, { query })).rows).toHaveLength(count)
      expect((await client.call(routes.totals, { query })).count).toBe(count)
    }
  })

  it('is acted on by the right side alone', async () => {
    const saved = await submitted(own, other)
    const can = async ({ client }: Place) => (await client.call(routes.read, { params: { id: saved.id } })).can
    expect(await can(own)).toEqual(['withdraw'])
    expect(await can(other)).toEqual(['takeOver'])
    expect(await act(own.client, saved, 'takeOver')).toMatchObject({ status: 403, msg: '「接收」由对方企业操作' })
    expect(await act(other.client, saved, 'withdraw')).toMatchObject({ status: 403, msg: '「撤回」由对方企业操作' })
    expect((await act(third.client, saved, 'takeOver')).status).toBe(404)
  })

  it('exists over there only for who covers his organisation and views its warehouse', async () => {
    const saved = await submitted(own, other)
    const clerk = await shop.signIn('owner', other.orgId)
    const sees = async () => [
      (await clerk.ask(routes.read, { params: { id: saved.id } })).status,
      (await clerk.call(routes.list, { query: { ids: String(saved.id) } as never })).rows.length,
    ]
    expect(await sees()).toEqual([200, 1])
    const { sessionByToken } = await import('../src/shell/sign-in/session')
    const { loginId } = await sessionByToken(shop.db, clerk.token)
    await shop.sql(
      `insert into user_scope (group_id, user_id, org_id, area, scope) values ($1, $2, $3, 'stock', 1) returning user_id`,
      loginId,
      other.orgId,
    )
    await shop.sql('update shared.login set access_version = access_version + 1 where group_id = $1 returning id')
    expect(await sees()).toEqual([404, 0])
  })

  it('waits in the bell of those over there who may take it over', async () => {
    const { readBell } = await import('@chepu/contract/shell/bell')
    const { sessionByToken } = await import('../src/shell/sign-in/session')
    const [colleague, clerk, blind] = [
      await shop.signIn('owner', own.orgId),
      await shop.signIn('owner', other.orgId),
      await shop.signIn('warehouse_keeper', other.orgId),
    ]
    const { loginId } = await sessionByToken(shop.db, blind.token)
    await shop.sql('delete from user_warehouse where group_id = $1 and user_id = $2 returning user_id', loginId)
    const saved = await submitted(own, other)
    const told = async (client: Client) => {
      const { news } = await client.call(readBell)
      return news.map(({ message }) => message).filter((message) => message.includes(saved.billNo))
    }
    expect(await told(clerk)).toEqual([`内部销售单 ${saved.billNo} 待您审核`])
    for (const client of [colleague, blind, third.client]) expect(await told(client)).toEqual([])
    await act(other.client, saved, 'takeOver')
    expect(await told(clerk)).toEqual([])
    expect(await told(own.client)).toEqual([`内部销售单 ${saved.billNo} 已接收`])
  })

  it('leaves nothing in what is owed over there when it is reversed', async () => {
    const { payableRoutes } = await import('@chepu/contract/finance/accounts')
    const partnerId = await sisterOf(own)
    const owed = async () => {
      const query = { partnerId, withZero: 'true' } as never
      const [row] = (await other.client.call(payableRoutes.list, { query })).rows
      return row && [row.increased, row.returned, row.closing].map(Number)
    }
    const [increased, returned, closing] = (await owed()) ?? [0, 0, 0]
    await act(own.client, await sold(own, other), 'reverse')
    expect(await owed()).toEqual([increased, returned, closing])
  })

  it('names another organisation of the group and a warehouse of its own', async () => {
    const [from, to] = [own, other]
    const bad = (header: object) => save(from, to, [shop.parts.filter], header)
    expect((await bad({ counterOrgId: from.orgId })).msg).toBe('对方企业不存在')
    expect((await bad({ toWarehouseId: third.warehouseId })).msg).toBe('对方仓库不存在')
  })

  it('is not posted into a closed month of the other side', async () => {
    const done = await sold(own, other)
    const close = (month: number | null) =>
      shop.sql('update org set closed_month = $3 where group_id = $1 and id = $2 returning id', other.orgId, month)
    await close(209912)
    const refused = {
      status: 400,
      msg: expect.stringContaining(`已结账：${today.slice(0, 7)}，请联系对方反结账后再办理`) as string,
    }
    expect(await act(own.client, done, 'unapprove')).toMatchObject(refused)
    await close(null)
    expect(await act(own.client, done, 'unapprove')).toMatchObject({ status: 200 })
  })

  it('never deadlocks with one the other way', async () => {
    const [a, b] = [own, other]
    const { filter, pad } = shop.parts
    const both = async () => {
      const [there, back] = await Promise.all([submitted(a, b, [filter, pad]), submitted(b, a, [pad, filter])])
      const answers = await Promise.all([act(b.client, there, 'takeOver'), act(a.client, back, 'takeOver')])
      return answers.map((answer) => answer.status)
    }
    for (let i = 0; i < 12; i += 1) expect(await both()).toEqual([200, 200])
    const [row] = await shop.sql<{ deadlocks: number }>(
      `select deadlocks from pg_stat_database where datname = current_database() and $1::bigint is not null`,
    )
    expect(row?.deadlocks).toBe(0)
  })
})
