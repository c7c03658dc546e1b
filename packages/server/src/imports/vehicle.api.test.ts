// 车辆 out of a sheet (business/basics 10).
import { brandRoutes } from '@chepu/contract/basics/brand'
import { carModelRoutes, carSeriesRoutes } from '@chepu/contract/basics/car-model'
import { vinRuleRoutes } from '@chepu/contract/basics/vin-rule'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportedFile } from '../../test/export-file'
import type { Client } from '../../test/shop'
import { addDays, shanghaiDay } from '../kernel/base/calendar'
import { startExports } from '../kernel/export/worker'
import { type Imports, openImports, retyped, xlsx } from './importing.fixture'

let imports: Imports
let owner: Client
const ids = { lavida: 0, model: 0 }

beforeAll(async () => {
  imports = await openImports()
  owner = imports.owner
  const { id: brandId } = await owner.call(brandRoutes.save, { body: { name: '大众', kind: 'car' } })
  ids.lavida = (await owner.call(carSeriesRoutes.save, { body: { brandId, name: '朗逸', carType: '轿车' } })).id
  const model = { seriesId: ids.lavida, name: '2017款 1.6L', year: 2017 }
  ids.model = (await owner.call(carModelRoutes.save, { body: model })).id
  await owner.call(carModelRoutes.save, { body: { ...model, name: '2022款 1.5L', year: 2022 } })
  await owner.call(vinRuleRoutes.save, { body: { prefix: 'LSV', seriesId: ids.lavida } })
  await owner.call(partnerRoutes.save, { body: { name: '王小明', mobile: '13900001111' } })
})
afterAll(() => imports.close())

const header = ['车牌', '车架号', '客户名*', '手机', '品牌', '车系', '年款', '里程', '购车日期', '保险到期', '年检到期']
const cars = async () => (await owner.call(vehicleRoutes.list, { query: {} })).rows

it('names every fault by row and column and writes nothing', async () => {
  const blank = [null, null, null, null]
  const file = await xlsx(
    header,
    ['鄂A1O345', null, '王小明', '13900001111', null, null, null, ...blank],
    [null, null, '王小明', '13900001111', null, null, null, ...blank],
    ['鄂A00001', 'LSV', '测试供应商', null, null, null, null, ...blank],
    ['鄂A00002', null, '测试供应商', null, null, null, null, ...blank],
    ['鄂A00003', null, '陌生人', '139****1111', null, null, null, ...blank],
    ['鄂A00004', null, '王小明', null, null, null, null, null, addDays(shanghaiDay(), 2), null, null],
    ['鄂A00004', null, '王小明', null, null, null, null, ...blank],
    ['未上牌-123456', 'LSVAA4187H2999999', '王小明', null, null, null, null, ...blank],
  )
  const { data } = await imports.run('vehicle', file)
  expect(data.imported).toBe(false)
  expect(data.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, '车牌', '车牌应为7位，新能源8位，以省份简称开头；未上牌的写“未上牌-”和VIN后6位'],
    [3, '车牌', '请填写车牌或VIN'],
    [4, 'VIN', 'VIN应为17位字母或数字，不含I、O、Q'],
    [5, '客户名', '“测试供应商”不是客户'],
    [6, '手机', '没有手机为 139****1111 的“陌生人”，新增客户请填写完整的手机号'],
    [7, '购车日期', '购车日期不能晚于今天'],
    [8, '车牌', '与第7行重复'],
    [9, '车牌', '未上牌的车牌应为“未上牌-”和VIN后6位，并填写VIN'],
  ])
  expect(await cars()).toEqual([])
})

