import { button, pageOf } from '@chepu/contract/access/catalogue'
import { permissionCatalogue, type RoleRow, rolePermissionRoutes, roleRoutes } from '@chepu/contract/access/role'
import { userRoleRoutes, userRoutes } from '@chepu/contract/access/user'
import { brandRoutes } from '@chepu/contract/basics/brand'
import { userPermission } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, openBranch, roleId, type Worker, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { createGroup } from '../provision'

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

const rowOf = async (code: string): Promise<RoleRow> => {
  const { rows } = await owner.client.call(roleRoutes.list, { query: { q: code } })
  return rows.find((row) => row.code === code) as RoleRow
}
const read = async (id: number) => owner.client.call(rolePermissionRoutes.read, { query: { roleId: id } })
type Content = Awaited<ReturnType<typeof read>>
const bodyOf = ({ roleId: id, version, buttons, fields, allWarehouses, limits }: Content) => ({
  roleId: id,
  version,
  buttons,
  fields,
  allWarehouses,
  limits,
})
/** Saves a role with some of its content changed. */
const save = async (client: Client, id: number, change: (content: Content) => Partial<Content>) => {
  const content = await read(id)
  return client.ask(rolePermissionRoutes.save, { body: bodyOf({ ...content, ...change(content) }) })
}
const addRole = async (code: string, orgId: number | null = null) =>
  (await owner.client.call(roleRoutes.save, { body: { action: 'save', code, name: `角色${code}`, orgId } })).id

describe('roles', () => {
  it('are added, renamed under their version, and keep their code', async () => {
    const id = await addRole('parts_clerk')
    expect(await rowOf('parts_clerk')).toMatchObject({ reach: '集团', userCount: 0, isSeed: false, isOwn: true })
    const body = { action: 'save' as const, id, version: 1, code: 'parts_clerk', name: '配件文员', remark: '试用' }
    await owner.client.call(roleRoutes.save, { body })
    expect(await rowOf('parts_clerk')).toMatchObject({ name: '配件文员', remark: '试用', version: 2 })
    expect(await owner.client.ask(roleRoutes.save, { body })).toMatchObject({ status: 409 })
    const other = { ...body, version: 2, code: 'other_code' }
    expect(await owner.client.ask(roleRoutes.save, { body: other })).toMatchObject({ msg: '角色编码不能修改' })
    const again = { action: 'save' as const, code: 'parts_clerk', name: '又一个' }
    expect(await owner.client.ask(roleRoutes.save, { body: again })).toMatchObject({ msg: '角色编码已存在' })
    const faulty = { action: 'save' as const, code: '1号', name: '' }
    expect((await owner.client.ask(roleRoutes.save, { body: faulty })).errors?.map((error) => error.message)).toEqual([
      '编码应为2-30位字母、数字或下划线，以字母开头',
      '请输入名称',
    ])
  })

  it('are copied with all they hold', async () => {
    const from = (await rowOf('salesperson')).id
    const body = { action: 'copy' as const, from, code: 'sales_lead', name: '销售主管' }
    const { id } = await owner.client.call(roleRoutes.save, { body })
    const [source, copy] = [await read(from), await read(id)]
    expect(copy).toMatchObject({ buttons: source.buttons, fields: source.fields, limits: source.limits, userCount: 0 })
  })

  it('are deleted when nobody has them; those of the program never', async () => {
    const id = await addRole('short_lived')
    const { userId } = await worker(shop, 'technician')
    const users = await owner.client.call(userRoleRoutes.read, { query: { userId } })
    const give = (roleIds: number[], version: number) =>
      owner.client.call(userRoleRoutes.save, { body: { userId, orgId: shop.orgId, roleIds, version } })
    const { version } = await give([id], users.version)
    const remove = { action: 'delete' as const, id, version: 1 }
    expect(await owner.client.ask(roleRoutes.save, { body: remove })).toMatchObject({
      msg: '角色“角色short_lived”正在被1名用户使用，不能删除',
    })
    expect((await owner.client.call(roleRoutes.members, { query: { roleId: id } })).rows).toMatchObject([{ userId }])
    await give([], version)
    await owner.client.call(roleRoutes.save, { body: remove })
    expect(await rowOf('short_lived')).toBeUndefined()
    const seed = await rowOf('technician')
    expect(
      await owner.client.ask(roleRoutes.save, { body: { action: 'delete', id: seed.id, version: seed.version } }),
    ).toMatchObject({ msg: '“技师”是系统预置角色，不能删除，可改为停用' })
  })

  it('lose their effect at the next call when they are stopped', async () => {
    const { client } = await worker(shop, 'technician')
    const has = async () => (await client.call(userPermission)).userUniqueIdAll.includes(button('dispatch', 'start'))
    expect(await has()).toBe(true)
    const seed = await rowOf('technician')
    const stop = { action: 'enable' as const, id: seed.id, isActive: false, version: seed.version }
    await owner.client.call(roleRoutes.save, { body: stop })
    expect(await has()).toBe(false)
    await owner.client.call(roleRoutes.save, { body: { ...stop, isActive: true, version: seed.version + 1 } })
    expect(await has()).toBe(true)
  })
})

