// Nobody hands on more than he holds (business/access 4, ADR 0030): with roles.
import { button } from '@chepu/contract/access/catalogue'
import { permissionCatalogue, rolePermissionRoutes, roleRoutes } from '@chepu/contract/access/role'
import { employeeRoutes } from '@chepu/contract/access/staff'
import { membershipRoutes, userRoleRoutes, userRoutes } from '@chepu/contract/access/user'
import { dataScopeRoutes } from '@chepu/contract/access/user-rights'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, openBranch, roleId, type Worker, worker } from '../../../test/people'
import { Client, one } from '../../../test/shop'
import {
  onlyOwners,
  wider,
  notHeld,
  beyond,
  ofManager,
  ofAdmin,
  next,
  openOffice,
  type Office,
} from './handing-on.fixture'

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

describe('the data scope', () => {
  it('of the owner is not emptied', async () => {
    const { roles } = await owner.client.call(dataScopeRoutes.read, { query: { orgId: shop.orgId } })
    const role = roles.find((each) => each.name === '老板') as (typeof roles)[number]
    const body = { subject: { kind: 'role' as const, roleId: role.id }, version: role.version }
    const save = (scopes: typeof role.scopes) => owner.client.ask(dataScopeRoutes.save, { body: { ...body, scopes } })
    const refused = { path: 'scopes', message: '老板在“客户”的数据范围不能为空，可点“恢复默认”' }
    expect(await save([])).toMatchObject({ status: 400, errors: [refused] })
    expect((await save(role.scopes)).status).toBe(200)
  })
})

