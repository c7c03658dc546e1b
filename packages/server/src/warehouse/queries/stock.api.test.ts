import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import {
  stockCutNames,
  stockInquiry,
  stockLedger,
  stockReservations,
  stockSubstitutes,
} from '@chepu/contract/warehouse/stock-inquiry'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { movements, movementsByPart } from '@chepu/contract/warehouse/stock-movements'
import { equals, round, sumOf } from '@chepu/contract/kernel/decimal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shanghaiDay } from '../../kernel/base/calendar'
import { post, reverse } from '../../../test/desk'
import { type Client, one, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client
let keeper: Client
let bin: number
beforeAll(async () => {
  shop = await openShop({ config: { deliveryTwoDesk: true } })
  owner = await shop.signIn('owner')
  keeper = await shop.signIn('warehouse_keeper')
  bin = await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'location', { warehouse_id: shop.warehouseId, code: 'A-01' }),
  )
  await trade()
})
afterAll(() => shop.close())

const header = () => ({ bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId })

/** 15 filters of 1650.00 in two bins, 3 of them held for a return; 20 more are on order. */
async function trade() {
  const { filter, pad } = shop.parts
  await post(owner, goodsReceipt.routes, {
    header: header(),
    lines: [
      { partId: filter, qty: '10', price: '100' },
      { partId: filter, qty: '5', price: '130', locationId: bin, batchNo: 'B2' },
    ],
  })
  await post(owner, purchaseReturn.routes, {
    header: { ...header(), reason: '多发' },
    lines: [{ partId: filter, qty: '3', price: '110' }],
  })
  await post(owner, purchaseOrder.routes, {
    header: header(),
    lines: [
      { partId: filter, qty: '20', price: '99' },
      { partId: pad, qty: '2', price: '250' },
    ],
  })
  await shop.db.tenant(shop.groupId, async (tx) => {
    await one(tx, 'part_substitute', { part_id: filter, substitute_id: pad, note: '通用' })
    await tx.query({
      text: `update product set retail_price = 168, wholesale_price1 = 150 where group_id = $1 and part_id = $2`,
      values: [shop.groupId, filter],
    })
  })
}

