// 车型库, VIN规则 and 适用车型 of parts (business/basics 3.2, 5.1, 5.2).
import { brandRoutes } from '@chepu/contract/basics/brand'
import { carModelRoutes, carSeriesRoutes } from '@chepu/contract/basics/car-model'
import { searchParts } from '@chepu/contract/basics/lookups'
import { partRoutes } from '@chepu/contract/basics/part'
import { lookUpVin, vinRuleRoutes } from '@chepu/contract/basics/vin-rule'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGroup } from '../../access/provision'
import { post } from '../../../test/desk'
import { type Client, one, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client
let base: { brandId: number; categoryId: number; unitId: number; taxRateId: number }
const ids = { brand: 0, lavida: 0, sagitar: 0, y2019: 0, y2022: 0 }

const saveBrand = (body: object) => owner.ask(brandRoutes.save, { body: { name: '', ...body } })
const saveSeries = (body: object, client = owner) => client.ask(carSeriesRoutes.save, { body: body as never })
const saveModel = (body: object, client = owner) => client.ask(carModelRoutes.save, { body: body as never })
const saveRule = (body: object) => owner.ask(vinRuleRoutes.save, { body: body as never })
const savePart = (body: object) => owner.ask(partRoutes.save, { body: { name: '机油滤清器', ...base, ...body } })
const newId = async (asked: Promise<{ status: number; msg: string; data: { id: number } }>) => {
  const { status, msg, data } = await asked
  expect([status, msg]).toEqual([200, expect.anything()])
  return data.id
}

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  const { brandId, categoryId, unitId, taxRateId } = await owner.call(partRoutes.read, {
    params: { id: shop.parts.filter },
  })
  base = { brandId, categoryId, unitId, taxRateId }
  ids.brand = await newId(saveBrand({ name: '大众', kind: 'car' }))
  ids.lavida = await newId(saveSeries({ brandId: ids.brand, name: '朗逸', maker: '上汽大众', carType: '轿车' }))
  ids.sagitar = await newId(saveSeries({ brandId: ids.brand, name: '速腾', maker: '一汽大众' }))
  const lavida = { seriesId: ids.lavida, displacementMl: 1498, engineCode: 'DLF' }
  ids.y2019 = await newId(saveModel({ ...lavida, name: '2019款 1.5L', year: 2019, oilVolume: '4.2' }))
  ids.y2022 = await newId(saveModel({ ...lavida, name: '2022款 1.5L', year: 2022 }))
})
afterAll(() => shop.close())

const readPart = (id: number) => owner.call(partRoutes.read, { params: { id } })
const listed = async (query: object) =>
  (await owner.call(partRoutes.list, { query: { sort: 'code', ...query } })).rows.map((row) => row.code)
const fitmentOf = async (code: string) => (await owner.call(partRoutes.list, { query: { q: code } })).rows[0]?.fitment

