// 采购查询 over one small trade, figures worked out by hand.
import { payment } from '@chepu/contract/finance/payment'
import type { QueryColumn } from '@chepu/contract/kernel/query'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import {
  purchaseLines,
  purchasesByDocument,
  purchasesByPart,
  purchasesBySupplier,
} from '@chepu/contract/purchasing/purchase-query'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { post, reverse, save, type Saved } from '../../../test/desk'
import { newPartner } from '../../../test/finance'
import { openBranch, withdraw, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'

const today = shanghaiDay()
const yesterday = addDays(today, -1)

let shop: Shop
let owner: Client
let other: number
let first: Saved
let draft: Saved
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  other = await newPartner(shop, '另一供应商', 2)
  await trade()
})
afterAll(() => shop.close())

const header = (partnerId: number, more: object = {}) => ({
  bizDate: yesterday,
  partnerId,
  warehouseId: shop.warehouseId,
  ...more,
})

/**
 * Ten filters of 113.00 with 13 % tax and four pads of 50.00 without, 133.00 off the whole and 30.00 freight on the bill; a day later five filters of 100.00
 * of somebody else. Two filters for 999.00 are reversed, seven for 80.00 are a draft, one pad went back for 45.00; 200.00 are paid.
 */
async function trade() {
  const { filter, pad } = shop.parts
  first = await post(owner, goodsReceipt.routes, {
    header: header(shop.supplierId, { orderDiscount: '133', freight: '30', freightPayer: 'partner' }),
    lines: [
      { partId: filter, qty: '10', price: '113', taxRate: '0.13' },
      { partId: pad, qty: '4', price: '50' },
    ],
  })
  const wrong = await post(owner, goodsReceipt.routes, {
    header: header(shop.supplierId),
    lines: [{ partId: filter, qty: '2', price: '999' }],
  })
  await reverse(owner, goodsReceipt.routes, wrong)
  await post(owner, goodsReceipt.routes, {
    header: header(other, { bizDate: today }),
    lines: [{ partId: filter, qty: '5', price: '100' }],
  })
  draft = await save(owner, goodsReceipt.routes, {
    header: header(shop.supplierId),
    lines: [{ partId: filter, qty: '7', price: '80' }],
  })
  await post(owner, purchaseReturn.routes, {
    header: { ...header(shop.supplierId), reason: '质量问题' },
    lines: [{ partId: pad, qty: '1', price: '45' }],
  })
  const [item] = await shop.books.openItems('goods_receipt', first.id)
  await post(owner, payment.routes, {
    header: { bizDate: today, partnerId: shop.supplierId, purpose: 'trade' },
    tenders: [{ storeAccountId: shop.cashId, amount: '200' }],
    items: [{ openItemId: item?.id as number, amount: '200' }],
  })
}

const all = { unposted: 'true' } as const

describe('采购查询-按供应商', () => {
  it('counts receipts, what went back, what is paid of both, and the share of each', async () => {
    const { rows } = await owner.call(purchasesBySupplier.list, { query: { sort: '-net' } })
    expect(rows).toEqual([
      {
        partnerId: shop.supplierId,
        partnerName: '测试供应商',
        documents: 1,
        qty: '14.0000',
        untaxed: '1110.00',
        tax: '117.00',
        taxed: '1227.00',
        freight: '30.00',
        returns: 1,
        returned: '45.00',
        net: '1182.00',
        settled: '200.00',
        open: '982.00',
        share: '0.7027',
        waiting: '0.00',
      },
      expect.objectContaining({ partnerId: other, documents: 1, net: '500.00', open: '500.00', share: '0.2973' }),
    ])
    expect(await owner.call(purchasesBySupplier.totals, { query: {} })).toEqual({
      count: 2,
      sums: {
        qty: '19.0000',
        untaxed: '1610.00',
        tax: '117.00',
        taxed: '1727.00',
        freight: '30.00',
        returned: '45.00',
        net: '1682.00',
        settled: '200.00',
        open: '1482.00',
        waiting: '0.00',
      },
    })
  })

  it('has drafts beside the sums when they are asked for, and in none of them', async () => {
    const { rows } = await owner.call(purchasesBySupplier.list, { query: { ...all, partnerId: shop.supplierId } })
    expect(rows).toMatchObject([{ documents: 1, taxed: '1227.00', net: '1182.00', waiting: '560.00', share: '1.0000' }])
  })

  it('keeps to the days', async () => {
    const { rows } = await owner.call(purchasesBySupplier.list, { query: { from: today } })
    // The red receipt is of today: what it takes back was of yesterday.
    expect(rows.map(({ partnerId, documents, net }) => [partnerId, documents, net])).toEqual([
      [other, 1, '500.00'],
      [shop.supplierId, -1, '-1998.00'],
    ])
  })
})

