import { warehouseFlags } from '@chepu/contract/kernel/warehouse-flags'
import { button, pageOf } from '@chepu/contract/access/catalogue'
import type { AreaScope } from '@chepu/contract/access/user-rights'
import {
  dataScopeRoutes,
  effectiveRights,
  privilegeRoutes,
  userWarehouseRoutes,
} from '@chepu/contract/access/user-rights'
import { userRoleRoutes } from '@chepu/contract/access/user'
import { brandRoutes } from '@chepu/contract/basics/brand'
import { listWarehouses } from '@chepu/contract/basics/lookups'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { userPermission } from '@chepu/contract/shell/session'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBranch, roleId, type Worker, worker } from '../../../test/people'
import { type Client, one, openShop, type Shop } from '../../../test/shop'

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

const privilege = (userId: number) => owner.client.call(privilegeRoutes.read, { query: { userId, orgId: shop.orgId } })
const nothing = {
  granted: [],
  withdrawn: [],
  visibleFields: [],
  hiddenFields: [],
  limits: { discountLimit: null, orderDiscountLimit: null, settleDiscountLimit: null, unlimited: [] },
}
const give = async (by: Client, userId: number, what: object) => {
  const { version } = await privilege(userId)
  return by.ask(privilegeRoutes.save, { body: { ...nothing, userId, orgId: shop.orgId, version, ...what } })
}
const orders = (client: Client) => client.ask(purchaseOrder.routes.list)