describe('the library', () => {
  it('keeps series below car brands, once by name, and model-years below series', async () => {
    expect(await saveSeries({ brandId: ids.brand, name: '朗逸' })).toMatchObject({ msg: '该品牌下已有车系“朗逸”' })
    expect(await saveSeries({ brandId: base.brandId, name: '朗逸' })).toMatchObject({
      errors: [{ path: 'brandId', message: '请选择整车品牌' }],
    })
    expect(await saveModel({ seriesId: ids.lavida, name: '2019款 1.5L', year: 2019 })).toMatchObject({
      msg: '该车系下已有年款“2019款 1.5L”',
    })
    expect(await saveModel({ seriesId: ids.lavida, name: '太早', year: 1900 })).toMatchObject({ status: 400 })
    const { rows } = await owner.call(carModelRoutes.list, { query: { q: 'lang dlf', sort: '-year' } })
    expect(rows.map((row) => [row.brandName, row.seriesName, row.name, row.oilVolume])).toEqual([
      ['大众', '朗逸', '2022款 1.5L', null],
      ['大众', '朗逸', '2019款 1.5L', '4.2000'],
    ])
    expect((await owner.call(carModelRoutes.totals, { query: { seriesId: ids.sagitar } })).count).toBe(0)
    const { brands, series } = await owner.call(carSeriesRoutes.list)
    expect(brands.map(({ name }) => name)).toEqual(['大众'])
    expect(series.map(({ name, modelCount }) => [name, modelCount])).toEqual([
      ['朗逸', 2],
      ['速腾', 0],
    ])
  })

  it('has one name however it is written: new ones and changed ones', async () => {
    const brandId = await newId(saveBrand({ name: 'AbC', kind: 'car' }))
    const seriesId = await newId(saveSeries({ brandId, name: 'Xi 7' }))
    await newId(saveModel({ seriesId, name: '2023款 EV', year: 2023 }))
    const plus = await newId(saveModel({ seriesId, name: '2023款 EV+', year: 2023 }))
    for (const name of ['AbC', 'aBc', 'Ａｂｃ', '　abc '])
      expect(await saveBrand({ name })).toMatchObject({ status: 400, msg: '品牌“AbC”已存在' })
    for (const name of ['xI 7', 'Ｘｉ　７', ' XI  7'])
      expect(await saveSeries({ brandId, name })).toMatchObject({ status: 400, msg: '该品牌下已有车系“Xi 7”' })
    expect(await saveModel({ seriesId, name: '2023款 ｅｖ', year: 2023 })).toMatchObject({
      msg: '该车系下已有年款“2023款 EV”',
    })
    expect(await saveModel({ id: plus, version: 1, seriesId, name: '2023款 ev', year: 2023 })).toMatchObject({
      msg: '该车系下已有年款“2023款 EV”',
    })
    await newId(saveModel({ id: plus, version: 1, seriesId, name: '2023款 ev+', year: 2023 }))
    // Who comes past the check in the same moment is refused by the table.
    await expect(
      shop.sql(`insert into car_series (group_id, brand_id, name) values ($1, $2, 'ｘｉ 7')`, brandId),
    ).rejects.toThrow('car_series_name_key')
    // Twins that stood there before are changed and keep their names; nothing else takes them.
    await shop.sql(`insert into brand (group_id, name, kind, name_twin) values ($1, 'ABC', 'car', 1)`)
    const twin = (await owner.call(brandRoutes.list, { query: { q: 'abc' } })).rows.find(({ name }) => name === 'ABC')
    expect(await saveBrand({ ...twin, country: '德国' })).toMatchObject({ status: 200 })
    expect(await saveBrand({ name: 'abc' })).toMatchObject({ msg: '品牌“AbC”已存在' })
    expect((await owner.ask(carModelRoutes.remove, { params: { id: plus } })).status).toBe(200)
    await shop.sql('delete from car_model where group_id = $1 and series_id = $2', seriesId)
    await shop.sql('delete from car_series where group_id = $1 and id = $2', seriesId)
    await shop.sql(`delete from brand where group_id = $1 and name_key = 'abc'`)
  })

  it('is not moved about: a model stays with its series, a brand with series stays one of cars', async () => {
    const { rows } = await owner.call(carModelRoutes.list, { query: { seriesId: ids.lavida } })
    const model = rows.find(({ id }) => id === ids.y2019)
    expect(await saveModel({ ...model, seriesId: ids.sagitar })).toMatchObject({
      errors: [{ path: 'seriesId', message: '年款不能改到另一车系' }],
    })
    expect(await saveModel({ ...model, version: 99 })).toMatchObject({ status: 409 })
    expect(await saveBrand({ id: ids.brand, version: 1, name: '大众', kind: 'part' })).toMatchObject({
      errors: [{ path: 'kind', message: '“大众”在车型库中有车系，不能改类型' }],
    })
    expect(await owner.ask(carSeriesRoutes.remove, { params: { id: ids.lavida } })).toMatchObject({
      msg: '车系“朗逸”已被使用，不能删除，可改为停用',
    })
  })

  it('is changed by who has its buttons, and only that of the own company', async () => {
    const seller = await shop.signIn('salesperson')
    expect(await saveSeries({ brandId: ids.brand, name: '途观' }, seller)).toMatchObject({ status: 403 })
    expect(await saveModel({ seriesId: ids.lavida, name: '2020款', year: 2020 }, seller)).toMatchObject({ status: 403 })
    const strangers = await createGroup(shop.db, '别家')
    const foreign = await shop.db.tenant(strangers, async (tx) => {
      const brand = await one(tx, 'brand', { name: '别家品牌', kind: 'car' })
      return one(tx, 'car_series', { brand_id: brand, name: '别家车系' })
    })
    const unknown = [{ path: 'seriesId', message: '车系不存在' }]
    expect(await saveModel({ seriesId: foreign, name: '2020款', year: 2020 })).toMatchObject({ errors: unknown })
    expect(await saveRule({ prefix: 'LFV', seriesId: foreign })).toMatchObject({ errors: unknown })
    expect(await savePart({ fitments: [{ seriesId: foreign }] })).toMatchObject({
      errors: [{ path: 'fitments', message: '第1行 适用车型不在车型库中' }],
    })
    expect(await owner.ask(carSeriesRoutes.remove, { params: { id: foreign } })).toMatchObject({ status: 404 })
    expect((await owner.call(carSeriesRoutes.list)).series).toHaveLength(2)
    expect((await owner.call(carModelRoutes.choices, { query: { value: `series:${foreign}` } })).rows).toEqual([])
  })
})

