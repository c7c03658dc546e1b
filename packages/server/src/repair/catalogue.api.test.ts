// 服务项目, 项目套餐, 业务类型, 质保规则, 故障代码: what is done, for how much, and what stands once it is used (business/repair-masters 1, 3, 4).
import { taxRateRoutes } from '@chepu/contract/basics/tax-rate'
import { businessTypeRoutes, type BusinessTypeRow, qualityRuleRoutes } from '@chepu/contract/repair/business-type'
import { faultCodeRoutes } from '@chepu/contract/repair/fault-code'
import { listBusinessTypes, listRepairForms, listWorkerTypes, searchServiceItems } from '@chepu/contract/repair/lookups'
import { serviceItemRoutes } from '@chepu/contract/repair/service-item'
import { servicePackageRoutes } from '@chepu/contract/repair/service-package'
import { workerTypeRoutes } from '@chepu/contract/repair/worker-type'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, one, openShop, type Shop } from '../../test/shop'

let shop: Shop
let owner: Client
let admin: Client
let ids: Record<'mechanic' | 'painter' | 'sedan' | 'truck' | 'maker' | 'vehicle', number>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  admin = await shop.signIn('admin')
  const types = (await owner.call(workerTypeRoutes.list)).rows
  const typeId = (name: string) => types.find((row) => row.name === name)?.id as number
  ids = await shop.db.tenant(shop.groupId, async (tx) => {
    await one(tx, 'tax_rate', { name: '6%', rate: '0.06', is_labour_default: true })
    // Names that no standard row has.
    const sedan = await one(tx, 'car_type', { name: '测试轿车', hour_price: '90' })
    return {
      mechanic: typeId('机电'),
      painter: typeId('喷漆'),
      sedan,
      truck: await one(tx, 'car_type', { name: '测试重卡', hour_price: '160' }),
      maker: await one(tx, 'partner', { code: 'CJ-1', name: '测试厂家', cus_flag: 4 }),
      vehicle: await one(tx, 'vehicle', { plate: '粤A12345', partner_id: shop.customerId, car_type_id: sedan }),
    }
  })
})
afterAll(() => shop.close())

const save = (body: object, client = owner) => client.ask(serviceItemRoutes.save, { body: body as never })
const read = (id: number, client = owner) => client.call(serviceItemRoutes.read, { params: { id } })
const find = async (query: object, client = owner) => (await client.call(searchServiceItems, { query })).rows

