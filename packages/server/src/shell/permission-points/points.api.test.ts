import { menuSwitchRoutes } from '@chepu/contract/access/menu-switch'
import { type PointRow, pointRoutes } from '@chepu/contract/shell/permission-point'
import { brandRoutes } from '@chepu/contract/basics/brand'
import { type MenuItem, menuTree, userPermission } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, openBranch, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { PushClient } from '../../../test/push'

let shop: Shop
let keeper: Client
let owner: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  keeper = await platformKeeper()
})
afterAll(() => shop.close())

async function platformKeeper(): Promise<Client> {
  const client = await shop.signIn('admin')
  await shop.db.shared({
    text: 'update shared.login set is_platform = true, access_version = access_version + 1 where id = (select max(id) from shared.login)',
  })
  return client
}

const namesOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap((item) => [item.jsondata.meta.title, ...namesOf(item.children)])
const keysOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap((item) => [item.jsondata.name, ...keysOf(item.children)])
const pointOf = async (key: string): Promise<PointRow> => {
  const { rows } = await keeper.call(pointRoutes.list)
  return rows.find((row) => row.key === key) as PointRow
}
const change = async (key: string, what: object) => {
  const { id, version } = await pointOf(key)
  return keeper.ask(pointRoutes.change, { body: { id, version, ...what } })
}
const replacement = ({ id, version, name, path, component, buttonIds, meta, isHidden }: PointRow) => ({
  id,
  version,
  name,
  path,
  component,
  buttonIds,
  meta,
  isHidden,
})

