import { lookupPartsById } from '@chepu/contract/basics/lookups'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { askForTransfer, groupStock } from '@chepu/contract/warehouse/group-stock'
import { lowStock, requestLowStock, setLimits, surplusOf } from '@chepu/contract/warehouse/inventory-warning'
import { stockInquiry, stockSubstitutes } from '@chepu/contract/warehouse/stock-inquiry'
import { productRoutes } from '@chepu/contract/basics/product'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act } from '../../../test/desk'
import type { Client } from '../../../test/shop'
import { openTransfers } from '../transfers/transfers.fixture'

/**
 * The main organisation has 30 filters and 7 pads in its 主仓, and a filter stands in for a pad, both ways. The sister has nothing of either and
 * asks.
 */
let desk: Awaited<ReturnType<typeof openTransfers>>
let filter: number
let pad: number
let oil: number
let asker: Client
beforeAll(async () => {
  desk = await openTransfers({ backdateDays: 300 })
  ;({ filter, pad, oil } = desk.shop.parts)
  asker = desk.sister.client
  await desk.shop.sql(
    `insert into part_substitute (group_id, part_id, substitute_id, direction, priority, note) values
      ($1, $2, $3, 'two_way', 2, '通用'), ($1, $2, $4, 'one_way', 1, '油封') returning id`,
    pad,
    filter,
    oil,
  )
})
afterAll(() => desk.shop.close())

const wanted = (partId: number, qty: string) => ({
  warehouseId: desk.sister.warehouseId,
  fromWarehouseId: desk.main.warehouseId,
  partId,
  qty,
})
const read = (id: number) => asker.call(transferRequest.routes.read, { params: { id } })
const placesOf = async (client: Client, partId: number) => (await client.call(groupStock, { query: { partId } })).rows
const linesOf = async (id: number) => (await read(id)).lines.map((line) => [line.partId, line.qty])

