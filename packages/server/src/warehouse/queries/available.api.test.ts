import { lookupPartsById, partHints, partStock, searchParts } from '@chepu/contract/basics/lookups'
import { sumOf } from '@chepu/contract/kernel/decimal'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { readConfirm } from '@chepu/contract/sales/order-confirm'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { groupStock } from '@chepu/contract/warehouse/group-stock'
import { lowStock, setLimits, surplusOf } from '@chepu/contract/warehouse/inventory-warning'
import { stockCount } from '@chepu/contract/warehouse/stock-count'
import { stockInquiry, stockSubstitutes } from '@chepu/contract/warehouse/stock-inquiry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post, save, type Saved } from '../../../test/desk'
import { openBranch } from '../../../test/people'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'

let shop: Shop
let owner: Client
let sister: Client
let part: number
let pad: number
/** Main warehouse, a second one that sells, and one for old parts. */
let main: number
let second: number
let old: number

/** 8 filters lie in the main warehouse, 4 in the second, 5 with old parts; an order holds 7 of the main warehouse and 1 of the second. */
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  main = shop.warehouseId
  ;({ filter: part, pad } = shop.parts)
  second = await openWarehouse('02', 'normal')
  old = await openWarehouse('JJ', 'old_part')
  owner = await shop.signIn('owner')
  sister = await shop.signIn('owner', (await openBranch(shop)).orgId)
  await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'part_substitute', { part_id: pad, substitute_id: part, note: '' }),
  )
  for (const [warehouseId, qty] of [
    [main, '8'],
    [second, '4'],
    [old, '5'],
  ] as const)
    await post(owner, goodsReceipt.routes, {
      header: { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId },
      lines: [{ partId: part, qty, price: '10' }],
    })
  await owner.call(setLimits, { body: { partIds: [part], minStock: '20', maxStock: null } })
  for (const [warehouseId, qty] of [
    [main, '7'],
    [second, '1'],
  ] as const)
    await act(owner, salesOrder.routes, await ordered(warehouseId, qty), 'confirm')
})
afterAll(() => shop.close())

const openWarehouse = (code: string, kind: string) =>
  shop.db.tenant(shop.groupId, async (tx) => {
    const id = await one(tx, 'warehouse', { org_id: shop.orgId, code, name: `${code}仓`, kind })
    await one(tx, 'location', { warehouse_id: id, code: '默认', is_default: true })
    return id
  })

const ordered = async (warehouseId: number, qty: string, more: object = {}): Promise<Saved> =>
  act(
    owner,
    salesOrder.routes,
    await save(owner, salesOrder.routes, {
      header: { bizDate: shanghaiDay(), partnerId: shop.customerId, warehouseId, ...more },
      lines: [{ partId: part, qty, price: '30' }],
    }),
    'submit',
  )

/** A count of the part alone that keeps what lies in the main warehouse where it is. */
const freezing = async (): Promise<Saved> => {
  const header = { bizDate: shanghaiDay(), warehouseId: main, scope: 'parts', isFreezing: true }
  const draft = await save(owner, stockCount.routes, { header, lines: [{ partId: part }] } as never)
  return act(owner, stockCount.routes, draft, 'begin')
}

const query = { part: '04152' }
const only = async <Row>(rows: Promise<{ rows: Row[] }>): Promise<Row> => (await rows).rows[0] as Row
/** What 库存查询 says of one warehouse. */
const inquiryOf = (warehouseId: number) =>
  only(owner.call(stockInquiry.warehouse.list, { query: { ...query, warehouseId } }))
const whole = (text: string) => `${text}.0000`

/** What every page says is available of the part in all the organisation's warehouses. */
async function everywhere(): Promise<Record<string, unknown>> {
  const { rows: places } = await owner.call(stockInquiry.warehouse.list, { query })
  const { rows: bins } = await owner.call(partStock, { query: { partIds: String(part) } })
  const { rows: sisters } = await sister.call(groupStock, { query: { partId: part } })
  return {
    按仓库: sumOf(places, (row) => row.available ?? '0'),
    按仓库合计: (await owner.call(stockInquiry.warehouse.totals, { query })).sums['available'],
    按配件: (await only(owner.call(stockInquiry.part.list, { query }))).available,
    按配件合计: (await owner.call(stockInquiry.part.totals, { query })).sums['available'],
    全集团: (await only(owner.call(stockInquiry.group.list, { query }))).available,
    全集团合计: (await owner.call(stockInquiry.group.totals, { query })).sums['available'],
    替换件: (await only(owner.call(stockSubstitutes, { query: { partId: pad } }))).available,
    库存预警: (await only(owner.call(lowStock.list))).available,
    库存预警合计: (await owner.call(lowStock.totals)).sums['available'],
    配件选择: (await only(owner.call(searchParts, { query: { q: '04152' } }))).available,
    配件: (await only(owner.call(lookupPartsById, { body: { partIds: [part] } }))).available,
    选择器替换件: (await only(owner.call(lookupPartsById, { body: { partIds: [pad] } }))).substitutes[0]?.available,
    明细: (await only(owner.call(partHints, { body: { partIds: [part] } }))).available,
    库存分布: sumOf(bins, (row) => row.available),
    兄弟企业: sumOf(sisters, (row) => row.available),
  }
}

