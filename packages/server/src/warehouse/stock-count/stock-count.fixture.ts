// Counts in a shop of several people, a fresh warehouse for each test.
import { enterCount, stockCount } from '@chepu/contract/warehouse/stock-count'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { post } from '../../../test/desk'
import { type Worker, worker } from '../../../test/people'
import { type Client, openShop, one, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'

export const { routes } = stockCount

export let shop: Shop
export let owner: Client
export let manager: Client
export let keeper: Client
export let second: Worker
export let warehouseId: number
export let no = 0
export let binA: number
export let binB: number

/** Opens the shop for the tests of a file, and a warehouse for each of them, with 10 filters for 125.00 in A-01 and 6 pads for 120.00 in B-01. */
export function useCounting(): void {
  beforeAll(async () => {
    shop = await openShop()
    owner = await shop.signIn('owner')
    manager = await shop.signIn('manager')
    keeper = await shop.signIn('warehouse_keeper')
    second = await worker(shop, 'warehouse_keeper')
  })
  afterAll(() => shop.close())
  beforeEach(openWarehouse)
}

async function openWarehouse(): Promise<void> {
  no += 1
  const { orgId } = shop
  await shop.db.tenant(shop.groupId, async (tx) => {
    warehouseId = await one(tx, 'warehouse', { org_id: orgId, code: `W${no}`, name: `盘点仓${no}` })
    await one(tx, 'location', { warehouse_id: warehouseId, code: '默认', is_default: true })
    binA = await one(tx, 'location', { warehouse_id: warehouseId, code: 'A-01' })
    binB = await one(tx, 'location', { warehouse_id: warehouseId, code: 'B-01' })
    await tx.query({
      text: `insert into user_warehouse (group_id, user_id, warehouse_id, can_in, can_out, can_count, can_transfer, can_cost)
        select group_id, id, $2::bigint, true, true, true, true, true from app_user where group_id = $1 returning user_id`,
      values: [tx.groupId, warehouseId],
    })
    await tx.query({
      text: 'update shared.login set access_version = access_version + 1 where group_id = $1',
      values: [tx.groupId],
    })
  })
  await receive([
    { partId: shop.parts.filter, qty: '10', price: '12.5', locationId: binA },
    { partId: shop.parts.pad, qty: '6', price: '20', locationId: binB },
  ])
}

export const receive = (lines: object[]) =>
  post(owner, otherIn.routes, {
    header: { bizDate: shanghaiDay(), warehouseId, reason: '盘盈外其他' },
    lines,
  } as never)
export const issue = (partId: number, qty: string) =>
  post(owner, otherOut.routes, {
    header: { bizDate: shanghaiDay(), warehouseId, reason: '自用' },
    lines: [{ partId, qty }],
  } as never)
export const body = (header: object = {}, lines: object[] = []) =>
  ({ header: { bizDate: shanghaiDay(), warehouseId, ...header }, lines }) as never
export const read = async (id: number, client = owner) => client.call(routes.read, { params: { id } })
export const enter = (client: Client, id: number, lines: object[]) =>
  client.ask(enterCount, { params: { id }, body: { lines } as never })
export const counted = (partId: number, countedQty: string, more: object = {}) => ({ partId, countedQty, ...more })
export const pool = (partId: number) => shop.books.pool(partId, warehouseId)
export const resultsOf = async (id: number) =>
  Object.fromEntries((await owner.call(routes.related, { params: { id } })).map((each) => [each.kind, each]))
