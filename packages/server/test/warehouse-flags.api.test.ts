// Every step of every kind wants the flags of its warehouse (business/access 6, ADR 0181), asked of every kind that has one.
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { type ActionDef, sideOf } from '@chepu/contract/kernel/document'
import { everyWarehouseFlag, type WarehouseFlag, warehouseFlags } from '@chepu/contract/kernel/warehouse-flags'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { assembly } from '@chepu/contract/warehouse/assembly'
import { fillWaybill } from '@chepu/contract/warehouse/outbound'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as desk from './desk'
import { fillShelves, making } from './making'
import { type Worker, worker } from './people'
import { type Client, openShop } from './shop'

const shop = await openShop({ config: { goodsReturnDays: 365, receiptTwoDesk: true, deliveryTwoDesk: true } })

let boss: Client
let second: Client
/** He holds every button, and in warehouses what a test gives him. */
let clerk: Worker
beforeAll(async () => {
  boss = await shop.signIn('manager')
  second = await shop.signIn('manager')
  clerk = await worker(shop, 'owner')
  await shop.sql(`update role set all_warehouses = false where group_id = $1 and code = 'owner' returning id`)
  await fillShelves(shop, boss)
})
afterAll(() => shop.close())

const { bodyOf, draft, standing } = making(shop, () => ({ client: boss, second }))
const kinds = desk.kindsOf(shop).filter(({ def }) => 'warehouseId' in def.header.shape && 'approve' in def.actions)

/** What the clerk holds in every warehouse of the shop from now on. */
async function holds(...held: WarehouseFlag[]): Promise<void> {
  const columns = everyWarehouseFlag.map((flag) => `can_${flag}`)
  await shop.sql(
    `insert into user_warehouse (group_id, user_id, warehouse_id, ${columns.join(', ')})
      select $1::bigint, $2::bigint, id, ${everyWarehouseFlag.map((flag) => held.includes(flag)).join(', ')} from warehouse where group_id = $1
      on conflict (group_id, user_id, warehouse_id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}
      returning user_id`,
    clerk.userId,
  )
  await shop.sql(
    'update shared.login set access_version = access_version + 1 where group_id = $1 and id = $2',
    clerk.userId,
  )
}

const wants = (def: AnyDocument, { flags = def.flags ?? [] }: ActionDef) => flags.filter((flag) => flag !== 'view')
/** The steps of a kind that want more than 查看, with the first flag that each wants. */
const guarded = (def: AnyDocument) =>
  Object.entries(def.actions).flatMap(([name, action]) => {
    const [flag] = wants(def, action)
    return flag ? [{ name, action, flag }] : []
  })
const read = (client: Client, { routes }: AnyDocument, { id }: desk.Known) =>
  client.call(routes.read, { params: { id } })
const beyondSight = kinds.filter(({ def }) => def.flags !== undefined)
const titled = (some: typeof kinds) => some.map(({ def }) => [def.title, def] as const)

it('there are kinds that want more than 查看, and steps of others', () => {
  expect(beyondSight.map(({ def }) => [def.title, def.flags?.map((flag) => warehouseFlags[flag]).join('+')])).toEqual(
    expect.arrayContaining([
      ['其他入库单', '入库'],
      ['其他出库单', '出库'],
      ['移位单', '出库+入库'],
      ['组装单', '入库+出库'],
      ['拆分单', '入库+出库'],
      ['调拨申请单', '调拨'],
      ['调拨单', '调拨'],
      ['调入单', '调拨'],
      ['成本调整单', '成本'],
      ['盘点单', '盘点'],
    ]),
  )
})

describe.each(titled(kinds))('%s', (_, def) => {
  const { kind, routes } = def
  const steps = guarded(def)

  it.runIf(steps.length > 0)('refuses and offers no such step to who merely looks into the warehouse', async () => {
    for (const saved of [await draft(kind), await standing(kind)]) {
      await holds('view')
      const { header, can } = await read(clerk.client, def, saved)
      expect(can.filter((name) => steps.some((step) => step.name === name))).toEqual([])
      for (const { name, action, flag } of steps) {
        const place = sideOf(action) === 'owner' ? header['warehouseName'] : header['toWarehouseName']
        expect([name, await desk.tryAct(clerk.client, routes, saved, name)]).toMatchObject([
          name,
          { status: 403, msg: `您没有${place}的${warehouseFlags[flag]}权限，不能${action.label}` },
        ])
      }
      expect((await read(boss, def, saved)).header).toMatchObject({ state: saved.state, version: saved.version })
    }
  })
})