describe('the menu as data', () => {
  it('is filled from the program’s own catalogue', async () => {
    const { rows, components } = await keeper.call(pointRoutes.list)
    expect(rows.find((row) => row.key === 'brands')).toMatchObject({
      parentKey: 'basics',
      kind: 'screen',
      path: '/brands',
      component: 'brands',
      buttonIds: [446],
    })
    expect(rows.find((row) => row.key === 'brand.add')).toMatchObject({
      parentKey: 'brands',
      kind: 'button',
      buttonIds: [334],
    })
    expect(rows.find((row) => row.key === 'cost_price')).toMatchObject({ kind: 'field', parentKey: 'fields' })
    expect(components.map((each) => each.key)).toContain('sysPermission')
  })

  it('is kept by the platform’s keeper alone', async () => {
    expect(await owner.ask(pointRoutes.list)).toMatchObject({ status: 403 })
    expect(keysOf(await owner.call(menuTree))).not.toContain('sysPermission')
    expect(keysOf(await keeper.call(menuTree))).toContain('sysPermission')
  })

  it('renames, moves and orders entries for everybody at the next reading', async () => {
    const brands = await pointOf('brands')
    await keeper.call(pointRoutes.replace, {
      body: { ...replacement(brands), name: '品牌档案', meta: { icon: 'basics' } },
    })
    expect(namesOf(await owner.call(menuTree))).toContain('品牌档案')
    await change('brands', { move: { parentKey: 'purchasing', beforeKey: 'purchaseOrder' } })
    const purchasing = (await owner.call(menuTree)).find((item) => item.jsondata.name === 'purchasing')
    expect(purchasing?.children[0]?.jsondata).toMatchObject({ name: 'brands', path: '/brands' })
    expect(await change('brands', { move: { parentKey: 'basics', beforeKey: null } })).toMatchObject({ status: 200 })
  })

  it('stops a screen, and a folder with all below it, but never its own page', async () => {
    await change('basics', { isActive: false })
    expect(keysOf(await owner.call(menuTree))).not.toContain('brands')
    await change('basics', { isActive: true })
    expect(keysOf(await owner.call(menuTree))).toContain('brands')
    expect(await change('sysPermission', { isActive: false })).toMatchObject({ msg: '系统权限页及其上级目录不能停用' })
    expect(await change('access', { isActive: false })).toMatchObject({ status: 400 })
  })

  it('takes a stopped button or field from everybody at the next call', async () => {
    expect(await owner.ask(brandRoutes.save, { body: { name: '甲' } })).toMatchObject({ status: 200 })
    await change('brand.add', { isActive: false })
    await change('cost_price', { isActive: false })
    expect(await owner.ask(brandRoutes.save, { body: { name: '乙' } })).toMatchObject({ status: 403 })
    const held = await owner.call(userPermission)
    expect(held.userUniqueIdAll).not.toContain(334)
    expect(held.fields).not.toContain('cost_price')
    await change('brand.add', { isActive: true })
    await change('cost_price', { isActive: true })
    expect((await owner.call(userPermission)).userUniqueIdAll).toContain(334)
  })

  it('takes folders and second entries, and refuses what opens nothing', async () => {
    const folder = { kind: 'folder' as const, key: 'daily', parentKey: 'purchasing', name: '日常' }
    await keeper.call(pointRoutes.add, { body: folder })
    expect(await keeper.ask(pointRoutes.add, { body: folder })).toMatchObject({ msg: '标识“daily”已存在' })
    const entry = { kind: 'screen' as const, parentKey: 'daily', name: '我的入库', component: 'purchase' }
    await keeper.call(pointRoutes.add, { body: { ...entry, key: 'myPurchase', path: '/myPurchase' } })
    const buyer = await shop.signIn('buyer')
    const purchasing = (await buyer.call(menuTree)).find((item) => item.jsondata.name === 'purchasing')
    const daily = purchasing?.children.find((item) => item.jsondata.name === 'daily')
    expect(daily?.jsondata.component).toBe('Empty')
    expect(daily?.children[0]?.jsondata).toMatchObject({ path: '/myPurchase', component: 'purchase' })
    const ask = (what: object) =>
      keeper.ask(pointRoutes.add, { body: { ...entry, key: 'other', path: '/other', ...what } })
    expect(await ask({ component: 'nowhere' })).toMatchObject({
      errors: [{ path: 'component', message: '请选择组件' }],
    })
    expect(await ask({ path: '/purchase' })).toMatchObject({ msg: '路径已被“采购入库”使用' })
    expect(await ask({ path: 'javascript:alert(1)' })).toMatchObject({ status: 400 })
    expect(await ask({ parentKey: 'purchase' })).toMatchObject({ msg: '上级应为目录' })
    expect(await ask({ buttonIds: [99999] })).toMatchObject({ msg: '按钮编号不存在' })
    expect(await change('purchasing', { move: { parentKey: 'daily', beforeKey: null } })).toMatchObject({
      msg: '不能移到自己的下级',
    })
  })

  it('never widens access: an entry without ids still asks for the screen’s own', async () => {
    const point = await pointOf('collection')
    await keeper.call(pointRoutes.replace, { body: { ...replacement(point), buttonIds: null } })
    const buyer = await shop.signIn('buyer')
    expect(keysOf(await buyer.call(menuTree))).not.toContain('collection')
    const own = await pointOf('sysPermission')
    await keeper.call(pointRoutes.replace, { body: { ...replacement(own), buttonIds: [456] } })
    expect(keysOf(await owner.call(menuTree))).not.toContain('sysPermission')
    expect(await owner.ask(pointRoutes.list)).toMatchObject({ status: 403 })
  })

  it('shows an entry with roles to those roles', async () => {
    const point = await pointOf('parts')
    await keeper.call(pointRoutes.replace, { body: { ...replacement(point), meta: { roles: ['owner'] } } })
    const buyer = await shop.signIn('buyer')
    expect(keysOf(await buyer.call(menuTree))).not.toContain('parts')
    expect(keysOf(await owner.call(menuTree))).toContain('parts')
  })

  it('reaches the pages of everybody who is signed in, and nobody when it is refused', async () => {
    const buyer = await shop.signIn('buyer')
    const push = await PushClient.open(shop.origin, buyer.token)
    expect(await change('sysPermission', { isActive: false })).toMatchObject({ status: 400 })
    const { id, version } = await pointOf('products')
    expect(await change('products', { isActive: false })).toMatchObject({ status: 200 })
    // The refused change would have come first.
    expect(await push.next((message) => message.permission)).toMatchObject({ permission: true, org_change: false })
    expect(push.messages).toEqual([])
    expect(keysOf(await buyer.call(menuTree))).not.toContain('products')
    expect(await keeper.ask(pointRoutes.change, { body: { id, version, isActive: true } })).toMatchObject({
      status: 409,
      msg: '权限点已被他人修改，请刷新后重试',
    })
    await change('products', { isActive: true })
    await push.next((message) => message.permission)
    await keeper.call(pointRoutes.replace, { body: { ...replacement(await pointOf('products')), name: '商品档案' } })
    await push.next((message) => message.permission)
    expect(namesOf(await buyer.call(menuTree))).toContain('商品档案')
    await push.close()
  })

  it('keeps two keepers apart by version', async () => {
    const { id, version } = await pointOf('suppliers')
    const both = await Promise.all(
      [1, 2].map(() => keeper.ask(pointRoutes.change, { body: { id, version, isActive: false } })),
    )
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
  })
})