describe('用户授权', () => {
  it('stands above the roles: granted and withdrawn at the next call', async () => {
    const { client, userId } = await worker(shop, 'buyer')
    expect(await orders(client)).toMatchObject({ status: 200 })
    expect((await client.ask(brandRoutes.remove, { params: { id: 999 } })).status).toBe(403)
    const answer = await give(owner.client, userId, {
      granted: [button('brand', 'delete')],
      withdrawn: [pageOf('purchase_order')],
      visibleFields: ['gross_profit'],
      hiddenFields: ['cost_price'],
      limits: { ...nothing.limits, discountLimit: '0.05' },
    })
    expect(answer).toMatchObject({ status: 200 })
    expect(await orders(client)).toMatchObject({ status: 403 })
    expect((await client.ask(brandRoutes.remove, { params: { id: 999 } })).status).toBe(404)
    const { fields } = await client.call(userPermission)
    expect(fields).toContain('gross_profit')
    expect(fields).not.toContain('cost_price')
    expect(await privilege(userId)).toMatchObject({
      roles: [{ name: '采购员' }],
      granted: [button('brand', 'delete')],
      withdrawn: [pageOf('purchase_order')],
      limits: { discountLimit: '0.0500' },
    })
    expect(await give(owner.client, userId, {})).toMatchObject({ status: 200 })
    expect(await orders(client)).toMatchObject({ status: 200 })
  })

  it('knows 不限 of a user from the limit of his roles', async () => {
    const { client, userId } = await worker(shop, 'salesperson')
    const limits = { ...nothing.limits, unlimited: ['discountLimit' as const] }
    expect((await privilege(userId)).roleLimits.discountLimit).toBe('0.1000')
    const quote = async () => {
      const header = { bizDate: '2026-03-02', partnerId: shop.customerId, warehouseId: shop.warehouseId }
      const lines = [{ partId: shop.parts.filter, qty: '1', price: '100', discountRate: '0.5' }]
      return client.ask(salesOrder.routes.save, { body: { header, lines } })
    }
    expect(await quote()).toMatchObject({ status: 400, msg: '第1行 折扣超出您的权限，最低0.9' })
    expect(await give(manager.client, userId, { limits })).toMatchObject({
      status: 403,
      msg: '“折扣上限”不能高于您自己的上限',
    })
    expect(await give(owner.client, userId, { limits: { ...limits, discountLimit: '0.2' } })).toMatchObject({
      status: 400,
      errors: [{ path: 'limits.discountLimit', message: '选了不限就不能再填上限' }],
    })
    expect(await give(owner.client, userId, { limits })).toMatchObject({ status: 200 })
    expect(await privilege(userId)).toMatchObject({ limits })
    expect(await quote()).toMatchObject({ status: 200 })
    const rights = await owner.client.call(effectiveRights, { query: { userId, orgId: shop.orgId } })
    expect(rights.limits.find((each) => each.name === '折扣上限')).toMatchObject({ value: null, from: '用户设置' })
    expect(await give(owner.client, userId, {})).toMatchObject({ status: 200 })
    expect(await quote()).toMatchObject({ status: 400 })
  })

  it('says where each right comes from', async () => {
    const { userId } = await worker(shop, ['buyer', 'salesperson'])
    await give(owner.client, userId, {
      granted: [button('brand', 'delete')],
      withdrawn: [pageOf('part')],
      limits: { ...nothing.limits, orderDiscountLimit: '80' },
    })
    const rights = await owner.client.call(effectiveRights, { query: { userId, orgId: shop.orgId } })
    const of = (id: number) => rights.buttons.find((each) => each.id === id)
    expect(rights.roles).toEqual(['采购员', '销售员'])
    expect(of(button('brand', 'delete'))).toMatchObject({
      roles: [],
      own: true,
      isHeld: true,
      group: '品牌',
      name: '删除',
    })
    expect(of(pageOf('part'))).toMatchObject({ roles: ['采购员', '销售员'], own: false, isHeld: false })
    expect(of(pageOf('payable'))).toMatchObject({ roles: ['采购员'], own: null, isHeld: true })
    expect(rights.limits.find((each) => each.name === '抹零上限')).toMatchObject({ value: '80.00', from: '用户设置' })
    expect(rights.limits.find((each) => each.name === '折扣上限')).toMatchObject({ value: null, from: '采购员' })
    expect(rights.scopes.find((each) => each.area === 'customer')).toMatchObject({ scope: 3, from: '采购员' })
    expect(rights.warehouses).toMatchObject([{ name: '主仓', from: '仓库权限' }])
    const empty = rights.buttons.filter((each) => each.roles.length === 0 && each.own === null)
    expect(empty).toEqual([])
  })

  it('gives nothing beyond the giver’s own rights, not even by ending a withdrawal', async () => {
    const { userId } = await worker(shop, 'buyer')
    await give(owner.client, userId, { withdrawn: [button('goods_receipt', 'approve')] })
    expect(await give(admin.client, userId, {})).toMatchObject({
      status: 403,
      msg: '您没有“采购入库-审核”的权限，不能授予他人',
    })
    expect(await give(admin.client, userId, { granted: [button('payment', 'approve')] })).toMatchObject({ status: 403 })
    const kept = [button('goods_receipt', 'approve')]
    expect(await give(admin.client, userId, { withdrawn: kept, visibleFields: ['gross_profit'] })).toMatchObject({
      msg: '您看不到“毛利”，不能授予他人',
    })
    const limits = { ...nothing.limits, settleDiscountLimit: '201' }
    expect(await give(manager.client, userId, { limits, withdrawn: kept })).toMatchObject({
      status: 403,
      msg: '“核销优惠上限”不能高于您自己的上限',
    })
    expect(await give(admin.client, admin.userId, { granted: [button('payment', 'approve')] })).toMatchObject({
      status: 403,
    })
    // A withdrawal from oneself is not undone by oneself.
    await give(owner.client, manager.userId, { withdrawn: [button('brand', 'delete')] })
    expect(await give(manager.client, manager.userId, {})).toMatchObject({ status: 403 })
    expect(await give(owner.client, manager.userId, {})).toMatchObject({ status: 200 })
  })

  it('does not touch owners, other organisations’ people, stale pages or nonsense', async () => {
    expect(await give(manager.client, owner.userId, { withdrawn: [pageOf('brand')] })).toMatchObject({ status: 403 })
    const there = await worker(shop, 'buyer', branch.orgId)
    const body = { ...nothing, userId: there.userId, orgId: branch.orgId, version: 1 }
    expect(await manager.client.ask(privilegeRoutes.save, { body })).toMatchObject({ status: 404 })
    const { userId } = await worker(shop, 'buyer')
    const crossed = { ...body, userId, orgId: branch.orgId }
    expect(await owner.client.ask(privilegeRoutes.save, { body: crossed })).toMatchObject({ status: 404 })
    const both = { granted: [pageOf('tax')], withdrawn: [pageOf('tax')] }
    expect(await give(owner.client, userId, both)).toMatchObject({ msg: '同一项不能既增加又收回' })
    expect(await give(owner.client, userId, { granted: [77_777] })).toMatchObject({ msg: '按钮编号不存在' })
    expect(await give(owner.client, userId, { version: 0 })).toMatchObject({ status: 409 })
  })

  it('keeps fields to 字段权限 and buttons to 用户授权', async () => {
    const clerk = await worker(shop, 'buyer')
    await give(owner.client, clerk.userId, {
      granted: [pageOf('data_auth'), button('data_auth', 'field'), pageOf('brand')],
    })
    const { userId } = await worker(shop, 'warehouse_keeper')
    expect(await give(clerk.client, userId, { visibleFields: ['cost_price'] })).toMatchObject({ status: 200 })
    expect(
      await give(clerk.client, userId, { visibleFields: ['cost_price'], granted: [pageOf('brand')] }),
    ).toMatchObject({ status: 403, msg: '您没有「用户授权」的权限' })
  })

  it('cannot take the last administrator’s rights away', async () => {
    const alone = await worker(shop, 'owner', branch.orgId)
    const { version } = await alone.client.call(userRoleRoutes.read, { query: { userId: alone.userId } })
    const body = {
      ...nothing,
      userId: alone.userId,
      orgId: branch.orgId,
      version,
      withdrawn: [button('role', 'grant')],
    }
    expect(await alone.client.ask(privilegeRoutes.save, { body })).toMatchObject({
      msg: '企业“测试分店”至少要保留一名可用的老板或系统管理员',
    })
  })
})

