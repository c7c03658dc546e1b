// Nobody hands on more than he holds (business/access 4, ADR 0030): with accounts and what users have beside their roles.
import { button } from '@chepu/contract/access/catalogue'
import { pointRoutes } from '@chepu/contract/shell/permission-point'
import { roleRoutes } from '@chepu/contract/access/role'
import { membershipRoutes, userRoleRoutes, userRoutes } from '@chepu/contract/access/user'
import { dataScopeRoutes, privilegeRoutes, userWarehouseRoutes } from '@chepu/contract/access/user-rights'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, openBranch, roleId, type Worker, worker } from '../../../test/people'
import { one } from '../../../test/shop'
import { wider, notHeld, beyond, ofManager, next, openOffice, type Office, nothingBeside } from './handing-on.fixture'

let shop: Office['shop']
let owner: Office['owner']
let manager: Office['manager']
let admin: Office['admin']
let clerk: Office['clerk']
let rightsOf: Office['rightsOf']
let versionOf: Office['versionOf']
beforeAll(async () => {
  ;({ shop, owner, manager, admin, clerk, rightsOf, versionOf } = await openOffice())
})
afterAll(() => shop.close())

describe('the account of somebody with more rights', () => {
  const reset = (by: Worker, { userId }: Worker) => by.client.ask(userRoutes.resetPassword, { params: { id: userId } })
  const rename = async (by: Worker, of: Worker, mobile: string, realName = '同名') => {
    const [row] = (await owner.client.call(userRoutes.list, { query: { id: of.userId } })).rows
    const { username, version } = row as NonNullable<typeof row>
    return by.client.ask(userRoutes.save, { body: { id: of.userId, version, username, realName, mobile } })
  }
  const ofAccount = beyond('“.*”', '成本价')

  it('is not got hold of by its password or its mobile', async () => {
    const person = await worker(shop, 'manager')
    expect(await reset(admin, person)).toMatchObject(ofAccount)
    expect(await rename(admin, person, '13911110001')).toMatchObject(ofAccount)
    expect((await rename(admin, person, '', '改名')).status).toBe(200)
    expect((await rename(owner, person, '13911110001')).status).toBe(200)
    expect((await reset(owner, person)).status).toBe(200)
    // Who hands out a role keeps its holders' accounts.
    const sales = await worker(shop, 'salesperson')
    expect((await reset(admin, sales)).status).toBe(200)
    expect((await rename(admin, sales, '13911110002')).status).toBe(200)
    const buyer = await worker(shop, 'buyer')
    expect((await reset(manager, buyer)).status).toBe(200)
    expect(await reset(manager, await worker(shop, 'admin'))).toMatchObject(beyond('“.*”', '企业与门店-审核'))
  })

  it('counts in every organisation, also by what he was given himself', async () => {
    const branch = await openBranch(shop, next('E').slice(0, 4), next('分店'))
    await assign(shop, admin.userId, branch.orgId, ['admin'])
    const person = await worker(shop, 'technician')
    await assign(shop, person.userId, branch.orgId, ['technician'])
    expect((await reset(admin, person)).status).toBe(200)
    await shop.db.tenant(shop.groupId, (tx) =>
      tx.insert(
        'user_field',
        ['group_id', 'user_id', 'org_id', 'field', 'is_visible'],
        [[tx.groupId, person.userId, branch.orgId, 'gross_profit', true]],
        'returning field',
      ),
    )
    expect(await reset(admin, person)).toMatchObject(beyond('“.*”', '毛利'))
  })

  it('is not given back to him: neither the account nor a membership', async () => {
    const person = await worker(shop, 'buyer')
    const enable = async (by: Worker, isActive: boolean) =>
      by.client.ask(userRoutes.enable, {
        params: { id: person.userId },
        body: { isActive, version: await versionOf(person) },
      })
    const member = async (by: Worker, change: object) => {
      const there = { userId: person.userId, orgId: shop.orgId, version: await versionOf(person) }
      return by.client.ask(membershipRoutes.save, { body: { ...there, ...change } as never })
    }
    expect((await enable(admin, false)).status).toBe(200)
    expect(await enable(admin, true)).toMatchObject(ofAccount)
    expect((await enable(owner, true)).status).toBe(200)
    expect((await member(admin, { action: 'enable', isActive: false })).status).toBe(200)
    expect(await member(admin, { action: 'enable', isActive: true })).toMatchObject(ofAccount)
    expect((await member(owner, { action: 'enable', isActive: true })).status).toBe(200)
    const starts = (startsOn: string | null) => ({ action: 'change', employeeId: null, startsOn })
    expect((await member(admin, starts('2099-01-01'))).status).toBe(200)
    expect(await member(admin, starts(null))).toMatchObject(ofAccount)
    expect((await member(owner, starts(null))).status).toBe(200)
  })
})

