// 车辆 of customers (business/customers 6).
import { brandRoutes } from '@chepu/contract/basics/brand'
import { carColorRoutes } from '@chepu/contract/basics/car-kinds'
import { carModelRoutes, carSeriesRoutes } from '@chepu/contract/basics/car-model'
import { vinRuleRoutes } from '@chepu/contract/basics/vin-rule'
import { carInfoRoute } from '@chepu/contract/customers/car-info'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGroup } from '../../access/provision'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { testCaller } from '../../../test/caller'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { recordMileage, vehicleOf } from '../public'

let shop: Shop
let owner: Client
const ids = { lavida: 0, y2017: 0, wang: 0, li: 0 }

const today = shanghaiDay()
const ask = (body: object, client = owner) => client.ask(vehicleRoutes.save, { body: body as never })
const save = (body: object, client = owner) => client.call(vehicleRoutes.save, { body: body as never })
const read = (id: number, client = owner) => client.call(vehicleRoutes.read, { params: { id } })
const plates = async (query: object, client = owner) =>
  (await client.call(vehicleRoutes.list, { query })).rows.map((row) => row.plate || row.vin)
const found = async (query: object, client = owner) =>
  (await client.call(carInfoRoute, { query: query as never })).rows.map((row) => row.plate || row.vin)
const customer = async (name: string, mobile: string, client = owner) =>
  (await client.call(partnerRoutes.save, { body: { name, mobile } })).id

/** What the form sends back after it has read a car. */
async function edited(id: number, changed: object) {
  const { partnerId: _p, ...row } = await read(id)
  return { ...row, mileage: null, ...changed }
}

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  const { id: brandId } = await owner.call(brandRoutes.save, { body: { name: '大众', kind: 'car' } })
  const series = { brandId, name: '朗逸', maker: '上汽大众', carType: '轿车' }
  ids.lavida = (await owner.call(carSeriesRoutes.save, { body: series })).id
  const model = { seriesId: ids.lavida, name: '2017款 1.6L', year: 2017 }
  ids.y2017 = (await owner.call(carModelRoutes.save, { body: model })).id
  await owner.call(carModelRoutes.save, { body: { ...model, name: '2022款 1.5L', year: 2022 } })
  await owner.call(vinRuleRoutes.save, { body: { prefix: 'LSV', seriesId: ids.lavida } })
  ids.wang = await customer('王小明', '13900001111')
  ids.li = await customer('李大山', '13900002222')
})
afterAll(() => shop.close())

