// What documents do to work in progress and to commissions is in order through their whole life, and damages of it are noticed.
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Saved } from '../../../test/desk'
import type { Client, Shop } from '../../../test/shop'
import { shanghaiDay } from '../base/calendar'

// The kinds are known to a program of this file's own: registries are kept by the process, which other files share.
vi.resetModules()
const { assertBooks, openShop } = await import('../../../test/shop')
const { act, post, save } = await import('../../../test/desk')
const { openPlanting } = await import('../../../test/planting')
const { pickingBackKind, pickingKind, workOrderId } = await import('../../../test/own-jobs')
const { bindDocument } = await import('../goods/routes')
const { wipOf } = await import('../ledgers/wip')
const { invariants } = await import('.')
const [picking, back] = [pickingKind.def, pickingBackKind.def]

let shop: Shop
let owner: Client
let handlerId: number
beforeAll(async () => {
  shop = await openShop({
    bind: ({ bind }) => {
      bindDocument(bind, pickingKind)
      bindDocument(bind, pickingBackKind)
    },
  })
  owner = await shop.signIn('owner')
  const [employee] = await shop.sql<{ id: number }>('select min(id) as id from employee where group_id = $1')
  handlerId = employee?.id as number
  const lines = [shop.parts.filter, shop.parts.pad].map((partId) => ({ partId, qty: '10', price: '3.333' }))
  await post(owner, otherIn.routes, { header: { ...header(), reason: '盘盈外其他' }, lines } as never)
})
afterAll(async () => {
  await shop.close()
  vi.resetModules()
})

const header = () => ({ bizDate: shanghaiDay(), warehouseId: shop.warehouseId })
const picked = async (...qtys: string[]): Promise<Saved> => {
  const parts = [shop.parts.filter, shop.parts.pad]
  const lines = qtys.map((qty, i) => ({ partId: parts[i] as number, qty, price: '0' }))
  return act(
    owner,
    picking.routes,
    await save(owner, picking.routes, { header: { ...header(), handlerId }, lines }),
    'book',
  )
}
const broughtBack = async (qty: string, price: string): Promise<Saved> => {
  const lines = [{ partId: shop.parts.filter, qty, price }]
  return act(owner, back.routes, await save(owner, back.routes, { header: header(), lines }), 'book')
}
const undo = (routes: typeof picking.routes | typeof back.routes, saved: Saved, action: 'unbook' | 'undo') =>
  act(owner, routes as typeof picking.routes, saved, action, { reason: '录错' } as never)
const inWork = async () => {
  const rows = await shop.db.tenant(shop.groupId, (tx) => wipOf(tx, workOrderId))
  return rows.map(({ qty, value }) => `${qty} / ${value}`)
}
const earned = async () => {
  const [row] = await shop.sql<{ amount: string }>(
    'select sum(amount) as amount from commission_entry where group_id = $1',
  )
  return row?.amount
}

it('keeps the books in order while goods are picked, come back, and are undone', async () => {
  const first = await picked('4', '2')
  expect(await inWork()).toEqual(['4.0000 / 13.33', '2.0000 / 6.67'])
  expect(await earned()).toBe('30.00')
  await assertBooks(shop.db, shop.groupId)
  const returned = await broughtBack('1', '3.33')
  expect(await inWork()).toEqual(['3.0000 / 10.00', '2.0000 / 6.67'])
  await assertBooks(shop.db, shop.groupId)
  await expect(undo(picking.routes, first, 'unbook')).rejects.toThrow(
    /第1行 .*在修数量或成本不足，该配件已退料或已结算/,
  )
  await undo(back.routes, returned, 'undo')
  expect(await inWork()).toEqual(['4.0000 / 13.33', '2.0000 / 6.67'])
  await assertBooks(shop.db, shop.groupId)
  await undo(picking.routes, first, 'unbook')
  expect(await inWork()).toEqual([])
  expect(await earned()).toBe('0.00')
  await undo(picking.routes, await picked('1'), 'undo')
  expect(await earned()).toBe('0.00')
  await assertBooks(shop.db, shop.groupId)
})

it('shows damages of work in progress and of commissions', async () => {
  const reversed = await picked('3')
  await undo(picking.routes, reversed, 'undo')
  const done = await picked('4', '2')
  await broughtBack('1', '3.33')
  const planting = await openPlanting(shop)
  const all = await invariants()
  const rows = (table: string, { id }: Saved, also = '') =>
    `group_id = ${shop.groupId} and id = (select min(id) from ${table} where doc_kind = 'job_picking' and doc_id = ${id} ${also})`
  const wip = (change: string) => `update wip_ledger set ${change} where ${rows('wip_ledger', done)}`
  const pay = (change: string) => `update commission_entry set ${change} where ${rows('commission_entry', done)}`
  const undone = (table: string, change: string) => `update ${table} set ${change} where ${rows(table, reversed)}`
  const damages = {
    [wip('org_id = 999')]: 'i31 i57',
    [wip('work_order_id = 999')]: 'i31',
    [wip('line_id = 999')]: 'i31',
    [wip('part_id = part_id + 1')]: 'i31',
    [wip('biz_date = biz_date + 40')]: 'i46 i47',
    [wip('period = period + 1')]: 'i46 i47',
    [wip(`doc_kind = 'x'`)]: 'i45 i46 i57',
    [wip('doc_id = 99999')]: 'i45 i46 i57',
    [wip('doc_line_id = 99999')]: 'i31',
    [wip('qty = qty + 1')]: 'i31',
    [wip('value = value + 1')]: 'i31 i57',
    [wip('reversal_of = 99999')]: 'i60',
    [`delete from wip_ledger where ${rows('wip_ledger', done)}`]: 'i31 i57',
    [undone('wip_ledger', 'value = value + 1')]: 'i09 i31 i57 i60',
    [pay('org_id = 999')]: 'i63',
    [pay('employee_id = 999')]: 'i63',
    [pay('biz_date = biz_date + 40')]: 'i46 i47',
    [pay('period = period + 1')]: 'i46 i47',
    [pay(`doc_kind = 'x'`)]: 'i45 i46',
    [pay('doc_id = 99999')]: 'i45 i46',
    [pay('base = base + 1')]: 'i96',
    [pay('share = 0.5')]: 'i96',
    [pay('rate = rate + 1')]: 'i96',
    [pay('amount = amount + 1')]: 'i96',
    [pay('reversal_of = 99999')]: 'i60',
    [pay('clawback_of = 99999')]: 'i96',
    [undone('commission_entry', 'amount = amount + 1')]: 'i60 i96',
  }
  const found: Record<string, string> = {}
  for (const sql of Object.keys(damages)) found[sql] = await planting.plant(sql, all)
  await planting.close()
  expect(found).toEqual(damages)
})
