// The queries of what was bought and sold say the same in every cut, and the same as lists and accounts, after random trade.
import { add, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import {
  purchaseLines,
  purchasesByDocument,
  purchasesByPart,
  purchasesBySupplier,
} from '@chepu/contract/purchasing/purchase-query'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import {
  returnLines,
  returnsByDocument,
  returnsByPart,
  returnsBySupplier,
} from '@chepu/contract/purchasing/purchase-return-query'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { saleLines, salesByDocument, salesByPart } from '@chepu/contract/sales/sales-query'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { saleReturnLines, saleReturnsByDocument, saleReturnsByPart } from '@chepu/contract/sales/sales-return-query'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../src/kernel/base/calendar'
import * as desk from './desk'
import { newPartner } from './finance'
import { type AnyRoute, type Client, openShop, type Shop } from './shop'
import { walk } from './trade-walk'

const today = shanghaiDay()
type Figures = Record<string, string>

let shop: Shop
let owner: Client
let failures: string[]
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false, goodsReturnDays: 365 } })
  failures = (await walk(shop, { seed: 11, clients: 1, steps: 350 })).failures
  owner = await shop.signIn('owner')
  const other = await newPartner(shop, '另一家', 3)
  // Random trade sends little back and keeps to one day and one partner a side.
  const kinds = [
    [goodsReceipt, '30', shop.supplierId, {}],
    [salesDelivery, '3', shop.customerId, {}],
    [purchaseReturn, '2', shop.supplierId, { reason: '质量问题' }],
    [salesReturn, '1', shop.customerId, { reason: '质量问题', disposal: 'good' }],
  ] as const
  for (const [{ routes }, qty, own, more] of kinds) {
    for (const [partnerId, bizDate] of [
      [own, addDays(today, -3)],
      [other, today],
    ] as const) {
      const header = {
        bizDate,
        partnerId,
        warehouseId: shop.warehouseId,
        orderDiscount: '7',
        freight: '9.5',
        freightPayer: 'partner' as const,
      }
      const lines = [
        { partId: shop.parts.pad, qty, price: '41.37', taxRate: '0.13' },
        { partId: shop.parts.oil, qty, price: '20' },
      ]
      const body = { header: { ...header, ...more }, lines } as never
      await desk.post(owner, routes, body)
      await desk.save(owner, routes, body)
    }
  }
}, 240_000)
afterAll(() => shop.close())

const totalsOf = (query: { totals: AnyRoute }, filters: object) =>
  owner.call(query.totals, { query: filters as never }) as Promise<Totals>
const rowsOf = async (query: { list: AnyRoute }, filters: object) =>
  ((await owner.call(query.list, { query: { ...filters, rows: 1000 } as never })) as { rows: Figures[] }).rows
/** A sum with as many decimals as another answer may have, so that both compare. */
const plain = (figure: string | undefined) => money(figure ?? '0')
const inOrder = (figures: Figures, names: readonly string[]) => names.map((name) => plain(figures[name]))
const filters: [string, (shop: Shop) => object][] = [
  ['everything', () => ({})],
  ['a partner', ({ supplierId, customerId }) => ({ supplierId, customerId })],
  ['some days', () => ({ from: addDays(today, -5), to: addDays(today, -1) })],
  ['today', () => ({ from: today })],
  ['a warehouse', ({ warehouseId }) => ({ warehouseId })],
  ['what waits as well', () => ({ unposted: 'true' })],
]
/** The filters for one side; the partner is that of the side. */
const of = (side: 'supplierId' | 'customerId', asked: (shop: Shop) => object) => {
  const { supplierId, customerId, ...rest } = asked(shop) as Record<string, unknown>
  const partnerId = side === 'supplierId' ? supplierId : customerId
  return { ...rest, ...(partnerId !== undefined && { partnerId }) }
}