describe('a car', () => {
  it('is known by plate and VIN, written in one way; the VIN tells its model, the series its type', async () => {
    const saved = await save({ plate: '鄂ａ·12345', vin: 'lsvaa4187h2123456', partnerId: ids.wang, mileage: '85000' })
    expect(saved.warnings).toEqual(['VIN LSVAA4187H2123456 的校验位不符，请再核对一遍'])
    expect(await read(saved.id)).toMatchObject({
      plate: '鄂A12345',
      vin: 'LSVAA4187H2123456',
      partnerName: '王小明',
      partnerMobile: '13900001111',
      car: { seriesId: ids.lavida, modelId: ids.y2017, text: '大众 朗逸 2017款 1.6L' },
      carTypeName: '轿车',
      usage: 'private',
      mileage: '85000.0000',
      mileageOn: today,
      owners: [{ partnerName: '王小明', since: today, until: null }],
      mileages: [{ mileage: '85000.0000', readOn: today, replacedReason: '' }],
    })
    // The other three ends of the alphabet: words instead of a model, and neither plate nor VIN.
    const worded = await save({ plate: '鄂AD12345', partnerId: ids.li, car: { text: '蔚来 ES6' } })
    expect(await read(worded.id)).toMatchObject({ carName: '蔚来 ES6', carTypeName: null, mileage: null })
    expect(await ask({ partnerId: ids.li })).toMatchObject({ msg: '请输入车牌，没有车牌的请输入VIN' })
  })

  it('stands for its plate with the end of its VIN while it has none', async () => {
    const car = { vin: 'LFV2A2151A3000001', partnerId: ids.li }
    expect(await ask({ ...car, plate: '未上牌-123456' })).toMatchObject({
      errors: [{ path: 'plate', message: '未上牌的车牌应为“未上牌-000001”，与VIN后6位一致' }],
    })
    expect(await ask({ plate: '未上牌-123456', partnerId: ids.li })).toMatchObject({ msg: '未上牌的车请输入VIN' })
    const { id } = await save({ ...car, plate: '未上牌000001' })
    await save(await edited(id, { plate: '鄂A99999' }))
    expect(await found({ plate: '鄂A99999' })).toEqual(['鄂A99999'])
  })

  it('is refused where plate or VIN is no such thing, or another car has it', async () => {
    const body = { plate: '鄂B00001', partnerId: ids.li }
    expect(await ask({ ...body, plate: '鄂A1O345' })).toMatchObject({ errors: [{ path: 'plate' }] })
    expect(await ask({ ...body, vin: 'LSVAA4187H21234O6' })).toMatchObject({
      errors: [{ path: 'vin', message: 'VIN应为17位字母或数字，不含I、O、Q' }],
    })
    expect(await ask({ ...body, plate: '鄂A12345', vin: 'LSVAA4187H2123456' })).toMatchObject({
      status: 400,
      errors: [
        { path: 'plate', message: '车牌 鄂A12345 已登记在“王小明”名下' },
        { path: 'vin', message: 'VIN LSVAA4187H2123456 已登记在“王小明”名下' },
      ],
    })
    expect(await ask({ ...body, purchasedOn: addDays(today, 1) })).toMatchObject({ msg: '购车日期不能晚于今天' })
    expect(await ask({ ...body, partnerId: shop.supplierId })).toMatchObject({
      errors: [{ path: 'partnerId', message: '“测试供应商”不是客户' }],
    })
    expect(await ask({ ...body, insurerId: shop.supplierId })).toMatchObject({ msg: '保险公司不存在或已停用' })
  })

  it('gives its plate free when it is switched off, and takes it back only while it is free', async () => {
    const { id, version } = await save({ plate: '鄂C11111', partnerId: ids.li })
    const enable = (isActive: boolean, at: number) =>
      owner.ask(vehicleRoutes.enable, { params: { id }, body: { isActive, version: at } })
    expect((await enable(false, version)).status).toBe(200)
    const second = await save({ plate: '鄂C11111', partnerId: ids.wang })
    expect(await enable(true, version + 1)).toMatchObject({ status: 400, msg: '车牌 鄂C11111 已登记在“王小明”名下' })
    expect(await owner.ask(vehicleRoutes.remove, { params: { id: second.id } })).toMatchObject({ status: 200 })
    expect((await enable(true, version + 1)).status).toBe(200)
    expect(await found({ plate: '鄂C11111' })).toEqual(['鄂C11111'])
  })

  it('is changed by whoever has read it last, and keeps its owner', async () => {
    const { id } = await save({ plate: '鄂C22222', partnerId: ids.li, driverName: '老赵', driverMobile: '13900003333' })
    const body = await edited(id, { remark: '常客' })
    expect(await ask({ ...body, partnerId: ids.wang })).toMatchObject({ msg: '换车主请用「过户」' })
    await save(body)
    expect(await ask(body)).toMatchObject({ status: 409 })
    expect(await save(await edited(id, { driverMobile: '139****3333' }))).toMatchObject({ version: 3 })
    expect(await read(id)).toMatchObject({ driverMobile: '13900003333', remark: '常客' })
  })

  it('has a colour that is not deleted under it', async () => {
    const [white] = (await owner.call(carColorRoutes.list, { query: {} })).rows
    const id = white?.id as number
    await save({ plate: '鄂C33333', partnerId: ids.li, colorId: id })
    expect(await owner.ask(carColorRoutes.remove, { params: { id } })).toMatchObject({
      msg: '车身颜色“白色”已被使用，不能删除，可改为停用',
    })
    expect(await owner.ask(partnerRoutes.remove, { params: { id: ids.li } })).toMatchObject({ status: 400 })
  })
})