describe('仓库权限', () => {
  const cell = async (userId: number, flags: string[], warehouseId = shop.warehouseId) => {
    const { users } = await owner.client.call(userWarehouseRoutes.read, { query: { orgId: shop.orgId } })
    const version = users.find((user) => user.userId === userId)?.version as number
    return { orgId: shop.orgId, users: [{ userId, version, cells: [{ warehouseId, flags: flags as never }] }] }
  }

  it('opens and closes a warehouse at the next call', async () => {
    const { client, userId } = await worker(shop, 'buyer')
    const sees = async () => (await client.call(listWarehouses, { body: {} })).rows.map((row) => row.id)
    expect(await sees()).toEqual([shop.warehouseId])
    await owner.client.call(userWarehouseRoutes.save, { body: await cell(userId, []) })
    expect(await sees()).toEqual([])
    // Who receives goods there also looks.
    await owner.client.call(userWarehouseRoutes.save, { body: await cell(userId, ['in']) })
    expect(await sees()).toEqual([shop.warehouseId])
    const { users } = await owner.client.call(userWarehouseRoutes.read, { query: { orgId: shop.orgId } })
    expect(users.find((user) => user.userId === userId)?.cells).toEqual([
      { warehouseId: shop.warehouseId, flags: ['view', 'in'] },
    ])
    expect(users.find((user) => user.userId === owner.userId)?.hasAll).toBe(true)
  })

  it('takes every flag of a warehouse at once', async () => {
    const { userId } = await worker(shop, 'buyer')
    const all = Object.keys(warehouseFlags)
    await owner.client.call(userWarehouseRoutes.save, { body: await cell(userId, all) })
    const { users } = await owner.client.call(userWarehouseRoutes.read, { query: { orgId: shop.orgId } })
    expect(users.find((user) => user.userId === userId)?.cells[0]?.flags.toSorted()).toEqual(all.toSorted())
  })

  it('gives no flag that the giver lacks, nor a warehouse of another organisation', async () => {
    const clerk = await worker(shop, 'buyer')
    await give(owner.client, clerk.userId, { granted: [pageOf('data_auth'), button('data_auth', 'warehouse')] })
    await owner.client.call(userWarehouseRoutes.save, { body: await cell(clerk.userId, ['view', 'in']) })
    const { userId } = await worker(shop, 'technician')
    await owner.client.call(userWarehouseRoutes.save, { body: await cell(userId, []) })
    const ask = async (flags: string[], warehouseId?: number) =>
      clerk.client.ask(userWarehouseRoutes.save, { body: await cell(userId, flags, warehouseId) })
    expect(await ask(['view', 'out'])).toMatchObject({ status: 403, msg: '您没有该仓库的这项权限，不能授予他人' })
    expect(await ask(['view', 'in'])).toMatchObject({ status: 200 })
    expect(await ask(['view'], branch.warehouseId)).toMatchObject({ status: 404 })
    const own = await cell(clerk.userId, ['view', 'in', 'out'])
    expect(await clerk.client.ask(userWarehouseRoutes.save, { body: own })).toMatchObject({ status: 403 })
    const stale = await cell(userId, ['view'])
    await owner.client.call(userWarehouseRoutes.save, { body: stale })
    expect(await owner.client.ask(userWarehouseRoutes.save, { body: stale })).toMatchObject({ status: 409 })
  })
})