describe.each(filters)('%s', (_, asked) => {
  it('is the same of purchases by supplier, by document, by line, by part and in the list', async () => {
    const query = of('supplierId', asked)
    const [suppliers, documents, lines, parts] = await Promise.all(
      [purchasesBySupplier, purchasesByDocument, purchaseLines, purchasesByPart].map((each) => totalsOf(each, query)),
    )
    const { sums } = suppliers as Totals
    expect(sums['taxed']).not.toBe('0.00')
    expect(inOrder(sums, ['qty', 'untaxed', 'tax', 'taxed'])).toEqual(
      inOrder(documents?.sums ?? {}, ['totalQty', 'totalUntaxed', 'totalTax', 'totalTaxed']),
    )
    const goods = {
      ...sums,
      untaxed: sub(sums['untaxed'] ?? '', sums['freight'] ?? ''),
      taxed: sub(sums['taxed'] ?? '', sums['freight'] ?? ''),
    }
    const names = ['qty', 'untaxed', 'tax', 'taxed']
    expect(inOrder(lines?.sums ?? {}, names)).toEqual(inOrder(goods, names))
    expect(inOrder(parts?.sums ?? {}, names)).toEqual(inOrder(goods, names))
    expect(plain(parts?.sums['waitingQty'])).toBe(plain(lines?.waiting?.sums['qty']))
    const { unposted: _unposted, ...listed } = query as Record<string, unknown>
    const list = (await owner.call(goodsReceipt.routes.totals, { query: listed as never })) as Totals
    expect(documents?.sums).toMatchObject({ totalTaxed: list.sums['totalTaxed'], openAmount: list.sums['openAmount'] })
  })

  it('is the same of purchase returns, and of what purchases say of them', async () => {
    const query = of('supplierId', asked)
    const [suppliers, documents, lines, parts, purchases] = await Promise.all(
      [returnsBySupplier, returnsByDocument, returnLines, returnsByPart, purchasesBySupplier].map((each) =>
        totalsOf(each, query),
      ),
    )
    const { sums } = suppliers as Totals
    expect(inOrder(sums, ['qty', 'untaxed', 'tax', 'taxed', 'settled', 'open'])).toEqual(
      inOrder(documents?.sums ?? {}, [
        'totalQty',
        'totalUntaxed',
        'totalTax',
        'totalTaxed',
        'settledAmount',
        'openAmount',
      ]),
    )
    expect(plain(lines?.sums['taxed'])).toBe(money(sub(sums['taxed'] ?? '', sums['freight'] ?? '')))
    expect(inOrder(lines?.sums ?? {}, ['qty', 'untaxed', 'tax', 'taxed'])).toEqual(
      inOrder(parts?.sums ?? {}, ['qty', 'untaxed', 'tax', 'taxed']),
    )
    const bought = purchases?.sums ?? {}
    expect(plain(bought['returned'])).toBe(plain(sums['taxed']))
    expect(money(sub(bought['taxed'] ?? '', bought['returned'] ?? ''))).toBe(plain(bought['net']))
    expect(money(add(bought['settled'] ?? '', bought['open'] ?? ''))).toBe(plain(bought['net']))
    const waits = sub(
      (await totalsOf(purchasesByDocument, query)).waiting?.sums['totalTaxed'] ?? '0',
      documents?.waiting?.sums['totalTaxed'] ?? '0',
    )
    expect(plain(bought['waiting'])).toBe(money(waits))
  })

  it('is the same of sales and what came back, by line, by part and by document', async () => {
    const query = of('customerId', asked)
    const [lines, parts, sold, returned, backLines, backParts] = await Promise.all(
      [saleLines, salesByPart, salesByDocument, saleReturnsByDocument, saleReturnLines, saleReturnsByPart].map((each) =>
        totalsOf(each, query),
      ),
    )
    const [line, part, there, back] = [lines, parts, sold, returned].map((each) => each?.sums ?? {}) as [
      Figures,
      Figures,
      Figures,
      Figures,
    ]
    const less = (name: string) => money(sub(there[name] ?? '', back[name] ?? ''))
    expect(inOrder(line, ['taxed', 'cost', 'profit'])).toEqual(inOrder(part, ['net', 'cost', 'profit']))
    expect(plain(line['qty'])).toBe(money(sub(part['qty'] ?? '', part['returnedQty'] ?? '')))
    expect(inOrder(line, ['cost', 'profit', 'tax'])).toEqual([
      less('costAmount'),
      less('grossProfit'),
      less('totalTax'),
    ])
    expect(inOrder(backLines?.sums ?? {}, ['qty', 'untaxed', 'tax', 'taxed', 'cost'])).toEqual(
      inOrder(backParts?.sums ?? {}, ['qty', 'untaxed', 'tax', 'taxed', 'cost']),
    )
    expect(plain(backLines?.sums['cost'])).toBe(plain(back['costAmount']))
    expect(inOrder(backLines?.sums ?? {}, ['taxed', 'qty'])).toEqual(inOrder(part, ['returned', 'returnedQty']))
  })
})