describe('适用车型', () => {
  it('is chosen by series with years or by model, and written out', async () => {
    const id = await newId(
      savePart({
        code: 'FIT-1',
        fitments: [
          { seriesId: ids.lavida, yearFrom: 2018, yearTo: 2021, position: '前' },
          { modelId: ids.y2022 },
          { modelText: '斯柯达 明锐' },
        ],
      }),
    )
    expect((await readPart(id)).fitments).toMatchObject([
      { seriesId: ids.lavida, modelId: null, modelText: '大众 朗逸 2018-2021', carName: '大众 朗逸', position: '前' },
      { seriesId: ids.lavida, modelId: ids.y2022, modelText: '大众 朗逸 2022款 1.5L' },
      { seriesId: null, modelText: '斯柯达 明锐', carName: '' },
    ])
    expect(await fitmentOf('FIT-1')).toBe('大众 朗逸 2018-2021；大众 朗逸 2022款 1.5L；斯柯达 明锐')
  })

  it.each([
    [{ yearFrom: 2018, yearTo: null }, '大众 速腾 2018起'],
    [{ yearFrom: null, yearTo: 2012 }, '大众 速腾 2012止'],
    [{ yearFrom: 2015, yearTo: 2015 }, '大众 速腾 2015'],
    [{}, '大众 速腾'],
  ])('writes %o as %s', async (years, written) => {
    const id = await newId(savePart({ fitments: [{ seriesId: ids.sagitar, ...years }] }))
    const part = await readPart(id)
    expect(part.fitments[0]?.modelText).toBe(written)
    expect((await owner.ask(partRoutes.remove, { params: { id } })).status).toBe(200)
  })

  it.each([
    [[{}], 'modelText', '请选择或输入适用车型'],
    [[{ modelId: 0, yearFrom: 2019 }], 'yearFrom', '选了年款就不用再填年份'],
    [[{ seriesId: 9_999_999 }], 'fitments', '第1行 适用车型不在车型库中'],
    [[{ modelText: '捷达' }, { modelText: '捷达' }], 'fitments', '第2行 [捷达] 重复'],
  ])('refuses %o', async (fitments, path, message) => {
    const rows = fitments.map((row) => ('modelId' in row ? { ...row, modelId: ids.y2019 } : row))
    const answer = await savePart({ code: 'NO', fitments: rows })
    expect(answer).toMatchObject({ status: 400, errors: [{ path: expect.stringContaining(path), message }] })
  })

  it('finds parts by series and by model, in the list, the picker and the queries', async () => {
    await newId(savePart({ code: 'FIT-2', fitments: [{ seriesId: ids.lavida }] }))
    await newId(savePart({ code: 'FIT-3', fitments: [{ seriesId: ids.sagitar, yearFrom: 2019, yearTo: 2019 }] }))
    await newId(savePart({ code: 'FIT-4', fitments: [{ modelText: '老朗逸 1.6', yearTo: 2012 }] }))
    const series = `series:${ids.lavida}`
    expect(await listed({ fitment: series })).toEqual(['FIT-1', 'FIT-2', 'FIT-4'])
    expect(await listed({ fitment: `model:${ids.y2019}` })).toEqual(['FIT-1', 'FIT-2'])
    expect(await listed({ fitment: `model:${ids.y2022}` })).toEqual(['FIT-1', 'FIT-2'])
    expect(await listed({ fitment: '2018-2021' })).toEqual(['FIT-1'])
    expect(await listed({ fitment: 'series:9999999' })).toEqual([])
    const picked = await owner.call(searchParts, { query: { fitment: `series:${ids.sagitar}` } })
    expect(picked.rows.map((row) => row.partCode)).toEqual(['FIT-3'])
    const partId = (await owner.call(partRoutes.list, { query: { q: 'FIT-1' } })).rows[0]?.id as number
    await post(owner, goodsReceipt.routes, {
      header: { bizDate: '2026-03-02', partnerId: shop.supplierId, warehouseId: shop.warehouseId },
      lines: [{ partId, qty: '4', price: '25', taxRate: '0.13' }],
    })
    const stock = await owner.call(stockInquiry.part.list, { query: { fitment: series } })
    expect(stock.rows.map((row) => [row.partCode, row.onHand])).toEqual([['FIT-1', '4.0000']])
  })

  it('follows a new name of series and brand, in lists and in the search', async () => {
    const series = (await owner.call(carSeriesRoutes.list)).series.find(({ id }) => id === ids.sagitar)
    await newId(saveSeries({ ...series, name: '新速腾' }))
    expect(await fitmentOf('FIT-3')).toBe('大众 新速腾 2019')
    expect(await listed({ q: 'xinsuteng' })).toEqual(['FIT-3'])
    await newId(saveBrand({ id: ids.brand, version: 1, name: '大众汽车', kind: 'car' }))
    expect(await fitmentOf('FIT-1')).toBe('大众汽车 朗逸 2018-2021；大众汽车 朗逸 2022款 1.5L；斯柯达 明锐')
    const model = (await owner.call(carModelRoutes.list)).rows.find(({ id }) => id === ids.y2022)
    await newId(saveModel({ ...model, name: '2022款 改款' }))
    expect(await fitmentOf('FIT-1')).toBe('大众汽车 朗逸 2018-2021；大众汽车 朗逸 2022款 改款；斯柯达 明锐')
  })

  it('keeps what is switched off, and does not choose it anew; what is named is not deleted', async () => {
    const { id, version } = (await owner.call(carModelRoutes.list)).rows.find((row) => row.id === ids.y2022) as {
      id: number
      version: number
    }
    expect(await owner.ask(carModelRoutes.remove, { params: { id } })).toMatchObject({
      msg: '车型“2022款 改款”已被使用，不能删除，可改为停用',
    })
    await owner.call(carModelRoutes.enable, { params: { id }, body: { isActive: false, version } })
    expect(await savePart({ code: 'FIT-9', fitments: [{ modelId: id }] })).toMatchObject({
      errors: [{ path: 'fitments', message: '第1行 [大众汽车 朗逸 2022款 改款] 已停用' }],
    })
    const part = (await owner.call(partRoutes.list, { query: { q: 'FIT-1' } })).rows[0]
    const view = await readPart(part?.id as number)
    expect((await owner.ask(partRoutes.save, { body: { ...view, remark: '改备注' } as never })).status).toBe(200)
    const { rows } = await owner.call(carModelRoutes.choices, { query: { q: '朗逸' } })
    expect(rows.map(({ name, hint }) => [name, hint])).toEqual([
      ['大众汽车 朗逸', '上汽大众 轿车'],
      ['大众汽车 朗逸 2019款 1.5L', 'DLF 1498ml'],
    ])
  })
})