describe('库存查询', () => {
  it('tells on hand, reserved, available, on order, cost and prices by warehouse', async () => {
    const { rows } = await owner.call(stockInquiry.warehouse.list)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      partCode: '04152-YZZA1',
      warehouseName: '主仓',
      locationCode: '默认 A-01',
      onHand: '15.0000',
      reserved: '3.0000',
      locked: '0.0000',
      available: '12.0000',
      onOrder: '20.0000',
      costPrice: '110.0000',
      stockValue: '1650.00',
      retailPrice: '168.0000',
      wholesalePrice1: '150.0000',
      lastInOn: shanghaiDay(),
      lastOutOn: null,
    })
    const totals = await owner.call(stockInquiry.warehouse.totals)
    expect(totals).toEqual({
      count: 1,
      sums: {
        onHand: '15.0000',
        reserved: '3.0000',
        locked: '0.0000',
        available: '12.0000',
        onOrder: '20.0000',
        stockValue: '1650.00',
      },
    })
  })

  it('sums every figure of its rows, in each cut', async () => {
    const figures = ['onHand', 'reserved', 'locked', 'available', 'onOrder', 'stockValue'] as const
    for (const name of stockCutNames) {
      const query = { inStock: 'false' } as const
      const { rows } = await owner.call(stockInquiry[name].list, { query })
      const { sums } = await owner.call(stockInquiry[name].totals, { query })
      const shown = figures.filter((figure) => rows.some((row) => row[figure] != null))
      expect(Object.keys(sums).toSorted()).toEqual([...shown].toSorted())
      for (const figure of shown)
        expect(
          equals(
            sums[figure] ?? '0',
            sumOf(rows, (row) => row[figure] ?? '0'),
          ),
          `${name} ${figure}`,
        ).toBe(true)
    }
  })

  it('cuts by part, bin and batch', async () => {
    const parts = await owner.call(stockInquiry.part.list)
    expect(parts.rows).toMatchObject([
      { partCode: '04152-YZZA1', onHand: '15.0000', available: '12.0000', onOrder: '20.0000' },
    ])
    const bins = await owner.call(stockInquiry.location.list, { query: { locationId: bin } })
    expect(bins.rows).toMatchObject([{ locationCode: 'A-01', onHand: '5.0000', stockValue: '550.00', reserved: null }])
    const batches = await owner.call(stockInquiry.batch.list, { query: { sort: '-onHand' } })
    expect(batches.rows.map((row) => [row.locationCode, row.batchNo, row.onHand])).toEqual([
      ['默认', '', '10.0000'],
      ['A-01', 'B2', '5.0000'],
    ])
  })

  it('turns its pages without losing or repeating a row, however it is sorted', async () => {
    for (const name of stockCutNames) {
      for (const sort of ['partName', 'brandName', '-onHand']) {
        const all = (await owner.call(stockInquiry[name].list, { query: { sort } })).rows.map(({ key }) => key)
        const turned: string[] = []
        for (let page = 1; page <= all.length; page += 1)
          turned.push(
            ...(await owner.call(stockInquiry[name].list, { query: { sort, page, rows: 1 } })).rows.map(
              ({ key }) => key,
            ),
          )
        expect([name, sort, turned]).toEqual([name, sort, all])
        expect(new Set(all).size).toBe(all.length)
      }
    }
  })

  it('sorts bins by the share that they have of their pool', async () => {
    for (const name of ['location', 'batch'] as const)
      for (const [sort, worth] of [
        ['stockValue', ['550.00', '1100.00']],
        ['-stockValue', ['1100.00', '550.00']],
      ] as const) {
        const { rows } = await owner.call(stockInquiry[name].list, { query: { sort } })
        expect(rows.map((row) => row.stockValue)).toEqual(worth)
      }
  })

  it('compares with the limits of a part what lies in all warehouses and bins together', async () => {
    const limits = (low: number | null, high: number | null) =>
      shop.sql(
        'update product set min_stock = $3, max_stock = $4 where group_id = $1 and part_id = $2',
        shop.parts.filter,
        low,
        high,
      )
    const found = async (name: 'part' | 'warehouse' | 'location', limit: 'low' | 'high') =>
      (await owner.call(stockInquiry[name].list, { query: { limit, inStock: 'true' } })).rows.map((row) => row.onHand)
    await limits(12, 14)
    expect(await found('part', 'low')).toEqual([])
    expect(await found('part', 'high')).toEqual(['15.0000'])
    await limits(16, null)
    expect(await found('part', 'low')).toEqual(['15.0000'])
    // Each bin holds less than the limit of the part; that says nothing of the bin.
    await limits(12, null)
    expect(await found('location', 'low')).toEqual(await found('location', 'high'))
    await limits(null, null)
  })

  it('shows other organisations quantities only, and only to who may', async () => {
    const { rows } = await owner.call(stockInquiry.group.list)
    expect(rows).toMatchObject([{ orgName: '测试配件店', onHand: '15.0000', reserved: null }])
    expect(rows[0]).not.toHaveProperty('costPrice')
    const cashier = await shop.signIn('cashier_accountant')
    expect((await cashier.ask(stockInquiry.group.list)).status).toBe(403)
  })

  it('finds parts by text and what stands in for them', async () => {
    const only = await owner.call(stockInquiry.warehouse.list, { query: { part: '04465' } })
    expect(only.rows).toEqual([])
    const both = await owner.call(stockInquiry.warehouse.list, { query: { part: '04465', substitutes: 'true' } })
    expect(both.rows.map((row) => row.partCode)).toEqual(['04152-YZZA1'])
  })

  it('leaves cost and prices out for a keeper, in rows, sums and order', async () => {
    for (const name of stockCutNames.filter((each) => each !== 'group')) {
      const sorted = await keeper.ask(stockInquiry[name].list, { query: { sort: 'stockValue' } })
      expect(sorted).toMatchObject({ status: 400, msg: '不能按“stockValue”排序' })
      const { rows } = await keeper.call(stockInquiry[name].list)
      for (const field of ['costPrice', 'stockValue', 'retailPrice', 'wholesalePrice1'])
        expect(rows[0]).not.toHaveProperty(field)
    }
    expect((await keeper.call(stockInquiry.warehouse.totals)).sums).not.toHaveProperty('stockValue')
    const ledger = await keeper.call(stockLedger, { query: { partId: shop.parts.filter } })
    for (const field of ['unitCost', 'value', 'balanceValue']) expect(ledger.rows[0]).not.toHaveProperty(field)
  })

  it('shows only warehouses that are the caller’s', async () => {
    const blind = await shop.signIn('warehouse_keeper')
    await shop.sql(
      `update user_warehouse set can_view = false where group_id = $1 and user_id = (select max(id) from app_user where group_id = $1)`,
    )
    for (const name of ['warehouse', 'location', 'batch'] as const)
      expect((await blind.call(stockInquiry[name].list)).rows).toEqual([])
    expect((await blind.call(stockLedger, { query: { partId: shop.parts.filter } })).rows).toEqual([])
    expect((await blind.call(movements.list)).rows).toEqual([])
  })

  it('drills to the ledger with running balances', async () => {
    const { rows } = await owner.call(stockLedger, { query: { partId: shop.parts.filter } })
    expect(rows).toMatchObject([
      {
        inQty: '5.0000',
        outQty: null,
        value: '650.00',
        balanceQty: '15.0000',
        balanceValue: '1650.00',
        locationCode: 'A-01',
      },
      { inQty: '10.0000', value: '1000.00', balanceQty: '10.0000', balanceValue: '1000.00', docKind: 'goods_receipt' },
    ])
    const own = await owner.call(stockLedger, {
      query: { partId: shop.parts.filter, warehouseId: shop.warehouseId },
    })
    expect(own.rows.map((row) => row.balanceQty)).toEqual(['15.0000', '10.0000'])
    const second = await owner.call(stockLedger, { query: { partId: shop.parts.filter, rows: 1, page: 2 } })
    expect(second.rows[0]).toMatchObject({ balanceQty: '10.0000' })
    expect(second.more).toBe(false)
  })

  it('drills to reservations and substitutes', async () => {
    const held = await owner.call(stockReservations, { query: { partId: shop.parts.filter } })
    expect(held.rows).toMatchObject([{ sourceKind: 'purchase_return', heldQty: '3.0000', backorderQty: '0.0000' }])
    const substitutes = await owner.call(stockSubstitutes, { query: { partId: shop.parts.pad } })
    expect(substitutes.rows).toMatchObject([
      { partCode: '04152-YZZA1', onHand: '15.0000', available: '12.0000', retailPrice: '168.0000', note: '通用' },
    ])
  })

  it('exports what it shows', async () => {
    for (const name of stockCutNames) {
      const { jobId } = await owner.call(stockInquiry[name].export, { body: { filters: {}, columns: ['partCode'] } })
      expect(jobId).toBeGreaterThan(0)
      await shop.sql(`update export_job set state = 'done' where group_id = $1`)
    }
  })
})

