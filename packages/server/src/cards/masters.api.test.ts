// 卡类型 and 套餐: what they say of themselves, what stands once they are used, who sees and sells them where (business/cards 1, 2).
import { partRoutes } from '@chepu/contract/basics/part'
import { cardPackageRoutes } from '@chepu/contract/cards/card-package'
import { cardTypeRoutes } from '@chepu/contract/cards/card-type'
import { listCardTypes, searchCardPackages } from '@chepu/contract/cards/lookups'
import { serviceItemRoutes } from '@chepu/contract/repair/service-item'
import { workerTypeRoutes } from '@chepu/contract/repair/worker-type'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBranch } from '../../test/people'
import { type Client, one, openShop, type Shop } from '../../test/shop'

let shop: Shop
let owner: Client
let adviser: Client
let branch: { orgId: number; client: Client }
let ids: { wash: number; service: number; sedan: number }
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  adviser = await shop.signIn('adviser')
  const { orgId } = await openBranch(shop)
  branch = { orgId, client: await shop.signIn('owner', orgId) }
  const sedan = await shop.db.tenant(shop.groupId, async (tx) => {
    await one(tx, 'tax_rate', { name: '6%', rate: '0.06', is_labour_default: true })
    return one(tx, 'car_type', { name: '测试轿车' })
  })
  const workerTypeId = (await owner.call(workerTypeRoutes.list)).rows[0]?.id as number
  const item = async (name: string, fixedPrice: string) =>
    (await owner.call(serviceItemRoutes.save, { body: { name, workerTypeId, pricingMode: 'fixed', fixedPrice } })).id
  ids = { wash: await item('精洗', '80'), service: await item('小保养', '120'), sedan }
})
afterAll(() => shop.close())

const saveType = (body: object, client = owner) => client.ask(cardTypeRoutes.save, { body: body as never })
const types = async (query: object = {}) => (await owner.call(cardTypeRoutes.list, { query })).rows
const savePackage = (body: object, client = owner) => client.ask(cardPackageRoutes.save, { body: body as never })
const packages = async (query: object = {}) => (await owner.call(cardPackageRoutes.list, { query })).rows
const read = (id: number) => owner.call(cardPackageRoutes.read, { params: { id } })
const enable = (id: number, isActive: boolean, version: number) =>
  owner.ask(cardPackageRoutes.enable, { params: { id }, body: { isActive, version } })
const offered = async (client = owner, q = '') =>
  (await client.call(searchCardPackages, { query: { q } })).rows.map(({ name }) => name)

/** Puts a card of the type into the tables, and what a sale of the package leaves of it; `undo` takes both out again. */
async function plant(cardTypeId: number, packageId: number) {
  const { groupId, orgId, customerId } = shop
  const by = { creator_id: 1 }
  const made = await shop.db.tenant(groupId, async (tx) => {
    const issued = { org_id: orgId, partner_id: customerId, card_type_id: cardTypeId, issued_on: '2026-03-01', ...by }
    const card = await one(tx, 'card', { ...issued, card_no: 'T-1' })
    const slip = await one(tx, 'money_slip', {
      org_id: orgId,
      kind: 'card_voucher',
      bill_no: 'KK1',
      biz_date: '2026-03-01',
      period: 202603,
      partner_id: customerId,
      state: 'done',
      purpose: 'package_sale',
      ...by,
    })
    const line = {
      org_id: orgId,
      card_id: card,
      slip_id: slip,
      card_package_id: packageId,
      package_name: '套餐',
      kind: 'labour',
      service_item_id: ids.wash,
      times_sold: '3',
      value_sold: '90',
      list_price: '80',
      alloc_price: '30',
      sold_on: '2026-03-01',
    }
    await one(tx, 'card_item', { ...line, line_no: 1, times_left: '2', value_left: '60' })
    await one(tx, 'card_item', { ...line, line_no: 2 })
    return { card, slip }
  })
  const undo = async () => {
    await shop.sql('delete from card_item where group_id = $1 and card_id = $2', made.card)
    await shop.sql('delete from card where group_id = $1 and id = $2', made.card)
    await shop.sql('delete from money_slip where group_id = $1 and id = $2', made.slip)
  }
  return { ...made, undo }
}

