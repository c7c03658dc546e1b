// Nobody hands on more than he holds (business/access 4, ADR 0030): one test for each call that gives somebody a right.
import { button } from '@chepu/contract/access/catalogue'
import { orgRoutes, shopRoutes } from '@chepu/contract/access/org'
import { pointRoutes } from '@chepu/contract/shell/permission-point'
import { permissionCatalogue, rolePermissionRoutes, roleRoutes } from '@chepu/contract/access/role'
import { employeeRoutes } from '@chepu/contract/access/staff'
import { membershipRoutes, userRoleRoutes, userRoutes } from '@chepu/contract/access/user'
import { dataScopeRoutes, privilegeRoutes, userWarehouseRoutes } from '@chepu/contract/access/user-rights'
import { creditCheckDigit } from '@chepu/contract/kernel/credit-code'
import { approvalRoutes, registerOrg } from '@chepu/contract/access/registration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, openBranch, roleId, type Worker, worker } from '../../../test/people'
import { Client, one, openShop, type Shop } from '../../../test/shop'
import { openSession } from '../../shell/sign-in/session'
import { fillRegions } from '../../basics/public'
import { grantsOf } from '../../kernel/caller/rights'

let shop: Shop
let owner: Worker
let manager: Worker
let admin: Worker
let clerk: Worker
beforeAll(async () => {
  shop = await openShop()
  await fillRegions(shop.db)
  owner = await worker(shop, 'owner')
  manager = await worker(shop, 'manager')
  admin = await worker(shop, 'admin')
  clerk = await worker(shop, 'technician')
})
afterAll(() => shop.close())

let count = 0
const next = (prefix: string) => `${prefix}${(count += 1).toString(36).padStart(2, '0')}`
const rightsOf = ({ userId }: Worker, orgId = shop.orgId) =>
  shop.db.tenant(shop.groupId, (tx) => grantsOf(tx, userId, orgId))
const versionOf = async ({ userId }: Worker) =>
  (await owner.client.call(userRoutes.list, { query: { id: userId } })).rows[0]?.version as number
const enter = async ({ userId }: Worker, orgId: number) =>
  new Client(
    shop.origin,
    await openSession(shop.db, { loginId: userId, groupId: shop.groupId, orgId, deviceId: 'test', ip: '127.0.0.1' }),
  )
const onlyOwners = { status: 403, msg: '只有老板可以授予老板角色' }
const wider = { status: 403, msg: expect.stringMatching(/不能授予(他人|更大的范围)$/) as string }
const notHeld = { status: 403, msg: expect.stringMatching(/不能授予他人/) as string }
/** The refusal of a role, an account or an application that holds more than who handles it. */
const beyond = (what: string, lacking = '') => ({
  status: 403,
  msg: expect.stringMatching(new RegExp(`^${what}有您没有的权限：${lacking}.*，请老板处理$`)) as string,
})
const ofManager = beyond('角色“店长”', '成本价与成本金额、毛利、进价等4项')
const ofAdmin = beyond('角色“系统管理员”', '企业与门店-审核')

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

