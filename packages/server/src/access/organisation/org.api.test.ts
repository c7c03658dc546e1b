import { orgButtons, orgRoutes, shopRoutes } from '@chepu/contract/access/org'
import { companyRoutes, orgTypeRoutes, storeTypeRoutes } from '@chepu/contract/access/org-masters'
import { menuTree } from '@chepu/contract/shell/session'
import { basicsInfo, shopBase } from '@chepu/contract/shell/lookups'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, worker, enter } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { fillRegions } from '../../basics/public'
import { createGroup, createOrg, createUser } from '../provision'

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

describe('changing an organisation', () => {
  const change = async (id: number, more: object) => {
    const { version, name, code, orgType, parentId, startMonth, taxpayerKind, regionCode } = await read(id)
    return owner.ask(orgRoutes.update, {
      body: { id, version, name, code, orgType, parentId, startMonth, taxpayerKind, regionCode, ...more } as never,
    })
  }

  it('never makes a circle and refuses a stale version', async () => {
    const { id: a } = await newShop('D1', '甲店')
    const { id: b } = await newShop('D2', '乙店', { parentId: a })
    expect(await change(a, { parentId: b })).toMatchObject({
      errors: [{ path: 'parentId', message: '不能把自己或自己的下级作为上级' }],
    })
    expect(await change(a, { parentId: a })).toMatchObject({ status: 400 })
    expect(await change(b, { manager: '王店长', code: 'd9' })).toMatchObject({ status: 200 })
    expect(await read(b)).toMatchObject({ manager: '王店长', code: 'D9' })
    expect(await change(b, { version: 1 })).toMatchObject({ status: 409, msg: '企业信息已被他人修改，请刷新后重试' })
  })

  it('keeps code and first month once documents exist, and asks before the tax type', async () => {
    const saved = await owner.call(goodsReceipt.routes.save, {
      body: {
        header: { bizDate: '2026-03-02', partnerId: shop.supplierId, warehouseId: shop.warehouseId },
        lines: [{ partId: shop.parts.filter, qty: '1', price: '10' }],
      },
    })
    expect(saved.id).toBeGreaterThan(0)
    expect(await change(shop.orgId, { code: 'ZZ' })).toMatchObject({
      errors: [{ path: 'code', message: '已有单据，编码不能修改' }],
    })
    expect(await change(shop.orgId, { startMonth: 202602 })).toMatchObject({
      errors: [{ path: 'startMonth', message: '已有单据，启用月不能修改' }],
    })
    expect(await change(shop.orgId, { taxpayerKind: 'general' })).toMatchObject({
      errors: [
        {
          path: 'taxpayerKind',
          message: '已有单据，变更税务类型只影响以后的单据，请勾选“确认变更税务类型”后保存',
        },
      ],
    })
    expect(await change(shop.orgId, { taxpayerKind: 'general', confirmTax: true })).toMatchObject({ status: 200 })
    expect(await change(shop.orgId, { taxpayerKind: 'small', confirmTax: true })).toMatchObject({ status: 200 })
  })

  it('shows in the tree only what the caller works in, and all below it', async () => {
    const { groupName, rows } = await owner.call(orgRoutes.nodes)
    expect(groupName).toBe('测试集团')
    expect(rows.map((row) => row.name)).toContain('乙店')
    const { id } = await newShop('E1', '戊店')
    const clerk = await shop.signIn('manager', id)
    expect((await clerk.call(orgRoutes.nodes)).rows.map((row) => row.name)).toEqual(['戊店'])
    expect(await clerk.ask(orgRoutes.read, { params: { id: shop.orgId } })).toMatchObject({ status: 404 })
    expect(await clerk.ask(orgRoutes.config, { body: { orgid: shop.orgId, version: 1, config: {} } })).toMatchObject({
      status: 404,
    })
  })
})

describe('disabling an organisation', () => {
  it('ends the sessions there with the reason, and enabling opens it again', async () => {
    const { id } = await newShop('F1', '己店')
    const clerk = await shop.signIn('salesperson', id)
    expect((await clerk.ask(shopBase)).status).toBe(200)
    const { version } = await read(id)
    await owner.call(orgRoutes.enable, { params: { id }, body: { isActive: false, version } })
    expect(await clerk.ask(shopBase)).toMatchObject({ status: 521, msg: '企业“己店”已停用，请重新登录' })
    expect(await owner.ask(orgRoutes.enable, { params: { id }, body: { isActive: false, version } })).toMatchObject({
      status: 409,
    })
    await owner.call(orgRoutes.enable, { params: { id }, body: { isActive: true, version: version + 1 } })
    expect(await read(id)).toMatchObject({ status: 'active' })
  })

  it('is refused for the current one, one with active ones below, and the last', async () => {
    const stop = async (client: Client, id: number) => {
      const { version } = await client.call(orgRoutes.read, { params: { id } })
      return client.ask(orgRoutes.enable, { params: { id }, body: { isActive: false, version } })
    }
    expect(await stop(owner, shop.orgId)).toMatchObject({ msg: '不能停用当前所在的企业，请先切换到其他企业' })
    const { id: top } = await newShop('G1', '庚店')
    await newShop('G2', '辛店', { parentId: top })
    expect(await stop(owner, top)).toMatchObject({ msg: '请先停用下级企业“辛店”' })
  })
})

