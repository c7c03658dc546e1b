// Nobody hands on more than he holds (business/access 4, ADR 0030): with organisations.
import { button } from '@chepu/contract/access/catalogue'
import { orgRoutes, shopRoutes } from '@chepu/contract/access/org'
import { roleRoutes } from '@chepu/contract/access/role'
import { privilegeRoutes } from '@chepu/contract/access/user-rights'
import { creditCheckDigit } from '@chepu/contract/kernel/credit-code'
import { approvalRoutes, registerOrg } from '@chepu/contract/access/registration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, enter, openBranch, roleId, type Worker, worker } from '../../../test/people'
import { Client } from '../../../test/shop'
import { beyond, next, nothingBeside, type Office, openOffice } from './handing-on.fixture'

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

let count = 0

describe('a shop that is applied for', () => {
  const apply = async (who: Worker, orgId = shop.orgId): Promise<number> => {
    const client = await enter(shop, who.userId, orgId)
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
    await shop.sql(`update employee set mobile = '13911112222' where group_id = $1 and user_id = any ($2::bigint[])`, [
      manager.userId,
      second.userId,
    ])
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
        ...nothingBeside,
        granted: [button('org', 'approve')],
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
    const client = await enter(shop, maker.userId, shop.orgId)
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
    expect(await hand(await enter(shop, manager.userId, id))).toMatchObject({
      msg: '只有当前管理员或集团老板可以移交管理员',
    })
    const other = await admin.client.call(shopRoutes.save, { body: fields() })
    const second = await worker(shop, 'technician', other.id)
    await (
      await enter(shop, admin.userId, other.id)
    ).call(orgRoutes.abdicate, { body: { orgid: other.id, userid: second.userId } })
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
