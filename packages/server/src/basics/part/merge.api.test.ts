// 合并配件 (business/basics 3.1): what a doubled part has goes over, and nothing is lost. Longer than most rooms, because
// all of it goes over in one step, which each test plays with something else on the part.
import { searchParts } from '@chepu/contract/basics/lookups'
import { partMerge } from '@chepu/contract/basics/part-merge'
import { partRoutes } from '@chepu/contract/basics/part'
import { priceHistory } from '@chepu/contract/basics/price-list'
import { productRoutes } from '@chepu/contract/basics/product'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { movements } from '@chepu/contract/warehouse/stock-movements'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post, save, tryAct } from '../../../test/desk'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { createOrg } from '../../access/provision'
import { shanghaiDay } from '../../kernel/base/calendar'

let shop: Shop
let owner: Client
let base: { brandId: number; categoryId: number; unitId: number; taxRateId: number }
let shelfId: number
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  owner = await shop.signIn('owner')
  const { brandId, categoryId, unitId, taxRateId } = await owner.call(partRoutes.read, {
    params: { id: shop.parts.filter },
  })
  base = { brandId, categoryId, unitId, taxRateId }
  shelfId = await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'location', { warehouse_id: shop.warehouseId, code: 'A-01' }),
  )
})
afterAll(() => shop.close())

const today = shanghaiDay()
const add = (name: string, more: object = {}) => owner.call(partRoutes.save, { body: { name, ...base, ...more } })
const pairOf = async (name: string, source: object = {}, target: object = {}) => ({
  kept: await add(name, target),
  doubled: await add(`${name}重复`, source),
})
const buy = (partId: number, qty: string, price: string, more: object = {}) =>
  post(owner, goodsReceipt.routes, {
    header: { bizDate: today, partnerId: shop.supplierId, warehouseId: shop.warehouseId },
    lines: [{ partId, qty, price, ...more }],
  })
const sell = (partId: number, qty: string) =>
  post(owner, salesDelivery.routes, {
    header: { bizDate: today, partnerId: shop.customerId, warehouseId: shop.warehouseId },
    lines: [{ partId, qty, price: '100' }],
  })
const merge = (id: number, sourceId: number, client = owner) =>
  client.ask(partRoutes.merge, { params: { id }, body: { sourceId } })
const preview = (id: number, sourceId: number) =>
  owner.call(partRoutes.mergePreview, { params: { id }, query: { sourceId } })
const read = (id: number) => owner.call(partRoutes.read, { params: { id } })
const movedBy = async (partId: number) =>
  (await owner.call(movements.list, { query: { partId } })).rows.map((row) => [
    row.docKind,
    row.inQty ?? `-${row.outQty}`,
    row.inValue ?? `-${row.outValue}`,
    row.locationCode,
  ])

/** The merge is a document that whoever sees stock opens: what left of the doubled part and what came in of the one that stays, and who did it. */
async function isRead(id: number, doubled: { id: number }, kept: { id: number }) {
  const { routes } = partMerge
  const line = (partId: number, qty: string) => ({ partId, qty })
  const document = await owner.call(routes.read, { params: { id } })
  expect(document).toMatchObject({ header: { state: 'done', costAmount: '159.94' }, can: [] })
  expect(document.lines).toMatchObject([
    line(doubled.id, '1.0000'),
    line(kept.id, '1.0000'),
    line(doubled.id, '7.0000'),
    line(kept.id, '7.0000'),
  ])
  expect((await owner.call(routes.list)).rows).toMatchObject([{ id, billNo: document.header.billNo }])
  expect(await owner.call(routes.log, { params: { id } })).toMatchObject([{ action: 'post' }])
  expect(await owner.call(routes.related, { params: { id } })).toEqual([])
  expect(await owner.call(routes.print, { params: { id } })).toMatchObject({ printCount: 1 })
  const keeper = await shop.signIn('warehouse_keeper')
  const shown = await keeper.call(routes.read, { params: { id } })
  expect(shown.header).not.toHaveProperty('costAmount')
  const again = { header: document.header, lines: document.lines }
  expect(await owner.ask(routes.save, { body: again } as never)).toMatchObject({ status: 405 })
}

