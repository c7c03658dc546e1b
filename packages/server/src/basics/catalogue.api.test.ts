import { brandRoutes } from '@chepu/contract/basics/brand'
import { partRoutes } from '@chepu/contract/basics/part'
import { categoryRoutes } from '@chepu/contract/basics/part-category'
import { locationRoutes, warehouseRoutes } from '@chepu/contract/basics/warehouse'
import { listWarehouses } from '@chepu/contract/basics/lookups'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '../../test/desk'
import { type Client, openShop, type Shop } from '../../test/shop'

let shop: Shop
let owner: Client

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

describe('brands', () => {
  it('are kept once by name, with their initial', async () => {
    await owner.call(brandRoutes.save, { body: { name: '曼牌', country: '德国' } })
    expect(await owner.ask(brandRoutes.save, { body: { name: '曼牌' } })).toMatchObject({ msg: '品牌“曼牌”已存在' })
    const { rows } = await owner.call(brandRoutes.list, { query: { q: 'manpai' } })
    expect(rows).toMatchObject([{ name: '曼牌', initial: 'M', partCount: 0, isActive: true }])
    const brand = rows[0] as (typeof rows)[number]
    await owner.call(brandRoutes.enable, {
      params: { id: brand.id },
      body: { isActive: false, version: brand.version },
    })
    await owner.call(brandRoutes.remove, { params: { id: brand.id } })
    const { rows: used } = await owner.call(brandRoutes.list, { query: { q: '博世' } })
    expect(await owner.ask(brandRoutes.remove, { params: { id: used[0]?.id as number } })).toMatchObject({
      msg: '品牌“博世”已被使用，不能删除，可改为停用',
    })
  })

  it('may be read by all and changed by few', async () => {
    const technician = await shop.signIn('technician')
    expect((await technician.call(brandRoutes.list)).rows.length).toBeGreaterThan(0)
    expect(await technician.ask(brandRoutes.save, { body: { name: '不行' } })).toMatchObject({ status: 403 })
  })
})

describe('categories', () => {
  const rows = async () => (await owner.call(categoryRoutes.list)).rows
  const add = async (name: string, parentId: number | null = null) =>
    (await owner.call(categoryRoutes.save, { body: { name, parentId } })).id

  it('stand in four levels at most, each name once below its parent', async () => {
    const a = await add('发动机')
    const b = await add('点火', a)
    const c = await add('火花塞', b)
    const d = await add('铱金', c)
    expect(await owner.ask(categoryRoutes.save, { body: { name: '第五级', parentId: d } })).toMatchObject({
      msg: '分类最多4级',
    })
    expect(await owner.ask(categoryRoutes.save, { body: { name: '点火', parentId: a } })).toMatchObject({
      msg: '同一上级下已有分类“点火”',
    })
    expect(await owner.ask(categoryRoutes.remove, { params: { id: a } })).toMatchObject({ status: 400 })
  })

  it('name the field whose figure no column holds', async () => {
    const body = { name: '变速箱', warrantyMonths: Number.MAX_SAFE_INTEGER }
    expect(await owner.ask(categoryRoutes.save, { body })).toMatchObject({
      status: 400,
      errors: [{ path: 'warrantyMonths', message: '整数不能超过6位' }],
    })
  })

  it('move with all below, never below themselves', async () => {
    const top = await add('底盘')
    const node = await add('制动', top)
    const leaf = await add('制动片', node)
    const version = (id: number) => rows().then((all) => all.find((row) => row.id === id)?.version as number)
    const move = async (id: number, name: string, parentId: number | null) =>
      owner.ask(categoryRoutes.save, { body: { id, version: await version(id), name, parentId } })
    expect(await move(top, '底盘', leaf)).toMatchObject({ msg: '不能移到自己的下级' })
    expect(await move(node, '制动', null)).toMatchObject({ status: 200 })
    expect((await rows()).find((row) => row.id === leaf)).toMatchObject({ parentId: node, level: 2 })
    const { brandId, unitId, taxRateId } = await owner.call(partRoutes.read, { params: { id: shop.parts.pad } })
    await owner.call(partRoutes.save, { body: { name: '片', brandId, unitId, taxRateId, categoryId: leaf } })
    expect((await owner.call(partRoutes.list, { query: { categoryId: node } })).rows).toHaveLength(1)
    expect((await owner.call(partRoutes.list, { query: { categoryId: top } })).rows).toEqual([])
    expect(await owner.ask(categoryRoutes.save, { body: { name: '再分', parentId: leaf } })).toMatchObject({
      msg: '分类“制动片”下已有配件，不能再建下级；请先把配件改到其他分类',
    })
    expect(
      await owner.ask(partRoutes.save, { body: { name: '不是末级', brandId, unitId, taxRateId, categoryId: node } }),
    ).toMatchObject({ errors: [{ path: 'categoryId', message: '请选择最末级分类' }] })
  })
})