describe('数据权限', () => {
  const areas = (scope: 1 | 2 | 3 | 4): AreaScope[] => [{ area: 'purchase', scope, departmentIds: null }]
  const readAs = (by: Worker) => by.client.call(dataScopeRoutes.read, { query: { orgId: shop.orgId } })
  const setUser = async (by: Worker, userId: number, what: object) => {
    const { users } = await readAs(owner)
    const version = users.find((user) => user.id === userId)?.version as number
    const subject = { kind: 'user' as const, userId, orgId: shop.orgId }
    return by.client.ask(dataScopeRoutes.save, { body: { subject, version, ...what } })
  }
  const setRole = async (by: Worker, id: number, what: object) => {
    const { roles } = await readAs(owner)
    const version = roles.find((role) => role.id === id)?.version as number
    return by.client.ask(dataScopeRoutes.save, {
      body: { subject: { kind: 'role' as const, roleId: id }, version, ...what },
    })
  }
  const saveOrder = (client: Client) =>
    client.call(purchaseOrder.routes.save, {
      body: {
        header: { bizDate: '2026-03-02', partnerId: shop.supplierId, warehouseId: shop.warehouseId },
        lines: [{ partId: shop.parts.filter, qty: '1', price: '10' }],
      },
    })
  const idsSeenBy = async (client: Client) => (await client.call(purchaseOrder.routes.list)).rows.map((row) => row.id)

  it('of a user stands above that of his roles: himself, named departments with those below, the organisation', async () => {
    const mine = await worker(shop, 'buyer')
    const near = await worker(shop, 'buyer')
    const far = await worker(shop, 'buyer')
    const department = await shop.db.tenant(shop.groupId, async (tx) => {
      const top = await one(tx, 'department', { org_id: shop.orgId, name: '采购部' })
      const below = await one(tx, 'department', { org_id: shop.orgId, name: '采购一组', parent_id: top })
      await tx.query({
        text: 'update employee set department_id = $3 where group_id = $1 and user_id = $2',
        values: [tx.groupId, near.userId, below],
      })
      return top
    })
    const [own, theirs, others] = [
      await saveOrder(mine.client),
      await saveOrder(near.client),
      await saveOrder(far.client),
    ]
    expect(await idsSeenBy(mine.client)).toEqual(expect.arrayContaining([own.id, theirs.id, others.id]))
    expect(await setUser(owner, mine.userId, { scopes: areas(1) })).toMatchObject({ status: 200 })
    expect(await idsSeenBy(mine.client)).toEqual([own.id])
    const named: AreaScope[] = [{ area: 'purchase', scope: 2, departmentIds: [department] }]
    expect(await setUser(owner, mine.userId, { scopes: named })).toMatchObject({ status: 200 })
    expect((await idsSeenBy(mine.client)).sort()).toEqual([own.id, theirs.id].sort())
    expect((await mine.client.ask(purchaseOrder.routes.read, { params: { id: others.id } })).status).toBe(404)
    expect(await setUser(owner, mine.userId, { reset: true })).toMatchObject({ status: 200 })
    expect(await idsSeenBy(mine.client)).toHaveLength(3)
  })

  it('of a role is set, and reset to what it came with', async () => {
    const technician = await roleId(shop, 'technician')
    const of = async () => (await readAs(owner)).roles.find((role) => role.id === technician)?.scopes
    expect(await setRole(owner, technician, { scopes: areas(1) })).toMatchObject({ status: 200 })
    expect(await of()).toEqual([{ area: 'purchase', scope: 1, departmentIds: null }])
    expect(await setRole(owner, technician, { reset: true })).toMatchObject({ status: 200 })
    expect(await of()).toHaveLength(8)
  })

  it('is never wider than the giver’s, nor names departments that are not there', async () => {
    const { userId } = await worker(shop, 'buyer')
    expect(await setUser(manager, userId, { scopes: areas(4) })).toMatchObject({
      status: 403,
      msg: '您在“采购”的数据范围是本企业，不能授予更大的范围',
    })
    expect(await setUser(manager, manager.userId, { scopes: areas(4) })).toMatchObject({ status: 403 })
    expect(await setRole(manager, await roleId(shop, 'manager'), { scopes: areas(4) })).toMatchObject({ status: 403 })
    const there = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'department', { org_id: branch.orgId, name: '分店采购' }),
    )
    const named: AreaScope[] = [{ area: 'purchase', scope: 2, departmentIds: [there] }]
    expect(await setUser(owner, userId, { scopes: named })).toMatchObject({ msg: '部门不存在' })
    expect(await setUser(owner, userId, { scopes: [...areas(1), ...areas(2)] })).toMatchObject({
      msg: '业务域不能重复',
    })
    expect(await setUser(manager, owner.userId, { scopes: areas(1) })).toMatchObject({ status: 403 })
    expect(await setUser(owner, userId, { scopes: areas(1), version: 0 })).toMatchObject({ status: 409 })
  })
})