describe('types of cards', () => {
  it('say what they grant and give, are given a code, and are found', async () => {
    const rechargeRules = [
      { pay: '1000', gift: '100', giftRate: null },
      { pay: '3000', gift: null, giftRate: '0.15' },
    ]
    const type = {
      name: '金卡',
      kind: 'stored',
      labourRate: '0.8',
      rechargeRules,
      validDays: 365,
      pointsPerYuan: '0.5',
    }
    expect(await saveType(type)).toMatchObject({ status: 200 })
    const [row] = await types({ q: 'jk' })
    expect(row).toMatchObject({
      code: 'KLX001',
      labourRate: '0.8000',
      partRate: '1.0000',
      rechargeRules: [
        { pay: '1000', gift: '100' },
        { pay: '3000', giftRate: '0.15' },
      ],
      minFirstRecharge: '0.00',
      validDays: 365,
      isCrossOrg: true,
      deductRule: 'principal_first',
      pointsPerYuan: '0.5000',
      cardCount: 0,
      isActive: true,
    })
    expect(await saveType({ name: '金 卡', kind: 'member', code: 'klx001' })).toMatchObject({
      errors: [{ path: 'code', message: '编码与已有的 KLX001 只差大小写' }],
    })
    expect(await saveType({ name: '金卡', kind: 'member' })).toMatchObject({ msg: '卡类型“金卡”已存在' })
    expect(await saveType({ name: '银卡', kind: 'member', code: 'KLX001' })).toMatchObject({
      msg: '卡类型编码 KLX001 已存在',
    })
    expect(await saveType({ name: '错', kind: 'package', rechargeRules })).toMatchObject({
      errors: [{ path: 'rechargeRules', message: '次卡不储值，不能有充值赠送' }],
    })
  })

  it('are changed at their version, and chosen while they are switched on', async () => {
    const [row] = await types({ q: '金卡' })
    const type = row as NonNullable<typeof row>
    expect(await saveType({ ...type, code: '', remark: '店庆' })).toMatchObject({ status: 200 })
    expect(await saveType(type)).toMatchObject({ status: 409 })
    const choices = async () => (await adviser.call(listCardTypes)).rows.map(({ name }) => name)
    expect(await choices()).toEqual(['金卡'])
    const change = { params: { id: type.id }, body: { isActive: false, version: type.version + 1 } }
    await owner.call(cardTypeRoutes.enable, change)
    expect(await choices()).toEqual([])
    expect(await types({ active: 'true' })).toEqual([])
    await owner.call(cardTypeRoutes.enable, { ...change, body: { isActive: true, version: type.version + 2 } })
    expect(await owner.call(cardTypeRoutes.totals)).toMatchObject({ count: 1 })
  })

  it('are looked at by advisers and changed by who may', async () => {
    expect((await adviser.call(cardTypeRoutes.list)).rows).toHaveLength(1)
    expect(await saveType({ name: '新卡', kind: 'member' }, adviser)).toMatchObject({ status: 403 })
    expect(await savePackage({ name: '新套餐', salePrice: '1', lines: [] }, adviser)).toMatchObject({ status: 403 })
  })
})