describe('warehouses and locations', () => {
  const warehouses = async () => (await owner.call(warehouseRoutes.list)).rows

  it('are usable at once by who opens them; one is the default', async () => {
    const { id } = await owner.call(warehouseRoutes.save, { body: { code: 'lt', name: '轮胎仓', isDefault: true } })
    expect((await warehouses()).map((row) => [row.code, row.isDefault, row.locationCount])).toEqual([
      ['LT', true, 1],
      ['ZC', false, 1],
    ])
    expect((await owner.call(listWarehouses)).rows.map((row) => row.id)).toContain(id)
    expect(await owner.ask(warehouseRoutes.save, { body: { code: 'LT', name: '别的' } })).toMatchObject({
      msg: '仓库编码已存在',
    })
    expect(
      await owner.ask(warehouseRoutes.enable, { params: { id }, body: { isActive: false, version: 1 } }),
    ).toMatchObject({
      msg: '默认仓库不能停用，请先把另一个仓库设为默认仓库',
    })
  })

  it('make many locations at once and keep those that exist', async () => {
    const body = {
      warehouseId: shop.warehouseId,
      zone: 'A',
      racks: { from: 1, to: 2 },
      levels: { from: 1, to: 3 },
      slots: { from: 1, to: 4 },
    }
    expect(await owner.call(locationRoutes.batch, { body })).toEqual({ added: 24, existing: 0 })
    expect(await owner.call(locationRoutes.batch, { body: { ...body, racks: { from: 2, to: 3 } } })).toEqual({
      added: 12,
      existing: 12,
    })
    const { rows } = await owner.call(locationRoutes.list, { query: { q: 'a-03', warehouseId: shop.warehouseId } })
    expect(rows[0]).toMatchObject({ code: 'A-03-01-01', zone: 'A', rack: '03', qty: '0' })
    expect(await owner.ask(locationRoutes.batch, { body: { ...body, slots: { from: 1, to: 999 } } })).toMatchObject({
      errors: [{ message: '一次最多生成2000个货位，当前5994个' }],
    })
    const all = { from: 1, to: 999 }
    const most = { ...body, racks: all, levels: all, slots: all }
    expect(await owner.ask(locationRoutes.batch, { body: most })).toMatchObject({
      errors: [{ path: 'slots', message: '一次最多生成2000个货位，当前997002999个' }],
    })
    expect(
      await owner.ask(locationRoutes.save, { body: { warehouseId: shop.warehouseId, code: 'B 1' } }),
    ).toMatchObject({
      errors: [{ path: 'code', message: '货位应为1-23位汉字、字母、数字或横线' }],
    })
  })

  it('cannot be disabled while goods lie there', async () => {
    const { rows } = await owner.call(locationRoutes.list, { query: { q: 'a-01-01-01' } })
    const place = rows[0] as (typeof rows)[number]
    await post(owner, goodsReceipt.routes, {
      header: { bizDate: '2026-03-02', partnerId: shop.supplierId, warehouseId: shop.warehouseId },
      lines: [{ partId: shop.parts.filter, qty: '2', price: '50', locationId: place.id }],
    })
    const off = { isActive: false, version: place.version }
    expect(await owner.ask(locationRoutes.enable, { params: { id: place.id }, body: off })).toMatchObject({
      msg: '货位“A-01-01-01”还有库存，不能停用',
    })
    const main = (await warehouses()).find((row) => row.id === shop.warehouseId)
    expect(
      await owner.ask(warehouseRoutes.enable, {
        params: { id: shop.warehouseId },
        body: { isActive: false, version: main?.version as number },
      }),
    ).toMatchObject({ msg: '仓库“主仓”还有库存，不能停用' })
    expect(await owner.ask(locationRoutes.remove, { params: { id: place.id } })).toMatchObject({
      msg: '货位“A-01-01-01”已被使用，不能删除，可改为停用',
    })
  })
})