describe('stock', () => {
  it('goes over bin by bin at its value; both together are worth what they were', async () => {
    const { kept, doubled } = await pairOf('水泵')
    await buy(kept.id, '5', '12')
    await buy(doubled.id, '3', '10.01')
    await buy(doubled.id, '7', '9.99', { locationId: shelfId })
    // 10 pieces for 99.96; 2 of them leave for round(99.96 × 2 ÷ 10) = 19.99.
    await sell(doubled.id, '2')
    expect(await shop.books.pool(doubled.id)).toBe('8.0000 / 79.97')
    expect((await preview(kept.id, doubled.id)).moves).toContainEqual({ what: '库存', detail: '主仓 8个' })
    expect(await merge(kept.id, doubled.id)).toMatchObject({ status: 200 })
    expect(await shop.books.pool(doubled.id)).toBe('0.0000 / 0.00')
    expect(await shop.books.pool(kept.id)).toBe('13.0000 / 139.97')
    expect(await shop.books.bins(kept.id)).toEqual({ 'A-01': '7.0000', 默认: '6.0000' })
    // What was posted keeps its name; the merge stands in 台账 of both.
    const merged = async (partId: number) => (await movedBy(partId)).filter(([kind]) => kind === 'part_merge')
    expect(await merged(doubled.id)).toEqual([
      ['part_merge', '-7.0000', '-69.97', 'A-01'],
      ['part_merge', '-1.0000', '-10.00', '默认'],
    ])
    expect(await merged(kept.id)).toEqual([
      ['part_merge', '7.0000', '69.97', 'A-01'],
      ['part_merge', '1.0000', '10.00', '默认'],
    ])
    expect(await movedBy(doubled.id)).toHaveLength(5)
    const [document] = await shop.sql<{ billNo: string; id: number; costAmount: string; totalQty: string }>(
      `select id, bill_no, cost_amount, total_qty from goods_document where group_id = $1 and kind = 'part_merge'`,
    )
    expect(document).toMatchObject({
      billNo: expect.stringMatching(/^HB01\d{10}$/),
      totalQty: '16.0000',
      costAmount: '159.94',
    })
    expect(await shop.books.pnl('part_merge', document?.id as number)).toEqual({})
    await isRead(document?.id as number, doubled, kept)
    // What is sold next costs the average of both: round(139.97 ÷ 13).
    const sold = await sell(kept.id, '1')
    expect(await shop.books.pnl('sales_delivery', sold.id)).toMatchObject({ cogs_part: '10.77' })
  })

  it('goes over by a document for each warehouse, which names its own', async () => {
    const { kept, doubled } = await pairOf('节温器')
    const second = await shop.db.tenant(shop.groupId, async (tx) => {
      const warehouseId = await one(tx, 'warehouse', { org_id: shop.orgId, code: 'EK', name: '二号库', kind: 'normal' })
      await one(tx, 'location', { warehouse_id: warehouseId, code: '二库-1', is_default: true })
      return warehouseId
    })
    await shop.sql('update shared.login set access_version = access_version + 1 where group_id = $1')
    await buy(doubled.id, '4', '10', { locationId: shelfId })
    const header = { bizDate: today, partnerId: shop.supplierId, warehouseId: second }
    await post(owner, goodsReceipt.routes, { header, lines: [{ partId: doubled.id, qty: '2', price: '8' }] } as never)
    expect(await merge(kept.id, doubled.id)).toMatchObject({ status: 200 })
    const { rows } = await owner.call(partMerge.routes.list, { query: { rows: 50 } })
    expect(
      rows
        .slice(0, 2)
        .map((row) => [row.warehouseName, row.lineCount, row.totalQty])
        .toSorted(),
    ).toEqual([
      ['主仓', 2, '8.0000'],
      ['二号库', 2, '4.0000'],
    ])
    expect((await owner.call(partMerge.routes.list, { query: { warehouseId: second } })).rows).toHaveLength(1)
    expect(await shop.books.pool(kept.id, second)).toBe('2.0000 / 16.00')
  })

  it('goes over in every organisation, batch by batch', async () => {
    const { kept, doubled } = await pairOf('分店件', { batchManaged: true }, { batchManaged: true })
    await buy(doubled.id, '2', '5', { batchNo: 'B1' })
    const otherOrg = await shop.db.tenant(shop.groupId, (tx) =>
      createOrg(tx, {
        code: '02',
        name: '二店',
        shortName: '二店',
        orgType: 'parts_trade',
        taxpayerKind: 'small',
        startMonth: 202601,
        config: { approveRequired: [] },
      }),
    )
    const there = await shop.db.tenant(shop.groupId, async (tx) => {
      const warehouseId = await one(tx, 'warehouse', { org_id: otherOrg, code: 'EC', name: '二店仓', is_default: true })
      await one(tx, 'location', { warehouse_id: warehouseId, code: '默认', is_default: true })
      return warehouseId
    })
    const other = await shop.signIn('owner', otherOrg)
    const pageOfMerge = async (client: typeof owner) => (await client.call(partMerge.routes.list)).rows.length
    const before = await pageOfMerge(owner)
    await post(other, goodsReceipt.routes, {
      header: { bizDate: today, partnerId: shop.supplierId, warehouseId: there },
      lines: [{ partId: doubled.id, qty: '3', price: '7', batchNo: 'B2' }],
    })
    expect((await preview(kept.id, doubled.id)).moves).toEqual(
      expect.arrayContaining([
        { what: '库存', detail: '主仓 2个' },
        { what: '库存', detail: '另有1个您看不到的仓库' },
      ]),
    )
    await shop.sql('update org set closed_month = $3 where group_id = $1 and id = $2', otherOrg, 209912)
    const refusal = { status: 400, msg: `企业「二店」已结账：${today.slice(0, 7)}` }
    expect(await merge(kept.id, doubled.id)).toMatchObject(refusal)
    await shop.sql('update org set closed_month = null where group_id = $1 and id = $2', otherOrg)
    expect(await merge(kept.id, doubled.id)).toMatchObject({ status: 200 })
    expect([await pageOfMerge(owner), await pageOfMerge(other)]).toEqual([before + 1, 1])
    expect(await shop.books.pool(kept.id, shop.warehouseId)).toBe('2.0000 / 10.00')
    expect(await shop.books.pool(kept.id, there)).toBe('3.0000 / 21.00')
    expect(await shop.books.bins(kept.id)).toEqual({ '默认/B1': '2.0000', '默认/B2': '3.0000' })
    expect(await shop.books.pool(doubled.id)).toBe('0.0000 / 0.00')
  })

  it('is held for the order that waited for the part that stays', async () => {
    const { kept, doubled } = await pairOf('缺货件')
    await buy(doubled.id, '4', '8')
    const order = await save(owner, salesOrder.routes, {
      header: { bizDate: today, partnerId: shop.customerId, warehouseId: shop.warehouseId, allowBackorder: true },
      lines: [{ partId: kept.id, qty: '3', price: '20' }],
    })
    await act(owner, salesOrder.routes, await act(owner, salesOrder.routes, order, 'submit'), 'confirm')
    expect(await shop.books.held(kept.id)).toBe('0 + 3')
    await merge(kept.id, doubled.id)
    expect(await shop.books.held(kept.id)).toBe('3 + 0')
  })

  it('that an undone document brought back goes over when the two are merged again', async () => {
    const { kept, doubled } = await pairOf('反审核件')
    await buy(doubled.id, '4', '8')
    const sold = await sell(doubled.id, '3')
    await merge(kept.id, doubled.id)
    await act(owner, salesDelivery.routes, sold, 'unapprove')
    expect(await shop.books.pool(doubled.id)).toBe('3.0000 / 24.00')
    await owner.call(salesDelivery.routes.act, {
      params: { id: sold.id, action: 'void' },
      body: {
        version: (await owner.call(salesDelivery.routes.read, { params: { id: sold.id } })).header.version,
        reason: '合并',
      },
    })
    expect(await merge(kept.id, doubled.id)).toMatchObject({ status: 200 })
    expect(await shop.books.pool(kept.id)).toBe('4.0000 / 32.00')
    expect((await read(doubled.id)).remark).toBe(`（已合并到 ${kept.code}）`)
  })
})

