// 车型库 out of a sheet, and texts of 适用车型 that become rows of it (business/basics 3.2, 10).
import { brandRoutes } from '@chepu/contract/basics/brand'
import { carModelRoutes, carSeriesRoutes } from '@chepu/contract/basics/car-model'
import { partRoutes } from '@chepu/contract/basics/part'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../test/shop'
import { type Imports, openImports, part, partHeader, xlsx } from './importing.fixture'

let imports: Imports
let owner: Client
beforeAll(async () => {
  imports = await openImports()
  owner = imports.owner
  await owner.call(brandRoutes.save, { body: { name: '大众', kind: 'car' } })
})
afterAll(() => imports.close())

const header = ['品牌*', '厂商', '车系*', '车辆类型', '年款*', '年份*', '排量(ml)', '燃料', '机油加注量(L)']
const models = async () => (await owner.call(carModelRoutes.list, { query: { sort: 'year' } })).rows

it('names every fault by row and column and writes nothing', async () => {
  const file = await xlsx(
    header,
    ['没有的牌', null, '朗逸', '轿车', '2019款', '2019', null, null, null],
    ['大众', null, '朗逸', '跑车', '2019款', '2019', null, null, null],
    ['大众', null, '朗逸', null, '2019款', '19', '1.5L', '氢', null],
    ['大众', null, '朗逸', null, '2020款', '2020', null, null, null],
    ['大众', null, '朗逸', null, '2020款', '2020', null, null, null],
  )
  const { data } = await imports.run('car_model', file)
  expect(data.imported).toBe(false)
  expect(data.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, '品牌', '整车品牌“没有的牌”不存在，请先在品牌管理中新增'],
    [3, '车辆类型', '应为轿车、SUV、MPV、微面、轻客、轻卡、重卡、新能源'],
    [4, '年份', '年份应在1950到2100之间'],
    [4, '排量(ml)', '“1.5L”带有“L”，请只填数字'],
    [4, '燃料', '应为汽油、柴油、混动、纯电'],
    [6, '年款', '与第5行重复'],
  ])
  expect(await models()).toEqual([])
})

it('adds models with their missing series, and changes them with 覆盖 alone', async () => {
  const file = await xlsx(
    header,
    ['大众', '上汽大众', '朗逸', '轿车', '2019款 1.5L', '2019', '1498', '汽油', '4.2'],
    ['大众', null, '朗逸', null, '2022款 1.5L', '2022', '1498', null, null],
    ['大众', '一汽大众', 'ID.4', 'SUV', '2021款', '2021', null, '纯电', null],
  )
  expect((await imports.run('car_model', file)).data).toMatchObject({ imported: true, added: 3, updated: 0 })
  expect(
    (await models()).map((row) => [row.seriesName, row.maker, row.carType, row.name, row.fuel, row.oilVolume]),
  ).toEqual([
    ['朗逸', '上汽大众', '轿车', '2019款 1.5L', 'petrol', '4.2000'],
    ['ID.4', '一汽大众', 'SUV', '2021款', 'electric', null],
    ['朗逸', '上汽大众', '轿车', '2022款 1.5L', 'petrol', null],
  ])
  expect((await imports.run('car_model', file)).data.faults).toContainEqual({
    row: 2,
    column: '年款',
    message: '年款“2019款 1.5L”已存在，如需更新请勾选“覆盖”',
  })
  const changed = await xlsx(header, ['大众', null, '朗逸', null, '2022款 1.5L', '2022', null, '混动', '3.8'])
  expect((await imports.run('car_model', changed, { overwrite: true })).data).toMatchObject({ added: 0, updated: 1 })
  expect((await models())[2]).toMatchObject({ displacementMl: 1498, fuel: 'hybrid', oilVolume: '3.8000' })
  expect((await owner.call(carSeriesRoutes.list)).series).toHaveLength(2)
})

