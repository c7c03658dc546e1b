import { priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import { currentPrices, priceHistory, priceList } from '@chepu/contract/basics/price-list'
import { productRoutes, type ProductRow } from '@chepu/contract/basics/product'
import { searchParts } from '@chepu/contract/basics/lookups'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { readBell } from '@chepu/contract/shell/bell'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { act, post, save, tryAct, trySave, undo } from '../../../test/desk'
import { withdraw, type Worker, worker } from '../../../test/people'
import { newPart } from '../../../test/counter'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { checkInvariants } from '../../kernel/invariants'
import { startPriceChanges } from './schedule'

const { routes } = priceAdjustment
const today = shanghaiDay()
const tomorrow = addDays(today, 1)

let shop: Shop
let owner: Client
let seller: Client
let adviser: Client
/** A product of its own for each test. */
let partId: number
let product: ProductRow
beforeAll(async () => {
  shop = await openShop({ config: { priceTaxIncluded: true } })
  await shop.db.shared({ text: 'update shared.tenant_group set is_ready = true' })
  ;[owner, seller, adviser] = [
    await shop.signIn('owner'),
    await shop.signIn('salesperson'),
    await shop.signIn('adviser'),
  ]
})
beforeEach(async () => {
  partId = await newPart(shop)
  await owner.call(productRoutes.introduce, { body: { partIds: [partId] } })
  await setPrices({ retailPrice: '100', wholesalePrice1: '80', minSalePrice: '60' })
})
afterAll(() => shop.close())

const productNow = async (): Promise<ProductRow> => {
  const [row] = await shop.sql<{ id: number }>('select id from product where group_id = $1 and part_id = $2', partId)
  return owner.call(productRoutes.read, { params: { id: row?.id as number } })
}
async function setPrices(prices: Record<string, string | null>) {
  product = await productNow()
  return owner.call(productRoutes.save, { body: { id: product.id, version: product.version, ...prices } })
}
const body = (line: Record<string, string>, header: Record<string, unknown> = {}) => ({
  header: { bizDate: today, ...header },
  lines: [{ partId, ...line }],
})
const historyOf = async (client = owner) => {
  const { rows } = await client.call(priceHistory.list, { query: { partId: String(partId) } as never })
  return rows.map((row) => `${row.price} ${row.oldPrice} ${row.newPrice} ${row.source} ${row.billNo}`)
}
const newsOf = async (client: Client, kind: 'notice' | 'news') =>
  (await client.call(readBell))[kind].map(({ message }) => message)

/** Lets the clock of a server stand at a time of a day in Shanghai and looks, as it does every minute. */
async function lookAt(day: string, clock: string): Promise<void> {
  const now = () => new Date(`${day}T${clock}:00+08:00`)
  const fail = (error: unknown) => {
    throw error
  }
  const changes = startPriceChanges(shop.db, fail, { now })
  await changes.look()
  await changes.stop()
}

describe('调价单', () => {
  it('takes effect at its approval when it names no day: product, history, notice', async () => {
    const done = await post(owner, routes, body({ retailPrice: '120', minSalePrice: '70' }))
    expect(done.state).toBe('effective')
    expect(await productNow()).toMatchObject({
      retailPrice: '120.0000',
      minSalePrice: '70.0000',
      wholesalePrice1: '80.0000',
    })
    expect((await historyOf()).slice(0, 2).toSorted()).toEqual([
      `minSalePrice 60.0000 70.0000 adjustment ${done.billNo}`,
      `retailPrice 100.0000 120.0000 adjustment ${done.billNo}`,
    ])
    const told = `1 个商品价格已调整（${done.billNo}）`
    expect(await newsOf(seller, 'notice')).toContain(told)
    expect(await newsOf(adviser, 'notice')).toContain(told)
    const { header, lines } = await owner.call(routes.read, { params: { id: done.id } })
    expect(header).toMatchObject({ state: 'effective', lineCount: 1, effectiveAt: expect.any(String) })
    expect(lines).toMatchObject([
      { oldRetailPrice: '100.0000', retailPrice: '120.0000', wholesalePrice1: null, leftOut: '' },
    ])
    // Whoever sells the next one is offered the new price.
    const { rows } = await seller.call(searchParts, {
      query: { mode: 'sale', q: lines[0]?.partCode ?? '', exact: 'true', rows: 20 } as never,
    })
    expect(rows).toMatchObject([{ price: '120.0000' }])
  })

  it('waits for its day and clock, and takes effect once however many servers look, also late', async () => {
    const waiting = await post(
      owner,
      routes,
      body({ retailPrice: '118' }, { effectiveOn: tomorrow, effectiveTime: '08:30' }),
    )
    expect(waiting.state).toBe('approved')
    await lookAt(today, '23:59')
    await lookAt(tomorrow, '08:29')
    expect(await productNow()).toMatchObject({ retailPrice: '100.0000' })
    await Promise.all([lookAt(tomorrow, '08:30'), lookAt(tomorrow, '08:30'), lookAt(addDays(today, 9), '00:00')])
    expect(await productNow()).toMatchObject({ retailPrice: '118.0000' })
    expect((await historyOf()).filter((row) => row.includes(waiting.billNo))).toEqual([
      `retailPrice 100.0000 118.0000 adjustment ${waiting.billNo}`,
    ])
    expect((await newsOf(seller, 'notice')).filter((message) => message.includes(waiting.billNo))).toHaveLength(1)
    const log = await owner.call(routes.log, { params: { id: waiting.id } })
    expect(log.map(({ action, toState }) => `${action} ${toState}`)).toEqual([
      'effect effective',
      'approve approved',
      'add draft',
    ])
    const [row] = (await owner.call(priceHistory.list, { query: { partId: String(partId) } as never })).rows
    expect(row?.userName).not.toBeNull()
  })

  it('is taken back while it waits, and never takes effect then', async () => {
    const waiting = await post(owner, routes, body({ retailPrice: '130' }, { effectiveOn: tomorrow }))
    const draft = await undo(owner, routes, waiting)
    await act(owner, routes, draft, 'void')
    await lookAt(addDays(today, 2), '12:00')
    expect(await productNow()).toMatchObject({ retailPrice: '100.0000' })
  })

  it('is undone by another one that names it', async () => {
    const done = await post(owner, routes, body({ retailPrice: '120' }))
    expect(await tryAct(owner, routes, done, 'unapprove')).toMatchObject({ status: 400 })
    const back = await post(owner, routes, body({ retailPrice: '100' }, { backOfId: done.id }))
    expect(await productNow()).toMatchObject({ retailPrice: '100.0000' })
    const related = await owner.call(routes.related, { params: { id: done.id } })
    expect(related).toMatchObject([{ relation: 'target', billNo: back.billNo, stateName: '已生效' }])
    const waits = await save(owner, routes, body({ retailPrice: '90' }))
    expect(await trySave(owner, routes, body({ retailPrice: '90' }, { backOfId: waits.id }))).toMatchObject({
      status: 400,
      errors: [{ path: 'header.backOfId' }],
    })
  })

  it('refuses an approval of prices that somebody has changed since', async () => {
    const draft = await save(owner, routes, body({ retailPrice: '120' }))
    await setPrices({ retailPrice: '105' })
    expect(await tryAct(owner, routes, draft, 'approve')).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^第1行 \[.+\] 零售价在保存后已由 100 改为 105，请核对后重新保存$/),
      errors: [{ path: 'lines.0.retailPrice' }],
    })
    const sent = await act(owner, routes, await save(owner, routes, body({ retailPrice: '130' })), 'submit')
    await setPrices({ retailPrice: '106' })
    expect((await tryAct(owner, routes, sent, 'approve')).msg).toMatch(/由 105 改为 106，请退回草稿核对后重新保存$/)
    await act(owner, routes, sent, 'withdraw')
    const again = await save(owner, routes, { ...body({ retailPrice: '120' }), id: draft.id, version: draft.version })
    expect((await act(owner, routes, again, 'approve')).state).toBe('effective')
  })

  it('changes what was typed between approval and effect, says what stood then, and tells who approved', async () => {
    const waiting = await post(owner, routes, body({ retailPrice: '120' }, { effectiveOn: tomorrow }))
    await setPrices({ retailPrice: '105', transferPrice: '77' })
    await lookAt(tomorrow, '00:00')
    expect(await productNow()).toMatchObject({ retailPrice: '120.0000', transferPrice: '77.0000' })
    expect((await historyOf())[0]).toBe(`retailPrice 105.0000 120.0000 adjustment ${waiting.billNo}`)
    const { lines } = await owner.call(routes.read, { params: { id: waiting.id } })
    expect(lines).toMatchObject([{ oldRetailPrice: '105.0000', isOvertaken: true }])
    expect(await newsOf(owner, 'news')).toContain(
      `调价单 ${waiting.billNo} 已生效：1个商品审核后另行改过价，已按本单调整`,
    )
    // Who had the product open saves nothing over it unseen.
    const { status } = await owner.ask(productRoutes.save, {
      body: { id: product.id, version: product.version + 1, retailPrice: '106' },
    })
    expect(status).toBe(409)
  })

  it('leaves out what no product may have any more, and says so', async () => {
    const waiting = await post(owner, routes, body({ retailPrice: '70' }, { effectiveOn: tomorrow }))
    await setPrices({ minSalePrice: '75' })
    await lookAt(tomorrow, '00:00')
    expect(await productNow()).toMatchObject({ retailPrice: '100.0000', minSalePrice: '75.0000' })
    const { lines } = await owner.call(routes.read, { params: { id: waiting.id } })
    expect(lines).toMatchObject([{ leftOut: '零售价不能低于最低售价' }])
    expect(await newsOf(owner, 'news')).toContain(`调价单 ${waiting.billNo} 已生效：1个商品不合规则，未调整`)
    expect(await newsOf(seller, 'notice')).not.toContain(`1 个商品价格已调整（${waiting.billNo}）`)
  })

  it('names the line that cannot stand', async () => {
    const refused = async (lines: object[]) => {
      const answer = await trySave(owner, routes, { header: { bizDate: today }, lines } as never)
      return [answer.status, answer.errors?.[0]?.path, answer.msg.replace(/\[.+\]/, '[…]')]
    }
    expect(await refused([{ partId, retailPrice: '59' }])).toEqual([
      400,
      'lines.0.retailPrice',
      '第1行 […] 零售价不能低于最低售价 60',
    ])
    expect(
      await refused([
        { partId, retailPrice: '70' },
        { partId, retailPrice: '71' },
      ]),
    ).toEqual([400, 'lines.1.partId', '第2行 […] 配件重复'])
    expect(await refused([{ partId }])).toEqual([400, 'lines.0.partId', '第1行 […] 请至少填写一个新价'])
    expect(await refused([{ partId: 999_999, retailPrice: '1' }])).toEqual([
      400,
      'lines.0.partId',
      '第1行 配件不存在或已停用',
    ])
    expect(await refused([])).toEqual([400, 'lines', '请至少录入一行调价明细'])
  })
})