describe('出入库单据查询', () => {
  it('lists movements with the balance after them, and sums by part', async () => {
    const { rows } = await owner.call(movements.list, { query: { direction: 'in', kind: 'goods_receipt' } })
    expect(rows).toMatchObject([
      {
        direction: 'in',
        inQty: '5.0000',
        outQty: null,
        inValue: '650.00',
        balanceQty: '15.0000',
        locationCode: 'A-01',
      },
      { direction: 'in', inQty: '10.0000', inValue: '1000.00', balanceQty: '10.0000', locationCode: '默认' },
    ])
    expect(await owner.call(movements.totals)).toEqual({
      count: 2,
      sums: { inQty: '15.0000', outQty: '0.0000', inValue: '1650.00', outValue: '0.00' },
    })
    const parts = await owner.call(movementsByPart.list)
    expect(parts.rows).toMatchObject([
      {
        partCode: '04152-YZZA1',
        movements: 2,
        inQty: '15.0000',
        outQty: '0.0000',
        netQty: '15.0000',
        netValue: '1650.00',
      },
    ])
    expect((await owner.call(movements.list, { query: { direction: 'out' } })).rows).toEqual([])
  })

  it('is closed to who has no stock page', async () => {
    const admin = await shop.signIn('admin')
    expect((await admin.ask(movements.list)).status).toBe(403)
    expect((await admin.ask(stockInquiry.warehouse.list)).status).toBe(403)
  })
})