describe('a role', () => {
  /**
   * What the owner's role given by somebody else is answered, the administrator's given by a manager, and by an
   * administrator the manager's, who sees costs, and the salesperson's, who sees none.
   */
  const tried = async (giving: (client: Client, role: number) => Promise<unknown>) => {
    const ownersRole = await roleId(shop, 'owner')
    return [
      await giving(manager.client, ownersRole),
      await giving(admin.client, ownersRole),
      await giving(manager.client, await roleId(shop, 'admin')),
      await giving(admin.client, await roleId(shop, 'manager')),
      await giving(admin.client, await roleId(shop, 'salesperson')),
    ]
  }
  const onlyTheLast = [onlyOwners, onlyOwners, ofAdmin, ofManager, { status: 200 }]

  it('is not given with a new user', async () => {
    const answers = await tried((client, role) =>
      client.ask(userRoutes.save, {
        body: { username: next('new_user'), realName: '新人', mobile: '', roleIds: [role] },
      }),
    )
    expect(answers).toMatchObject(onlyTheLast)
  })

  it('is not given with the account of an employee', async () => {
    const answers = await tried(async (client, role) => {
      const id = await shop.db.tenant(shop.groupId, (tx) =>
        one(tx, 'employee', { org_id: shop.orgId, emp_no: next('e'), name: '小工' }),
      )
      return client.ask(employeeRoutes.account, {
        params: { id },
        body: { username: next('employee'), roleIds: [role] },
      })
    })
    expect(answers).toMatchObject(onlyTheLast)
  })

  it('is not given to a member', async () => {
    const answers = await tried(async (client, role) =>
      client.ask(userRoleRoutes.save, {
        body: { userId: clerk.userId, orgId: shop.orgId, roleIds: [role], version: await versionOf(clerk) },
      }),
    )
    expect(answers).toMatchObject(onlyTheLast)
  })

  it('is not given with a membership', async () => {
    const branch = await openBranch(shop, next('D').slice(0, 4), next('分店'))
    await assign(shop, admin.userId, branch.orgId, ['admin'])
    const there = { action: 'add' as const, userId: clerk.userId, orgId: branch.orgId }
    const add = async (code: string) =>
      admin.client.ask(membershipRoutes.save, {
        body: { ...there, roleIds: [await roleId(shop, code)], employeeId: null, startsOn: null },
      })
    expect(await add('owner')).toMatchObject(onlyOwners)
    expect(await add('manager')).toMatchObject(ofManager)
    expect((await add('salesperson')).status).toBe(200)
  })

  it('is not taken away either where that widens what is seen, and the refusal names who would gain', async () => {
    const giver = await worker(shop, 'manager')
    const [seller, role, empty] = [await worker(shop, []), next('narrow'), next('empty')]
    await shop.db.tenant(shop.groupId, async (tx) => {
      await tx.query({
        text: `update app_user set real_name = '钱销售' where group_id = $1 and id = $2`,
        values: [tx.groupId, seller.userId],
      })
      const id = await one(tx, 'role', { code: role, name: '只看本人' })
      await one(tx, 'role', { code: empty, name: '没有内容' })
      await tx.insert(
        'role_scope',
        ['group_id', 'role_id', 'area', 'scope'],
        [[tx.groupId, id, 'sales', 1]],
        'returning role_id',
      )
      await tx.insert(
        'user_scope',
        ['group_id', 'user_id', 'org_id', 'area', 'scope'],
        [[tx.groupId, giver.userId, shop.orgId, 'sales', 2]],
        'returning user_id',
      )
    })
    const set = async (by: Worker, codes: string[]) =>
      by.client.ask(userRoleRoutes.save, {
        body: {
          userId: seller.userId,
          orgId: shop.orgId,
          roleIds: await Promise.all(codes.map((code) => roleId(shop, code))),
          version: await versionOf(seller),
        },
      })
    expect((await set(giver, [role])).status).toBe(200)
    const refused = { status: 403, msg: '改动后“钱销售”有您没有的权限：“销售”更大的数据范围，请老板处理' }
    expect(await set(giver, [])).toMatchObject(refused)
    // A role put in its place is not blamed for what the other one held back.
    expect(await set(giver, [empty])).toMatchObject(refused)
    expect((await set(owner, [])).status).toBe(200)
  })

  it('is not copied or revived, and not filled, without its rights', async () => {
    const from = await roleId(shop, 'owner')
    const copy = { action: 'copy' as const, from, code: next('copy'), name: next('抄'), orgId: shop.orgId, remark: '' }
    for (const { client } of [manager, admin])
      expect(await client.ask(roleRoutes.save, { body: copy })).toMatchObject(onlyOwners)
    const managers = { ...copy, from: await roleId(shop, 'manager') }
    expect(await admin.client.ask(roleRoutes.save, { body: managers })).toMatchObject(ofManager)
    const { id: stopped } = await owner.client.call(roleRoutes.save, { body: managers })
    await owner.client.call(roleRoutes.save, {
      body: { action: 'enable', id: stopped, isActive: false, version: 1 },
    })
    const revived = { action: 'enable' as const, id: stopped, isActive: true, version: 2 }
    expect(await admin.client.ask(roleRoutes.save, { body: revived })).toMatchObject(beyond('角色“抄.*”', '成本价'))
    expect((await owner.client.ask(roleRoutes.save, { body: revived })).status).toBe(200)
    const weak = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'role', { code: next('weak'), name: '弱', org_id: shop.orgId, is_active: true }),
    )
    const {
      roleId: id,
      name: _,
      userCount: _count,
      isOwn: _own,
      ...content
    } = await owner.client.call(rolePermissionRoutes.read, { query: { roleId: weak } })
    const filled = { ...content, roleId: id, buttons: [button('payment', 'approve')], fields: ['cost_price' as const] }
    expect(await admin.client.ask(rolePermissionRoutes.save, { body: filled })).toMatchObject(notHeld)
    const scopes = { subject: { kind: 'role' as const, roleId: id }, version: content.version }
    const wide = { area: 'finance' as const, scope: 4 as const, departmentIds: null }
    expect(await manager.client.ask(dataScopeRoutes.save, { body: { ...scopes, scopes: [wide] } })).toMatchObject(wider)
  })
})

