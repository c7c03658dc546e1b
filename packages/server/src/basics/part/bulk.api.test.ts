import { searchParts } from '@chepu/contract/basics/lookups'
import { partRoutes } from '@chepu/contract/basics/part'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCaller } from '../../../test/caller'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { statementCount } from '../../kernel/db/statement'
import { type BulkPart, writePartsBulk } from './bulk'

let shop: Shop
let owner: Client
let base: Pick<BulkPart, 'brandId' | 'categoryId' | 'unitId' | 'taxRateId'>

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  const { brandId, categoryId, unitId, taxRateId } = await owner.call(partRoutes.read, {
    params: { id: shop.parts.filter },
  })
  base = { brandId, categoryId, unitId, taxRateId }
})
afterAll(() => shop.close())

const names = ['机油滤清器', '前制动片', '火花塞', '雨刮片', '空调滤芯', '正时皮带', '水泵总成', '减震器']
const part = (i: number, more: Partial<BulkPart> = {}): BulkPart => ({
  ...base,
  code: `B${String(i).padStart(6, '0')}`,
  name: `${names[i % names.length]}${i}`,
  spec: '',
  origin: '',
  factoryNo: `FN-${i}`,
  warrantyMonths: null,
  warrantyKm: null,
  grade: 'aftermarket',
  remark: '',
  oeNos: [`OE-${i}-A`, `oe.${i}.b`],
  barcodes: [`69${String(i).padStart(11, '0')}`],
  fitments: ['大众 帕萨特'],
  ...more,
})
const saveAll = async (parts: readonly BulkPart[]) => {
  const caller = await testCaller(shop, 'owner')
  return shop.db.as(caller, (tx) => writePartsBulk(tx, parts))
}

describe('many parts', () => {
  it('are saved in statements by the thousand', async () => {
    const before = statementCount.total
    const ids = await saveAll(Array.from({ length: 3000 }, (_, i) => part(i)))
    expect(new Set(ids).size).toBe(3000)
    expect(statementCount.total - before).toBeLessThan(80)
    const { rows } = await owner.call(searchParts, { query: { q: 'oe 2999 b' } })
    expect(rows.map((row) => [row.partCode, row.barcodes])).toEqual([['B002999', ['6900000002999']]])
  })

  it('overwrite existing ones and keep lists that are left out', async () => {
    const [row] = (await owner.call(partRoutes.list, { query: { q: 'B000010' } })).rows
    const {
      oeNos: _o,
      barcodes: _b,
      ...change
    } = part(10, { id: row?.id, code: '', name: '改名件', fitments: ['丰田 卡罗拉'] })
    await saveAll([change])
    expect(await owner.call(partRoutes.read, { params: { id: row?.id as number } })).toMatchObject({
      code: 'B000010',
      name: '改名件',
      oes: [{ oeNo: 'OE-10-A' }, { oeNo: 'oe.10.b' }],
      fitments: [{ modelText: '丰田 卡罗拉' }],
    })
    expect((await owner.call(searchParts, { query: { q: 'gmj' } })).rows.map((found) => found.partCode)).toEqual([
      'B000010',
    ])
  })
})