describe('采购查询-按单据', () => {
  it('has what is posted as the list of receipts has it, the red one too', async () => {
    const { rows } = await owner.call(purchasesByDocument.list, { query: {} })
    expect(rows.map(({ state, isRed, totalTaxed }) => [state, isRed, totalTaxed])).toEqual([
      ['done', false, '500.00'],
      ['done', true, '-1998.00'],
      ['reversed', false, '1998.00'],
      ['done', false, '1227.00'],
    ])
    expect(rows[3]).toMatchObject({
      id: first.id,
      totalUntaxed: '1110.00',
      totalTax: '117.00',
      settledAmount: '200.00',
      openAmount: '1027.00',
    })
    const sums = { totalQty: '19.0000', totalTaxed: '1727.00', settledAmount: '200.00', openAmount: '1527.00' }
    expect(await owner.call(purchasesByDocument.totals, { query: {} })).toMatchObject({ count: 4, sums })
  })

  it('lists drafts when they are asked for, and sums them apart', async () => {
    const { rows } = await owner.call(purchasesByDocument.list, { query: all })
    expect(rows.find(({ id }) => id === draft.id)).toMatchObject({
      state: 'draft',
      totalTaxed: '560.00',
      openAmount: null,
    })
    expect(await owner.call(purchasesByDocument.totals, { query: all })).toMatchObject({
      count: 5,
      sums: { totalTaxed: '1727.00' },
      waiting: { count: 1, sums: { totalTaxed: '560.00' } },
    })
  })
})

describe('采购查询-按配件', () => {
  it('lists lines at what they came to after their share of the discount, without freight', async () => {
    const { rows } = await owner.call(purchaseLines.list, { query: { to: yesterday } })
    const figures = rows.map((row) => [row.partCode, row.qty, row.price, row.untaxed, row.tax, row.taxed])
    expect(figures).toEqual([
      ['04152-YZZA1', '2.0000', '999.0000', '1998.00', '0.00', '1998.00'],
      ['04152-YZZA1', '10.0000', '101.7000', '900.00', '117.00', '1017.00'],
      ['04465-02220', '4.0000', '45.0000', '180.00', '0.00', '180.00'],
    ])
    const sums = { qty: '19.0000', untaxed: '1580.00', tax: '117.00', taxed: '1697.00' }
    expect(await owner.call(purchaseLines.totals, { query: {} })).toEqual({ count: 5, sums })
  })

  it('sums a part, with average, highest, lowest and latest price of receipts that stand', async () => {
    const { rows } = await owner.call(purchasesByPart.list, { query: all })
    const [filter, pad] = rows
    expect(filter).toMatchObject({
      partCode: '04152-YZZA1',
      qty: '15.0000',
      untaxed: '1400.00',
      tax: '117.00',
      taxed: '1517.00',
      average: '101.1333',
      highest: '101.7000',
      lowest: '100.0000',
      latest: '100.0000',
      partners: 2,
      waitingQty: '7.0000',
    })
    expect(pad).toMatchObject({ qty: '4.0000', taxed: '180.00', average: '45.0000', partners: 1, waitingQty: '0.0000' })
    const sums = { qty: '19.0000', untaxed: '1580.00', tax: '117.00', taxed: '1697.00', waitingQty: '7.0000' }
    expect(await owner.call(purchasesByPart.totals, { query: all })).toEqual({ count: 2, sums })
  })

  it('finds a part, a supplier, a warehouse', async () => {
    const found = async (query: object) =>
      (await owner.call(purchasesByPart.list, { query })).rows.map(({ qty }) => qty)
    expect(await found({ part: 'yzza1' })).toEqual(['15.0000'])
    expect(await found({ partnerId: other })).toEqual(['5.0000'])
    expect(await found({ warehouseId: shop.warehouseId + 1 })).toEqual([])
  })
})

describe('who sees it', () => {
  const queries = [purchasesBySupplier, purchasesByDocument, purchaseLines, purchasesByPart]
  const moneyOf = (query: (typeof queries)[number]) =>
    Object.entries<QueryColumn>(query.columns).flatMap(([key, { field }]) => (field ? [key] : []))

  it.each(queries)('$title leaves out prices for who may not see them, in rows, sums and order', async (query) => {
    const buyer = await worker(shop, 'buyer')
    await withdraw(shop, buyer, { fields: ['purchase_price'] })
    const hidden = moneyOf(query)
    expect(hidden.length).toBeGreaterThan(2)
    const { rows } = await buyer.client.call(query.list, { query: {} })
    expect(rows.length).toBeGreaterThan(1)
    const { sums } = await buyer.client.call(query.totals, { query: {} })
    expect([...rows, sums].flatMap((row) => Object.keys(row)).filter((key) => hidden.includes(key))).toEqual([])
    for (const key of hidden) expect((await buyer.client.ask(query.list, { query: { sort: key } })).status).toBe(400)
  })

  it.each(queries)('$title is closed to a salesperson, and empty elsewhere', async (query) => {
    const salesperson = await shop.signIn('salesperson')
    expect((await salesperson.ask(query.list, { query: {} })).status).toBe(403)
    const branch = await openBranch(shop, query.key.slice(-3), query.title)
    const there = await shop.signIn('owner', branch.orgId)
    expect((await there.call(query.list, { query: {} })).rows).toEqual([])
  })
})