describe('what a role holds', () => {
  it('is saved whole, warns of duties that belong apart, and works at once', async () => {
    const id = await addRole('clerk')
    const { client, userId } = await worker(shop, [])
    await assignRole(userId, id)
    expect(await client.ask(brandRoutes.save, { body: { name: '新牌' } })).toMatchObject({ status: 403 })
    const answer = await save(owner.client, id, () => ({
      buttons: [pageOf('brand'), button('brand', 'add'), button('payment', 'add'), button('payment', 'approve')],
      fields: ['cost_price'],
      limits: { ...noLimits, discountLimit: '0.2' },
    }))
    expect(answer.data).toMatchObject({ version: 2, warnings: ['同一角色既能新增付款单，又能审核付款单'], told: 1 })
    expect(await client.ask(brandRoutes.save, { body: { name: '新牌' } })).toMatchObject({ status: 200 })
    expect(await client.call(userPermission)).toMatchObject({ fields: ['cost_price'] })
    expect(await read(id)).toMatchObject({ fields: ['cost_price'], limits: { discountLimit: '0.2000' } })
    await expectTold(client)
  })

  it('is saved by one of two administrators at once; the other is told', async () => {
    const id = await addRole('busy')
    const content = await read(id)
    const tabs = [[pageOf('brand')], [pageOf('tax')]].map((buttons) =>
      owner.client.ask(rolePermissionRoutes.save, { body: bodyOf({ ...content, buttons }) }),
    )
    const answers = await Promise.all(tabs)
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)?.msg).toBe('角色已被他人修改，请刷新后重试')
    expect((await read(id)).buttons).toHaveLength(1)
  })

  it('refuses ids that no button has, and lists without end', async () => {
    const id = await addRole('odd_one')
    expect(await save(owner.client, id, () => ({ buttons: [99_999] }))).toMatchObject({ msg: '按钮编号不存在' })
    expect(
      await save(owner.client, id, () => ({ buttons: Array.from({ length: 2001 }, (_, i) => i + 1) })),
    ).toMatchObject({ status: 400, errors: [{ path: 'buttons', message: '权限过多' }] })
    const every = Array.from({ length: 2000 }, () => pageOf('brand'))
    expect(await save(owner.client, id, () => ({ buttons: every }))).toMatchObject({ status: 200 })
    expect((await read(id)).buttons).toEqual([pageOf('brand')])
  })

  it('needs the button 授权, not only the page', async () => {
    const viewer = await addRole('viewer')
    await save(owner.client, viewer, () => ({ buttons: [pageOf('role'), button('role', 'update')] }))
    const { client, userId } = await worker(shop, [])
    await assignRole(userId, viewer)
    expect(await client.ask(rolePermissionRoutes.read, { query: { roleId: viewer } })).toMatchObject({ status: 200 })
    expect(await save(client, viewer, () => ({ buttons: [pageOf('brand')] }))).toMatchObject({ status: 403 })
  })

  it('is shown with the catalogue: menu, groups and fields', async () => {
    const { menu, groups, fields } = await owner.client.call(permissionCatalogue)
    expect(menu.find((node) => node.key === 'receipts')?.pageIds).toEqual([pageOf('collection'), pageOf('payment')])
    expect(menu.map((node) => node.key)).not.toContain('sysPermission')
    expect(groups.find((group) => group.key === 'brand')?.actions.map((action) => action.name)).toEqual([
      '新增',
      '修改',
      '删除',
    ])
    expect(fields.map((field) => field.key)).toContain('cost_price')
  })
})