it('adds cars with their owners by the rules of the page, and changes them with 覆盖 alone', async () => {
  const file = await xlsx(
    header,
    [
      '鄂a·12345',
      'lsvaa4187h2123456',
      '王小明',
      '13900001111',
      null,
      null,
      null,
      '85000',
      '2017/5/1',
      '2027-05-01',
      null,
    ],
    ['鄂A20002', null, '王小明', '13900002222', '大众', '朗逸', '2022款 1.5L', null, null, null, null],
    ['鄂A20003', null, '顺风车队', null, '蔚来', 'ES6', '2021款', null, null, null, '2027年6月30日'],
    ['鄂AD20004', null, '顺风车队', null, null, null, null, null, null, null, null],
  )
  expect((await imports.run('vehicle', file)).data).toMatchObject({ imported: true, added: 4, updated: 0 })
  expect((await cars()).map((row) => [row.plate, row.partnerName, row.carName, row.carTypeName, row.mileage])).toEqual([
    ['鄂A12345', '王小明', '大众 朗逸 2017款 1.6L', '轿车', '85000.0000'],
    ['鄂A20002', '王小明', '大众 朗逸 2022款 1.5L', '轿车', null],
    ['鄂A20003', '顺风车队', '蔚来 ES6 2021款', null, null],
    ['鄂AD20004', '顺风车队', '', null, null],
  ])
  const [first, second] = await cars()
  expect(first).toMatchObject({
    car: { modelId: ids.model },
    purchasedOn: '2017-05-01',
    compulsoryExpiresOn: '2027-05-01',
  })
  expect(first?.partnerId).not.toBe(second?.partnerId)
  const view = await owner.call(vehicleRoutes.read, { params: { id: first?.id as number } })
  expect([view.owners.length, view.mileages.length]).toEqual([1, 1])
  const units = (await owner.call(partnerRoutes.list, { query: { q: '顺风车队' } })).rows
  expect(units.map(({ kind, vehicleCount }) => [kind, vehicleCount])).toEqual([['unit', 2]])

  expect((await imports.run('vehicle', file)).data.faults).toContainEqual({
    row: 2,
    column: '车牌',
    message: '车辆“鄂A12345”已存在，如需更新请勾选“覆盖”',
  })
  const changed = await xlsx(
    header,
    ['鄂A12345', null, '王小明', '13900002222', null, null, null, '80000', null, null, null],
    ['鄂A20002', 'LSVAA4187N2000001', '王小明', '13900002222', null, null, null, '500', null, null, null],
  )
  expect((await imports.run('vehicle', changed, { overwrite: true })).data.faults).toEqual([
    { row: 2, column: '客户名', message: '车辆“鄂A12345”的车主不是“王小明”，换车主请在车辆中过户' },
    { row: 2, column: '里程', message: '里程 80000 小于上次的读数 85000' },
  ])
  const right = await xlsx(header, [
    '鄂A20002',
    'LSVAA4187N2000001',
    '王小明',
    '13900002222',
    null,
    null,
    null,
    '500',
    null,
    null,
    null,
  ])
  expect((await imports.run('vehicle', right, { overwrite: true })).data).toMatchObject({ imported: true, updated: 1 })
  expect((await cars())[1]).toMatchObject({ vin: 'LSVAA4187N2000001', mileage: '500.0000', mileageOn: shanghaiDay() })
})

it('reads its own export again, and whoever may not import customers is refused', async () => {
  const worker = startExports(imports.shop.db, (error) => console.error(error), { everyMs: 50 })
  const job = await owner.call(vehicleRoutes.export, {
    body: { filters: {}, columns: ['plate'], format: 'xlsx' } as never,
  })
  const before = await cars()
  const file = await retyped(await exportedFile(owner, job), (row) => row.set('里程', '90000'))
  await worker.stop()
  const { data } = await imports.run('vehicle', file, { overwrite: true })
  expect([data.faults, data.unknown, data.updated]).toEqual([[], [], 4])
  const after = await cars()
  expect(after.map(({ carName, partnerId }) => [carName, partnerId])).toEqual(
    before.map(({ carName, partnerId }) => [carName, partnerId]),
  )
  const adviser = await imports.shop.signIn('adviser')
  expect((await imports.run('vehicle', file, { client: adviser })).status).toBe(403)
})
