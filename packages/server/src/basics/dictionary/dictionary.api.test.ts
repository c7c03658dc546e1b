import { dictionaryRoutes } from '@chepu/contract/basics/dictionary'
import { areaRoutes } from '@chepu/contract/basics/large-area'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { fillRegions } from '../region/fill'

let shop: Shop
let owner: Client

beforeAll(async () => {
  shop = await openShop()
  await fillRegions(shop.db)
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const word = async (name: string) => {
  const { rows } = await owner.call(dictionaryRoutes.list, { query: { q: name } })
  const found = rows.find((row) => row.name === name)
  if (!found) throw new Error(`no word ${name}`)
  return found
}
const offered = async (kind: string) => (await owner.call(basicsInfo)).basics[kind]?.map((each) => each.name)
const switchWord = async (name: string, isActive: boolean) => {
  const { id, version } = await word(name)
  return owner.ask(dictionaryRoutes.enable, { params: { id }, body: { isActive, version } })
}

describe('words of the dictionary', () => {
  it('are what drop-downs offer and what rows may be saved with', async () => {
    expect(await offered('partner_source')).toEqual(['自然到店', '转介绍', '平台', '车队合同'])
    const save = (source: string) =>
      owner.ask(partnerRoutes.save, {
        body: { name: `客户${source}`, kind: 'unit', category: '企业', source, contacts: [], addresses: [] },
      })
    expect(await save('短视频')).toMatchObject({
      errors: [{ path: 'source', message: '“客户来源”中没有“短视频”，或已停用' }],
    })
    await owner.call(dictionaryRoutes.save, { body: { kind: 'partner_source', name: '短视频', sort: 9 } })
    expect(await save('短视频')).toMatchObject({ status: 200 })
    expect(await switchWord('短视频', false)).toMatchObject({ status: 200 })
    expect(await offered('partner_source')).not.toContain('短视频')
    expect(await save('短视频')).toMatchObject({ status: 400 })
  })

  it('stay in drafts that were saved with them', async () => {
    const header = { bizDate: '2026-03-02', warehouseId: shop.warehouseId, reason: '自用' }
    const lines = [{ partId: shop.parts.filter, qty: '1' }]
    const draft = await owner.call(otherOut.routes.save, { body: { header, lines } })
    await switchWord('自用', false)
    expect(await owner.ask(otherOut.routes.save, { body: { header, lines } })).toMatchObject({
      errors: [{ path: 'header.reason', message: '“其他出库原因”中没有“自用”，或已停用' }],
    })
    expect(
      await owner.ask(otherOut.routes.save, { body: { id: draft.id, version: draft.version, header, lines } }),
    ).toMatchObject({ status: 200 })
    await switchWord('自用', true)
  })

  it('that the program refers to stay as they are', async () => {
    expect(await switchWord('期初', false)).toMatchObject({ msg: '“期初”由系统使用，不能停用' })
    const { id, version } = await word('散客')
    expect(await owner.ask(dictionaryRoutes.remove, { params: { id } })).toMatchObject({
      msg: '“散客”由系统使用，不能删除',
    })
    expect(
      await owner.ask(dictionaryRoutes.save, { body: { id, version, kind: 'partner_category', name: '路人' } }),
    ).toMatchObject({ msg: '“散客”由系统使用，不能改名' })
    expect(await owner.ask(dictionaryRoutes.save, { body: { kind: 'partner_category', name: '散客' } })).toMatchObject({
      msg: '“客户类别”中已有“散客”',
    })
  })

  it('are changed by few', async () => {
    const seller = await shop.signIn('salesperson')
    expect(await seller.ask(dictionaryRoutes.save, { body: { kind: 'partner_category', name: '不行' } })).toMatchObject(
      { status: 403 },
    )
  })
})

describe('sales areas', () => {
  const area = async (name: string) => {
    const found = (await owner.call(areaRoutes.list)).rows.find((row) => row.name === name)
    if (!found) throw new Error(`no area ${name}`)
    return found
  }

  it('hold provinces, each in one area', async () => {
    expect((await area('华中')).regionNames).toEqual(['河南省', '湖北省', '湖南省'])
    const save = (name: string, regionCodes: string[], parentId: number | null = null) =>
      owner.ask(areaRoutes.save, { body: { name, regionCodes, parentId } })
    expect(await save('中部', ['420000'])).toMatchObject({
      errors: [{ path: 'regionCodes', message: '湖北省已属于大区“华中”' }],
    })
    expect(await save('中部', ['420100'])).toMatchObject({ errors: [{ message: '只能选择省级地区' }] })
    expect(await save('华中', [])).toMatchObject({ msg: '大区“华中”已存在' })
    const { data } = await save('南方', [])
    const south = await area('华南')
    const { id, version, name, regionCodes } = south
    await owner.call(areaRoutes.save, { body: { id, version, name, regionCodes, parentId: data.id } })
    const top = await area('南方')
    expect(
      await owner.ask(areaRoutes.save, { body: { id: top.id, version: top.version, name: top.name, parentId: id } }),
    ).toMatchObject({ errors: [{ path: 'parentId', message: '不能移到自己的下级' }] })
    expect(await owner.ask(areaRoutes.remove, { params: { id: top.id } })).toMatchObject({
      msg: '大区“南方”已被使用，不能删除，可改为停用',
    })
  })
})