describe('nobody gives more than he holds', () => {
  it('neither buttons, fields nor limits, to his own role or another', async () => {
    const own = await roleId(shop, 'manager')
    const extra = await addRole('shop_extra', shop.orgId)
    // The manager's limit is 30 %.
    expect(
      await save(manager.client, extra, ({ limits }) => ({ limits: { ...limits, discountLimit: '0.5' } })),
    ).toMatchObject({ status: 403, msg: '“折扣上限”不能高于您自己的上限' })
    expect(
      await save(manager.client, extra, ({ limits }) => ({ limits: { ...limits, discountLimit: null } })),
    ).toMatchObject({ status: 403 })
    expect(
      await save(manager.client, extra, ({ limits }) => ({ limits: { ...limits, discountLimit: '0.3' } })),
    ).toMatchObject({ status: 200 })
    expect(
      await save(manager.client, own, ({ limits }) => ({ limits: { ...limits, discountLimit: null } })),
    ).toMatchObject({ status: 403, msg: '集团角色只能由集团管理员维护，可复制为本企业角色' })
    // The system administrator sees no cost and does no business, and so makes no role that does.
    const clerk = await addRole('admin_made')
    expect(await save(admin.client, clerk, () => ({ buttons: [button('goods_receipt', 'approve')] }))).toMatchObject({
      status: 403,
      msg: '您没有“采购入库-审核”的权限，不能授予他人',
    })
    expect(await save(admin.client, clerk, () => ({ fields: ['cost_price'] }))).toMatchObject({
      msg: '您看不到“成本价与成本金额”，不能授予他人',
    })
    expect(await save(admin.client, clerk, () => ({ allWarehouses: true }))).toMatchObject({ status: 403 })
    const adminRole = await roleId(shop, 'admin')
    expect(
      await save(admin.client, adminRole, ({ buttons }) => ({ buttons: [...buttons, button('payment', 'approve')] })),
    ).toMatchObject({ status: 403 })
    expect(await save(admin.client, clerk, () => ({ buttons: [button('brand', 'add')] }))).toMatchObject({
      status: 200,
    })
    // Taking away needs no more than the button.
    const buyer = await roleId(shop, 'buyer')
    expect(
      await save(admin.client, buyer, ({ buttons }) => ({
        buttons: buttons.filter((id) => id !== button('payable', 'export')),
      })),
    ).toMatchObject({ status: 200 })
  })

  it('nor roles to himself, and the owner’s role only as an owner', async () => {
    const give = async (by: Worker, userId: number, codes: string[]) => {
      const { version, orgs } = await owner.client.call(userRoleRoutes.read, { query: { userId } })
      const held = orgs.find((org) => org.orgId === shop.orgId)?.roleIds ?? []
      const roleIds = [...held, ...(await Promise.all(codes.map((code) => roleId(shop, code))))]
      return by.client.ask(userRoleRoutes.save, { body: { userId, orgId: shop.orgId, roleIds, version } })
    }
    expect(await give(admin, admin.userId, ['buyer'])).toMatchObject({ status: 403 })
    expect(await give(admin, admin.userId, ['owner'])).toMatchObject({ msg: '只有老板可以授予老板角色' })
    const puppet = await worker(shop, 'technician')
    expect(await give(admin, puppet.userId, ['owner'])).toMatchObject({ msg: '只有老板可以授予老板角色' })
    expect(await give(manager, puppet.userId, ['owner'])).toMatchObject({ status: 403 })
    expect(await give(manager, puppet.userId, ['admin'])).toMatchObject({
      status: 403,
      msg: expect.stringMatching(/^角色“系统管理员”有您没有的权限：企业与门店-审核、.*，请老板处理$/),
    })
    expect(await give(manager, manager.userId, ['buyer'])).toMatchObject({ msg: '“折扣上限”不能高于您自己的上限' })
    expect(await give(admin, puppet.userId, ['buyer'])).toMatchObject({
      status: 403,
      msg: '角色“采购员”有您没有的权限：成本价与成本金额、进价，请老板处理',
    })
    expect(await give(manager, puppet.userId, ['salesperson'])).toMatchObject({ status: 200 })
    expect(await give(owner, puppet.userId, ['owner'])).toMatchObject({ status: 200 })
  })

  it('nor through a role that gives him more in another organisation', async () => {
    const both = await addRole('both_shops')
    await assign(shop, owner.userId, branch.orgId, ['salesperson', 'both_shops'])
    expect(await save(owner.client, both, () => ({ buttons: [pageOf('role')] }))).toMatchObject({
      status: 403,
      msg: '“角色both_shops”还有您管理范围以外的用户在使用，不能修改',
    })
  })
})

