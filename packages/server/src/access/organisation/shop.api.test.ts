import { orgRoutes, shopRoutes } from '@chepu/contract/access/org'
import { searchPartners } from '@chepu/contract/basics/lookups'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { shopBase } from '@chepu/contract/shell/lookups'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { fillRegions } from '../../basics/public'

let shop: Shop
let owner: Client

beforeAll(async () => {
  shop = await openShop()
  await fillRegions(shop.db)
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const fields = (code: string, name: string) => ({
  code,
  name,
  orgType: 'repair',
  parentId: shop.orgId,
  startMonth: 202601,
  taxpayerKind: 'small' as const,
})
const newShop = (code: string, name: string, more = {}) =>
  owner.call(shopRoutes.save, { body: { ...fields(code, name), ...more } })
const read = (id: number) => owner.call(orgRoutes.read, { params: { id } })
/** The user who signed in last. */
const lastUser = async () => {
  const [row] = await shop.db.shared<{ loginId: number }>({
    text: 'select login_id from shared.session order by created_at desc limit 1',
  })
  return row?.loginId as number
}

describe('a new shop', () => {
  it('is complete at once, and its maker may enter it', async () => {
    const { id } = await newShop('a1', '城南店', {
      shortName: '城南',
      regionCode: '440106',
      tel: '020-88886666',
      businessHours: '08:00-18:30',
      bayCount: 6,
      longitude: '113.324520',
      latitude: '23.099994',
    })
    const { rows } = await owner.call(shopRoutes.list, { query: { q: '城南' } })
    expect(rows).toMatchObject([
      {
        code: 'A1',
        name: '城南店',
        orgTypeName: '综合维修',
        parentName: '测试配件店',
        regionName: '广东省广州市天河区',
        bayCount: 6,
        userCount: 1,
        adminName: 'owner',
        hasDocuments: false,
        isCurrent: false,
      },
    ])
    const loginId = await lastUser()
    const inside = await enter(shop, loginId, id)
    expect((await inside.call(shopBase)).orgname).toBe('城南店')
    const counts = await shop.db.tenant(shop.groupId, (tx) =>
      tx.one({
        text: `select (select count(*)::int from warehouse w join location l on l.group_id = w.group_id and l.warehouse_id = w.id
            where w.group_id = $1 and w.org_id = $2 and w.is_default and l.is_default) as bins,
          (select count(*)::int from store_account where group_id = $1 and org_id = $2) as accounts,
          (select min(opening_on)::text from store_account where group_id = $1 and org_id = $2) as opening_on,
          (select count(*)::int from partner where group_id = $1 and system_org_id = $2 and system_kind = 'walk_in') as walk_ins`,
        values: [shop.groupId, id],
      }),
    )
    expect(counts).toEqual({ bins: 1, accounts: 4, openingOn: '2025-12-31', walkIns: 1 })
  })

  it('stands among the partners of the others, and follows its name, code and state', async () => {
    const { id } = await owner.call(shopRoutes.save, { body: fields('S1', '城中店') })
    const sisters = async (client: Client, q = '城中') =>
      (await client.call(partnerRoutes.list, { query: { role: 62, q } })).rows
    const [here] = await sisters(owner)
    expect(here).toMatchObject({ name: '城中店', cusFlag: 32, isSystem: true, isActive: true })
    expect(here?.code).toMatch(/^N\d{5}$/)
    const found = await owner.call(searchPartners, { query: { q: 'czd' } })
    expect(found.rows.map((row) => row.name)).toEqual(['城中店'])
    // In the shop itself the others stand there, and not the shop.
    const inside = await enter(shop, await lastUser(), id)
    expect(await sisters(inside)).toEqual([])
    expect((await sisters(inside, '测试配件店')).map((row) => row.name)).toEqual(['测试配件店'])
    const refused = await owner.ask(partnerRoutes.enable, {
      params: { id: here?.id as number },
      body: { isActive: false, version: here?.version as number },
    })
    expect(refused).toMatchObject({ status: 400, msg: '“城中店”是系统往来单位，不能修改' })

    await owner.call(orgRoutes.update, { body: { ...fields('S2', '城中二店'), id, version: 1 } as never })
    expect(await sisters(owner)).toMatchObject([{ name: '城中二店', code: here?.code }])
    // The old code is free again, with that of its 零散客户.
    expect(await owner.ask(shopRoutes.save, { body: fields('S1', '河东店') })).toMatchObject({ status: 200 })
    await owner.call(orgRoutes.enable, { params: { id }, body: { isActive: false, version: 2 } })
    expect(await sisters(owner)).toMatchObject([{ isActive: false }])
    expect((await owner.call(searchPartners, { query: { q: '城中' } })).rows).toEqual([])
  })

  it('is made once, however often the same request comes', async () => {
    const ask = () =>
      owner.ask(shopRoutes.save, { body: fields('A2', '城西店'), idempotencyKey: 'one-gesture-one-shop' })
    const [first, second] = await Promise.all([ask(), ask()])
    expect(second.data.id).toBe(first.data.id)
    expect((await owner.call(shopRoutes.list, { query: { q: '城西店' } })).rows).toHaveLength(1)
  })

  it('is made once with its administrator, whose password is kept nowhere', async () => {
    const account = { username: 'shop_head_1', realName: '新店长' }
    const idempotencyKey = 'a-shop-and-its-head'
    const ask = () =>
      owner.ask(shopRoutes.save, { body: { ...fields('A3', '城东店'), account } as never, idempotencyKey })
    const { data } = await ask()
    expect(data.account?.password).toMatch(/^\w{12}$/)
    expect(await ask()).toMatchObject({ status: 400 })
    const kept = await shop.sql(
      `select 1 as found from idempotency_key where group_id = $1 and response::text like '%' || $2 || '%'`,
      data.account?.password,
    )
    expect(kept).toEqual([])
  })

  it('needs a code of 2 to 4 letters or digits, unique in the group, and a parent in sight', async () => {
    const ask = (more: object) => owner.ask(shopRoutes.save, { body: { ...fields('B1', '城北店'), ...more } as never })
    expect(await ask({ code: 'B' })).toMatchObject({ errors: [{ path: 'code', message: '编码应为2-4位字母或数字' }] })
    expect(await ask({ code: '店01' })).toMatchObject({ errors: [{ path: 'code' }] })
    expect(await ask({ code: 'a1' })).toMatchObject({ msg: '企业编码“A1”已存在' })
    expect(await ask({ name: '城南店' })).toMatchObject({ msg: '企业名称“城南店”已存在' })
    expect(await ask({ parentId: null })).toMatchObject({ errors: [{ path: 'parentId', message: '请选择上级企业' }] })
    expect(await ask({ parentId: 999_999 })).toMatchObject({ errors: [{ message: '上级企业不存在' }] })
    expect(await ask({ regionCode: '999999' })).toMatchObject({ errors: [{ message: '地区不存在或已停用' }] })
    expect(await ask({ orgType: 'bank' })).toMatchObject({ errors: [{ message: '企业类型不存在或已停用' }] })
    expect(await ask({ tel: '12345' })).toMatchObject({ errors: [{ message: '请输入正确的电话号码!' }] })
    expect(await ask({ businessHours: '8点到6点' })).toMatchObject({
      errors: [{ message: '营业时间格式应为08:00-18:30' }],
    })
    expect(await ask({ startMonth: 202613 })).toMatchObject({
      errors: [{ path: 'startMonth', message: '请选择启用月' }],
    })
  })

  it('takes the settings and own roles of another, and opens an account for its administrator', async () => {
    await shop.db.tenant(shop.groupId, async (tx) => {
      await tx.query({
        text: `insert into role (group_id, org_id, code, name) values ($1, $2, 'front', '前台') returning id`,
        values: [shop.groupId, shop.orgId],
      })
      await tx.query({
        text: `insert into role_button (group_id, role_id, button_id)
          select $1, id, 387 from role where group_id = $1 and code = 'front' returning role_id`,
        values: [shop.groupId],
      })
    })
    const saved = await newShop('C1', '城中店', {
      copyConfigFrom: shop.orgId,
      copyRoles: true,
      account: { username: 'chengzhong', realName: '钟店长', mobile: '13900005555' },
    })
    expect(saved.account).toEqual({ username: 'chengzhong', password: expect.stringMatching(/^\w{12}$/) as string })
    expect((await read(saved.id)).config.backdateDays).toBe(300)
    expect(await read(saved.id)).toMatchObject({ adminName: '钟店长', userCount: 2 })
    const roles = await shop.sql(
      `select r.code, array_agg(b.button_id) as buttons from role r
        join role_button b on b.group_id = r.group_id and b.role_id = r.id
        where r.group_id = $1 and r.org_id = $2 group by r.code`,
      saved.id,
    )
    expect(roles).toEqual([{ code: 'front_c1', buttons: [387] }])
    expect(
      await owner.ask(shopRoutes.save, {
        body: { ...fields('C2', '城外店'), account: { username: 'chengzhong', realName: '另一人' } },
      }),
    ).toMatchObject({ msg: '用户名“chengzhong”已被使用，请换一个' })
    expect((await owner.call(shopRoutes.list, { query: { q: '城外店' } })).rows).toEqual([])
  })
})