describe.each(titled(beyondSight))('%s, which every step of it wants', (_, def) => {
  const { kind, routes } = def
  const own = def.flags ?? []

  it('is entered and changed by who holds them all, and by nobody who lacks one', async () => {
    const body = await bodyOf(kind)
    const saved = await draft(kind)
    const change = { ...body, id: saved.id, version: saved.version }
    for (const lacked of own) {
      await holds('view', ...everyWarehouseFlag.filter((flag) => flag !== lacked))
      const words = `的${warehouseFlags[lacked]}权限，不能`
      const entered = await desk.trySave(clerk.client, routes, body as never)
      expect(entered).toMatchObject({ status: 400, errors: [{ path: 'header.warehouseId' }] })
      expect(entered.msg).toContain(`${words}开单`)
      const changed = await desk.trySave(clerk.client, routes, change as never)
      expect(changed.status).toBe(403)
      expect(changed.msg).toContain(`${words}修改`)
    }
    expect((await read(boss, def, saved)).header).toMatchObject({ version: saved.version })
    await holds(...everyWarehouseFlag)
    expect(await desk.trySave(clerk.client, routes, change as never)).toMatchObject({ status: 200 })
  })

  it('offers who holds them what it offers to who holds all, and takes it', async () => {
    for (const saved of [await draft(kind), await standing(kind)]) {
      await holds('view', ...own)
      const { can } = await read(clerk.client, def, saved)
      expect(can.length).toBeGreaterThan(0)
      expect(can).toEqual((await read(boss, def, saved)).can)
      expect([can[0], await desk.tryAct(clerk.client, routes, saved, can[0] as string)]).toMatchObject([
        can[0],
        { status: 200 },
      ])
    }
  })

  it('shows before an undoing that it will be refused', async () => {
    const undoing = Object.entries(def.actions).find(([, { preview }]) => preview)
    if (!undoing) return
    const saved = await standing(kind)
    await holds('view')
    const { refusals } = await clerk.client.call(routes.preview, { params: { id: saved.id, action: undoing[0] } })
    expect(refusals).toEqual([expect.stringContaining(`权限，不能${undoing[1].label}`)])
  })
})

describe.each(titled(kinds.filter(({ def }) => def.flags === undefined && guarded(def).length > 0)))(
  '%s, whose goods are moved at a desk of their own',
  (_, def) => {
    it('is moved there by who holds the flag, and all else is for who sees the warehouse', async () => {
      const { routes } = def
      const [{ name, flag } = { name: '', flag: 'view' as const }] = guarded(def)
      const approved = await desk.act(boss, routes, await draft(def.kind), 'approve')
      const all = (await read(boss, def, approved)).can
      expect(all).toContain(name)
      await holds('view')
      expect((await read(clerk.client, def, approved)).can).toEqual(
        all.filter((each) => !guarded(def).some((step) => step.name === each)),
      )
      if ('waybill' in def.header.shape && flag === 'out') {
        const body = { version: approved.version, carrierId: null, waybill: 'SF1', packages: 1 }
        const answer = await clerk.client.ask(fillWaybill, {
          params: { kind: def.kind as 'sales_delivery', id: approved.id },
          body,
        })
        expect(answer).toMatchObject({ status: 403, msg: expect.stringContaining('出库权限，不能填运单号') })
      }
      await holds('view', flag)
      expect((await read(clerk.client, def, approved)).can).toEqual(all)
      expect(await desk.tryAct(clerk.client, routes, approved, name)).toMatchObject({ status: 200 })
    })
  },
)

it('the home page asks nobody for approvals that he may give in no warehouse', async () => {
  await desk.act(boss, assembly.routes, await draft(assembly.kind), 'submit')
  const tasks = async () => (await clerk.client.call(dashboard)).tasks.map(({ title }) => title)
  await holds('view', 'in')
  expect(await tasks()).not.toContain('待审核组装单')
  await holds('view', 'in', 'out')
  expect(await tasks()).toContain('待审核组装单')
})
