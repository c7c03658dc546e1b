import { publicRegionTree, type RegionNode, regionRoutes, regionTree } from '@chepu/contract/basics/region'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { imports } from '@chepu/contract/imports/import'
import { buffer } from 'node:stream/consumers'
import { workbook } from '../../kernel/spreadsheet/write'
import { fillRegions } from './fill'

let shop: Shop
let owner: Client
let keeper: Client

beforeAll(async () => {
  shop = await openShop()
  await fillRegions(shop.db)
  owner = await shop.signIn('owner')
  keeper = await shop.signIn('admin')
  await shop.db.shared({
    text: `update shared.login set is_platform = true, access_version = access_version + 1
      where id = (select login_id from shared.session order by created_at desc limit 1)`,
  })
})
afterAll(() => shop.close())

const tree = (query = {}): Promise<RegionNode[]> => owner.call(regionTree, { query })
const rowOf = async (id: number) => {
  const { rows } = await owner.call(regionRoutes.list)
  return rows.find((row) => row.id === id) as (typeof rows)[number]
}

describe('the region tree', () => {
  it('is filled once from GB/T 2260, municipalities with districts right below', async () => {
    const provinces = await tree({ reg_id: '0086', level: 3 })
    expect(provinces).toHaveLength(34)
    expect(provinces[0]).toMatchObject({ area_id: '110000', area_name: '北京市' })
    expect(provinces[0]?.children[0]).toEqual({ area_id: '110101', area_name: '东城区', children: [] })
    const guangdong = provinces.find((each) => each.area_name === '广东省')
    expect(guangdong?.children[0]).toMatchObject({ area_id: '440100', area_name: '广州市' })
    expect(guangdong?.children[0]?.children.map((each) => each.area_name)).toContain('白云区')
    await fillRegions(shop.db)
    expect((await owner.call(regionRoutes.list)).rows).toHaveLength(34 + 449 + 3199)
  })

  it('is cut at a level or begins at a region', async () => {
    expect((await tree({ level: 1 })).every((each) => each.children.length === 0)).toBe(true)
    expect((await tree({ reg_id: '440100', level: 1 })).map((each) => each.area_name)).toContain('天河区')
    expect(await owner.ask(regionTree, { query: { level: 4 } })).toMatchObject({ status: 400 })
    expect(await owner.ask(regionTree, { query: { reg_id: 'abc' } })).toMatchObject({ msg: '地区代码不正确' })
  })

  it('is open before sign-in, compressed, and not sent again to who has it', async () => {
    const address = `${shop.origin}${publicRegionTree.path}`
    const first = await fetch(address, { headers: { 'accept-encoding': 'br' } })
    expect(first.headers.get('content-encoding')).toBe('br')
    const { code, data } = (await first.json()) as { code: number; data: unknown }
    expect(code).toBe(0)
    expect(publicRegionTree.data.parse(data)).toHaveLength(34)
    const tag = first.headers.get('etag') as string
    expect((await fetch(address, { headers: { 'if-none-match': tag } })).status).toBe(304)
    const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
  })
})

describe('the keeper of the platform', () => {
  const save = (body: Parameters<typeof keeper.ask<typeof regionRoutes.save>>[1]) => keeper.ask(regionRoutes.save, body)

  it('adds, moves and renames a region, and everybody sees it at once', async () => {
    await keeper.call(regionRoutes.save, { body: { code: 440199, name: '南湾新区', parentId: 440100 } })
    expect(await tree({ reg_id: '440100' })).toContainEqual({ area_id: '440199', area_name: '南湾新区', children: [] })
    expect(await save({ body: { code: 440199, name: '又一个', parentId: 440100 } })).toMatchObject({
      msg: '地区代码440199已存在',
    })
    const row = await rowOf(440199)
    await keeper.call(regionRoutes.save, {
      body: { id: row.id, version: row.version, code: row.id, name: '南湾区', parentId: 440300 },
    })
    expect((await tree({ reg_id: '440300' })).map((each) => each.area_name)).toContain('南湾区')
    expect(await save({ body: { id: row.id, version: row.version, code: row.id, name: '旧的' } })).toMatchObject({
      status: 409,
      msg: '地区已被他人修改，请刷新后重试',
    })
  })

  it('keeps three levels and no circles', async () => {
    expect(await save({ body: { code: 440198, name: '第四级', parentId: 440106 } })).toMatchObject({
      errors: [{ path: 'parentId', message: '地区最多3级：省、市、区' }],
    })
    const city = await rowOf(440100)
    const move = (parentId: number | null) =>
      save({ body: { id: city.id, version: city.version, code: city.id, name: city.name, parentId } })
    expect(await move(440106)).toMatchObject({ status: 400 })
    expect(await move(440300)).toMatchObject({ errors: [{ message: '移动后地区超过3级' }] })
    expect(await move(199999)).toMatchObject({ errors: [{ message: '上级地区不存在' }] })
    expect(await save({ body: { code: 12, name: '短' } })).toMatchObject({
      errors: [{ path: 'code', message: '代码应为6位数字' }],
    })
  })

  it('disables a province with all below it, and deletes only what has nothing below', async () => {
    const province = await rowOf(650000)
    const switched = (isActive: boolean, version: number) =>
      keeper.call(regionRoutes.enable, { params: { id: province.id }, body: { isActive, version } })
    await switched(false, province.version)
    expect(await tree()).toHaveLength(33)
    await switched(true, province.version + 1)
    expect(await tree()).toHaveLength(34)
    expect(await keeper.ask(regionRoutes.remove, { params: { id: province.id } })).toMatchObject({
      msg: '“新疆维吾尔自治区”有下级地区，不能删除，可改为停用',
    })
    await keeper.call(regionRoutes.remove, { params: { id: 440199 } })
    expect(await keeper.ask(regionRoutes.remove, { params: { id: 440199 } })).toMatchObject({ status: 404 })
  })

  it('is the only one who may', async () => {
    expect(await owner.ask(regionRoutes.save, { body: { code: 440197, name: '不行' } })).toMatchObject({ status: 403 })
  })

  it('imports a list of codes, names and parents, all rows or none', async () => {
    const send = async (rows: string[][], overwrite: boolean) => {
      const columns = ['代码*', '名称*', '上级代码'].map((title) => ({ title, kind: 'text' as const }))
      const body = new FormData()
      body.append(
        'file',
        new Blob([new Uint8Array(await buffer(workbook([{ sheet: '地区', columns, rows }])))]),
        'r.xlsx',
      )
      const path = `${shop.origin}${imports.region.run.path}?overwrite=${overwrite}`
      const response = await fetch(path, { method: 'POST', headers: { token: keeper.token }, body })
      return ((await response.json()) as { data: { imported: boolean; faults: { message: string }[] } }).data
    }
    const faulty = await send(
      [
        ['440195', '甲区', ''],
        ['440194', '乙区', '999999'],
        ['440100', '广州市', ''],
      ],
      false,
    )
    expect(faulty.imported).toBe(false)
    expect(faulty.faults.map((fault) => fault.message)).toEqual([
      '上级地区不存在，或地区互为上下级',
      '代码440100已存在，如需更新请勾选“覆盖”',
    ])
    expect(
      await send(
        [
          ['440195', '甲区', ''],
          ['440106', '天河新区', ''],
        ],
        true,
      ),
    ).toMatchObject({
      imported: true,
      added: 1,
      updated: 1,
    })
    const names = (await tree({ reg_id: '440100' })).map((each) => each.area_name)
    expect(names).toEqual(expect.arrayContaining(['甲区', '天河新区']))
  })
})