it('nothing of the trade has failed', () => expect(failures).toEqual([]))

it('the net is what the documents have opened in the accounts', async () => {
  const opened = async (kinds: string[]) => {
    const [row] = await shop.sql<Figures>(
      `select sum(i.original)::text as original, sum(i.balance)::text as balance, sum(d.charged_freight * sign(i.original))::text as freight
        from open_item i join goods_document d on d.group_id = i.group_id and d.kind = i.source_kind and d.id = i.source_id and d.partner_id = i.partner_id
        where i.group_id = $1 and i.source_kind = any ($2::text[]) and d.state in ('done', 'reversed')`,
      kinds,
    )
    return row as Figures
  }
  const bought = (await totalsOf(purchasesBySupplier, {})).sums
  const payable = await opened(['goods_receipt', 'purchase_return'])
  expect([plain(bought['net']), plain(bought['open'])]).toEqual([payable['original'], payable['balance']])
  const [sold, back, parts] = await Promise.all(
    [salesByDocument, saleReturnsByDocument, salesByPart].map((each) => totalsOf(each, {})),
  )
  const receivable = await opened(['sales_delivery', 'sales_return'])
  expect(money(sub(sold?.sums['totalTaxed'] ?? '', back?.sums['totalTaxed'] ?? ''))).toBe(receivable['original'])
  const [freight] = await shop.sql<Figures>(
    `select sum(case when kind = 'sales_return' then -charged_freight else charged_freight end)::text as sum from goods_document
      where group_id = $1 and kind in ('sales_delivery', 'sales_return') and state in ('done', 'reversed')`,
  )
  expect(money(add(parts?.sums['net'] ?? '', freight?.['sum'] ?? ''))).toBe(receivable['original'])
})

it('a row leads to what makes it up', async () => {
  const suppliers = await rowsOf(purchasesBySupplier, {})
  expect(suppliers.length).toBeGreaterThan(1)
  for (const supplier of suppliers) {
    const query = { partnerId: supplier['partnerId'] }
    const documents = (await totalsOf(purchasesByDocument, query)).sums
    const parts = (await totalsOf(purchasesByPart, query)).sums
    expect(plain(documents['totalTaxed'])).toBe(plain(supplier['taxed']))
    expect(money(add(parts['taxed'] ?? '', supplier['freight'] ?? ''))).toBe(plain(supplier['taxed']))
    expect(plain((await totalsOf(returnsByDocument, query)).sums['totalTaxed'])).toBe(plain(supplier['returned']))
  }
  for (const part of await rowsOf(salesByPart, {})) {
    const { sums } = await totalsOf(saleLines, { part: part['partCode'] })
    expect(inOrder(sums, ['taxed', 'cost', 'profit'])).toEqual(inOrder(part, ['net', 'cost', 'profit']))
  }
})

it.each([purchasesBySupplier, purchasesByPart, returnsBySupplier, returnsByPart, salesByPart, saleReturnsByPart])(
  '$title: the totals are those of the rows',
  async (query) => {
    const rows = await rowsOf(query, { unposted: 'true' })
    const { count, sums } = await totalsOf(query, { unposted: 'true' })
    expect(count).toBe(rows.length)
    for (const [name, sum] of Object.entries(sums))
      expect([name, money(sumOf(rows, (row) => row[name] ?? '0'))]).toEqual([name, plain(sum)])
  },
)