describe('service items', () => {
  it('are given a code and the default tax rate of labour, and found by name, pinyin and code', async () => {
    const { rows: rates } = await owner.call(taxRateRoutes.list)
    const { data } = await save({ name: '更换机油机滤', workerTypeId: ids.mechanic, stdHours: '0.5' })
    expect(await read(data.id)).toMatchObject({
      code: 'FW00001',
      pricingMode: 'hours',
      stdHours: '0.500000',
      hourPrice: null,
      commissionMode: 'rate',
      commissionValue: null,
      taxRateId: rates.find((rate) => rate.isLabourDefault)?.id,
      allowsDiscount: true,
    })
    for (const q of ['机油', 'ghjyjl', 'genghuan', 'fw00001'])
      expect((await find({ q })).map(({ name }) => name)).toEqual(['更换机油机滤'])
    expect(await find({ q: '变速箱' })).toEqual([])
  })

  it('are one by name and code, however these are written', async () => {
    const body = { workerTypeId: ids.mechanic, stdHours: '1' }
    expect(await save({ ...body, name: '更换 ABS 泵', code: 'Abs-1' })).toMatchObject({ status: 200 })
    expect(await save({ ...body, name: '更换　ａｂｓ 泵' })).toMatchObject({
      status: 400,
      msg: '服务项目“更换 ABS 泵”已存在',
    })
    expect(await save({ ...body, name: '别的', code: 'ABS-1' })).toMatchObject({
      errors: [{ path: 'code', message: '编码与已有的 Abs-1 只差大小写' }],
    })
    expect(await save({ ...body, name: '别的', code: 'Abs-1' })).toMatchObject({ msg: '项目编码 Abs-1 已存在' })
  })

  it('say how they are priced, and name what is wrong', async () => {
    const faults = async (body: object) => (await save({ name: '错', workerTypeId: ids.mechanic, ...body })).errors
    expect(await faults({ stdHours: '0' })).toMatchObject([{ path: 'stdHours', message: '按工时计价请填写标准工时' }])
    expect(await faults({ pricingMode: 'fixed' })).toMatchObject([
      { path: 'fixedPrice', message: '一口价项目请填写一口价' },
    ])
    expect(await faults({ stdHours: '1.1234567' })).toMatchObject([{ path: 'stdHours' }])
    expect(await faults({ stdHours: '1', commissionMode: 'rate', commissionValue: '18' })).toMatchObject([
      { path: 'commissionValue', message: '按比例提成应在0到1之间，如0.18' },
    ])
    expect(await faults({ stdHours: '1', commissionMode: 'fixed' })).toMatchObject([{ path: 'commissionValue' }])
    const price = { carTypeId: ids.sedan, price: '1' }
    expect(await faults({ stdHours: '1', prices: [price, price] })).toMatchObject([{ path: 'prices' }])
    const part = { partId: shop.parts.oil, qty: '1' }
    expect(await faults({ stdHours: '1', parts: [part, part] })).toMatchObject([{ path: 'parts', message: '材料重复' }])
    expect(await faults({ stdHours: '1', parts: [{ ...part, partId: 99_999_999 }] })).toMatchObject([
      { path: 'parts.0.partId', message: '第1行材料不存在或已停用' },
    ])
    expect(await faults({ stdHours: '1', workerTypeId: 99_999_999, taxRateId: 99_999_999 })).toMatchObject([
      { path: 'workerTypeId', message: '工种不存在或已停用' },
      { path: 'taxRateId', message: '税率不存在或已停用' },
    ])
  })

  it('cost by type of car, item, trade, type and organisation, in this order', async () => {
    const named = async (name: string, query: object = {}) => {
      const [row] = await find({ q: name, ...query })
      return [row?.price, row?.amount]
    }
    const { data } = await save({
      name: '拆装变速箱',
      workerTypeId: ids.mechanic,
      stdHours: '6.5',
      hourPrice: '120',
      prices: [{ carTypeId: ids.truck, price: '180' }],
    })
    expect(await named('拆装变速箱')).toEqual(['120.0000', '780.00'])
    expect(await named('拆装变速箱', { carTypeId: ids.truck })).toEqual(['180.0000', '1170.00'])
    expect(await named('拆装变速箱', { carTypeId: ids.sedan })).toEqual(['120.0000', '780.00'])
    // The trade says 100 an hour; without it the type of the car 160, and without that the organisation 100.
    expect(await named('更换机油机滤', { carTypeId: ids.truck })).toEqual(['100.0000', '50.00'])
    const mechanic = (await owner.call(workerTypeRoutes.list, { query: { q: '机电' } })).rows[0]
    const { id, version, name } = mechanic as NonNullable<typeof mechanic>
    await owner.call(workerTypeRoutes.save, { body: { id, version, name, hourPrice: null } })
    expect(await named('更换机油机滤', { carTypeId: ids.truck })).toEqual(['160.0000', '80.00'])
    expect(await named('更换机油机滤', { vehicleId: ids.vehicle })).toEqual(['90.0000', '45.00'])
    expect(await named('更换机油机滤')).toEqual(['100.0000', '50.00'])
    await owner.call(workerTypeRoutes.save, { body: { id, version: version + 1, name, hourPrice: '100' } })
    expect(await read(data.id)).toMatchObject({ prices: [{ carTypeName: '测试重卡', price: '180.0000' }] })
    await save({
      name: '喷漆-前保险杠',
      workerTypeId: ids.painter,
      pricingMode: 'fixed',
      fixedPrice: '480.505',
      prices: [{ carTypeId: ids.truck, price: '900' }],
    })
    expect(await named('喷漆-前')).toEqual(['480.5050', '480.51'])
    expect(await named('喷漆-前', { carTypeId: ids.truck })).toEqual(['900.0000', '900.00'])
  })

  it('bring their material, consumables marked, without what is switched off', async () => {
    const { oil, filter } = shop.parts
    await save({
      name: '小保养',
      workerTypeId: ids.mechanic,
      stdHours: '0.4',
      parts: [
        { partId: oil, qty: '4' },
        { partId: filter, qty: '1', isConsumable: true },
      ],
    })
    const [row] = await find({ q: '小保养' })
    expect(row?.parts).toMatchObject([
      { partId: oil, qty: '4.0000', isConsumable: false },
      { partId: filter, qty: '1.0000', isConsumable: true },
    ])
    await shop.sql('update part set is_active = false where group_id = $1 and id = $2', filter)
    expect((await find({ q: '小保养' }))[0]?.parts.map(({ partId }) => partId)).toEqual([oil])
    // What the item has it keeps; another one cannot take it now.
    const view = await read(row?.id as number)
    expect(await save({ ...view, remark: '含四轮检查' })).toMatchObject({ status: 200 })
    expect(
      await save({ name: '新保养', workerTypeId: ids.mechanic, stdHours: '1', parts: [{ partId: filter, qty: '1' }] }),
    ).toMatchObject({ errors: [{ path: 'parts.0.partId' }] })
    await shop.sql('update part set is_active = true where group_id = $1 and id = $2', filter)
  })

  it('are changed at their version, leave the picker when switched off, and keep a code that is left blank', async () => {
    const [row] = await find({ q: '小保养' })
    const view = await read(row?.id as number)
    expect(await save({ ...view, code: '' })).toMatchObject({ status: 200 })
    expect(await save(view)).toMatchObject({ status: 409, msg: '服务项目已被他人修改，请刷新后重试' })
    expect((await read(view.id)).code).toBe(view.code)
    const change = { params: { id: view.id }, body: { isActive: false, version: view.version + 1 } }
    await owner.call(serviceItemRoutes.enable, change)
    expect(await find({ q: '小保养' })).toEqual([])
    expect(await owner.ask(serviceItemRoutes.remove, { params: { id: view.id } })).toMatchObject({ status: 200 })
  })

  it('tell commission to who may see it alone, and leave it as it is for others', async () => {
    const { data } = await save({
      name: '四轮定位',
      workerTypeId: ids.mechanic,
      stdHours: '1',
      commissionMode: 'fixed',
      commissionValue: '15',
    })
    const view = await read(data.id, admin)
    expect(view).not.toHaveProperty('commissionMode')
    expect(view).not.toHaveProperty('commissionValue')
    const { rows } = await admin.call(serviceItemRoutes.list, { query: { q: '四轮' } })
    expect(rows[0]).not.toHaveProperty('commissionValue')
    expect(
      await save({ ...view, stdHours: '1.2', commissionMode: 'none', commissionValue: null }, admin),
    ).toMatchObject({ status: 200 })
    expect(await read(data.id)).toMatchObject({
      stdHours: '1.200000',
      commissionMode: 'fixed',
      commissionValue: '15.0000',
    })
  })

  it('are seen by the desk, and changed by who keeps them', async () => {
    const adviser = await shop.signIn('adviser')
    expect((await adviser.call(serviceItemRoutes.list)).rows.length).toBeGreaterThan(3)
    expect(await save({ name: '顾问', workerTypeId: ids.mechanic, stdHours: '1' }, adviser)).toMatchObject({
      status: 403,
    })
    const keeper = await shop.signIn('warehouse_keeper')
    expect(await keeper.ask(serviceItemRoutes.list)).toMatchObject({ status: 403 })
    // The keeper of a warehouse finds items without their prices.
    const [align] = await find({ q: '四轮' }, keeper)
    expect(align).toMatchObject({ name: '四轮定位', stdHours: '1.200000' })
    expect(align).not.toHaveProperty('price')
    expect(align).not.toHaveProperty('amount')
    expect(JSON.stringify(await keeper.call(listWorkerTypes))).not.toContain('hourPrice')
    expect((await adviser.call(listWorkerTypes)).rows[0]).toMatchObject({ name: '机电', hourPrice: '100.0000' })
  })
})

