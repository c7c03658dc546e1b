import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collection } from '@chepu/contract/finance/collection'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import { orderLines, orderParts } from '@chepu/contract/purchasing/order-query'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { resourceRoutes } from '@chepu/contract/shell/resource'
import { userPermission } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, type DeskRoutes, type Known, save } from '../../../test/desk'
import { exportedFile } from '../../../test/export-file'
import { assign, openBranch, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../base/calendar'
import { startExports } from '../export/worker'
import { keepFilesIn } from '../base/file-folder'
import { readRows } from '../spreadsheet/read'

let shop: Shop
let owner: Client
let folder: string
const group = { orgs: 'group' } as const
const both = ['测试分店', '测试配件店']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  shop = await openShop()
  const branch = await openBranch(shop)
  const here = await worker(shop, 'owner')
  owner = here.client
  await assign(shop, here.userId, branch.orgId, ['owner'])
  const two = async (orgId?: number) => [await shop.signIn('owner', orgId), await shop.signIn('owner', orgId)] as const
  await trade(await two(), shop.warehouseId, '4', '100')
  await trade(await two(branch.orgId), branch.warehouseId, '6', '250')
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

/** An approved order and a posted slip in the organisation of the two clients. */
async function trade([maker, approver]: readonly [Client, Client], warehouseId: number, qty: string, money: string) {
  const pass = async (routes: DeskRoutes, draft: Known) =>
    act(approver, routes, await act(maker, routes, draft, 'submit'), 'approve')
  const order = await save(maker, purchaseOrder.routes, {
    header: { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId },
    lines: [{ partId: shop.parts.filter, qty, price: '10' }],
  })
  await pass(purchaseOrder.routes, order)
  const account = await maker.call(accountRoutes.save, { body: { code: 'QX', name: '钱箱', kind: 'cash' } })
  const slip = await save(maker, collection.routes, {
    header: { bizDate: shanghaiDay(), partnerId: shop.customerId, purpose: 'trade' },
    tenders: [{ storeAccountId: account.id, amount: money }],
  })
  await pass(collection.routes, slip)
}

const orgsOf = (rows: readonly { orgName?: unknown }[]) => rows.map((row) => String(row.orgName)).sort()

describe('lists of documents', () => {
  it('show the organisation one works in, and the whole group when asked', async () => {
    for (const routes of [purchaseOrder.routes, collection.routes]) {
      const own = await owner.call(routes.list, { query: {} })
      expect(orgsOf(own.rows)).toEqual(['测试配件店'])
      expect((await owner.call(routes.totals, { query: {} })).count).toBe(1)
      const all = await owner.call(routes.list, { query: group })
      expect(orgsOf(all.rows)).toEqual(both)
      expect((await owner.call(routes.totals, { query: group })).count).toBe(2)
    }
  })

  it('sum what they show', async () => {
    expect((await owner.call(collection.routes.totals, { query: {} })).sums['total']).toBe('100.00')
    expect((await owner.call(collection.routes.totals, { query: group })).sums['total']).toBe('350.00')
    expect((await owner.call(purchaseOrder.routes.totals, { query: {} })).sums['totalQty']).toBe('4.0000')
    expect((await owner.call(purchaseOrder.routes.totals, { query: group })).sums['totalQty']).toBe('10.0000')
    expect((await owner.call(orderLines.totals, { query: {} })).sums['qty']).toBe('4.0000')
    expect((await owner.call(orderLines.totals, { query: group })).sums['qty']).toBe('10.0000')
    const parts = async (query: { orgs?: 'group' }) =>
      (await owner.call(orderParts.list, { query })).rows.map((row) => row.qty)
    expect([await parts({}), await parts(group)]).toEqual([['4.0000'], ['10.0000']])
  })

  it('name the organisation of each line of 采购订单查询', async () => {
    expect(orgsOf((await owner.call(orderLines.list, { query: group })).rows)).toEqual(both)
  })

  it('are exported as they are shown, with the organisation where several are in', async () => {
    const exports = startExports(shop.db, (error) => console.error(error), { everyMs: 50 })
    const rowsOf = async (filters: { orgs?: 'group' }, columns: string[]) => {
      const { jobId } = await owner.call(purchaseOrder.routes.export, { body: { filters, columns } })
      return (await readRows(await exportedFile(owner, { jobId }))).rows
    }
    expect(await rowsOf({}, ['totalQty'])).toEqual([['数量合计'], ['4'], ['4']])
    const [head, ...rows] = await rowsOf(group, ['orgName', 'totalQty'])
    expect(head).toEqual(['企业', '数量合计'])
    expect(rows.sort()).toEqual([
      ['合计（已审核）', '10'],
      ['测试分店', '6'],
      ['测试配件店', '4'],
    ])
    await exports.stop()
  })

  it('stay in the organisation for those whose data ends there, and their pages know it', async () => {
    const keeper = await shop.signIn('buyer')
    expect(orgsOf((await keeper.call(purchaseOrder.routes.list, { query: group })).rows)).toEqual(['测试配件店'])
    expect((await keeper.call(userPermission)).wide_areas).toEqual([])
    expect((await owner.call(userPermission)).wide_areas).toContain('purchase')
  })
})

it('files are attached to and taken off documents of the organisation that one works in only', async () => {
  const { rows } = await owner.call(purchaseOrder.routes.list, { query: group })
  const orders = new Map(rows.map((row) => [row.orgName, row.id]))
  const tryOn = async (orgName: string) => {
    const ownerId = orders.get(orgName) as number
    const files = await owner.call(resourceRoutes.list, { query: { kind: 'purchase_order', ownerId } })
    const body = { kind: 'purchase_order', ownerId, fileName: '合同.pdf' }
    return { mayChange: files.mayChange, ...(await owner.ask(resourceRoutes.ticket, { body })) }
  }
  expect(await tryOn('测试配件店')).toMatchObject({ mayChange: true, status: 200 })
  expect(await tryOn('测试分店')).toMatchObject({ mayChange: false, status: 403, msg: '只能处理当前企业的单据' })
})