describe('the menu switches of an organisation', () => {
  const keys = async (client: Client) => keysOf(await client.call(menuTree))

  it('hide a screen from its people only, and give it back', async () => {
    await owner.call(menuSwitchRoutes.save, { body: { screens: [{ key: 'sale', isOn: false }] } })
    expect(await keys(owner)).not.toContain('sale')
    const { areas } = await owner.call(menuSwitchRoutes.read)
    expect(areas.find((area) => area.key === 'sales')?.screens.find((each) => each.key === 'sale')).toMatchObject({
      isOn: false,
      isOfType: true,
    })
    await owner.call(menuSwitchRoutes.save, { body: { screens: [{ key: 'sale', isOn: true }] } })
    expect(await keys(owner)).toContain('sale')
  })

  it('cannot hide themselves, nor name what is no screen or another’s organisation', async () => {
    const ask = (body: object) => owner.ask(menuSwitchRoutes.save, { body: body as never })
    expect(await ask({ screens: [{ key: 'organization', isOn: false }] })).toMatchObject({ msg: '企业管理不能关闭' })
    expect(await ask({ screens: [{ key: 'sysPermission', isOn: false }] })).toMatchObject({ status: 400 })
    expect(await ask({ orgid: 999_999, screens: [{ key: 'sale', isOn: false }] })).toMatchObject({ status: 404 })
    expect(await ask({ screens: [] })).toMatchObject({ msg: '请选择菜单' })
  })

  it('of another organisation ask for the right there, or above it', async () => {
    const { orgId } = await openBranch(shop, 'M1', '菜单分店')
    const manager = await worker(shop, 'manager')
    await assign(shop, manager.userId, orgId, ['salesperson'])
    const save = (client: Client, isOn: boolean) =>
      client.ask(menuSwitchRoutes.save, { body: { orgid: orgId, screens: [{ key: 'sale', isOn }] } })
    const refused = { status: 403, msg: '您在该企业没有此项权限' }
    expect(await save(manager.client, false)).toMatchObject(refused)
    expect(await manager.client.ask(menuSwitchRoutes.read, { query: { orgid: orgId } })).toMatchObject(refused)
    expect((await save(owner, false)).status).toBe(404)
    // Head office works in none of its shops and switches their menus all the same.
    await shop.sql('update org set parent_id = $3 where group_id = $1 and id = $2', orgId, shop.orgId)
    const seller = await shop.signIn('salesperson', orgId)
    expect(await save(owner, false)).toMatchObject({ status: 200 })
    expect(await keys(seller)).not.toContain('sale')
    expect((await owner.call(menuSwitchRoutes.read, { query: { orgid: orgId } })).orgid).toBe(orgId)
    expect(await save(manager.client, true)).toMatchObject({ status: 200 })
    expect(await keys(seller)).toContain('sale')
  })

  it('follow the organisation’s type', async () => {
    const set = (screens: string[] | null) =>
      shop.sql(
        `insert into org_type (group_id, code, name, screens) values ($1, 'parts_trade', '配件贸易', $2)
          on conflict (group_id, code) do update set screens = excluded.screens`,
        screens,
      )
    await set(['parts', 'customer'])
    expect(await keys(owner)).toEqual(expect.arrayContaining(['parts', 'customer', 'customerAdd']))
    expect(await keys(owner)).not.toContain('purchase')
    await set(null)
    expect(await keys(owner)).toContain('purchase')
  })
})