describe('packages', () => {
  const put = (body: object, client = owner) => client.ask(servicePackageRoutes.save, { body: body as never })

  it('hold items and parts in their order, and keep what they hold from being deleted', async () => {
    const [align] = await find({ q: '四轮' })
    const item = { serviceItemId: align?.id, qty: '1', price: '88' }
    const part = { partId: shop.parts.oil, qty: '4' }
    const { data } = await put({ name: '长途无忧', lines: [part, item] })
    expect(await owner.call(servicePackageRoutes.read, { params: { id: data.id } })).toMatchObject({
      code: 'TC0001',
      lines: [
        { partId: shop.parts.oil, serviceItemId: null, qty: '4.0000', price: null },
        { serviceItemId: align?.id, name: '四轮定位', qty: '1.0000', price: '88.0000' },
      ],
    })
    const { rows } = await owner.call(servicePackageRoutes.list, { query: { q: 'ctwy' } })
    expect(rows).toMatchObject([{ name: '长途无忧', itemCount: 1, partCount: 1 }])
    expect(await owner.ask(serviceItemRoutes.remove, { params: { id: align?.id as number } })).toMatchObject({
      msg: '服务项目“四轮定位”已被使用，不能删除，可改为停用',
    })
    expect(await put({ ...data, name: '长途无忧', lines: [item] })).toMatchObject({ status: 200 })
    expect(await put({ ...data, name: '长途无忧', lines: [item] })).toMatchObject({ status: 409 })
    expect(await put({ name: '长途无忧', lines: [item] })).toMatchObject({ msg: '项目套餐“长途无忧”已存在' })
    expect(await owner.ask(servicePackageRoutes.remove, { params: { id: data.id } })).toMatchObject({ status: 200 })
  })

  it('name the line that is wrong', async () => {
    const faults = async (...lines: object[]) => (await put({ name: '错', lines })).errors
    expect(await faults()).toMatchObject([{ path: 'lines', message: '请添加项目或配件' }])
    expect(await faults({ qty: '1' })).toMatchObject([{ message: '第1行应为一个项目或一个配件' }])
    const part = { partId: shop.parts.oil, qty: '1' }
    expect(await faults(part, part)).toMatchObject([{ message: '第2行与前面重复' }])
    expect(await faults(part, { serviceItemId: 99_999_999, qty: '1' })).toMatchObject([
      { path: 'lines.1.serviceItemId', message: '第2行服务项目不存在或已停用' },
    ])
    expect(await faults({ ...part, qty: '0' })).toMatchObject([{ path: 'lines.0.qty' }])
  })
})

