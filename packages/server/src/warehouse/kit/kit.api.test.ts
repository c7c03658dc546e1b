import { otherIn } from '@chepu/contract/warehouse/other-in'
import { assembly } from '@chepu/contract/warehouse/assembly'
import { disassembly } from '@chepu/contract/warehouse/disassembly'
import { kitComponents } from '@chepu/contract/warehouse/kit'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shanghaiDay } from '../../kernel/base/calendar'
import { act, post, reverse, save, tryAct, trySave, undo } from '../../../test/desk'
import { type Client, one, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client
let keeper: Client
let kit: number
let washer: number
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  keeper = await shop.signIn('warehouse_keeper')
  const like = async (code: string) => {
    const [row] = await shop.sql<Record<string, number>>(
      'select brand_id, category_id, unit_id, tax_rate_id from part where group_id = $1 and id = $2',
      shop.parts.filter,
    )
    const { brandId: brand_id, categoryId: category_id, unitId: unit_id, taxRateId: tax_rate_id } = row ?? {}
    return shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'part', { code, name: code, brand_id, category_id, unit_id, tax_rate_id }),
    )
  }
  kit = await like('TJ0001')
  washer = await like('90430-12031')
  await enter(shop.parts.filter, '10', '18.33')
  await enter(shop.parts.oil, '40', '31.27')
})
afterAll(() => shop.close())

const enter = (partId: number, qty: string, price: string) =>
  post(owner, otherIn.routes, {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: '盘盈外其他' },
    lines: [{ partId, qty, price }],
  })
type Line = { partId: number; qty: string; isKit?: boolean; costRatio?: string }
const body = (lines: Line[], header: object = {}) => ({
  header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, ...header },
  lines,
})
const made = (qty: string, of: Line[], header: object = {}) => body([{ partId: kit, qty, isKit: true }, ...of], header)
const pools = async () => [await shop.books.pool(shop.parts.filter), await shop.books.pool(shop.parts.oil)]
const whole = ['10.0000 / 183.30', '40.0000 / 1250.80']

describe('组装单', () => {
  const parts = (): Line[] => [
    { partId: shop.parts.filter, qty: '3' },
    { partId: shop.parts.oil, qty: '12' },
  ]

  it('makes kits worth their components and the fee, which leaves the expenses', async () => {
    const assembled = await post(owner, assembly.routes, made('3', parts(), { freight: '15.5' }))
    // 3 × 18.33 + 12 × 31.27 + 15.50
    expect(await shop.books.pool(kit)).toBe('3.0000 / 445.73')
    expect(await pools()).toEqual(['7.0000 / 128.31', '28.0000 / 875.56'])
    expect(await shop.books.pnl('assembly', assembled.id)).toEqual({ other_expense: '-15.50' })
    const { rows } = await owner.call(assembly.routes.list, { query: { billNo: assembled.billNo } })
    expect(rows[0]).toMatchObject({ kitName: 'TJ0001 TJ0001', kitQty: '3.0000', fee: '15.50', kitCost: '445.73' })
    const seen = await keeper.call(assembly.routes.list, { query: { billNo: assembled.billNo } })
    expect(seen.rows[0]).toMatchObject({ kitQty: '3.0000' })
    expect(Object.keys(seen.rows[0] ?? {})).not.toEqual(expect.arrayContaining(['kitCost']))
    expect(Object.keys(seen.rows[0] ?? {})).not.toEqual(expect.arrayContaining(['fee']))
    await undo(owner, assembly.routes, assembled)
    expect([await shop.books.pool(kit), ...(await pools())]).toEqual(['0.0000 / 0.00', ...whole])
    expect(await shop.books.pnl('assembly', assembled.id)).toEqual({ other_expense: '0.00' })
  })

  it('owes the fee to who did the work, and no more once it is reversed', async () => {
    const header = { freight: '20', partnerId: shop.supplierId }
    const assembled = await post(owner, assembly.routes, made('1', parts(), header))
    expect(await shop.books.openItems('assembly', assembled.id)).toMatchObject([
      { partnerId: shop.supplierId, side: 'AP', original: '20.00' },
    ])
    expect(await shop.books.pool(kit)).toBe('1.0000 / 450.23')
    expect(await shop.books.pnl('assembly', assembled.id)).toEqual({})
    await reverse(owner, assembly.routes, assembled)
    expect(await shop.books.balance(shop.supplierId, 'AP')).toBe('0.00')
    expect([await shop.books.pool(kit), ...(await pools())]).toEqual(['0.0000 / 0.00', ...whole])
  })

  it('wants one kit in whole kits, and components that are not the kit', async () => {
    const errors = async (lines: Line[]) => (await trySave(keeper, assembly.routes, body(lines))).errors
    const component = { partId: shop.parts.filter, qty: '1' }
    expect(await errors([component])).toEqual([{ path: 'lines', message: '请指定一行为成品' }])
    expect(await errors([{ partId: kit, qty: '1', isKit: true }])).toEqual([
      { path: 'lines', message: '请至少录入一行组件' },
    ])
    expect(
      await errors([
        { ...component, isKit: true },
        { partId: kit, qty: '1', isKit: true },
      ]),
    ).toEqual([{ path: 'lines.1.isKit', message: '第2行 只能有一行成品' }])
    expect(
      await errors([
        { partId: kit, qty: '1', isKit: true },
        { partId: kit, qty: '1' },
      ]),
    ).toEqual([{ path: 'lines.1.partId', message: '第2行 组件不能是成品本身' }])
    expect(await errors([{ partId: shop.parts.oil, qty: '1.5', isKit: true }, component])).toEqual([
      { path: 'lines.0.qty', message: '第1行 成品的套数应为整数' },
    ])
  })

  it('takes no more components than there are, and is approved by who may', async () => {
    const saved = await save(keeper, assembly.routes, made('11', [{ partId: shop.parts.filter, qty: '11' }]))
    expect(await tryAct(keeper, assembly.routes, saved, 'approve')).toMatchObject({ status: 403 })
    expect(await tryAct(owner, assembly.routes, saved, 'approve')).toMatchObject({
      status: 400,
      msg: '第2行 [04152-YZZA1] 可用量 10，需要 11',
    })
    const seller = await shop.signIn('salesperson')
    expect((await trySave(seller, assembly.routes, made('1', parts()))).status).toBe(403)
  })
})