describe('packages', () => {
  const lines = () => [
    { serviceItemId: ids.service, times: '3', listPrice: '120' },
    { serviceItemId: ids.wash, times: '2', listPrice: '80', carTypeId: ids.sedan },
    { partId: shop.parts.oil, times: '12', listPrice: '55.5' },
  ]

  it('are drafts whose lines share the price to the fen', async () => {
    const body = { name: '年度保养', salePrice: '899', validDays: 365, isVehicleBound: true, lines: lines() }
    const { data } = await savePackage(body)
    expect(await read(data.id)).toMatchObject({
      code: 'KTC0001',
      salePrice: '899.00',
      orgIds: [],
      isVehicleBound: true,
      state: 'draft',
      lines: [
        {
          kind: 'labour',
          name: '小保养',
          unitName: '次',
          times: '3.0000',
          allocPrice: '90.9600',
          allocTotal: '272.88',
        },
        { name: '精洗', carTypeName: '测试轿车', allocPrice: '60.6400', allocTotal: '121.28' },
        {
          kind: 'part',
          code: '5W-30',
          unitName: '升',
          listPrice: '55.5000',
          allocPrice: '42.0700',
          allocTotal: '504.84',
        },
      ],
    })
    expect(await packages({ q: 'ndby', state: 'draft' })).toMatchObject([
      { lineCount: 3, orgNames: '', soldCount: 0, inUseCount: 0, isActive: false },
    ])
    expect(await offered()).toEqual([])
  })

  it('name the line that is wrong', async () => {
    const faults = async (line: object, more: object = {}) =>
      (await savePackage({ name: '错', salePrice: '10', lines: [{ times: '1', listPrice: '1', ...line }], ...more }))
        .errors
    const { filter } = shop.parts
    expect(await faults({})).toMatchObject([{ path: 'lines', message: '第1行应为一个项目或一个配件' }])
    expect(await faults({ partId: filter, times: '0.5' })).toMatchObject([
      { path: 'lines.0.times', message: expect.stringMatching(/^第1行 .*“个”的数量只能录入整数$/) },
    ])
    expect(await faults({ partId: 99_999_999, carTypeId: 99_999_999 })).toMatchObject([
      { path: 'lines.0.partId', message: '第1行配件不存在或已停用' },
      { path: 'lines.0.carTypeId', message: '第1行车辆类型不存在或已停用' },
    ])
    expect(await faults({ partId: filter }, { orgIds: [99_999_999] })).toMatchObject([
      { path: 'orgIds.0', message: '门店不存在或已停用' },
    ])
    const twice = { partId: filter, times: '1', listPrice: '1' }
    expect(await savePackage({ name: '错', salePrice: '10', lines: [twice, twice] })).toMatchObject({
      errors: [{ path: 'lines', message: '第2行与前面重复' }],
    })
    expect(await savePackage({ name: '年度保养', salePrice: '1', lines: [twice] })).toMatchObject({
      msg: '套餐“年度保养”已存在',
    })
  })

  it('are sold while they are switched on, in the shops that they name', async () => {
    const [row] = await packages({ q: '年度保养' })
    const { id, version } = row as NonNullable<typeof row>
    expect(await enable(id, false, version)).toMatchObject({ status: 400, msg: '套餐没有启用' })
    expect(await enable(id, true, version)).toMatchObject({ status: 200 })
    expect(await enable(id, true, version)).toMatchObject({ status: 409 })
    expect(await enable(id, true, version + 1)).toMatchObject({ status: 400, msg: '套餐已经启用' })
    const body = { name: '分店洗车卡', salePrice: '300', orgIds: [branch.orgId], activate: true }
    const line = { serviceItemId: ids.wash, times: '10', listPrice: '0' }
    expect(await savePackage({ ...body, lines: [line] })).toMatchObject({ status: 200 })
    expect(await packages({ q: '分店' })).toMatchObject([{ orgNames: '测试分店', state: 'active', isActive: true }])
    expect(await offered(adviser)).toEqual(['年度保养'])
    expect(await offered(branch.client)).toEqual(['年度保养', '分店洗车卡'])
    expect(await offered(branch.client, 'xck')).toEqual(['分店洗车卡'])
    const [found] = (await branch.client.call(searchCardPackages, { query: { q: '分店' } })).rows
    expect(found?.lines).toMatchObject([
      { name: '精洗', times: '10.0000', allocPrice: '30.0000', allocTotal: '300.00' },
    ])
  })

  it('are changed for what is sold from then on, and put together of what is still done', async () => {
    const [row] = await packages({ q: '年度保养' })
    const view = await read(row?.id as number)
    const cheaper = { ...view, salePrice: '800', lines: view.lines.slice(0, 2) }
    expect(await savePackage(cheaper)).toMatchObject({ status: 200 })
    expect(await savePackage(cheaper)).toMatchObject({ status: 409 })
    expect(await read(view.id)).toMatchObject({
      state: 'active',
      code: view.code,
      lines: [{ allocTotal: '553.85' }, { allocTotal: '246.15' }],
    })
    await shop.sql('update service_item set is_active = false where group_id = $1 and id = $2', ids.wash)
    const now = await read(view.id)
    const fault = [{ path: 'lines.1.serviceItemId', message: '第2行服务项目不存在或已停用' }]
    expect(await savePackage({ ...now, remark: '含检查' })).toMatchObject({ errors: fault })
    expect(await enable(view.id, false, now.version)).toMatchObject({ status: 200 })
    // What is not sold keeps what it held.
    expect(await savePackage({ ...now, version: now.version + 1, remark: '含检查' })).toMatchObject({ status: 200 })
    expect(await enable(view.id, true, now.version + 2)).toMatchObject({ errors: fault })
    await shop.sql('update service_item set is_active = true where group_id = $1 and id = $2', ids.wash)
    expect(await enable(view.id, true, now.version + 2)).toMatchObject({ status: 200 })
  })

  it('are copied as drafts under names of their own', async () => {
    const [row] = await packages({ q: '年度保养' })
    const copy = () => owner.call(cardPackageRoutes.copy, { params: { id: row?.id as number } })
    const [first, second] = [await copy(), await copy()]
    expect(await read(first.id)).toMatchObject({
      name: '年度保养-复制',
      state: 'draft',
      salePrice: '800.00',
      validDays: 365,
      lines: [{ allocTotal: '553.85' }, { allocTotal: '246.15', carTypeId: ids.sedan }],
    })
    expect(await read(second.id)).toMatchObject({ name: '年度保养-复制2' })
    expect(await owner.ask(cardPackageRoutes.copy, { params: { id: 99_999_999 } })).toMatchObject({ status: 404 })
  })

  it('tell how often they were sold and on how many cards they are in use; a type with cards keeps its kind', async () => {
    const [type] = await types({ q: '金卡' })
    const [row] = await packages({ q: '分店' })
    const planted = await plant(type?.id as number, row?.id as number)
    expect(await packages({ q: '分店' })).toMatchObject([{ soldCount: 1, inUseCount: 1 }])
    expect(await types({ q: '金卡' })).toMatchObject([{ cardCount: 1 }])
    expect(await saveType({ ...type, kind: 'member', rechargeRules: [] })).toMatchObject({
      errors: [{ path: 'kind', message: '已有会员卡使用此类型，不能修改卡性质' }],
    })
    await shop.sql(`update money_slip set state = 'reversed' where group_id = $1 and id = $2`, planted.slip)
    expect(await packages({ q: '分店' })).toMatchObject([{ soldCount: 0 }])
    await planted.undo()
    expect(await saveType({ ...type, kind: 'member', rechargeRules: [] })).toMatchObject({ status: 200 })
  })

  it('have the part into which their material is merged', async () => {
    const { brandId, categoryId, unitId, taxRateId } = await owner.call(partRoutes.read, {
      params: { id: shop.parts.pad },
    })
    const part = async (name: string) =>
      (await owner.call(partRoutes.save, { body: { name, brandId, categoryId, unitId, taxRateId } })).id
    const [kept, twin] = [await part('雨刮片'), await part('雨刮片重复')]
    const { data } = await savePackage({
      name: '雨刮套餐',
      salePrice: '100',
      lines: [{ partId: twin, times: '2', listPrice: '60' }],
    })
    await owner.call(partRoutes.merge, { params: { id: kept }, body: { sourceId: twin } })
    expect((await read(data.id)).lines).toMatchObject([{ partId: kept, name: '雨刮片', allocPrice: '50.0000' }])
  })
})