describe('the list of roles', () => {
  const barriers = async ({ client }: Worker) => {
    const { rows } = await client.call(roleRoutes.list)
    const named = ['owner', 'manager', 'buyer', 'cashier_accountant', 'salesperson', 'admin']
    return named.map((code) => rows.find((row) => row.code === code)?.barrier)
  }

  it('says which ones the caller may not hand out, and why', async () => {
    const costs = '有您没有的权限：成本价与成本金额、毛利、进价等4项，请老板处理'
    expect(await barriers(owner)).toEqual(['', '', '', '', '', ''])
    expect(await barriers(admin)).toEqual([
      onlyOwners.msg,
      costs,
      '有您没有的权限：成本价与成本金额、进价，请老板处理',
      costs,
      '',
      '',
    ])
    const [ofOwner, ...others] = await barriers(manager)
    expect(ofOwner).toBe(onlyOwners.msg)
    expect(others.slice(0, 4)).toEqual(['', '', '', ''])
    expect(others[4]).toMatch(/^有您没有的权限：企业与门店-审核、.*，请老板处理$/)
    const { rows } = await admin.client.call(employeeRoutes.roles)
    expect(rows.find((row) => row.name === '店长')?.barrier).toBe(costs)
  })

  it('says it of each organisation for itself', async () => {
    const { orgId } = await openBranch(shop, 'B7', '角色分店')
    const both = await worker(shop, 'admin')
    await assign(shop, both.userId, orgId, ['owner'])
    const barrierThere = async ({ client }: Worker, there?: number) => {
      const { rows } = await client.call(roleRoutes.list, { query: there === undefined ? {} : { orgId: there } })
      return rows.find((row) => row.code === 'manager')?.barrier
    }
    const give = async ({ client }: Worker, there: number) => {
      const colleague = await worker(shop, [])
      await assign(shop, colleague.userId, orgId, [])
      const body = { userId: colleague.userId, orgId: there, roleIds: [await roleId(shop, 'manager')] }
      const version = await versionOf(colleague)
      return (await client.ask(userRoleRoutes.save, { body: { ...body, version } })).status
    }
    expect([await barrierThere(both, orgId), await give(both, orgId)]).toEqual(['', 200])
    expect([await barrierThere(both), await give(both, shop.orgId)]).toEqual([
      '有您没有的权限：成本价与成本金额、毛利、进价等4项，请老板处理',
      403,
    ])
    const other = await worker(shop, 'owner')
    await assign(shop, other.userId, orgId, ['admin'])
    expect([await barrierThere(other), await give(other, shop.orgId)]).toEqual(['', 200])
    expect([await barrierThere(other, orgId), await give(other, orgId)]).toEqual([await barrierThere(both), 403])
  })

  it('counts nothing that the installation has stopped', async () => {
    const [group, action] = ['purchase_order', 'export']
    const stop = (isActive: boolean) =>
      shop.db.shared({
        text: 'update shared.permission_point set is_active = $1 where key = $2',
        values: [isActive, `${group}.${action}`],
      })
    // The catalogue is in the database from its first reading on.
    await owner.client.call(permissionCatalogue)
    await stop(false)
    expect((await rightsOf(manager)).buttons.has(button(group, action))).toBe(false)
    const buyers = (await barriers(manager))[2]
    await stop(true)
    expect(buyers).toBe('')
  })
})

describe('a role of the group', () => {
  it('is weighed in every organisation where somebody holds it, wherever the giver works', async () => {
    const branch = await openBranch(shop, next('F').slice(0, 4), next('分店'))
    const person = await worker(shop, 'owner')
    await assign(shop, person.userId, branch.orgId, ['admin'])
    await shop.db.tenant(shop.groupId, (tx) =>
      tx.insert(
        'user_scope',
        ['group_id', 'user_id', 'org_id', 'area', 'scope'],
        [[tx.groupId, person.userId, branch.orgId, 'finance', 3]],
        'returning area',
      ),
    )
    const { client } = person
    const add = async (code: string) =>
      (
        await owner.client.call(roleRoutes.save, {
          body: {
            action: 'copy',
            from: await roleId(shop, code),
            code: next('group'),
            name: next('集团'),
            orgId: null,
            remark: '',
          },
        })
      ).id
    const hold = (role: number, { userId }: Worker) =>
      shop.db.tenant(shop.groupId, (tx) =>
        tx.insert(
          'user_role',
          ['group_id', 'user_id', 'org_id', 'role_id'],
          [[tx.groupId, userId, branch.orgId, role]],
          'returning role_id',
        ),
      )
    const switched = (id: number, version: number, isActive: boolean) =>
      client.ask(roleRoutes.save, { body: { action: 'enable', id, isActive, version } })

    const idle = await add('manager')
    expect((await switched(idle, 1, false)).status).toBe(200)
    await hold(idle, person)
    expect(await switched(idle, 2, true)).toMatchObject(beyond('角色“集团.*”', '成本价'))

    const weak = await add('technician')
    const {
      name: _,
      userCount: _count,
      isOwn: _own,
      ...content
    } = await client.call(rolePermissionRoutes.read, { query: { roleId: weak } })
    const fill = (change: object) => client.ask(rolePermissionRoutes.save, { body: { ...content, ...change } })
    const holder = await worker(shop, 'technician')
    await assign(shop, holder.userId, branch.orgId, [])
    await hold(weak, holder)
    expect(await fill({ fields: ['cost_price'] })).toMatchObject(notHeld)
    expect(await fill({ allWarehouses: true })).toMatchObject({ msg: '您没有全部仓库的权限，不能授予他人' })
    const scopes = [{ area: 'finance' as const, scope: 4 as const, departmentIds: null }]
    const widen = { subject: { kind: 'role' as const, roleId: weak }, version: content.version, scopes }
    expect(await client.ask(dataScopeRoutes.save, { body: widen })).toMatchObject(wider)
    // Where nobody holds it, a role takes what its editor has.
    await shop.sql('delete from user_role where group_id = $1 and role_id = $2', weak)
    expect((await fill({ fields: ['cost_price'], allWarehouses: true })).status).toBe(200)
  })
})