describe('what a part has besides', () => {
  it('goes over where the part that stays has none; the old code still scans', async () => {
    const { kept, doubled } = await pairOf(
      '火花塞',
      {
        oes: [{ oeNo: 'D-200' }, { oeNo: 'K-100' }],
        barcodes: ['69000001'],
        fitments: [
          { modelText: '卡罗拉', position: '前' },
          { modelText: '卡罗拉', position: '后' },
        ],
        substitutes: [{ substituteId: shop.parts.pad, direction: 'two_way' }],
        bom: [{ componentId: shop.parts.oil, qty: '2' }],
      },
      { oes: [{ oeNo: 'K100' }], fitments: [{ modelText: '卡罗拉', position: '前' }] },
    )
    expect(await merge(kept.id, doubled.id)).toMatchObject({ status: 200 })
    const after = await read(kept.id)
    expect(after.oes.map(({ oeNo }) => oeNo)).toEqual(['K100', 'D-200'])
    expect(after.barcodes).toEqual(['69000001', doubled.code])
    expect(after.fitments.map(({ modelText, position }) => [modelText, position])).toEqual([
      ['卡罗拉', '前'],
      ['卡罗拉', '后'],
    ])
    expect(after.substitutes.map(({ substituteId }) => substituteId)).toEqual([shop.parts.pad])
    expect(after.bom.map(({ componentId }) => componentId)).toEqual([shop.parts.oil])
    const scan = async (q: string) =>
      (await owner.call(searchParts, { query: { q, exact: 'true' } })).rows.map((row) => row.partCode)
    expect(await scan(doubled.code)).toEqual([kept.code])
    expect(await scan('d200')).toEqual([kept.code])
  })

  it('fills the blanks of its product and keeps what was set; the last purchase stays with its receipts', async () => {
    const { kept, doubled } = await pairOf('商品件')
    await buy(doubled.id, '1', '30')
    const row = async (partId: number) =>
      (await shop.sql<Record<string, string>>('select * from product where group_id = $1 and part_id = $2', partId))[0]
    await owner.call(productRoutes.introduce, { body: { partIds: [kept.id] } })
    const set = (partId: number, prices: object) =>
      shop.db.tenant(shop.groupId, (tx) =>
        tx.query({
          text: `update product set retail_price = $3, wholesale_price1 = $4, min_stock = $5, max_stock = $6 where group_id = $1 and part_id = $2`,
          values: [tx.groupId, partId, ...Object.values(prices)],
        }),
      )
    await set(kept.id, { retail: '50', wholesale: null, least: null, most: null })
    await set(doubled.id, { retail: '55', wholesale: '45', least: '2', most: '9' })
    await merge(kept.id, doubled.id)
    expect(await row(kept.id)).toMatchObject({
      retailPrice: '50.0000',
      wholesalePrice1: '45.0000',
      minStock: '2.0000',
      maxStock: '9.0000',
      lastPurchasePrice: null,
    })
    expect(await row(doubled.id)).toMatchObject({ lastPurchasePrice: '30.0000' })
    const noted = await owner.call(priceHistory.list, { query: { partId: kept.id } as never })
    expect(noted.rows).toMatchObject([{ price: 'wholesalePrice1', oldPrice: null, newPrice: '45.0000' }])
  })
})