describe('types of business', () => {
  const types = async () => (await owner.call(businessTypeRoutes.list)).rows
  const named = async (name: string) => (await types()).find((row) => row.name === name) as BusinessTypeRow
  const put = (body: object) => owner.ask(businessTypeRoutes.save, { body: body as never })

  it('begin with what the program knows, which stays and keeps who pays', async () => {
    expect((await types()).map(({ code, name, defaultPayer }) => [code, name, defaultPayer])).toEqual([
      ['general', '一般维修', 'customer'],
      ['maintenance', '保养', 'customer'],
      ['accident', '事故维修', 'insurance'],
      ['warranty', '三包维修', 'warranty'],
      ['rework', '返工', 'rework'],
      ['internal', '内部维修', 'internal'],
      ['beauty', '美容装潢', 'customer'],
      ['fast', '快修', 'customer'],
      ['goods', '商品零售', 'customer'],
    ])
    const accident = await named('事故维修')
    expect(accident).toMatchObject({ qualityRuleName: '整车修理、总成修理', countsOutput: true })
    expect(await put({ ...accident, name: '事故车', defaultPayer: 'customer' })).toMatchObject({
      errors: [{ path: 'defaultPayer', message: '“事故维修”是系统自带的业务类型，不能改默认付费方' }],
    })
    expect(await put({ ...accident, name: '事故车维修' })).toMatchObject({ status: 200 })
    expect(await named('事故车维修')).toMatchObject({ code: 'accident', isSystem: true })
    expect(await owner.ask(businessTypeRoutes.remove, { params: { id: accident.id } })).toMatchObject({
      msg: '“事故车维修”是系统自带的业务类型，不能删除，可改为停用',
    })
  })

  it('are added by the shop, one of a name, and not deleted while items have them', async () => {
    expect(await put({ name: '保 养', qualityRuleId: 99_999_999 })).toMatchObject({
      errors: [{ path: 'qualityRuleId', message: '质保规则不存在或已停用' }],
    })
    const { data } = await put({ name: '改装', countsCommission: false })
    expect(await put({ name: '改装' })).toMatchObject({ msg: '业务类型“改装”已存在' })
    expect(await named('改装')).toMatchObject({ isSystem: false, countsOutput: true, countsCommission: false })
    const item = { name: '改装排气', workerTypeId: ids.mechanic, stdHours: '2', businessTypeId: data.id }
    const saved = await save(item)
    expect(await owner.ask(businessTypeRoutes.remove, { params: { id: data.id } })).toMatchObject({
      msg: '业务类型“改装”已被使用，不能删除，可改为停用',
    })
    expect((await named('改装')).itemCount).toBe(1)
    await owner.call(serviceItemRoutes.remove, { params: { id: saved.data.id } })
    expect(await owner.ask(businessTypeRoutes.remove, { params: { id: data.id } })).toMatchObject({ status: 200 })
  })

  it('are offered with their promise; ways of repair are words of the dictionary', async () => {
    const keeper = await shop.signIn('warehouse_keeper')
    const { rows } = await keeper.call(listBusinessTypes)
    expect(rows.find(({ code }) => code === 'general')).toMatchObject({ qualityKm: '2000.0000', qualityDays: 10 })
    expect(rows.find(({ code }) => code === 'internal')).toMatchObject({ qualityKm: null, countsOutput: false })
    expect((await keeper.call(listRepairForms)).rows.map(({ name }) => name)).toEqual(['到店', '上门', '救援', '送修'])
    expect((await keeper.call(basicsInfo)).basics['businessType']?.[0]).toMatchObject({ name: '一般维修' })
    expect(await keeper.ask(businessTypeRoutes.list)).toMatchObject({ status: 403 })
  })
})

