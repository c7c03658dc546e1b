// What stands in the file of an export.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { partRoutes } from '@chepu/contract/basics/part'
import { priceHistory, priceList } from '@chepu/contract/basics/price-list'
import { productRoutes } from '@chepu/contract/basics/product'
import { cardList } from '@chepu/contract/cards/card'
import { cardLiability, cardMovements, packageProfit, packageUses } from '@chepu/contract/cards/card-report'
import { couponBatches, coupons } from '@chepu/contract/cards/coupon'
import { customerSearch } from '@chepu/contract/customers/customer-search'
import { followUps } from '@chepu/contract/customers/follow-up'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { payableRoutes, receivableRoutes } from '@chepu/contract/finance/accounts'
import { receiptRoutes } from '@chepu/contract/finance/receipts'
import type { Route } from '@chepu/contract/kernel/route'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { shanghaiTime } from '@chepu/contract/kernel/time'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { orderLines, orderParts } from '@chepu/contract/purchasing/order-query'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { purchasesByDocument, purchasesBySupplier } from '@chepu/contract/purchasing/purchase-query'
import { goodsTrades } from '@chepu/contract/repair/fast-order'
import { repairRecords } from '@chepu/contract/repair/records'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { saleLines, salesByPart } from '@chepu/contract/sales/sales-query'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { expiringStock, highStock, idleStock, lowStock } from '@chepu/contract/warehouse/inventory-warning'
import { countLines } from '@chepu/contract/warehouse/count-lines'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { movements, movementsByPart } from '@chepu/contract/warehouse/stock-movements'
import { claimVerdicts } from '@chepu/contract/warranty/claim-confirmation'
import { oldParts } from '@chepu/contract/warranty/old-part'
import {
  warrantyByBill,
  warrantyByItem,
  warrantyByManufacturer,
  warrantyByPart,
} from '@chepu/contract/warranty/searches'
import { type CellObject, read as readWorkbook, type WorkSheet } from '@e965/xlsx'
import type { z } from 'zod'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { post } from '../../../test/desk'
import { newPartner, openItem } from '../../../test/finance'
import { tradedQueries } from '../../../test/traded'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { startExports } from '../../kernel/export/worker'
import { keepFilesIn } from '../../kernel/base/file-folder'
import { readRows } from '../../kernel/spreadsheet/read'
import { download, exportEnded as ended } from '../../../test/export-file'

const receipts = goodsReceipt.routes
/** Every query of cards, coupons and the counter of goods. */
const cardQueries = [
  cardList,
  couponBatches,
  coupons,
  cardLiability,
  cardMovements,
  packageProfit,
  packageUses,
  goodsTrades,
]
/** Every query of the three guarantees. */
const warrantyQueries = [
  warrantyByBill,
  warrantyByItem,
  warrantyByManufacturer,
  warrantyByPart,
  claimVerdicts,
  oldParts,
]