/** What every page says is available of it for a document of one warehouse. */
async function within(warehouseId: number): Promise<unknown[]> {
  const { rows: bins } = await owner.call(partStock, { query: { partIds: String(part), warehouseId } })
  const order = await ordered(warehouseId, '1')
  const { lines } = await owner.call(readConfirm, { params: { id: order.id } })
  await act(owner, salesOrder.routes, await act(owner, salesOrder.routes, order, 'withdraw'), 'void')
  return [
    (await only(owner.call(searchParts, { query: { q: '04152', warehouseId } }))).available,
    (await only(owner.call(partHints, { body: { partIds: [part], warehouseId } }))).available,
    sumOf(bins, (row) => row.available),
    lines[0]?.available,
  ].map((figure) => whole(String(figure).replace(/\.0+$/, '')))
}

const all = (figures: Record<string, unknown>, figure: string) =>
  Object.fromEntries(
    Object.keys(figures).map((page) => [page, expect.stringMatching(new RegExp(`^${figure}(\\.0+)?$`))]),
  )

describe('可用', () => {
  it('is what is neither held nor locked, the same on every page', async () => {
    // (8 − 7) + (4 − 1); what lies with old parts is for sale nowhere.
    const figures = await everywhere()
    expect(figures).toEqual(all(figures, '4'))
    expect(await inquiryOf(main)).toMatchObject({ onHand: whole('8'), reserved: whole('7'), available: whole('1') })
    expect(await inquiryOf(old)).toMatchObject({ onHand: whole('5'), locked: whole('5'), available: whole('0') })
  })

  it('is nothing in a warehouse that a count freezes, and never less, whatever is held there', async () => {
    const count = await freezing()
    const figures = await everywhere()
    expect(figures).toEqual(all(figures, '3'))
    expect(await inquiryOf(main)).toMatchObject({
      onHand: whole('8'),
      reserved: whole('7'),
      locked: whole('8'),
      available: whole('0'),
    })
    expect(await inquiryOf(second)).toMatchObject({ reserved: whole('1'), locked: whole('0'), available: whole('3') })
    const { sums } = await owner.call(stockInquiry.part.totals, { query })
    expect(sums).toMatchObject({
      onHand: whole('17'),
      reserved: whole('8'),
      locked: whole('13'),
      available: whole('3'),
    })
    expect(new Set(await within(main))).toEqual(new Set([whole('0')]))
    expect(new Set(await within(second))).toEqual(new Set([whole('3')]))
    await act(owner, stockCount.routes, count, 'void')
    expect(new Set(await within(main))).toEqual(new Set([whole('1')]))
  })

  it('of a warehouse for old parts is what a document finds that takes goods out of it', async () => {
    expect(new Set(await within(old))).toEqual(new Set([whole('5')]))
  })

  it('is what a sister may be asked for: nothing is taken off another warehouse', async () => {
    const surplus = async () => (await sister.call(surplusOf, { body: { partIds: [part] } })).rows
    await owner.call(setLimits, { body: { partIds: [part], minStock: '1', maxStock: null } })
    expect(await surplus()).toMatchObject([{ warehouseId: second, surplusQty: whole('3') }])
    const count = await freezing()
    // 3 available in the second warehouse, 1 of them is kept.
    expect(await surplus()).toMatchObject([{ warehouseId: second, surplusQty: whole('2') }])
    await act(owner, stockCount.routes, count, 'void')
    await owner.call(setLimits, { body: { partIds: [part], minStock: '20', maxStock: null } })
  })
})

describe('what a count freezes', () => {
  it('is still there for 库存预警: it falls no shorter and buys no more', async () => {
    const seen = async () => {
      const { onHand, reserved, expected, suggestedQty } = await only(owner.call(lowStock.list))
      return { count: (await owner.call(lowStock.totals)).count, onHand, reserved, expected, suggestedQty }
    }
    const before = await seen()
    // 12 for sale, 8 of them held; 20 are wanted.
    expect(before).toEqual({
      count: 1,
      onHand: whole('12'),
      reserved: whole('8'),
      expected: whole('4'),
      suggestedQty: whole('16'),
    })
    const count = await freezing()
    expect(await seen()).toEqual(before)
    await act(owner, stockCount.routes, count, 'void')
  })

  it('may be held for an order all the same, so that none lacks it', async () => {
    const count = await freezing()
    const order = await ordered(main, '3', { allowBackorder: true })
    const lineOf = async () => (await owner.call(readConfirm, { params: { id: order.id } })).lines[0]
    expect(await lineOf()).toMatchObject({
      available: whole('0'),
      reservable: whole('1'),
      shortage: whole('2'),
      elsewhere: [{ warehouseId: second, available: whole('3') }],
    })
    const confirmed = await act(owner, salesOrder.routes, order, 'confirm')
    // Its own 1 counts for it, and stays where it is.
    expect(await lineOf()).toMatchObject({ available: whole('0'), reservable: whole('1'), shortage: whole('2') })
    expect(await inquiryOf(main)).toMatchObject({ reserved: whole('8'), locked: whole('8'), available: whole('0') })
    await act(owner, salesOrder.routes, confirmed, 'close')
    await act(owner, stockCount.routes, count, 'void')
    expect(await inquiryOf(main)).toMatchObject({ reserved: whole('7'), available: whole('1') })
  })
})