describe('what a user has beside his roles', () => {
  it('is not given beyond the giver’s own: buttons, fields, scopes and warehouses', async () => {
    const version = await versionOf(clerk)
    const layer = {
      ...nothingBeside,
      granted: [button('payment', 'approve')],
    }
    const place = { userId: clerk.userId, orgId: shop.orgId, version }
    expect(await admin.client.ask(privilegeRoutes.save, { body: { ...place, ...layer } })).toMatchObject(notHeld)
    const subject = { kind: 'user' as const, userId: clerk.userId, orgId: shop.orgId }
    const scopes = [{ area: 'sales' as const, scope: 4 as const, departmentIds: null }]
    expect(await manager.client.ask(dataScopeRoutes.save, { body: { subject, version, scopes } })).toMatchObject(wider)
    const far = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'warehouse', { org_id: shop.orgId, code: next('W'), name: next('新仓') }),
    )
    const users = [{ userId: clerk.userId, version, cells: [{ warehouseId: far, flags: ['in' as const] }] }]
    expect(await admin.client.ask(userWarehouseRoutes.save, { body: { orgId: shop.orgId, users } })).toMatchObject(
      notHeld,
    )
  })

  it('is not given for good because a role gives it for now', async () => {
    const { id: wideRole } = await owner.client.call(roleRoutes.save, {
      body: { action: 'copy', from: await roleId(shop, 'buyer'), code: next('w'), name: next('宽'), orgId: shop.orgId },
    })
    const everything = [{ area: 'sales' as const, scope: 4 as const, departmentIds: null }]
    await owner.client.call(dataScopeRoutes.save, {
      body: { subject: { kind: 'role', roleId: wideRole }, version: 1, scopes: everything },
    })
    const buyer = await worker(shop, [])
    const ofBuyer = async () => ({ userId: buyer.userId, orgId: shop.orgId, version: await versionOf(buyer) })
    await owner.client.call(userRoleRoutes.save, { body: { ...(await ofBuyer()), roleIds: [wideRole] } })
    const layer = async (by: Worker, change: object) =>
      by.client.ask(privilegeRoutes.save, { body: { ...(await ofBuyer()), ...nothingBeside, ...change } })
    const scopes = async (by: Worker, scope: 1 | 4) => {
      const { version, ...user } = await ofBuyer()
      const body = { subject: { kind: 'user' as const, ...user }, version, scopes: [{ ...everything[0]!, scope }] }
      return by.client.ask(dataScopeRoutes.save, { body })
    }
    const approve = button('goods_receipt', 'approve')
    const held = await rightsOf(buyer)
    expect([held.buttons.has(approve), held.fields.has('cost_price'), held.scopes.sales]).toEqual([true, true, 4])
    expect(await layer(admin, { granted: [approve] })).toMatchObject(notHeld)
    expect(await layer(admin, { visibleFields: ['cost_price'] })).toMatchObject(notHeld)
    expect(await scopes(manager, 4)).toMatchObject(wider)

    // Who holds it gives it; then it is the person's own, and stays with what others change beside it.
    const given = { granted: [approve], visibleFields: ['cost_price'] }
    expect((await layer(owner, given)).status).toBe(200)
    expect((await layer(admin, { ...given, withdrawn: [button('payment', 'add')] })).status).toBe(200)
    // To narrow needs nothing, and so does ending it where the role gives no more than the giver has.
    expect((await scopes(manager, 1)).status).toBe(200)
  })
})