describe('拆分单', () => {
  it('shares what the kits were worth by ratio, the remainder on the last line', async () => {
    await enter(kit, '3', '33.34')
    const lines: Line[] = [
      { partId: shop.parts.filter, qty: '1', costRatio: '0.3333' },
      { partId: shop.parts.oil, qty: '4', costRatio: '0.3333' },
      { partId: washer, qty: '1', costRatio: '0.3333' },
    ]
    const apart = await post(owner, disassembly.routes, made('1', lines, { freight: '0.66' }))
    // 33.34 + 0.66 = 34.00: 11.33, 11.33 and what remains.
    expect(await pools()).toEqual(['11.0000 / 194.63', '44.0000 / 1262.13'])
    expect(await shop.books.pool(washer)).toBe('1.0000 / 11.34')
    expect(await shop.books.pool(kit)).toBe('2.0000 / 66.68')
    const undone = await undo(owner, disassembly.routes, apart)
    expect([...(await pools()), await shop.books.pool(kit)]).toEqual([...whole, '3.0000 / 100.02'])
    await reverse(owner, disassembly.routes, await act(owner, disassembly.routes, undone, 'approve'))
    expect([...(await pools()), await shop.books.pool(kit)]).toEqual([...whole, '3.0000 / 100.02'])
  })

  it('shares by what the goods cost last where a ratio is missing, and says where that is not known', async () => {
    const lines: Line[] = [
      { partId: shop.parts.filter, qty: '2', costRatio: '0.9' },
      { partId: washer, qty: '4' },
    ]
    const saved = await save(owner, disassembly.routes, made('1', lines))
    expect((await tryAct(owner, disassembly.routes, saved, 'approve')).errors).toEqual([
      { path: 'lines.1.costRatio', message: '第2行 [04152-YZZA1] 没有入库成本可参考，请为每行组件填写成本比例' },
      { path: 'lines.2.costRatio', message: '第3行 [90430-12031] 没有入库成本可参考，请为每行组件填写成本比例' },
    ])
    await post(owner, goodsReceipt.routes, {
      header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, partnerId: shop.supplierId },
      lines: [
        { partId: shop.parts.filter, qty: '1', price: '20' },
        { partId: washer, qty: '10', price: '2.5' },
      ],
    })
    await act(owner, disassembly.routes, saved, 'approve')
    // 33.34 by 2 × 20 and 4 × 2.5: 26.67 and 6.67.
    expect(await shop.books.pool(washer)).toBe('14.0000 / 31.67')
    expect(await shop.books.pool(shop.parts.filter)).toBe('13.0000 / 229.97')
  })
})

describe('套用BOM', () => {
  it('tells what one kit is made of, to who makes kits', async () => {
    await shop.sql(
      `insert into part_bom (group_id, parent_id, component_id, qty, cost_ratio)
        values ($1, $2, $3, 1, 0.4), ($1, $2, $4, 4, null) returning id`,
      kit,
      shop.parts.filter,
      shop.parts.oil,
    )
    expect(await keeper.call(kitComponents, { query: { partId: kit } })).toEqual({
      rows: [
        { partId: shop.parts.filter, partCode: '04152-YZZA1', qty: '1.0000', costRatio: '0.4000' },
        { partId: shop.parts.oil, partCode: '5W-30', qty: '4.0000', costRatio: null },
      ],
    })
    const seller = await shop.signIn('salesperson')
    expect((await seller.ask(kitComponents, { query: { partId: kit } })).status).toBe(403)
  })
})