describe('库存台账 over several warehouses', () => {
  it('sums balances over all warehouses, and keeps each one’s own', async () => {
    const other = await shop.db.tenant(shop.groupId, async (tx) => {
      const id = await one(tx, 'warehouse', { org_id: shop.orgId, code: 'BC', name: '备仓' })
      await one(tx, 'location', { warehouse_id: id, code: '默认', is_default: true })
      return id
    })
    const boss = await shop.signIn('owner')
    await post(boss, goodsReceipt.routes, {
      header: { ...header(), warehouseId: other },
      lines: [{ partId: shop.parts.filter, qty: '1', price: '100' }],
    })
    const all = await boss.call(stockLedger, { query: { partId: shop.parts.filter } })
    expect(all.rows.map((row) => [row.balanceQty, row.balanceValue])).toEqual([
      ['16.0000', '1750.00'],
      ['15.0000', '1650.00'],
      ['10.0000', '1000.00'],
    ])
    const own = await boss.call(stockLedger, { query: { partId: shop.parts.filter, warehouseId: other } })
    expect(own.rows.map((row) => row.balanceQty)).toEqual(['1.0000'])
  })
})

describe('what came and what went', () => {
  const pads = { part: '04465' }
  const receive = (qty: string) =>
    post(owner, goodsReceipt.routes, { header: header(), lines: [{ partId: shop.parts.pad, qty, price: '20' }] })

  it('is summed apart, and what takes a movement back is a negative figure of its own side', async () => {
    await receive('10')
    await reverse(owner, goodsReceipt.routes, await receive('3'))
    await post(owner, otherOut.routes, {
      header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: '报损' },
      lines: [{ partId: shop.parts.pad, qty: '4' }],
    })
    const { rows } = await owner.call(movements.list, { query: pads })
    expect(rows.map((row) => [row.docKind, row.direction, row.inQty, row.outQty, row.inValue, row.outValue])).toEqual([
      ['other_out', 'out', null, '4.0000', null, '80.00'],
      ['goods_receipt', 'in', '-3.0000', null, '-60.00', null],
      ['goods_receipt', 'in', '3.0000', null, '60.00', null],
      ['goods_receipt', 'in', '10.0000', null, '200.00', null],
    ])
    const sums = { inQty: '10.0000', outQty: '4.0000', inValue: '200.00', outValue: '80.00' }
    expect(await owner.call(movements.totals, { query: pads })).toEqual({ count: 4, sums })
    expect((await owner.call(movements.totals, { query: { ...pads, direction: 'in' } })).count).toBe(3)
    expect((await owner.call(movementsByPart.list, { query: pads })).rows).toMatchObject([sums])
    expect((await owner.call(movementsByPart.totals, { query: pads })).sums).toEqual({
      ...sums,
      netQty: '6.0000',
      netValue: '120.00',
    })
    const ledger = await owner.call(stockLedger, { query: { partId: shop.parts.pad } })
    expect(ledger.rows.map((row) => [row.inQty, row.outQty])).toEqual(rows.map((row) => [row.inQty, row.outQty]))
    expect((await owner.call(movements.list, { query: { ...pads, sort: '-inQty', rows: 1 } })).rows[0]?.inQty).toBe(
      '10.0000',
    )
  })
})

describe('the value of bins and batches', () => {
  it('adds up to that of their pool to the fen, whatever page and filter', async () => {
    const partId = shop.parts.pad
    await post(owner, goodsReceipt.routes, {
      header: header(),
      lines: [
        { partId, qty: '1', price: '33.33' },
        { partId, qty: '1', price: '33.33', locationId: bin, batchNo: 'B7' },
        { partId, qty: '1', price: '33.34', locationId: bin, batchNo: 'B8' },
      ],
    })
    const valueIn = async (name: 'warehouse' | 'location' | 'batch', part: string) => {
      const query = { part, inStock: 'false' } as const
      const pages = [1, 2, 3, 4].map((page) =>
        owner.call(stockInquiry[name].list, { query: { ...query, page, rows: 1 } }),
      )
      const rows = (await Promise.all(pages)).flatMap((page) => page.rows)
      const { sums } = await owner.call(stockInquiry[name].totals, { query })
      return [sums['stockValue'], round(sumOf(rows, (row) => row.stockValue ?? '0'))]
    }
    const [{ partCode = '' } = {}] = (
      await owner.call(stockInquiry.batch.list, { query: { locationId: bin } })
    ).rows.filter((row) => row.batchNo === 'B7')
    // 6 of 120.00 lay there before.
    for (const name of ['warehouse', 'location', 'batch'] as const)
      expect(await valueIn(name, partCode), name).toEqual(['220.00', '220.00'])
  })
})