describe('the list', () => {
  it('finds by the ends of plate and VIN and by the owner; its sums count the same', async () => {
    expect(await plates({ q: '345' })).toEqual(['鄂A12345', '鄂AD12345'])
    expect(await plates({ q: '45' })).toEqual([])
    expect(await plates({ q: '鄂A12345' })).toEqual(['鄂A12345'])
    expect(await plates({ q: '123456' })).toEqual(['鄂A12345'])
    expect(await plates({ q: 'wxm' })).toEqual(['鄂A12345'])
    expect(await plates({ q: '1111' })).toEqual(['鄂A12345', '鄂C11111'])
    const query = { partnerId: String(ids.li) }
    const { count } = await owner.call(vehicleRoutes.totals, { query: query as never })
    expect(count).toBe((await plates(query)).length)
  })

  it('tells what runs out within some days', async () => {
    const soon = addDays(today, 20)
    await save({
      plate: '鄂D00001',
      partnerId: ids.li,
      compulsoryExpiresOn: soon,
      inspectionExpiresOn: addDays(today, 40),
    })
    expect(await plates({ expiring: 'compulsory' })).toEqual(['鄂D00001'])
    expect(await plates({ expiring: 'compulsory', withinDays: '10' })).toEqual([])
    expect(await plates({ expiring: 'inspection' })).toEqual([])
    expect(await plates({ expiring: 'inspection', withinDays: '60' })).toEqual(['鄂D00001'])
  })

  it('counts cars beside customers, who are found by them', async () => {
    const list = async (q: string) =>
      (await owner.call(partnerRoutes.list, { query: { q, role: 1 } as never })).rows.map((row) => [
        row.name,
        row.vehicleCount,
      ])
    expect(await list('鄂A12345')).toEqual([['王小明', 1]])
    expect(await list('LSVAA4187H2123456')).toEqual([['王小明', 1]])
  })
})

describe('kilometres', () => {
  it('do not fall, unless the meter was replaced, and tell the usual way a day', async () => {
    const { id } = await save({ plate: '鄂E00001', partnerId: ids.wang })
    const note = (body: object) => owner.ask(vehicleRoutes.mileage, { params: { id }, body: body as never })
    const day = (days: number) => addDays(today, -days)
    expect(await note({ mileage: '10000', readOn: day(100) })).toMatchObject({ status: 200 })
    expect(await note({ mileage: '12500.5', readOn: day(50) })).toMatchObject({ status: 200 })
    // 2 500.5 km in 50 days.
    expect(await read(id)).toMatchObject({ mileage: '12500.5000', mileageOn: day(50), avgDailyKm: '50.01' })
    expect(await note({ mileage: '12000', readOn: day(10) })).toMatchObject({
      errors: [{ path: 'mileage', message: `里程 12000 小于 ${day(50)} 的读数 12500.5 公里；换过里程表的请登记换表` }],
    })
    expect(await note({ mileage: '13000', readOn: day(60) })).toMatchObject({
      msg: `里程 13000 大于 ${day(50)} 的读数 12500.5 公里`,
    })
    expect(await note({ mileage: '11000', readOn: day(60) })).toMatchObject({ status: 200 })
    expect(await read(id)).toMatchObject({ mileage: '12500.5000', avgDailyKm: '50.01' })
    expect(await note({ mileage: '99999999', readOn: today })).toMatchObject({ msg: '里程最多7位整数' })
    expect(await note({ mileage: '13000', readOn: addDays(today, 1) })).toMatchObject({ msg: '读数日期不能晚于今天' })
    expect(await note({ mileage: '10', readOn: day(5), replacedReason: '仪表损坏' })).toMatchObject({ status: 200 })
    expect(await read(id)).toMatchObject({ mileage: '10.0000', avgDailyKm: '50.01' })
    await save(await edited(id, { mileage: '110' }))
    // 100 km in 5 days of the new meter.
    expect(await read(id)).toMatchObject({ mileage: '110.0000', avgDailyKm: '20.00', mileages: { length: 5 } })
  })

  it('are read by documents as well, which hold the car', async () => {
    const { id } = await save({ plate: '鄂E00002', partnerId: ids.wang, mileage: '500' })
    await shop.db.as(await testCaller(shop, 'owner'), async (tx) => {
      expect(await vehicleOf(tx, id)).toMatchObject({ plate: '鄂E00002', partnerId: ids.wang, mileage: '500.0000' })
      await recordMileage(tx, id, { mileage: '800', readOn: today, doc: { kind: 'reception', id: 7 } })
    })
    expect((await read(id)).mileages[0]).toMatchObject({ mileage: '800.0000', docKind: 'reception', docId: 7 })
    expect(await owner.ask(vehicleRoutes.remove, { params: { id } })).toMatchObject({
      msg: '车辆“鄂E00002”已被使用，不能删除，可改为停用',
    })
  })
})

