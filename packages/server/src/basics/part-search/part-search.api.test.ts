import { brandRoutes } from '@chepu/contract/basics/brand'
import { dictionaryRoutes } from '@chepu/contract/basics/dictionary'
import { listSourceLines, searchParts } from '@chepu/contract/basics/lookups'
import { partRoutes } from '@chepu/contract/basics/part'
import { productRoutes } from '@chepu/contract/basics/product'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { refreshSearchTexts } from '../part/refresh'

let shop: Shop
let owner: Client
const names: Record<string, string> = {}

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  const part = await owner.call(partRoutes.read, { params: { id: shop.parts.filter } })
  const { categoryId, unitId, taxRateId } = part
  const { id: brandId } = await owner.call(brandRoutes.save, { body: { name: '曼牌', kind: 'part', country: '德国' } })
  const add = async (name: string, more: object = {}) => {
    const { code } = await owner.call(partRoutes.save, {
      body: { name, brandId: part.brandId, categoryId, unitId, taxRateId, ...more },
    })
    names[code] = name
  }
  await add('机油滤清器 卡罗拉', {
    brandId,
    grade: 'oes',
    factoryNo: 'W 712/75',
    oes: [{ oeNo: '90915-YZZE1' }],
    fitments: [{ modelText: '丰田 卡罗拉 2014-2022' }],
  })
  await add('空气滤清器 雅阁', { fitments: [{ modelText: '本田 思域' }, { modelText: '本田 CR-V' }] })
  await add('燃油滤清器', { grade: 'oem' })
  await add('前制动片 卡罗拉')
  await add('前减振器')
  await add('右前大灯总成')
  await add('蓄电池 6-QW-60')
  await add('自动变速箱油')
  await add('机油 5W-30', { spec: '4L' })
})
afterAll(() => shop.close())

const nameOf = (row: { partCode: string }) => names[row.partCode] ?? row.partCode
const picked = async (q: string, client = owner) =>
  (await client.call(searchParts, { query: { q } })).rows.map(nameOf).toSorted()
const filter = '机油滤清器 卡罗拉'

describe('the part search', () => {
  it.each([
    ['曼牌', [filter]],
    ['曼牌 机油', [filter]],
    ['机油 mp', [filter]],
    ['manpai', [filter]],
    ['品牌件', [filter]],
    ['W712', [filter]],
    ['90915-yzze1', [filter]],
    ['90915 YZZE1', [filter]],
    ['0915', [filter]],
    ['jylqqkll', [filter]],
    ['滤清器 卡罗拉', [filter]],
    ['卡罗拉 滤', [filter]],
    ['kll', ['前制动片 卡罗拉', filter]],
    ['kll lqq', [filter]],
    ['思域 空气', ['空气滤清器 雅阁']],
    ['siyu', ['空气滤清器 雅阁']],
    ['sy lqq', ['空气滤清器 雅阁']],
    ['cr-v', ['空气滤清器 雅阁']],
    ['04152-yzza1', ['04152-YZZA1']],
    ['04152 yzza1', ['04152-YZZA1']],
    ['曼牌机油', [filter]],
    ['曼牌机滤', [filter]],
    ['卡罗拉机滤', [filter]],
    ['机油mp', [filter]],
    ['机滤w712', [filter]],
    ['kll机滤', [filter]],
    ['机油5w30', ['机油 5W-30']],
    ['机油5w-30', ['5W-30', '机油 5W-30']],
    ['不存在', []],
    ['曼牌不存在', []],
    ['100%', []],
  ])('finds by %s', async (q, expected) => {
    expect(await picked(q)).toEqual(expected)
  })

  it.each([
    ['刹车片', ['04465-02220', '前制动片 卡罗拉']],
    ['前刹车片 卡罗拉', ['前制动片 卡罗拉']],
    ['机滤', ['04152-YZZA1', filter]],
    ['曼牌 机滤', [filter]],
    ['空滤', ['空气滤清器 雅阁']],
    ['汽滤', ['燃油滤清器']],
    ['减震', ['前减振器']],
    ['前照灯', ['右前大灯总成']],
    ['电瓶', ['蓄电池 6-QW-60']],
    ['波箱油', ['自动变速箱油']],
  ])('understands %s', async (q, expected) => {
    expect(await picked(q)).toEqual(expected)
  })

  it('works alike in every list of parts and in the filters of documents', async () => {
    const part = (await owner.call(searchParts, { query: { q: '曼牌 机滤' } })).rows[0]
    const partId = part?.partId as number
    const { id } = await post(owner, goodsReceipt.routes, {
      header: { bizDate: '2026-03-02', partnerId: shop.supplierId, warehouseId: shop.warehouseId },
      lines: [{ partId, qty: '4', price: '25', taxRate: '0.13' }],
    })
    await owner.call(productRoutes.introduce, { body: { partIds: [partId] } })
    const q = '机滤 曼牌'
    const codes = [part?.partCode]
    expect((await owner.call(partRoutes.list, { query: { q } })).rows.map((row) => row.code)).toEqual(codes)
    expect((await owner.call(productRoutes.list, { query: { q } })).rows.map((row) => row.code)).toEqual(codes)
    const stock = await owner.call(stockInquiry.part.list, { query: { part: q } })
    expect(stock.rows.map((row) => row.partCode)).toEqual(codes)
    const documents = await owner.call(goodsReceipt.routes.list, { query: { part: q } })
    expect(documents.rows.map((row) => row.id)).toEqual([id])
    const former = await owner.call(listSourceLines, {
      params: { target: 'purchase_return' },
      query: { source: 'goods_receipt', part: q },
    })
    expect(former.rows.map((row) => row.partCode)).toEqual(codes)
  })
})