describe('the list', () => {
  it('says of each organisation what the caller may do to it: what he may in it, or above it', async () => {
    const [upper, lower] = [await newShop('K1', '上级店'), await newShop('K2', '别处店')]
    const below = await newShop('K3', '下级店', { parentId: upper.id })
    const manager = await worker(shop, 'owner', upper.id)
    await assign(shop, manager.userId, lower.id, ['salesperson'])
    const may = async (client: Client) => {
      const { rows } = await client.call(orgRoutes.list, { query: { q: 'K' } })
      return rows.map(({ id, buttons }) => [id, buttons.toSorted((a, b) => a - b)])
    }
    const all = [orgButtons.update, orgButtons.disable, orgButtons.abdicate, orgButtons.config]
    const sorted = all.toSorted((a, b) => a - b)
    expect(await may(manager.client)).toEqual([
      [upper.id, sorted],
      [lower.id, []],
      [below.id, sorted],
    ])
    expect((await manager.client.call(orgRoutes.read, { params: { id: lower.id } })).buttons).toEqual([])
    // Nobody presses a button that he does not hold where he works.
    await shop.db.tenant(shop.groupId, (tx) =>
      tx.insert(
        'user_button',
        ['group_id', 'user_id', 'org_id', 'button_id', 'is_granted'],
        [[tx.groupId, manager.userId, lower.id, orgButtons.view, true]],
        'returning button_id',
      ),
    )
    expect(await may(await enter(shop, manager.userId, lower.id))).toEqual(
      [upper, lower, below].map(({ id }) => [id, []]),
    )
  })
})

describe('settings', () => {
  const config = async (client: Client, id: number, change: object) => {
    const org = await client.call(orgRoutes.read, { params: { id } })
    return client.ask(orgRoutes.config, {
      body: { orgid: id, version: org.version, config: { ...org.config, ...change } },
    })
  }

  it('act on the next request of a user who is signed in already', async () => {
    const buyer = await shop.signIn(['buyer', 'warehouse_keeper'])
    const draft = async (bizDate = '2026-03-02') =>
      buyer.ask(goodsReceipt.routes.save, {
        body: {
          header: { bizDate, partnerId: shop.supplierId, warehouseId: shop.warehouseId },
          lines: [{ partId: shop.parts.filter, qty: '1', price: '10' }],
        },
      })
    const approve = async () => {
      const { data } = await draft()
      return buyer.ask(goodsReceipt.routes.act, {
        params: { id: data.id, action: 'approve' },
        body: { version: data.version },
      })
    }
    expect(await approve()).toMatchObject({ data: { state: 'done' } })
    // 仓库确认入库: the receipt waits for the second desk.
    expect(await config(owner, shop.orgId, { receiptTwoDesk: true })).toMatchObject({ status: 200 })
    expect(await approve()).toMatchObject({ data: { state: 'approved' } })
    // 需提交后审核: a draft cannot be approved any more.
    await config(owner, shop.orgId, { receiptTwoDesk: false, approveRequired: ['goods_receipt'] })
    expect(await approve()).toMatchObject({ status: 400 })
    await config(owner, shop.orgId, { approveRequired: [], backdateDays: 0 })
    expect(await approve()).toMatchObject({ msg: '业务日期 2026-03-02 超出允许补录的 0 天' })
    await config(owner, shop.orgId, { backdateDays: 300 })
    expect(await approve()).toMatchObject({ data: { state: 'done' } })
  })

  it('are checked, and changed only with the button', async () => {
    expect(await config(owner, shop.orgId, { backdateDays: 999 })).toMatchObject({
      errors: [{ path: 'config.backdateDays', message: '不能大于366' }],
    })
    const keeper = await shop.signIn('warehouse_keeper')
    expect(await keeper.ask(orgRoutes.config, { body: { orgid: shop.orgId, version: 1, config: {} } })).toMatchObject({
      status: 403,
    })
  })
})