describe('a shop that is applied for', () => {
  const apply = async (who: Worker, orgId = shop.orgId): Promise<number> => {
    const client = await enter(who, orgId)
    const code = `9199010000000${String((count += 1)).padStart(4, '0')}`
    const body = {
      name: next('申请店'),
      credit_code: code + creditCheckDigit(code),
      region_code: '440106',
      address: '',
      contact: '王小车',
      org_type: 'repair' as const,
    }
    return (await client.call(registerOrg, { body })).id
  }
  const decide = (who: Worker, id: number) => who.client.ask(approvalRoutes.decide, { body: { id, action: 'approve' } })
  const own = { status: 403, msg: '不能审核自己提交的申请，请由其他有审核权限的人处理' }

  it('is not approved by who applied for it, nor through another login of his', async () => {
    expect(await decide(admin, await apply(admin))).toMatchObject(own)
    // 店长 decides about no shops at all.
    expect((await decide(manager, await apply(owner))).msg).toBe('您没有「企业审核：通过或驳回」的权限')
    expect(await decide(owner, await apply(owner))).toMatchObject(own)
    const second = await worker(shop, 'admin')
    await shop.db.tenant(shop.groupId, (tx) =>
      tx.query({
        text: `update employee set mobile = '13911112222' where group_id = $1 and user_id = any ($2::bigint[])`,
        values: [tx.groupId, [manager.userId, second.userId]],
      }),
    )
    expect(await decide(second, await apply(manager))).toMatchObject(own)
  })

  it('gives the owner’s role to owners of the organisation above, and the applicant what he has there', async () => {
    const id = await apply(manager)
    expect(await decide(admin, id)).toMatchObject(beyond('申请人', '成本价与成本金额'))
    const { data } = await decide(owner, id)
    const orgId = data.orgid as number
    expect((await rightsOf(owner, orgId)).roles).toEqual(['owner'])
    expect((await rightsOf(manager, orgId)).roles).toEqual(['manager'])
    expect((await rightsOf(manager, orgId)).scopes).toEqual((await rightsOf(manager)).scopes)
    expect((await rightsOf(admin, orgId)).roles).toEqual([])
    const { rows } = await owner.client.call(orgRoutes.members, { params: { id: orgId } })
    expect(rows.filter((row) => row.isAdmin)).toMatchObject([{ userId: owner.userId }])
  })

  it('gives no more than who approves holds, and is decided where it shall stand or above', async () => {
    const applicant = await worker(shop, ['manager', 'cashier_accountant'])
    const decider = await worker(shop, [])
    await owner.client.call(privilegeRoutes.save, {
      body: {
        userId: decider.userId,
        orgId: shop.orgId,
        version: await versionOf(decider),
        granted: [button('org', 'approve')],
        withdrawn: [],
        visibleFields: [],
        hiddenFields: [],
        limits: { discountLimit: null, orderDiscountLimit: null, settleDiscountLimit: null, unlimited: [] },
      },
    })
    const id = await apply(applicant)
    expect(await decide(decider, id)).toMatchObject(beyond('申请人'))
    const branch = await openBranch(shop, 'B1', '别的分店')
    const elsewhere = await shop.signIn('admin', branch.orgId)
    expect((await elsewhere.ask(approvalRoutes.decide, { body: { id, action: 'approve' } })).status).toBe(404)
    expect((await elsewhere.call(approvalRoutes.list)).rows).toEqual([])
  })
})

const fieldsOfShop = () => ({
  code: next('C').slice(0, 4),
  name: next('新店'),
  orgType: 'repair',
  parentId: shop.orgId,
  startMonth: 202601,
  taxpayerKind: 'small' as const,
})

describe('a new shop', () => {
  const fields = fieldsOfShop

  it('is entered by its maker with what he has, withdrawals and narrower scopes included', async () => {
    const maker = await worker(shop, 'manager')
    await shop.db.tenant(shop.groupId, async (tx) => {
      const key = { user_id: maker.userId, org_id: shop.orgId }
      const rows = [
        ['user_button', { button_id: button('payment', 'approve'), is_granted: false }, 'button_id'],
        ['user_field', { field: 'cost_price', is_visible: false }, 'field'],
        ['user_scope', { area: 'finance', scope: 1 }, 'area'],
        ['user_limit', { discount_limit: '0.01' }, 'discount_limit'],
      ] as const
      for (const [table, row, returned] of rows) {
        const columns = { ...key, ...row }
        await tx.insert(
          table,
          ['group_id', ...Object.keys(columns)],
          [[tx.groupId, ...Object.values(columns)]],
          `returning ${returned}`,
        )
      }
    })
    const client = await enter(maker, shop.orgId)
    const { id } = await client.call(shopRoutes.save, { body: fields() })
    const [here, there] = [await rightsOf(maker), await rightsOf(maker, id)]
    expect(there.buttons).toEqual(here.buttons)
    expect(there.fields).toEqual(here.fields)
    expect(there.scopes).toEqual(here.scopes)
    expect(there.limits).toEqual(here.limits)
  })

  it('gets no administrator with more than its maker has', async () => {
    const account = { username: next('shop_admin'), realName: '钟店长', mobile: '' }
    expect(await manager.client.ask(shopRoutes.save, { body: { ...fields(), account } })).toMatchObject(
      beyond('新账号'),
    )
    const { id } = await admin.client.call(shopRoutes.save, { body: { ...fields(), account } })
    const { rows } = await admin.client.call(orgRoutes.members, { params: { id } })
    const made = rows.find((row) => row.username === account.username) as { userId: number }
    expect((await rightsOf({ ...clerk, userId: made.userId }, id)).roles).toEqual(['admin'])
  })

  it('copies no roles beyond its maker’s rights', async () => {
    const strong = await owner.client.call(roleRoutes.save, {
      body: {
        action: 'copy',
        from: await roleId(shop, 'owner'),
        code: next('strong'),
        name: next('强'),
        orgId: shop.orgId,
        remark: '',
      },
    })
    const copy = () => ({ ...fields(), copyConfigFrom: shop.orgId, copyRoles: true })
    for (const { client } of [manager, admin])
      expect(await client.ask(shopRoutes.save, { body: copy() })).toMatchObject(beyond('角色“强.*”'))
    expect((await owner.client.ask(shopRoutes.save, { body: copy() })).status).toBe(200)
    await owner.client.call(roleRoutes.save, { body: { action: 'delete', id: strong.id, version: 1 } })
  })

  it('is handed over with the owner’s role by owners only', async () => {
    const { id } = await manager.client.call(shopRoutes.save, { body: fields() })
    const heir = await worker(shop, 'technician', id)
    const hand = (client: Client) => client.ask(orgRoutes.abdicate, { body: { orgid: id, userid: heir.userId } })
    // Its owners administer what a manager opens.
    expect(await hand(await enter(manager, id))).toMatchObject({ msg: '只有当前管理员或集团老板可以移交管理员' })
    const other = await admin.client.call(shopRoutes.save, { body: fields() })
    const second = await worker(shop, 'technician', other.id)
    await (await enter(admin, other.id)).call(orgRoutes.abdicate, { body: { orgid: other.id, userid: second.userId } })
    expect((await rightsOf(second, other.id)).roles.toSorted()).toEqual(['admin', 'technician'])
    expect((await hand(owner.client)).status).toBe(200)
    expect((await rightsOf(heir, id)).roles.toSorted()).toEqual(['admin', 'owner', 'technician'])
  })
})