describe('words typed without spaces, and the order of what is found', () => {
  const listed = async (q: string) => (await owner.call(searchParts, { query: { q } })).rows.map(nameOf)

  beforeAll(async () => {
    const part = await owner.call(partRoutes.read, { params: { id: shop.parts.filter } })
    const { categoryId, unitId, taxRateId } = part
    const brandNamed = async (name: string) =>
      (await owner.call(brandRoutes.save, { body: { name, kind: 'part', country: '日本' } })).id
    const ngk = await brandNamed('NGK')
    const sasin = await brandNamed('三信')
    const add = async (code: string, name: string, more: object = {}) => {
      const body = { code, name, brandId: part.brandId, categoryId, unitId, taxRateId, ...more }
      names[(await owner.call(partRoutes.save, { body })).code] = name
    }
    await add('A-1', '铱金火花塞 荣放/凯美瑞', { fitments: [{ modelText: '丰田 荣放/卡罗拉' }] })
    await add('B-1', '三元催化清洗剂 NGK适用')
    await add('Z-1', '火花塞 卡罗拉', { brandId: ngk })
    await add('A-2', '保养套件 三信机滤+放油垫', { brandId: sasin })
    await add('Z-2', '机油滤芯 卡罗拉', { brandId: sasin })
  })

  it.each([
    ['NGK', ['火花塞 卡罗拉', '三元催化清洗剂 NGK适用']],
    ['火花塞ngk', ['火花塞 卡罗拉']],
    ['ngk卡罗拉火花塞', ['火花塞 卡罗拉']],
    ['三信机滤', ['机油滤芯 卡罗拉', '保养套件 三信机滤+放油垫']],
    ['三信卡罗拉机滤', ['机油滤芯 卡罗拉']],
    ['ngk三信卡罗拉机滤', []],
    ['曼牌卡罗拉机油滤清器', [filter]],
    ['huohuas', ['铱金火花塞 荣放/凯美瑞', '火花塞 卡罗拉']],
    ['rongfangkai', ['铱金火花塞 荣放/凯美瑞']],
    ['fangka', ['铱金火花塞 荣放/凯美瑞']],
    ['ongfang', []],
  ])('lists by %s', async (q, expected) => {
    expect(await listed(q)).toEqual(expected)
  })

  it('lists parts named so before those that only hold the word', async () => {
    const found = await listed('机滤')
    expect(found.at(-1)).toBe('保养套件 三信机滤+放油垫')
    expect(found).toHaveLength(4)
  })
})

describe('what the search reads', () => {
  it('follows a change of the brand, of the part and of the slang at once', async () => {
    const brand = (await owner.call(brandRoutes.list, { query: { q: '曼牌' } })).rows[0]
    if (!brand) throw new Error('no brand')
    const { id, version } = brand
    const rename = (name: string) =>
      owner.call(brandRoutes.save, { body: { id, version, name, kind: 'part', country: '德国' } })
    await rename('马勒')
    expect(await picked('曼牌')).toEqual([])
    expect(await picked('ml 机滤')).toEqual([filter])
    const save = (name: string) => owner.ask(dictionaryRoutes.save, { body: { kind: 'part_synonym', name } })
    expect(await save('油隔')).toMatchObject({
      errors: [{ path: 'name', message: '请用等号连接至少两种叫法，每种至少两个字，如“刹车片=制动片”' }],
    })
    expect(await save(' 油隔 ＝ 机油滤清器 ')).toMatchObject({ status: 200 })
    expect(await picked('油隔')).toEqual(['04152-YZZA1', filter])
    const word = (await owner.call(dictionaryRoutes.list, { query: { q: '油隔' } })).rows[0]
    expect(word?.name).toBe('油隔=机油滤清器')
    await owner.call(dictionaryRoutes.enable, {
      params: { id: word?.id as number },
      body: { isActive: false, version: word?.version as number },
    })
    expect(await picked('油隔')).toEqual([])
  })

  it('is made anew for parts of an earlier version, once', async () => {
    await shop.db.tenant(shop.groupId, async (tx) => {
      await tx.query({
        text: `update part set search_text = lower(code), search_version = 0 where group_id = $1`,
        values: [tx.groupId],
      })
      await tx.query({ text: `update brand set initials = '' where group_id = $1`, values: [tx.groupId] })
    })
    expect(await picked('思域')).toEqual([])
    await refreshSearchTexts(shop.db)
    expect(await picked('思域')).toEqual(['空气滤清器 雅阁'])
    expect(await picked('bs lqq')).toContain('空气滤清器 雅阁')
    const versions = () => shop.sql('select id, xmin from part where group_id = $1 order by id')
    const before = await versions()
    await refreshSearchTexts(shop.db)
    expect(await versions()).toEqual(before)
  })
})