it('knows brand, series and model-year however they are written, and loses no maker that is typed', async () => {
  const series = async () =>
    (await owner.call(carSeriesRoutes.list)).series.map(({ name, maker, carType }) => [name, maker, carType])
  const brand = await owner.call(brandRoutes.save, { body: { name: 'Jetour', kind: 'car' } })
  const { id } = await owner.call(carSeriesRoutes.save, { body: { brandId: brand.id, name: 'Traveller' } })
  await owner.call(carModelRoutes.save, { body: { seriesId: id, name: '2024款 4WD', year: 2024 } })
  const row = (maker: string | null, name: string) => [
    'ＪＥＴＯＵＲ',
    maker,
    'ｔｒａｖｅｌｌｅｒ',
    'SUV',
    name,
    '2024',
    null,
    null,
    '5',
  ]
  const twice = await xlsx(header, row(null, '2025款 4WD'), row(null, '2025款　４wd'))
  expect((await imports.run('car_model', twice, { overwrite: true })).data.faults).toMatchObject([
    { row: 3, column: '年款', message: '与第2行重复' },
  ])
  const fresh = await xlsx(header, row('捷途汽车', '2025款 2WD'))
  expect((await imports.run('car_model', fresh)).data.faults).toMatchObject([
    { column: '厂商', message: '车系“Traveller”已存在，没有填厂商，如需更新请勾选“覆盖”' },
    { column: '车辆类型', message: '车系“Traveller”已存在，没有填车辆类型，如需更新请勾选“覆盖”' },
  ])
  const several = await xlsx(header, row('捷途汽车', '2024款 4WD'), row('奇瑞捷途', '2025款 2WD'))
  expect((await imports.run('car_model', several, { overwrite: true })).data.faults).toMatchObject([
    { row: 3, column: '厂商', message: '与第2行同一车系的“捷途汽车”不一致' },
  ])
  const file = await xlsx(header, row(null, '2024款 4wd'), row('捷途汽车', '2025款 2WD'))
  expect((await imports.run('car_model', file, { overwrite: true })).data).toMatchObject({ added: 1, updated: 1 })
  expect(await series()).toContainEqual(['Traveller', '捷途汽车', 'SUV'])
  const { rows } = await owner.call(carModelRoutes.list, { query: { seriesId: id, sort: 'name' } })
  expect(rows.map(({ name, oilVolume }) => [name, oilVolume])).toEqual([
    ['2024款 4WD', '5.0000'],
    ['2025款 2WD', '5.0000'],
  ])
  const other = await xlsx(header, row('奇瑞捷途', '2026款 2WD'))
  expect((await imports.run('car_model', other)).data.faults).toMatchObject([
    { column: '厂商', message: '车系“Traveller”的厂商是“捷途汽车”，如需更新请勾选“覆盖”' },
  ])
  expect((await series()).filter(([name]) => name?.toLowerCase() === 'traveller')).toHaveLength(1)
})

it('is closed to who may not import it', async () => {
  const keeper = await imports.shop.signIn('warehouse_keeper')
  expect((await imports.send('/api/web/import/car_model', await xlsx(header), keeper)).status).toBe(403)
})

it('makes rows of the texts of 适用车型 that write out a car', async () => {
  const fitments = '大众朗逸 2018-2021;大众 朗逸 2022款 1.5l;大众 ID.4 2021起;捷达 VA3'
  const file = await xlsx(partHeader, part('CAR-1', '机油滤清器', null, null, null, fitments))
  expect((await imports.run('part', file)).data).toMatchObject({ imported: true })
  const row = (await owner.call(partRoutes.list, { query: { q: 'CAR-1' } })).rows[0]
  expect(row?.fitment).toBe('大众 朗逸 2018-2021；大众 朗逸 2022款 1.5L；大众 ID.4 2021起；捷达 VA3')
  const { fitments: rows } = await owner.call(partRoutes.read, { params: { id: row?.id as number } })
  expect(rows.map((each) => [each.carName, each.yearFrom, each.yearTo])).toEqual([
    ['大众 朗逸', 2018, 2021],
    ['大众 朗逸 2022款 1.5L', null, null],
    ['大众 ID.4', 2021, null],
    ['', null, null],
  ])
})