describe('兄弟企业可用量', () => {
  it('tells who has the part and what stands in for it, by quantity alone, the part itself first', async () => {
    const rows = await placesOf(asker, pad)
    expect(rows.map((row) => [row.partId, row.orgName, row.warehouseName, row.available])).toEqual([
      [pad, '测试配件店', '主仓', '7.0000'],
      [filter, '测试配件店', '主仓', '30.0000'],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/price|cost|value/i)
    // A two-way link is read from both sides, a one-way link in its direction.
    expect((await placesOf(asker, filter)).map((row) => row.partId)).toEqual([filter, pad])
    expect(await placesOf(asker, oil)).toEqual([])
    // What the own organisation has is no matter of sisters.
    expect(await placesOf(desk.main.client, pad)).toEqual([])
  })

  it('counts what is free, as 全集团 of 库存查询 does', async () => {
    const { shop, main } = desk
    const order = {
      header: { bizDate: '2026-11-01', partnerId: shop.customerId, warehouseId: main.warehouseId },
      lines: [{ partId: filter, qty: '4', price: '30' }],
    }
    const saved = await main.client.call(salesOrder.routes.save, { body: order as never })
    const confirmed = await act(
      main.client,
      salesOrder.routes,
      await act(main.client, salesOrder.routes, saved, 'submit'),
      'confirm',
    )
    const [place] = await placesOf(asker, filter)
    expect(place).toMatchObject({ available: '26.0000' })
    const inGroup = await asker.call(stockInquiry.group.list, { query: { part: '04152' } })
    expect(inGroup.rows).toMatchObject([{ onHand: '30.0000', available: '26.0000' }])
    const own = await main.client.call(stockInquiry.part.list, { query: { part: '04152' } })
    expect(own.rows).toMatchObject([{ onHand: '30.0000', available: '26.0000' }])
    await act(main.client, salesOrder.routes, confirmed, 'close')
    expect((await placesOf(asker, filter))[0]).toMatchObject({ available: '30.0000' })
  })

  it('tells the same substitutes in the picker as in 库存查询', async () => {
    const client = desk.main.client
    const body = { mode: 'sale' as const, warehouseId: desk.main.warehouseId, partIds: [pad] }
    const [picked] = (await client.call(lookupPartsById, { body })).rows
    const { rows } = await client.call(stockSubstitutes, { query: { partId: pad, warehouseId: desk.main.warehouseId } })
    expect(picked?.substitutes.map((each) => [each.partId, each.available, each.note])).toEqual([
      [oil, '0', '油封'],
      [filter, '30.0000', '通用'],
    ])
    expect(rows.map((each) => [each.partId, each.available, each.note])).toEqual([
      [oil, '0.0000', '油封'],
      [filter, '30.0000', '通用'],
    ])
  })

  it('is told to who sees 全集团, of organisations that share their quantities, and of the own company alone', async () => {
    for (const role of ['salesperson', 'buyer', 'warehouse_keeper', 'adviser']) {
      const atTheCounter = await desk.shop.signIn(role, desk.sister.orgId)
      expect((await atTheCounter.ask(groupStock, { query: { partId: pad } })).status).toBe(200)
    }
    const cashier = await desk.shop.signIn('cashier_accountant', desk.sister.orgId)
    expect((await cashier.ask(groupStock, { query: { partId: pad } })).status).toBe(403)
    expect((await cashier.ask(surplusOf, { body: { partIds: [pad] } })).status).toBe(403)
    expect(await placesOf(asker, 999_999)).toEqual([])
    const share = (isShared: boolean) =>
      desk.shop.sql(
        `update org set config = config || jsonb_build_object('shareStockQty', $3::boolean) where group_id = $1 and id = $2 returning id`,
        desk.main.orgId,
        isShared,
      )
    await share(false)
    expect(await placesOf(asker, pad)).toEqual([])
    expect((await asker.call(surplusOf, { body: { partIds: [pad] } })).rows).toEqual([])
    await share(true)
  })
})

describe('缺货申请调拨', () => {
  it('begins a draft of today to the supplier and extends it, once for each press', async () => {
    const press = { body: wanted(pad, '2'), idempotencyKey: 'press-1' }
    const [first, again] = await Promise.all([asker.ask(askForTransfer, press), asker.ask(askForTransfer, press)])
    expect([first.status, again.data]).toEqual([200, first.data])
    const { id, billNo } = first.data
    expect(await read(id)).toMatchObject({
      header: {
        billNo,
        state: 'draft',
        warehouseId: desk.sister.warehouseId,
        counterOrgId: desk.main.orgId,
        toWarehouseId: desk.main.warehouseId,
        remark: '缺货申请',
      },
      lines: [{ partId: pad, qty: '2.0000' }],
    })
    expect(await asker.call(askForTransfer, { body: wanted(filter, '5') })).toEqual({ id, billNo })
    expect(await asker.call(askForTransfer, { body: wanted(pad, '1') })).toEqual({ id, billNo })
    expect(await linesOf(id)).toEqual([
      [pad, '3.0000'],
      [filter, '5.0000'],
    ])
    expect((await placesOf(asker, pad)).map((row) => [row.partId, row.requestedQty])).toEqual([
      [pad, '3.0000'],
      [filter, '5.0000'],
    ])
    // What has been sent off is changed no more.
    await act(asker, transferRequest.routes, (await read(id)).header, 'submit')
    const next = await asker.call(askForTransfer, { body: wanted(pad, '1') })
    expect(next.id).not.toBe(id)
    expect(await linesOf(next.id)).toEqual([[pad, '1.0000']])
    await act(asker, transferRequest.routes, (await read(next.id)).header, 'void')
    await act(
      asker,
      transferRequest.routes,
      await act(asker, transferRequest.routes, (await read(id)).header, 'withdraw'),
      'void',
    )
  })

  it('goes on one draft from several tabs at once, and refuses more than a line may ask for', async () => {
    const pressed = await Promise.all([1, 2, 3, 4].map(() => asker.ask(askForTransfer, { body: wanted(pad, '1') })))
    const ids = [...new Set(pressed.map(({ data }) => data.id))]
    expect(ids).toHaveLength(1)
    expect(await linesOf(ids[0] as number)).toEqual([[pad, '4.0000']])
    expect(await asker.ask(askForTransfer, { body: wanted(pad, '999999') })).toMatchObject({
      status: 400,
      msg: '与草稿中已申请的合计 1000003，数量整数最多6位，小数最多4位',
    })
    await act(asker, transferRequest.routes, (await read(ids[0] as number)).header, 'void')
  })

  it('leaves the draft of somebody else alone', async () => {
    const other = await desk.shop.signIn('owner', desk.sister.orgId)
    const mine = await asker.call(askForTransfer, { body: wanted(pad, '1') })
    const theirs = await other.call(askForTransfer, { body: wanted(pad, '1') })
    expect(theirs.id).not.toBe(mine.id)
    for (const { id } of [mine, theirs]) await act(asker, transferRequest.routes, (await read(id)).header, 'void')
  })

  it('refuses who may not ask, places and parts that are none, and a warehouse that is not his', async () => {
    const seller = await desk.shop.signIn('salesperson', desk.sister.orgId)
    expect((await seller.ask(askForTransfer, { body: wanted(pad, '1') })).status).toBe(403)
    const ask = async (more: object) =>
      (await asker.ask(askForTransfer, { body: { ...wanted(pad, '1'), ...more } })).msg
    expect(await ask({ fromWarehouseId: 999_999 })).toBe('供货仓库不存在')
    expect(await ask({ warehouseId: desk.main.warehouseId })).toBe('仓库不存在，或您没有该仓库的权限')
    expect(await ask({ fromWarehouseId: desk.sister.warehouseId })).toContain('不能相同')
    expect(await ask({ partId: 999_999 })).toContain('配件')
    expect(await ask({ qty: '0' })).toBe('数量必须大于0')
  })
})

describe('库存预警生成调拨申请', () => {
  const limits = (client: Client, partId: number, minStock: string | null, maxStock: string | null) =>
    client.call(setLimits, { body: { partIds: [partId], minStock, maxStock } })
  const surplus = async (partId: number) => (await asker.call(surplusOf, { body: { partIds: [partId] } })).rows

  it('proposes who has more than he keeps: above the upper limit, else above the lower one, less what is spoken for', async () => {
    const { main } = desk
    for (const client of [main.client, asker])
      await client.ask(productRoutes.introduce, { body: { partIds: [pad, filter] } })
    await limits(main.client, filter, '10', '24')
    expect(await surplus(filter)).toEqual([
      {
        partId: filter,
        orgName: '测试配件店',
        warehouseId: main.warehouseId,
        warehouseName: '主仓',
        surplusQty: '6.0000',
      },
    ])
    await limits(main.client, filter, '10', null)
    expect(await surplus(filter)).toMatchObject([{ surplusQty: '20.0000' }])
    await limits(main.client, filter, '40', null)
    expect(await surplus(filter)).toEqual([])
    await limits(main.client, filter, '10', null)
    const ofMain = { partIds: [filter], warehouseId: main.warehouseId, maxStock: null }
    await main.client.call(setLimits, { body: { ...ofMain, minStock: '25' } })
    // Of 30 the warehouse keeps 25 for itself.
    expect(await surplus(filter)).toMatchObject([{ surplusQty: '5.0000' }])
    await main.client.call(setLimits, { body: { ...ofMain, minStock: null } })
    const { id } = await asker.call(askForTransfer, { body: wanted(filter, '3') })
    expect(await surplus(filter)).toMatchObject([{ surplusQty: '17.0000' }])
    await act(asker, transferRequest.routes, (await read(id)).header, 'void')
    expect(await surplus(filter)).toMatchObject([{ surplusQty: '20.0000' }])
  })

  it('makes a draft a supplying warehouse, which the suggestion counts until the goods are here', async () => {
    const { main } = desk
    await limits(asker, filter, '12', null)
    await limits(asker, pad, '2', null)
    const low = async () => {
      const { rows } = await asker.call(lowStock.list)
      return rows.find(({ partId }) => partId === filter)
    }
    expect(await low()).toMatchObject({ available: '0.0000', requestedQty: '0.0000', suggestedQty: '12.0000' })
    const lines = [
      { partId: filter, fromWarehouseId: main.warehouseId, qty: '9', comingQty: '0' },
      { partId: pad, fromWarehouseId: main.warehouseId, qty: '2', comingQty: '0' },
    ]
    for (const warehouseId of [999_999, main.warehouseId]) {
      const foreign = lines.map((line) => ({ ...line, warehouseId }))
      expect((await asker.ask(requestLowStock, { body: { lines: foreign } })).msg).toMatch(/^第1行 \[.+\] 仓库不存在$/)
    }
    const named = [{ ...lines[0], warehouseId: desk.sister.warehouseId }, lines[1]] as typeof lines
    const { requests } = await asker.call(requestLowStock, { body: { lines: named } })
    expect(requests).toMatchObject([{ fromName: '测试配件店 主仓', lineCount: 2 }])
    const id = requests[0]?.id as number
    const twice = await asker.ask(requestLowStock, { body: { lines } })
    expect(twice).toMatchObject({ status: 409, reason: 'stale' })
    expect(twice.msg).toBe(`第1行 [04152-YZZA1] 已有调拨申请单 ${requests[0]?.billNo} 要货，请核对刷新后的建议量再生成`)
    expect((await read(id)).header).toMatchObject({ warehouseId: desk.sister.warehouseId, remark: '库存预警补货' })
    const counted = { requestedQty: '9.0000', onOrder: '0.0000', expected: '9.0000', suggestedQty: '3.0000' }
    expect(await low()).toMatchObject(counted)
    const sent = await act(asker, transferRequest.routes, (await read(id)).header, 'submit')
    await act(main.client, transferRequest.routes, sent, 'approve')
    expect(await low()).toMatchObject(counted)
    // Approved goods are held at the supplier, so that nobody proposes them again.
    expect(await surplus(filter)).toMatchObject([{ surplusQty: '11.0000' }])
    await desk.ship(main, desk.sister, [{ partId: filter, qty: '2', price: '12' }])
    expect(await low()).toMatchObject({ requestedQty: '9.0000', onOrder: '2.0000', suggestedQty: '1.0000' })
  })

  it('refuses a part named twice, one that is no product here, a place of its own, and who may not ask', async () => {
    const line = (partId: number, fromWarehouseId = desk.main.warehouseId) => ({
      partId,
      fromWarehouseId,
      qty: '1',
      comingQty: '99',
    })
    const ask = (client: Client, ...lines: ReturnType<typeof line>[]) =>
      client.ask(requestLowStock, { body: { lines } })
    expect((await ask(asker, line(pad), line(pad))).msg).toBe('同一配件只能选择一次')
    expect((await ask(asker, line(999_999))).msg).toBe('第1行 配件不是本企业的商品')
    expect((await ask(asker, line(filter), line(pad, desk.sister.warehouseId))).msg).toMatch(
      /^第2行 \[.+\] 供货仓库不存在$/,
    )
    const seller = await desk.shop.signIn('salesperson', desk.sister.orgId)
    expect((await ask(seller, line(pad))).status).toBe(403)
  })

  it('shows a keeper without prices his suggestions all the same', async () => {
    const keeper = await desk.shop.signIn('warehouse_keeper', desk.sister.orgId)
    const { rows } = await keeper.call(lowStock.list)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).not.toHaveProperty('lastPurchasePrice')
    const own = { ...wanted(pad, '1') }
    const asked = await keeper.ask(askForTransfer, { body: own })
    expect(asked.status).toBe(200)
  })
})