describe('what is stopped or switched off for a while', () => {
  /** What somebody has beside his roles, everything else taken away. */
  const setLayer = async (by: Worker, of: Worker, change: object) =>
    by.client.ask(privilegeRoutes.save, {
      body: {
        userId: of.userId,
        orgId: shop.orgId,
        version: await versionOf(of),
        ...nothingBeside,
        ...change,
      },
    })
  const setRoles = async (by: Worker, of: Worker, ...roleIds: number[]) =>
    by.client.ask(userRoleRoutes.save, {
      body: { userId: of.userId, orgId: shop.orgId, roleIds, version: await versionOf(of) },
    })
  const reset = (by: Worker, { userId }: Worker) => by.client.ask(userRoutes.resetPassword, { params: { id: userId } })
  const moveMobile = async (by: Worker, of: Worker) => {
    const [row] = (await owner.client.call(userRoutes.list, { query: { id: of.userId } })).rows
    const { username, version } = row as NonNullable<typeof row>
    const body = { id: of.userId, version, username, realName: '同名', mobile: '13911110003' }
    return by.client.ask(userRoutes.save, { body })
  }
  const copyOf = async (code: string) => ({
    action: 'copy' as const,
    from: await roleId(shop, code),
    code: next('off'),
    name: next('暂停'),
    orgId: shop.orgId,
    remark: '',
  })

  it('is weighed by what it gives once the platform starts it again, and is handed on by who holds it', async () => {
    const keeper = await worker(shop, 'admin')
    await shop.db.shared({
      text: 'update shared.login set is_platform = true, access_version = access_version + 1 where id = $1',
      values: [keeper.userId],
    })
    const second = await worker(shop, 'admin')
    const informed = await worker(shop, 'technician')
    expect((await setLayer(owner, informed, { visibleFields: ['gross_profit'] })).status).toBe(200)
    const confidential = ['cost_price', 'gross_profit', 'purchase_price', 'account_balance'] as const
    const turn = async (isActive: boolean) => {
      const { rows } = await keeper.client.call(pointRoutes.list)
      for (const { id, key, version } of rows)
        if ([...confidential, 'payment.approve', 'org.approve'].includes(key))
          await keeper.client.call(pointRoutes.change, { body: { id, version, isActive } })
    }
    const managers = await roleId(shop, 'manager')
    await turn(false)
    const held = await rightsOf(owner)
    const ownField = await setLayer(keeper, keeper, { visibleFields: ['cost_price'] })
    const ownButton = await setLayer(keeper, keeper, { granted: [button('payment', 'approve')] })
    const given = await setRoles(keeper, second, managers)
    const copied = await keeper.client.ask(roleRoutes.save, { body: await copyOf('manager') })
    const taken = await reset(keeper, informed)
    const { rows } = await keeper.client.call(roleRoutes.list)
    const ofSecond = await reset(manager, second)
    const byOwner = await owner.client.ask(roleRoutes.save, { body: await copyOf('manager') })
    const byManager = await manager.client.ask(roleRoutes.save, { body: await copyOf('buyer') })
    const toOthers = await setLayer(manager, clerk, { visibleFields: ['cost_price'] })
    await turn(true)
    expect(held.fields.has('cost_price')).toBe(false)
    expect(ownField).toMatchObject(notHeld)
    expect(ownButton).toMatchObject(notHeld)
    expect(given).toMatchObject(ofManager)
    expect(copied).toMatchObject(ofManager)
    expect(taken).toMatchObject(beyond('“.*”', '毛利'))
    expect(rows.find((row) => row.code === 'manager')?.barrier).toMatch(/^有您没有的权限：成本价/)
    expect(ofSecond).toMatchObject(beyond('“.*”', '企业与门店-审核'))
    for (const answer of [byOwner, byManager, toOthers]) expect(answer.status).toBe(200)
    expect((await setLayer(owner, clerk, {})).status).toBe(200)
  })

  it('counts with an account: roles that are off, and what was withdrawn from its holder', async () => {
    const { id: copy } = await owner.client.call(roleRoutes.save, { body: await copyOf('manager') })
    const person = await worker(shop, [])
    expect((await setRoles(owner, person, copy)).status).toBe(200)
    const off = { action: 'enable' as const, id: copy, isActive: false, version: 1 }
    expect((await admin.client.ask(roleRoutes.save, { body: off })).status).toBe(200)
    expect(await reset(admin, person)).toMatchObject(beyond('“.*”', '成本价'))
    expect(await moveMobile(admin, person)).toMatchObject(beyond('“.*”', '成本价'))
    // A withdrawal is not ended while the role is off, to count once it is on again.
    expect((await setLayer(owner, person, { hiddenFields: ['cost_price'] })).status).toBe(200)
    expect(await setLayer(admin, person, {})).toMatchObject(notHeld)
    const member = async (change: object) =>
      admin.client.ask(membershipRoutes.save, {
        body: { userId: person.userId, orgId: shop.orgId, version: await versionOf(person), ...change } as never,
      })
    expect((await member({ action: 'enable', isActive: false })).status).toBe(200)
    expect(await reset(admin, person)).toMatchObject(beyond('“.*”', '成本价'))
    expect(await member({ action: 'enable', isActive: true })).toMatchObject(beyond('“.*”', '成本价'))
    const buyer = await worker(shop, 'buyer')
    const hidden = { hiddenFields: ['cost_price', 'purchase_price'] }
    expect((await setLayer(admin, buyer, hidden)).status).toBe(200)
    expect(await reset(admin, buyer)).toMatchObject(beyond('“.*”', '成本价与成本金额、进价'))
    expect(await moveMobile(admin, buyer)).toMatchObject(beyond('“.*”', '成本价与成本金额、进价'))
    expect((await reset(owner, buyer)).status).toBe(200)
  })

  it('counts with a role, whatever its receiver may not see himself', async () => {
    const second = await worker(shop, [])
    const hidden = { hiddenFields: ['cost_price', 'gross_profit', 'purchase_price', 'account_balance'] }
    expect((await setLayer(admin, second, hidden)).status).toBe(200)
    const managers = await roleId(shop, 'manager')
    expect(await setRoles(admin, second, managers)).toMatchObject(ofManager)
    expect((await setRoles(owner, second, managers)).status).toBe(200)
    // Roles that he has already are not given again.
    expect((await setRoles(admin, second, managers, await roleId(shop, 'salesperson'))).status).toBe(200)
  })

  it('counts with a warehouse that is off', async () => {
    const closed = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'warehouse', { org_id: shop.orgId, code: next('W'), name: next('停用仓'), is_active: false }),
    )
    const save = async (by: Worker, of: Worker) => {
      const cells = [{ warehouseId: closed, flags: ['in' as const] }]
      const users = [{ userId: of.userId, version: await versionOf(of), cells }]
      return by.client.ask(userWarehouseRoutes.save, { body: { orgId: shop.orgId, users } })
    }
    expect(await save(admin, admin)).toMatchObject(notHeld)
    expect((await save(owner, clerk)).status).toBe(200)
    expect((await rightsOf(clerk)).warehouses.has(closed)).toBe(false)
  })
})