describe('limits of warehouses', () => {
  it('go over where the part that stays has none', async () => {
    const { kept, doubled } = await pairOf('分仓件')
    const second = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'warehouse', { org_id: shop.orgId, code: 'FC', name: '分仓', kind: 'normal' }),
    )
    await owner.call(productRoutes.introduce, { body: { partIds: [kept.id, doubled.id] } })
    const limit = (partId: number, warehouseId: number, min: number) =>
      shop.sql(
        'insert into product_limit (group_id, org_id, part_id, warehouse_id, min_stock) values ($1, $2, $3, $4, $5) returning part_id',
        shop.orgId,
        partId,
        warehouseId,
        min,
      )
    await limit(kept.id, second, 3)
    await limit(doubled.id, second, 4)
    await limit(doubled.id, shop.warehouseId, 5)
    expect((await preview(kept.id, doubled.id)).moves).toContainEqual({ what: '仓库上下限', detail: '2条' })
    await merge(kept.id, doubled.id)
    expect(
      await shop.sql('select min_stock from product_limit where group_id = $1 and part_id = $2 order by 1', kept.id),
    ).toEqual([{ minStock: '3.0000' }, { minStock: '5.0000' }])
  })
})

describe('a merge is refused', () => {
  it('in words, told before it is tried', async () => {
    const { kept, doubled } = await pairOf('拒绝件')
    const refused = async (id: number, sourceId: number, msg: string | RegExp) => {
      const { refusals } = await preview(id, sourceId)
      expect(refusals).toEqual([typeof msg === 'string' ? msg : expect.stringMatching(msg)])
      expect(await merge(id, sourceId)).toMatchObject({ status: 400, msg: refusals[0] })
    }
    await refused(kept.id, shop.parts.oil, '两个配件的单位不同，不能合并')
    const batched = await add('批次件', { batchManaged: true })
    await refused(kept.id, batched.id, '两个配件一个按批次管理，一个不按批次管理，不能合并')
    const draft = await save(owner, goodsReceipt.routes, {
      header: { bizDate: today, partnerId: shop.supplierId, warehouseId: shop.warehouseId },
      lines: [{ partId: doubled.id, qty: '1', price: '1' }],
    })
    await refused(kept.id, doubled.id, `配件 ${doubled.code} 在未完成的单据 ${draft.billNo} 中，请先处理这些单据`)
    await act(owner, goodsReceipt.routes, draft, 'void')
    await add('总成', {
      bom: [
        { componentId: kept.id, qty: '1' },
        { componentId: doubled.id, qty: '1' },
      ],
    })
    await refused(kept.id, doubled.id, /^P\d{6} 的组成件同时含有这两个配件，请先修改组成件$/)
    const inner = await add('内芯')
    const middle = await add('中间件', { bom: [{ componentId: inner.id, qty: '1' }] })
    const outer = await add('总成二', { bom: [{ componentId: middle.id, qty: '1' }] })
    const circle = '其中一个配件是另一个的组成件，合并后会含有自己，请先修改组成件'
    await refused(outer.id, inner.id, circle)
    await refused(inner.id, outer.id, circle)
    await refused(middle.id, inner.id, circle)
  })

  it('for what was merged elsewhere, for oneself, for a part that is off', async () => {
    const { kept, doubled } = await pairOf('链条件')
    const third = await add('链条件三')
    await merge(kept.id, doubled.id)
    expect(await merge(third.id, doubled.id)).toMatchObject({
      msg: `配件 ${doubled.code} 已合并到 ${kept.code}，只能再合并到 ${kept.code}`,
    })
    expect(await merge(doubled.id, third.id)).toMatchObject({
      msg: `配件 ${doubled.code} 已停用，不能作为合并后的配件`,
    })
    expect(await merge(kept.id, kept.id)).toMatchObject({ errors: [{ path: 'sourceId', message: '不能与自己合并' }] })
    // What had been merged into a part goes with it.
    await merge(third.id, kept.id)
    expect(await merge(third.id, doubled.id)).toMatchObject({ status: 200 })
  })

  it('to who has not the button, and for parts of nobody', async () => {
    const { kept, doubled } = await pairOf('权限件')
    const keeper = await shop.signIn('keeper')
    expect(await merge(kept.id, doubled.id, keeper)).toMatchObject({ status: 403 })
    expect(await merge(kept.id, 999_999)).toMatchObject({ status: 404 })
    expect(
      await owner.ask(partRoutes.mergePreview, { params: { id: kept.id }, query: { sourceId: 999_999 } }),
    ).toMatchObject({ status: 404 })
  })

  it('once the month is closed, and then leaves everything as it was', async () => {
    const { kept, doubled } = await pairOf('结账件', { oes: [{ oeNo: 'CLOSED-1' }] })
    await buy(doubled.id, '1', '9')
    const closed = Number.parseInt(today.slice(0, 4) + today.slice(5, 7), 10)
    const close = (month: number | null) =>
      shop.sql('update org set closed_month = $3 where group_id = $1 and id = $2', shop.orgId, month)
    await close(closed)
    expect(await merge(kept.id, doubled.id)).toMatchObject({ status: 400, msg: `该期间已结账：${today.slice(0, 7)}` })
    await close(null)
    expect(await shop.books.pool(doubled.id)).toBe('1.0000 / 9.00')
    expect(await read(doubled.id)).toMatchObject({ isActive: true, oes: [{ oeNo: 'CLOSED-1' }] })
  })
})