describe('VIN rules', () => {
  const find = (vin: string) => owner.call(lookUpVin, { query: { vin } })

  it('find by the longest beginning, and offer the models of the VIN year', async () => {
    await newId(saveRule({ prefix: 'lsv', seriesId: ids.sagitar }))
    const rule = await newId(saveRule({ prefix: 'LSVNV4', seriesId: ids.lavida }))
    expect(await find('LSVAA2180E2123456')).toMatchObject({
      prefix: 'LSV',
      carName: '大众汽车 新速腾',
      year: 2014,
      models: [],
    })
    expect(await find('lsvnv4180k2123456')).toMatchObject({
      prefix: 'LSVNV4',
      seriesId: ids.lavida,
      modelId: null,
      year: 2019,
      carType: '轿车',
      models: [{ name: '2019款 1.5L', year: 2019, engineCode: 'DLF' }],
    })
    expect(await find('WBA00000000000000')).toMatchObject({ prefix: null, models: [] })
    const { version } = (await owner.call(vinRuleRoutes.list, { query: { q: 'LSVNV4180' } })).rows[1] as {
      version: number
    }
    await owner.call(vinRuleRoutes.enable, { params: { id: rule }, body: { isActive: false, version } })
    expect(await find('LSVNV4180K2123456')).toMatchObject({ prefix: 'LSV' })
  })

  it('are refused where they are wrong', async () => {
    expect(await saveRule({ prefix: 'LSV', seriesId: ids.lavida })).toMatchObject({ msg: 'VIN前缀 LSV 已有规则' })
    expect(await saveRule({ prefix: 'LS', seriesId: ids.lavida })).toMatchObject({ status: 400 })
    expect(await saveRule({ prefix: 'LSVIO', seriesId: ids.lavida })).toMatchObject({ status: 400 })
    expect(await saveRule({ prefix: 'LFV', seriesId: ids.sagitar, modelId: ids.y2019 })).toMatchObject({
      errors: [{ path: 'modelId', message: '该车系没有这个年款' }],
    })
    expect((await owner.ask(lookUpVin, { query: { vin: 'LSV' } })).status).toBe(400)
  })

  it('neither choose nor find a model that is switched off', async () => {
    const ofLavida = { seriesId: ids.lavida, modelId: ids.y2022 }
    expect(await saveRule({ prefix: 'LSVZZ', ...ofLavida })).toMatchObject({
      errors: [{ path: 'modelId', message: '年款已停用' }],
    })
    const model = async () =>
      (await owner.call(carModelRoutes.list)).rows.find((row) => row.id === ids.y2022) as { version: number }
    const enable = async (isActive: boolean) =>
      owner.call(carModelRoutes.enable, {
        params: { id: ids.y2022 },
        body: { isActive, version: (await model()).version },
      })
    await enable(true)
    await newId(saveRule({ prefix: 'LSVZZ', ...ofLavida }))
    expect(await find('LSVZZ2180E2123456')).toMatchObject({ prefix: 'LSVZZ', models: [{ id: ids.y2022 }] })
    await enable(false)
    expect(await find('LSVZZ2180E2123456')).toMatchObject({ prefix: 'LSV', models: [] })
  })
})