let shop: Shop
let owner: Client
let folder: string
let worker: ReturnType<typeof startExports> | undefined
const report = (error: unknown) => console.error(error)
const work = () => {
  worker = startExports(shop.db, report, { everyMs: 50 })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  shop = await openShop()
  owner = await shop.signIn('owner')
  for (const qty of ['1', '2', '3']) {
    await owner.call(receipts.save, {
      body: {
        header: { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId, remark: '=1+1' },
        lines: [{ partId: shop.parts.filter, qty, price: '12.5' }],
      },
    })
  }
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const ask = (client: Client, columns: string[] = []) =>
  client.call(receipts.export, { body: { filters: { partnerId: shop.supplierId }, columns } })

async function sheet(client: Client, id: number) {
  const response = await download(client, id)
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { bytes, rows: (await readRows(bytes)).rows, headers: response.headers }
}

/** The first sheet as the file has it: what is a number there has no quotes. */
const rawCells = (file: Uint8Array) => {
  const bytes = Buffer.from(file)
  return inflateRawSync(bytes.subarray(30 + bytes.readUInt16LE(26))).toString()
}

describe('导出', () => {
  it('writes the rows of the list with the columns on screen, in words, and notes size and hash', async () => {
    work()
    const { jobId } = await ask(owner, ['billNo', 'totalTaxed', 'state', 'remark'])
    const job = await ended(owner, jobId)
    expect(job).toMatchObject({ state: 'done', rowCount: 3, error: '' })
    expect(job.fileName).toMatch(/^采购入库单_\d{8}_\d{6}\.xlsx$/)
    const file = await sheet(owner, jobId)
    const list = await owner.call(receipts.list, { query: {} })
    expect(file.rows).toEqual([
      ['单号', '价税合计', '状态', '备注'],
      ...list.rows.map((row) => [row.billNo, String(row.totalTaxed).replace(/\.?0+$/, ''), '草稿', '=1+1']),
      ['合计（已过账）', '0'],
      ['合计（未过账 3 张）', '75'],
    ])
    expect(file.headers.get('content-disposition')).toContain(encodeURIComponent(job.fileName))
    expect(job.fileSize).toBe(file.bytes.length)
    const [stored] = await shop.sql('select sha256 from export_job where group_id = $1 and id = $2', jobId)
    expect(stored?.sha256).toBe(createHash('sha256').update(file.bytes).digest('hex'))
  })

  it('heads its columns as the screen does, and writes moments as times of Shanghai', async () => {
    work()
    const body = { filters: {}, columns: ['billNo', 'openAmount', 'createdAt'], titles: { openAmount: '未付' } }
    const { jobId } = await owner.call(receipts.export, { body })
    await ended(owner, jobId)
    const { rows } = await sheet(owner, jobId)
    expect(rows[0]).toEqual(['单号', '未付', '制单时间'])
    const [newest] = (await owner.call(receipts.list, { query: {} })).rows
    expect(rows[1]?.[2]).toEqual({ kind: 'date', text: shanghaiTime(new Date(newest?.createdAt ?? '')) })
  })

  it('closes a sheet with the totals of its list', async () => {
    work()
    const lists: [Route, Route, Record<string, unknown>?][] = [
      [receipts.totals, receipts.export],
      [orderLines.totals, orderLines.export],
      [orderParts.totals, orderParts.export],
      [purchasesBySupplier.totals, purchasesBySupplier.export],
      [purchasesByDocument.totals, purchasesByDocument.export],
      [saleLines.totals, saleLines.export],
      [salesByPart.totals, salesByPart.export],
      [stockInquiry.part.totals, stockInquiry.part.export],
      [movements.totals, movements.export],
      [movementsByPart.totals, movementsByPart.export],
      [lowStock.totals, lowStock.export],
      [receivableRoutes.totals, receivableRoutes.export],
      [receivableRoutes.itemTotals, receivableRoutes.itemExport],
      [receivableRoutes.ageingTotals, receivableRoutes.ageingExport],
      [receiptRoutes.totals, receiptRoutes.export],
      ...[cardList, cardLiability, cardMovements, packageProfit, packageUses, goodsTrades].map(
        (query): [Route, Route] => [query.totals, query.export],
      ),
      [partnerRoutes.totals, partnerRoutes.export, { role: 1 }],
    ]
    for (const [totals, exported, filters = {}] of lists) {
      const { sums } = (await owner.call(totals, { query: filters })) as Totals
      const titles = Object.fromEntries(Object.keys(sums).map((name) => [name, name]))
      const body = { filters, columns: Object.keys(sums), titles }
      const { jobId } = (await owner.call(exported, { body })) as { jobId: number }
      const job = await ended(owner, jobId)
      expect(job).toMatchObject({ state: 'done', error: '' })
      const { rows } = await sheet(owner, jobId)
      const shown = (rows[0] ?? []).map(String).filter((name) => sums[name] !== undefined)
      expect(shown.length, exported.path).toBeGreaterThan(0)
      const closing = rows[(job.rowCount ?? 0) + 1] ?? []
      expect(closing.slice(0, shown.length).map(String), exported.path).toEqual(
        shown.map((name) => trimZeros(sums[name] ?? '0')),
      )
    }
  })

  it('writes a statement with its partner, the balance it opens with and its sums', async () => {
    work()
    const partnerId = await newPartner(shop, '对账客户')
    const [yesterday, day] = [addDays(shanghaiDay(), -1), shanghaiDay()]
    const owe = { partnerId, side: 'AR' as const }
    await openItem(shop, owner, { ...owe, total: '100', bizDate: yesterday })
    const { billNo } = await openItem(shop, owner, { ...owe, total: '40', dueOn: yesterday })
    const filters = { partnerId, from: day, to: day }
    const columns = ['bizDate', 'billNo', 'summary', 'increase', 'decrease', 'balance']
    const { jobId } = await owner.call(receivableRoutes.statementExport, { body: { filters, columns } })
    const job = await ended(owner, jobId)
    expect(job).toMatchObject({ state: 'done', error: '', rowCount: 1 })
    expect(job.fileName).toMatch(/^应收账款对账单_对账客户_\d{8}_\d{6}\.xlsx$/)
    const { rows } = await sheet(owner, jobId)
    const date = { kind: 'date', text: day }
    expect(rows.map((row) => [...row])).toEqual([
      [expect.stringMatching(/ 应收账款对账单$/)],
      ['单位：对账客户（T对账客户）'],
      [`期间：${day} 至 ${day}`],
      ['预收余额：0.00'],
      ['逾期：140.00'],
      ['日期', '单号', '摘要', '增加', '减少', '余额'],
      [date, null, '期初余额', null, null, '100'],
      [date, billNo, '期初/调整：测试', '40', null, '140'],
      [null, '合计', null, '40', '0', '140'],
    ])
    const items = { filters: { partnerId }, columns: ['billNo', 'overdueDays'] }
    const { jobId: second } = await owner.call(receivableRoutes.itemExport, { body: items })
    await ended(owner, second)
    expect(rawCells((await sheet(owner, second)).bytes)).toContain('<v>1</v>')
  })

  it('writes comma-separated text when that is asked for', async () => {
    work()
    const body = { filters: {}, columns: ['billNo', 'totalQty', 'createdAt'], format: 'csv' as const }
    const { jobId } = await owner.call(receipts.export, { body })
    const job = await ended(owner, jobId)
    expect(job.fileName).toMatch(/\.csv$/)
    const response = await download(owner, jobId)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = Buffer.from(await response.arrayBuffer())
      .toString()
      .split('\r\n')
    const list = await owner.call(receipts.list, { query: {} })
    expect(lines.slice(0, 4)).toEqual([
      '\ufeff单号,数量合计,制单时间',
      ...list.rows.map(
        (row) => `${row.billNo},${trimZeros(String(row.totalQty))},${shanghaiTime(new Date(row.createdAt))}`,
      ),
    ])
  })

  it('draws pages when they are asked for', async () => {
    work()
    const body = { filters: {}, columns: ['billNo', 'totalQty'], format: 'pdf' as const }
    const { jobId } = await owner.call(receipts.export, { body })
    expect(await ended(owner, jobId)).toMatchObject({
      state: 'done',
      rowCount: 3,
      fileName: expect.stringMatching(/\.pdf$/),
    })
    const response = await download(owner, jobId)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-1\.\d[^]*%%EOF\s*$/)
  })

  it('gives what only some lists show, in the words of the screen', async () => {
    work()
    const header = { bizDate: shanghaiDay(), warehouseId: shop.warehouseId }
    const lines = [{ partId: shop.parts.filter, qty: '1', price: '10' }]
    const customer = { ...header, partnerId: shop.customerId }
    const order = await owner.call(salesOrder.routes.save, { body: { header: customer, lines } })
    await owner.call(salesOrder.routes.act, {
      params: { id: order.id, action: 'submit' },
      body: { version: order.version },
    })
    await owner.call(salesReturn.routes.save, { body: { header: customer, lines } })
    await owner.call(purchaseOrder.routes.save, { body: { header: { ...header, partnerId: shop.supplierId }, lines } })
    const lists = [
      [salesOrder.routes, 'confirmState', '待确认'],
      [salesReturn.routes, 'disposal', '入良品'],
      [purchaseOrder.routes, 'executed', '未到货'],
    ] as const
    for (const [routes, column, word] of lists) {
      const { jobId } = await owner.call(routes.export, { body: { filters: {}, columns: ['printCount', column] } })
      expect(await ended(owner, jobId)).toMatchObject({ state: 'done' })
      expect((await sheet(owner, jobId)).rows[1]).toEqual(['0', word])
    }
  })

  it.each<[string, Route, Route, string[]?]>([
    ['库存查询', stockInquiry.part.list, stockInquiry.part.export, ['key']],
    ['出入库单据查询', movements.list, movements.export, ['isReversal']],
    ['出入库单据查询按配件', movementsByPart.list, movementsByPart.export],
    ['低于下限', lowStock.list, lowStock.export, Object.keys(lowStock.beside)],
    ['高于上限', highStock.list, highStock.export, Object.keys(highStock.beside)],
    ['呆滞', idleStock.list, idleStock.export, ['key']],
    ['临期批次', expiringStock.list, expiringStock.export, ['key']],
    ['盘点查询', countLines.list, countLines.export, ['isRed']],
    ['维修记录', repairRecords.list, repairRecords.export, ['id']],
    ...[...cardQueries, ...warrantyQueries].map((query): [string, Route, Route, string[]] => [
      query.title,
      query.list,
      query.export,
      Object.keys(query.beside),
    ]),
    ['采购订单明细', orderLines.list, orderLines.export],
    ['采购订单按配件', orderParts.list, orderParts.export],
    ...tradedQueries.map((query): [string, Route, Route, string[]] => [
      query.title,
      query.list,
      query.export,
      ['isRed'],
    ]),
    ['应收账款汇总', receivableRoutes.list, receivableRoutes.export, ['cusFlag']],
    ['应收账款明细', receivableRoutes.items, receivableRoutes.itemExport, ['sourceKind']],
    ['应收账款账龄', receivableRoutes.ageing, receivableRoutes.ageingExport],
    ['收付单据', receiptRoutes.list, receiptRoutes.export, ['kind', 'isRed']],
    ['配件资料', partRoutes.list, partRoutes.export, ['version']],
    ['商品资料', productRoutes.list, productRoutes.export, ['version']],
    ['价格', priceList.list, priceList.export, ['taxRate']],
    ['调价记录', priceHistory.list, priceHistory.export],
    ['客户综合查询', customerSearch.list, customerSearch.export],
    ['客户回访', followUps.list, followUps.export, ['version']],
    ['往来单位', partnerRoutes.list, partnerRoutes.export, ['version', 'isSystem']],
  ])('%s: gives every column that its list may show', async (_, list, exported, beside = []) => {
    work()
    const { shape } = (list.data as z.ZodObject<{ rows: z.ZodArray<z.ZodObject> }>).shape.rows.element
    const columns = Object.keys(shape).filter((name) => !/(^i|I)d$/.test(name) && !beside.includes(name))
    const titles = Object.fromEntries(columns.map((name) => [name, name]))
    const { jobId } = (await owner.call(exported, { body: { filters: {}, columns, titles } })) as { jobId: number }
    expect(await ended(owner, jobId)).toMatchObject({ state: 'done' })
    expect((await sheet(owner, jobId)).rows[0]).toEqual(columns)
  })

  it('calls what a line makes otherwise than what its order comes to after discount and freight', async () => {
    work()
    const headsOf = async (route: Route, columns: string[]) => {
      const { jobId } = (await owner.call(route, { body: { filters: {}, columns } })) as { jobId: number }
      expect(await ended(owner, jobId)).toMatchObject({ state: 'done' })
      return (await sheet(owner, jobId)).rows[0]
    }
    expect(await headsOf(orderLines.export, ['taxedPrice', 'taxed'])).toEqual(['含税单价', '含税金额'])
    expect(await headsOf(purchaseOrder.routes.export, ['totalTaxed'])).toEqual(['价税合计'])
  })

  it('is read by a library of others: times, figures with the decimals of their unit, sums, formats, widths', async () => {
    work()
    const partnerId = await newPartner(shop, '对账供应商', 2)
    const body = {
      header: { bizDate: shanghaiDay(), partnerId, warehouseId: shop.warehouseId },
      lines: [
        { partId: shop.parts.oil, qty: '1202.5', price: '8' },
        { partId: shop.parts.pad, qty: '1300', price: '1.25' },
      ],
    }
    const { id } = await post(owner, receipts, body)
    const bytes = async (route: Route, filters: object, columns: string[], format = 'xlsx') => {
      const { jobId } = (await owner.call(route, { body: { filters, columns, format } })) as { jobId: number }
      expect(await ended(owner, jobId)).toMatchObject({ state: 'done', error: '' })
      return new Uint8Array(await (await download(owner, jobId)).arrayBuffer())
    }
    const opened = (file: Uint8Array) => {
      const book = readWorkbook(file, { cellNF: true, cellStyles: true })
      return book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet
    }
    /** Type, value and shown text of a cell. */
    const cell = (sheet: WorkSheet, ref: string) => {
      const { t, v, w } = (sheet[ref] ?? {}) as CellObject
      return [t, v, w]
    }

    const stock = ['partCode', 'partName', 'unitName', 'onHand', 'costPrice', 'stockValue']
    const filters = { part: '机油', inStock: 'true' }
    const shelf = opened(await bytes(stockInquiry.part.export, { inStock: 'true' }, stock))
    expect(['A', 'C', 'D', 'F'].map((column) => cell(shelf, `${column}2`))).toEqual([
      ['s', '04465-02220', '04465-02220'],
      ['s', '个', '个'],
      ['n', 1300, '1,300'],
      ['n', 1625, '1,625.00'],
    ])
    expect(['C', 'D', 'F'].map((column) => cell(shelf, `${column}3`))).toEqual([
      ['s', '升', '升'],
      ['n', 1202.5, '1,202.50'],
      ['n', 9620, '9,620.00'],
    ])
    // Pieces and litres together have no unit.
    expect([cell(shelf, 'A4')[1], cell(shelf, 'D4')[2], cell(shelf, 'F4')[2]]).toEqual(['合计', '2,502.5', '11,245.00'])
    expect(shelf['!autofilter']?.ref).toBe('A1:F3')
    expect(shelf['!cols']?.map(({ width }) => Math.round(width ?? 0))).toEqual([18, 24, 8, 12, 12, 12])
    const text = Buffer.from(await bytes(stockInquiry.part.export, filters, ['unitName', 'onHand'], 'csv'))
    expect(text.toString()).toBe('\ufeff单位,现存\r\n升,1202.50\r\n合计,1202.5\r\n')

    const list = opened(
      await bytes(receipts.export, { ids: String(id) }, ['billNo', 'bizDate', 'approvedAt', 'totalQty', 'totalTaxed']),
    )
    const { header } = await owner.call(receipts.read, { params: { id } })
    expect(['B', 'C', 'D', 'E'].map((column) => cell(list, `${column}2`)[2])).toEqual([
      shanghaiDay(),
      shanghaiTime(new Date(header.approvedAt ?? '')),
      '2,502.5',
      '11,245.00',
    ])
    const days = [cell(list, 'B2'), cell(list, 'C2')].map(([type]) => type)
    expect(days).toEqual(['n', 'n'])

    const period = { partnerId, from: shanghaiDay(), to: shanghaiDay() }
    const statement = opened(
      await bytes(payableRoutes.statementExport, period, ['bizDate', 'summary', 'increase', 'balance']),
    )
    expect([cell(statement, 'A2')[1], cell(statement, 'B7')[1], cell(statement, 'D7')[2]]).toEqual([
      '单位：对账供应商（T对账供应商）',
      '期初余额',
      '0.00',
    ])
    expect([cell(statement, 'C8')[2], cell(statement, 'B9')[1], cell(statement, 'D9')[2]]).toEqual([
      '11,245.00',
      '合计',
      '11,245.00',
    ])
  })
})