describe('过户', () => {
  it('ends the time of the owner and begins that of the next', async () => {
    const { id, version } = await save({ plate: '鄂F00001', partnerId: ids.wang })
    const hand = (body: object) =>
      owner.ask(vehicleRoutes.transfer, { params: { id }, body: { version, partnerId: ids.li, since: today, ...body } })
    expect(await hand({ partnerId: ids.wang })).toMatchObject({ msg: '新车主与现车主相同' })
    expect(await hand({ since: addDays(today, 1) })).toMatchObject({ msg: '过户日期不能晚于今天' })
    expect(await hand({ since: addDays(today, -1) })).toMatchObject({
      errors: [{ path: 'since', message: `过户日期不能早于现车主的开始日期 ${today}` }],
    })
    expect(await hand({ version: 9 })).toMatchObject({ status: 409 })
    expect(await hand({})).toMatchObject({ status: 200, data: { version: 2 } })
    expect(await read(id)).toMatchObject({
      partnerName: '李大山',
      owners: [
        { partnerName: '李大山', since: today, until: null },
        { partnerName: '王小明', since: today, until: today },
      ],
    })
  })

  it('is what merging customers does with their cars, history and all', async () => {
    const doubled = await customer('王小明', '13900004444')
    const { id } = await save({ plate: '鄂F00002', partnerId: doubled })
    const preview = await owner.call(partnerRoutes.mergePreview, {
      params: { id: ids.wang },
      query: { sourceId: String(doubled) } as never,
    })
    expect(preview.moves).toEqual([
      { what: '车辆', detail: '1辆' },
      { what: '车主记录', detail: '1条' },
    ])
    await owner.call(partnerRoutes.merge, { params: { id: ids.wang }, body: { sourceId: doubled } })
    const car = await read(id)
    expect([car.partnerId, car.owners.length]).toEqual([ids.wang, 1])
    expect(await ask({ plate: '鄂F00003', partnerId: doubled })).toMatchObject({ msg: '车主“王小明”已停用' })
  })
})

describe('新车登记', () => {
  it('keeps car and owner at once, or neither; a second press is the first', async () => {
    const body = { plate: '鄂G00001', customerName: '赵六', customerMobile: '13900005555', mileage: '30' }
    const press = (changed: object = {}, key?: string) =>
      owner.ask(vehicleRoutes.quick, {
        body: { ...body, ...changed } as never,
        ...(key === undefined ? {} : { idempotencyKey: key }),
      })
    expect(await press({ plate: '鄂A12345' })).toMatchObject({ msg: '车牌 鄂A12345 已登记在“王小明”名下' })
    expect((await owner.call(partnerRoutes.list, { query: { q: '赵六' } })).rows).toEqual([])
    expect(await press({ partnerId: ids.li })).toMatchObject({
      errors: [{ path: 'partnerId', message: '已选择车主，请不要再填写新客户' }],
    })
    expect(await press({ customerName: '' })).toMatchObject({ msg: '请选择车主，或填写新客户' })
    const key = '0f8fad5b-d9cb-469f-a165-70867728950e'
    const [first, second] = await Promise.all([press({}, key), press({}, key)])
    expect([first.status, second.data]).toEqual([200, first.data])
    expect(await read(first.data.id)).toMatchObject({ partnerName: '赵六', mileage: '30.0000' })
    expect((await owner.call(partnerRoutes.list, { query: { q: '赵六' } })).rows).toHaveLength(1)
    expect(await press({ plate: '鄂G00002' })).toMatchObject({ status: 400, msg: '“赵六”和该手机号的往来单位已存在' })
    expect(await press({ plate: '鄂G00002', customerName: '', partnerId: ids.li })).toMatchObject({
      data: { partnerId: ids.li },
    })
  })
})