describe('reach', () => {
  it('of a manager ends at his organisation: its own roles, not those of the group or of another', async () => {
    const seed = await rowOf('buyer')
    const stop = { action: 'enable' as const, id: seed.id, isActive: false, version: seed.version }
    expect(await manager.client.ask(roleRoutes.save, { body: stop })).toMatchObject({ status: 403 })
    expect(
      await manager.client.ask(roleRoutes.save, { body: { action: 'save', code: 'mgr_group', name: '集团级' } }),
    ).toMatchObject({ errors: [{ path: 'orgId', message: '集团角色只能由集团管理员维护' }] })
    expect(
      await manager.client.ask(roleRoutes.save, {
        body: { action: 'save', code: 'mgr_there', name: '别店', orgId: branch.orgId },
      }),
    ).toMatchObject({ errors: [{ path: 'orgId', message: '请选择企业' }] })
    const { id } = await manager.client.call(roleRoutes.save, {
      body: { action: 'save', code: 'mgr_own', name: '本店', orgId: shop.orgId },
    })
    expect(await save(manager.client, id, () => ({ buttons: [pageOf('brand')] }))).toMatchObject({ status: 200 })
    const stranger = await worker(shop, 'manager', branch.orgId)
    expect(await stranger.client.ask(rolePermissionRoutes.read, { query: { roleId: id } })).toMatchObject({
      status: 404,
    })
    expect((await stranger.client.call(roleRoutes.list)).rows.map((row) => row.code)).not.toContain('mgr_own')
    expect((await stranger.client.call(userRoutes.list)).rows.map((row) => row.id)).not.toContain(manager.userId)
  })

  it('never leaves the group', async () => {
    const other = await createGroup(shop.db, '另一集团')
    const theirs = await shop.db.tenant(other, (tx) =>
      tx.one<{ id: number }>({
        text: `select id from role where group_id = $1 and code = 'buyer'`,
        values: [other],
      }),
    )
    const id = theirs?.id as number
    expect(await owner.client.ask(rolePermissionRoutes.read, { query: { roleId: id } })).toMatchObject({ status: 404 })
    const body = { roleId: id, version: 1, buttons: [], fields: [], allWarehouses: false, limits: noLimits }
    expect(await owner.client.ask(rolePermissionRoutes.save, { body })).toMatchObject({ status: 404 })
    const { userId } = await worker(shop, 'technician')
    const { version } = await owner.client.call(userRoleRoutes.read, { query: { userId } })
    expect(
      await owner.client.ask(userRoleRoutes.save, { body: { userId, orgId: shop.orgId, roleIds: [id], version } }),
    ).toMatchObject({ status: 404 })
  })
})

const noLimits = {
  discountLimit: '0',
  orderDiscountLimit: '0',
  settleDiscountLimit: '0',
  purchaseApproveLimit: '0',
  paymentApproveLimit: '0',
}

async function assignRole(userId: number, id: number): Promise<void> {
  const { version } = await owner.client.call(userRoleRoutes.read, { query: { userId } })
  await owner.client.call(userRoleRoutes.save, { body: { userId, orgId: shop.orgId, roleIds: [id], version } })
}

async function expectTold(client: Client): Promise<void> {
  const told = await shop.sql<{ message: string }>(
    `select n.message from notification n join shared.session s on s.login_id = n.user_id
      where n.group_id = $1 and s.token_hash = encode(sha256($2::bytea), 'hex')`,
    client.token,
  )
  expect(told.map((row) => row.message)).toContain('您的权限已由 owner 调整')
}