describe('rules of quality', () => {
  const put = (body: object) => owner.ask(qualityRuleRoutes.save, { body: body as never })

  it('promise kilometres, days or both', async () => {
    expect(await put({ name: '空' })).toMatchObject({
      errors: [{ path: 'km', message: '质保里程和质保天数至少填写一项' }],
    })
    const { data } = await put({ name: '两年质保', days: 730 })
    expect(await put({ name: '两年　质保', km: '1' })).toMatchObject({ status: 200 })
    expect(await put({ name: '两年质保 ', km: '1' })).toMatchObject({ msg: '质保规则“两年质保”已存在' })
    const { rows } = await owner.call(qualityRuleRoutes.list)
    expect(rows.find(({ id }) => id === data.id)).toMatchObject({ km: null, days: 730, typeCount: 0 })
    const minor = rows.find(({ days }) => days === 10)
    expect(minor?.typeCount).toBe(5)
    expect(await owner.ask(qualityRuleRoutes.remove, { params: { id: minor?.id as number } })).toMatchObject({
      msg: '质保规则“一级维护、小修、专项修理”已被使用，不能删除，可改为停用',
    })
    expect(await owner.ask(qualityRuleRoutes.remove, { params: { id: data.id } })).toMatchObject({ status: 200 })
  })
})

describe('fault codes', () => {
  const put = (body: object) => owner.ask(faultCodeRoutes.save, { body: body as never })

  it('are one by code, of a manufacturer or of all', async () => {
    expect(await put({ code: 'P0301', name: '1缸失火', system: '发动机', manufacturerId: ids.maker })).toMatchObject({
      status: 200,
    })
    expect(await put({ code: 'p0301', name: '一缸失火' })).toMatchObject({
      errors: [{ path: 'code', message: '编码与已有的 P0301 只差大小写' }],
    })
    expect(await put({ code: 'P0302', name: '2缸失火', manufacturerId: shop.customerId })).toMatchObject({
      errors: [{ path: 'manufacturerId', message: '厂家不存在或已停用' }],
    })
    const { rows } = await owner.call(faultCodeRoutes.list, { query: { q: 'p03' } })
    expect(rows).toMatchObject([{ code: 'P0301', manufacturerName: '测试厂家' }])
    expect(await owner.ask(faultCodeRoutes.remove, { params: { id: rows[0]?.id as number } })).toMatchObject({
      status: 200,
    })
  })
})