describe('an organisation', () => {
  it('is changed by who may do so there or above it, not by who owns another one', async () => {
    const branch = fieldsOfShop()
    const { id, version } = await owner.client.call(shopRoutes.save, { body: branch })
    const boss = await worker(shop, ['owner', 'admin'], id)
    await assign(shop, boss.userId, shop.orgId, ['salesperson'])
    const above = await owner.client.call(orgRoutes.read, { params: { id: shop.orgId } })
    const { config } = above
    const settings = { orgid: shop.orgId, version: above.version, config }
    const noRight = { status: 403, msg: '您在该企业没有此项权限' }
    expect(await boss.client.ask(orgRoutes.config, { body: settings })).toMatchObject(noRight)
    const self = { orgid: shop.orgId, userid: boss.userId }
    expect(await boss.client.ask(orgRoutes.abdicate, { body: self })).toMatchObject(noRight)
    const own = { ...branch, id, version: version as number, parentId: null, confirmTax: false }
    expect(await boss.client.ask(orgRoutes.update, { body: own as never })).toMatchObject(noRight)
    expect((await boss.client.ask(orgRoutes.update, { body: { ...own, parentId: shop.orgId } as never })).status).toBe(
      200,
    )
    expect((await owner.client.ask(orgRoutes.config, { body: settings })).status).toBe(200)
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
      granted: [button('payment', 'approve')],
      withdrawn: [],
      visibleFields: [],
      hiddenFields: [],
      limits: { discountLimit: null, orderDiscountLimit: null, settleDiscountLimit: null, unlimited: [] },
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
    const noLimits = { discountLimit: null, orderDiscountLimit: null, settleDiscountLimit: null, unlimited: [] }
    const nothing = { granted: [], withdrawn: [], visibleFields: [], hiddenFields: [], limits: noLimits }
    const layer = async (by: Worker, change: object) =>
      by.client.ask(privilegeRoutes.save, { body: { ...(await ofBuyer()), ...nothing, ...change } })
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
        granted: [],
        withdrawn: [],
        visibleFields: [],
        hiddenFields: [],
        limits: { discountLimit: null, orderDiscountLimit: null, settleDiscountLimit: null, unlimited: [] },
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
    await shop.db.tenant(shop.groupId, (tx) =>
      tx.query({ text: 'delete from user_role where group_id = $1 and role_id = $2', values: [tx.groupId, weak] }),
    )
    expect((await fill({ fields: ['cost_price'], allWarehouses: true })).status).toBe(200)
  })
})