it('is watched over: history and adjustment say the same', async () => {
  const done = await post(owner, routes, body({ retailPrice: '120' }))
  const broken = async (old: string) => {
    await shop.sql(
      'update price_adjustment_line set old_retail_price = $3 where group_id = $1 and adjustment_id = $2 returning id',
      done.id,
      old,
    )
    const found = await shop.db.tenant(shop.groupId, (tx) => checkInvariants(tx))
    return found.flatMap(({ name, violations }) => violations.map((row) => `${name} ${row['billNo'] ?? 'noted'}`))
  }
  expect((await broken('99')).toSorted()).toEqual([
    `i90-adjusted-prices-are-noted ${done.billNo}`,
    'i90-adjusted-prices-are-noted noted',
  ])
  expect(await broken('100')).toEqual([])
})

describe('whose prices', () => {
  let limited: Worker
  beforeAll(async () => {
    limited = await worker(shop, 'owner')
  })

  it('keeps what a hand that does not see it cannot have meant', async () => {
    const draft = await save(owner, routes, body({ retailPrice: '120', wholesalePrice1: '85' }))
    await withdraw(shop, limited, { fields: ['wholesale_price'] })
    const { client } = limited
    const { lines } = await client.call(routes.read, { params: { id: draft.id } })
    expect(lines[0]).not.toHaveProperty('wholesalePrice1')
    expect(lines[0]).not.toHaveProperty('oldWholesalePrice1')
    const again = await save(client, routes, {
      ...body({ retailPrice: '121', wholesalePrice1: '1' }),
      id: draft.id,
      version: draft.version,
    })
    const shown = await owner.call(routes.read, { params: { id: again.id } })
    expect(shown.lines).toMatchObject([{ retailPrice: '121.0000', wholesalePrice1: '85.0000' }])
    expect((await historyOf(client)).every((row) => !row.startsWith('wholesale'))).toBe(true)
    expect((await historyOf()).some((row) => row.startsWith('wholesale'))).toBe(true)
    const [now] = await client.call(currentPrices, { body: { partIds: [partId] } })
    expect(now).toMatchObject({ retailPrice: '100.0000' })
    expect(now).not.toHaveProperty('wholesalePrice1')
  })

  it('lets nobody find out a margin that he does not see', async () => {
    await withdraw(shop, limited, { fields: ['gross_profit'] })
    const asked = { query: { marginBelow: '20' } as never }
    expect(await limited.client.ask(priceList.list, asked)).toMatchObject({ status: 403, msg: '您没有查看毛利的权限' })
    expect(await limited.client.ask(priceList.totals, asked)).toMatchObject({ status: 403 })
    const sorted = await limited.client.ask(priceList.list, { query: { sort: 'marginRate' } as never })
    expect(sorted.status).toBe(400)
    expect((await owner.ask(priceList.list, asked)).status).toBe(200)
  })

  it('sets wholesale prices below the floor, or prices below cost, only by who may sell so', async () => {
    await withdraw(shop, limited, { buttons: [49] })
    const draft = await save(owner, routes, body({ wholesalePrice1: '59' }))
    expect(await tryAct(limited.client, routes, draft, 'approve')).toMatchObject({
      status: 400,
      msg: expect.stringContaining('批发价1低于最低售价，您没有低于最低价的权限'),
    })
    expect((await act(owner, routes, draft, 'approve')).state).toBe('effective')
  })

  it('shows what the goods cost and what the retail price earns', async () => {
    await post(owner, otherIn.routes, {
      header: { bizDate: today, warehouseId: shop.warehouseId, reason: '盘盈外其他' },
      lines: [{ partId, qty: '4', price: '50' }],
    })
    const { rows } = await owner.call(priceList.list, { query: { marginBelow: '44', rows: 1000 } as never })
    // Without tax 100 are 88.4956 at 13 %; (88.4956 - 50) / 88.4956.
    expect(rows.find((row) => row.partId === partId)).toMatchObject({
      costPrice: '50.0000',
      retailPrice: '100.0000',
      taxRate: '0.1300',
      marginRate: '0.4350',
    })
    const fewer = await owner.call(priceList.list, { query: { marginBelow: '43', rows: 1000 } as never })
    expect(fewer.rows.some((row) => row.partId === partId)).toBe(false)
  })
})

it('notes every change of 商品资料, single or many', async () => {
  await setPrices({ retailPrice: '101' })
  await setPrices({ retailPrice: '101', leadDays: null })
  await owner.call(productRoutes.setMany, {
    body: { ids: [product.id], set: {}, markup: { price: 'wholesalePrice2', base: 'retailPrice', factor: '0.75' } },
  })
  const [third, second, ...first] = await historyOf()
  expect([third, second]).toEqual([
    'wholesalePrice2 null 75.7500 product null',
    'retailPrice 100.0000 101.0000 product null',
  ])
  expect(first.toSorted()).toEqual([
    'minSalePrice 0.0000 60.0000 product null',
    'retailPrice null 100.0000 product null',
    'wholesalePrice1 null 80.0000 product null',
  ])
})