describe('handing over the administration', () => {
  it('gives a member the organisation, and tells both', async () => {
    const { id } = await newShop('H1', '壬店')
    const heir = await shop.signIn('salesperson', id)
    const heirId = await lastUser()
    const hand = (client: Client, userid: number) => client.ask(orgRoutes.abdicate, { body: { orgid: id, userid } })
    const stranger = await shop.signIn('manager', id)
    expect(await hand(stranger, heirId)).toMatchObject({ msg: '只有当前管理员或集团老板可以移交管理员' })
    expect(await hand(owner, 999_999)).toMatchObject({
      errors: [{ path: 'userid', message: '该用户不属于此企业或已停用' }],
    })
    expect(await hand(owner, heirId)).toMatchObject({ status: 200 })
    expect(await hand(owner, heirId)).toMatchObject({ errors: [{ message: '该用户已经是管理员' }] })
    // The heir is owner and administrator there from his next request on.
    const { rows } = await heir.call(orgRoutes.members, { params: { id } })
    expect(rows.filter((row) => row.isAdmin)).toMatchObject([{ userId: heirId }])
    const told = await shop.sql<{ message: string }>(
      `select distinct message from notification where group_id = $1 and message like '%壬店%'`,
    )
    expect(told).toEqual([{ message: '“壬店”的管理员已由owner移交给salesperson' }])
  })
})

describe('small masters', () => {
  it('keep types of organisations, whose menus the users of such organisations see', async () => {
    const { id } = await owner.call(orgTypeRoutes.save, { body: { name: '美容店', screens: ['sale'] } })
    const { rows } = await owner.call(orgTypeRoutes.list, { query: { q: '美容' } })
    expect(rows).toMatchObject([
      { id, name: '美容店', screens: ['organization', 'sale'], isSystem: false, orgCount: 0 },
    ])
    expect(await owner.ask(orgTypeRoutes.save, { body: { name: '美容店' } })).toMatchObject({
      msg: '组织类型“美容店”已存在',
    })
    const beauty = await newShop('I1', '癸店', { orgType: rows[0]?.code })
    const seller = await shop.signIn('owner', beauty.id)
    const screens = (await seller.call(menuTree)).flatMap((area) => area.children.map((child) => child.jsondata.name))
    expect(screens).toContain('sale')
    expect(screens).not.toContain('purchase')
    expect(await owner.ask(orgTypeRoutes.remove, { params: { id } })).toMatchObject({
      msg: '组织类型“美容店”已被使用，不能删除，可改为停用',
    })
    const system = (await owner.call(orgTypeRoutes.list, { query: { q: '快修店' } })).rows[0]
    expect(await owner.ask(orgTypeRoutes.remove, { params: { id: system?.id as number } })).toMatchObject({
      msg: '“快修店”是系统自带的组织类型，不能删除，可改为停用',
    })
  })

  it('keep types of shops and companies', async () => {
    const { id } = await owner.call(storeTypeRoutes.save, { body: { name: '直营店' } })
    await newShop('J1', '子店', { storeTypeId: id })
    expect(await owner.ask(storeTypeRoutes.remove, { params: { id } })).toMatchObject({
      msg: '门店类型“直营店”已被使用，不能删除，可改为停用',
    })
    expect(await owner.ask(companyRoutes.save, { body: { name: '某公司', taxNo: '12' } })).toMatchObject({
      errors: [{ path: 'taxNo', message: '税号应为15-20位字母或数字' }],
    })
    expect(await owner.ask(companyRoutes.save, { body: { name: '某公司', bankAccount: '62' } })).toMatchObject({
      errors: [{ path: 'bankAccount', message: '请输入正确的银行卡号!' }],
    })
    const company = await owner.call(companyRoutes.save, { body: { name: '某公司', taxpayerKind: 'small' } })
    expect((await owner.call(companyRoutes.list)).rows).toMatchObject([{ id: company.id, orgCount: 0 }])
    await owner.call(companyRoutes.remove, { params: { id: company.id } })
    const taxNo = '91420105MAH66X17XN'
    const first = await owner.call(companyRoutes.save, { body: { name: '先有的公司', taxNo } })
    expect(
      await owner.ask(companyRoutes.save, { body: { name: '后来的公司', taxNo: taxNo.toLowerCase() } }),
    ).toMatchObject({
      status: 400,
      errors: [{ path: 'taxNo', message: '税号已被公司主体“先有的公司”使用' }],
    })
    const same = { ...first, name: '先有的公司', taxNo, remark: '改过' }
    await owner.call(companyRoutes.save, { body: { ...same, version: 1 } })
    for (const name of ['无税号一', '无税号二']) await owner.call(companyRoutes.save, { body: { name } })
    expect((await owner.call(basicsInfo)).basics['taxRate']?.length).toBeGreaterThan(0)
  })

  it('of another group do not exist', async () => {
    const other = await createGroup(shop.db, '别的集团')
    const orgId = await shop.db.tenant(other, (tx) =>
      createOrg(tx, {
        code: '01',
        name: '别家店',
        shortName: '',
        orgType: 'repair',
        taxpayerKind: 'small',
        startMonth: 202601,
      }),
    )
    await createUser(shop.db, other, { username: 'stranger', realName: '外人', password: 'Secret_1' })
    expect(await owner.ask(orgRoutes.read, { params: { id: orgId } })).toMatchObject({ status: 404 })
    expect(
      await owner.ask(orgRoutes.enable, { params: { id: orgId }, body: { isActive: false, version: 1 } }),
    ).toMatchObject({ status: 404, msg: '企业不存在或无权查看' })
  })
})