describe('who sees and may', () => {
  it('are the people of the customers; at the counter a whole plate finds any car, without the mobile', async () => {
    await shop.sql(
      `update role_scope set scope = 1 where group_id = $1 and area = 'customer' and role_id in
        (select id from role where group_id = $1 and code = 'adviser')`,
    )
    await shop.sql(
      `insert into role_button (group_id, role_id, button_id) select $1, id, 12 from role where group_id = $1 and code = 'adviser' returning role_id`,
    )
    const unit = await owner.call(partnerRoutes.save, {
      body: { name: '车队甲', kind: 'unit', category: '车队', mobile: '13900006666' },
    })
    const car = await save({
      plate: '鄂H00001',
      vin: 'LFV2A2151A3000002',
      partnerId: unit.id,
      driverMobile: '13900007777',
    })
    const adviser = await shop.signIn('adviser')
    expect(await plates({ q: '鄂H00001' }, adviser)).toEqual([])
    for (const asked of [
      adviser.ask(vehicleRoutes.read, { params: { id: car.id } }),
      adviser.ask(vehicleRoutes.mileage, { params: { id: car.id }, body: { mileage: '5', readOn: today } }),
      adviser.ask(vehicleRoutes.transfer, {
        params: { id: car.id },
        body: { partnerId: ids.li, since: today, version: 1 },
      }),
    ])
      expect((await asked).status).toBe(404)
    expect(await found({ id: String(car.id) }, adviser)).toEqual([])
    expect(await found({ q: '00001' }, adviser)).not.toContain('鄂H00001')
    for (const query of [{ plate: '鄂h·00001' }, { vin: 'lfv2a2151a3000002' }, { q: '鄂H00001' }])
      expect((await adviser.call(carInfoRoute, { query: query as never })).rows).toMatchObject([
        { plate: '鄂H00001', partnerName: '车队甲', partnerMobile: '', driverMobile: '' },
      ])
    expect(await ask({ plate: '鄂H00001', partnerId: ids.li }, adviser)).toMatchObject({
      errors: [{ message: '车牌 鄂H00001 已登记在其他客户名下' }],
    })
    expect(await ask({ plate: '鄂H00002', partnerId: unit.id }, adviser)).toMatchObject({
      errors: [{ path: 'partnerId', message: '车主不存在或无权查看' }],
    })
    // His own customer, whom he looks after since he added him.
    const own = await customer('孙七', '13900008888', adviser)
    await save({ plate: '鄂H00003', partnerId: own }, adviser)
    expect(await plates({ q: '鄂H00003' }, adviser)).toEqual(['鄂H00003'])
    expect(await found({ q: '003' }, adviser)).toEqual(['鄂H00003'])
  })

  it('are masked as those of customers are', async () => {
    const owners = "from role where group_id = $1 and code = 'owner'"
    await shop.sql(
      `delete from role_field where group_id = $1 and field = 'mobile_full' and role_id in (select id ${owners})`,
    )
    const masked = await shop.signIn('owner')
    const [row] = (await masked.call(vehicleRoutes.list, { query: { q: '鄂H00001' } })).rows
    expect(row).toMatchObject({ partnerMobile: '139****6666', driverMobile: '139****7777' })
    const [info] = (await masked.call(carInfoRoute, { query: { plate: '鄂H00001' } as never })).rows
    expect(info).toMatchObject({ partnerMobile: '139****6666', driverMobile: '139****7777' })
    await shop.sql(
      `insert into role_field (group_id, role_id, field) select $1, id, 'mobile_full' ${owners} returning role_id`,
    )
  })

  it('have the buttons of cars, and nothing of another company', async () => {
    const buyer = await shop.signIn('buyer')
    expect(await buyer.ask(vehicleRoutes.list, { query: {} })).toMatchObject({ status: 403 })
    expect(await buyer.ask(carInfoRoute, { query: { q: '345' } as never })).toMatchObject({ status: 403 })
    expect(await ask({ plate: '鄂J00001', partnerId: ids.li }, buyer)).toMatchObject({ status: 403 })
    const strangers = await createGroup(shop.db, '别家')
    const foreign = await shop.db.tenant(strangers, async (tx) => {
      const partner = await one(tx, 'partner', { code: 'K1', name: '别家客户', kind: 'unit', cus_flag: 1 })
      const vehicle = await one(tx, 'vehicle', { partner_id: partner, plate: '鄂A12345' })
      const type = await one(tx, 'car_type', { name: '别家类型' })
      return { partner, vehicle, type }
    })
    expect((await owner.ask(vehicleRoutes.read, { params: { id: foreign.vehicle } })).status).toBe(404)
    expect(await found({ plate: '鄂A12345' })).toEqual(['鄂A12345'])
    expect(await ask({ plate: '鄂J00001', partnerId: foreign.partner })).toMatchObject({ msg: '车主不存在或无权查看' })
    expect(await ask({ plate: '鄂J00001', partnerId: ids.li, carTypeId: foreign.type })).toMatchObject({
      msg: '车辆类型不存在或已停用',
    })
  })
})