it('two presses merge once', async () => {
  const { kept, doubled } = await pairOf('双击件')
  await buy(doubled.id, '2', '6')
  const press = () =>
    owner.ask(partRoutes.merge, {
      params: { id: kept.id },
      body: { sourceId: doubled.id },
      idempotencyKey: 'merge-twice',
    })
  expect((await Promise.all([press(), press()])).map(({ status }) => status)).toEqual([200, 200])
  expect(await shop.books.pool(kept.id)).toBe('2.0000 / 12.00')
  const entries = await shop.sql(`select id from stock_ledger where group_id = $1 and part_id = $2`, kept.id)
  expect(entries).toHaveLength(1)
})

it('a part that stays sells on while another is merged into it', async () => {
  const { kept, doubled } = await pairOf('并发件')
  await buy(kept.id, '50', '2')
  await buy(doubled.id, '50', '4')
  const drafts = await Promise.all(
    Array.from({ length: 6 }, () =>
      save(owner, salesDelivery.routes, {
        header: { bizDate: today, partnerId: shop.customerId, warehouseId: shop.warehouseId },
        lines: [{ partId: kept.id, qty: '1', price: '10' }],
      }),
    ),
  )
  const [merged, ...sold] = await Promise.all([
    merge(kept.id, doubled.id),
    ...drafts.map((draft) => tryAct(owner, salesDelivery.routes, draft, 'approve')),
  ])
  expect([merged, ...sold].map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 200))
  expect(await shop.books.pool(doubled.id)).toBe('0.0000 / 0.00')
  expect(await shop.books.pool(kept.id)).toMatch(/^94\.0000 \/ /)
})
