// What the program wrote itself is read again, also after a spreadsheet program has saved it.
import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { promisify } from 'node:util'
import { cardList } from '@chepu/contract/cards/card'
import { balanceExport } from '@chepu/contract/finance/books'
import { imports, type ImportType } from '@chepu/contract/imports/import'
import * as known from '@chepu/contract/imports/import-headings'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { payableRoutes, receivableRoutes } from '@chepu/contract/finance/accounts'
import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { decodeText, parseDelimited } from '@chepu/contract/kernel/delimited'
import { headingFinder, headingKey, type Headings } from '@chepu/contract/kernel/headings'
import type { Route } from '@chepu/contract/kernel/route'
import { partRoutes } from '@chepu/contract/basics/part'
import { productRoutes } from '@chepu/contract/basics/product'
import { orderLines } from '@chepu/contract/purchasing/order-query'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { isBesideLines, lineHeadings } from '@chepu/contract/kernel/line-headings'
import { serviceItemRoutes } from '@chepu/contract/repair/service-item'
import { countLines } from '@chepu/contract/warehouse/count-lines'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { quotaRoutes } from '@chepu/contract/warranty/labour-quota'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post } from '../../test/desk'
import { newAccount, openItem } from '../../test/finance'
import { one } from '../../test/shop'
import { shanghaiDay } from '../kernel/base/calendar'
import { startExports } from '../kernel/export/worker'
import { readRows } from '../kernel/spreadsheet/read'
import { type Imports, openImports, part, partHeader, xlsx } from './importing.fixture'
import { fillRegions } from '../basics/region/fill'
import { exportedFile } from '../../test/export-file'

let importing: Imports
let shop: Imports['shop']
let owner: Imports['owner']
let folder: Imports['folder']
let check: Imports['check']
let run: Imports['run']
let template: Imports['template']
let signInKeeper: Imports['signInKeeper']
let catalogue: Imports['catalogue']
beforeAll(async () => {
  importing = await openImports()
  ;({ shop, owner, folder, check, run, template, signInKeeper, catalogue } = importing)
  await fill()
})
afterAll(() => importing.close())

const execute = promisify(execFile)
const hasLibreOffice = () => spawnSync('soffice', ['--version'], { stdio: 'ignore' }).status === 0

const employee = (tx: Parameters<typeof one>[0], empNo: string, name: string, leftOn: string | null = null) =>
  one(tx, 'employee', { org_id: shop.orgId, emp_no: empNo, name, left_on: leftOn })

const carSheet = () =>
  xlsx(
    ['车牌', 'VIN', '客户名', '手机', '年款', '里程', '购车日期', '保险到期', '年检到期'],
    [
      '鄂A12345',
      'LSVAA4187H2123456',
      '车主甲',
      '13900001234',
      '蔚来 ES6',
      '85000',
      '2019-05-01',
      '2027-05-01',
      '2027-05-31',
    ],
  )

/** Parts, products, cars and partners with everything that an import can bring, and names and codes that two of them share. */
async function fill() {
  await fillRegions(shop.db)
  await shop.db.tenant(shop.groupId, async (tx) => {
    await one(tx, 'settlement_method', { name: '月结', kind: 'monthly' })
    await employee(tx, 'E-01', '王小明')
    for (const code of ['Z-TWIN-1', 'Z-TWIN-2'])
      await one(tx, 'partner', {
        code,
        name: '同名',
        kind: 'person',
        cus_flag: 2,
        mobile: `1380000000${code.slice(-1)}`,
      })
  })
  const files: [ImportType, Buffer][] = [
    ['part', await readFile(join(import.meta.dirname, 'fixtures/parts.xlsx'))],
    ['part', Buffer.from('编码;名称;品牌;分类;单位;三包月;三包里程（公里）\nCSV-1;机滤;博世;机滤;个;12;20000\n')],
    [
      'part',
      await xlsx(
        partHeader,
        part('TWIN-1', '甲'),
        part('AM-1', '甲', null, 'AMB-1'),
        part('AM-2', '乙', null, 'AMB 1'),
      ),
    ],
    [
      'product',
      await xlsx(
        ['编码', '进价', '批发1', '零售', '最低售价', '上限', '下限', '默认仓库', '默认货位'],
        ['CSV-1', '1018.50', '1100', '1200', '1000', '50', '5', '主仓', '默认'],
      ),
    ],
    [
      'partner',
      await xlsx(
        ['名称', '角色', '性质', '手机', '联系人', '价格级别', '结算方式', '信用额度', '税号'],
        ['白云汽配', '客户;供应商', '单位', '13800138000', '李经理', '批发价2', '月结', '5000', '91440101MA5XXXXX0X'],
      ),
    ],
    ['vehicle', await carSheet()],
    [
      'partner',
      await xlsx(
        ['名称', '角色', '地区', '类别', '等级', '业务员', '账期(天)', '备注'],
        ['条款客户', '客户', '广东省广州市白云区', '4s', 'A', 'E-01', '30', '老客户'],
      ),
    ],
  ]
  for (const [type, file] of files) {
    const { data } = await run(type, file, { told: { 旧编码: '' } })
    expect([type, data.faults, data.imported]).toEqual([type, [], true])
  }
  // Whom an import names has terms with the shop afterwards, if only empty ones.
  await shop.sql(
    `insert into partner_org (group_id, org_id, partner_id)
      select $1::bigint, $2, id from partner where group_id = $1 on conflict do nothing`,
    shop.orgId,
  )
  const [first] = await shop.sql(
    `select brand_id, category_id, unit_id, tax_rate_id from part where group_id = $1 and code = 'TWIN-1'`,
  )
  await shop.sql(
    `insert into part (group_id, code, name, brand_id, category_id, unit_id, tax_rate_id, code_twin)
      values ($1, 'twin-1', '乙', $2, $3, $4, $5, 1)`,
    ...Object.values(first ?? {}),
  )
}

describe('what was exported', () => {
  let worker: ReturnType<typeof startExports>
  beforeAll(() => {
    worker = startExports(shop.db, (error) => console.error(error), { everyMs: 50 })
  })
  afterAll(() => worker.stop())

  const fileOf = (job: { jobId: number }, client = owner) => exportedFile(client, job)
  type Exported = readonly [route: Route, filters?: Record<string, unknown>]
  /** The exports of what each import brings. An import that nothing exports has none. */
  const sameThing: Record<ImportType, readonly Exported[]> = {
    part: [[partRoutes.export]],
    product: [[productRoutes.export]],
    partner: [
      [partnerRoutes.export, { role: 1 }],
      [partnerRoutes.export, { role: 62 }],
    ],
    vehicle: [[vehicleRoutes.export]],
    region: [],
    count_result: [[countLines.export]],
    // Numbers come from the tax bureau, answers from manufacturers.
    invoice_number: [],
    claim_answer: [],
    car_model: [],
    service_item: [[serviceItemRoutes.export]],
    labour_quota: [[quotaRoutes.export]],
    card: [[cardList.export]],
    // In all its cuts; one without warehouses is refused by its rows.
    opening_stock: Object.values(stockInquiry).map(({ export: route }) => [route]),
    opening_balance: [[receivableRoutes.itemExport], [payableRoutes.itemExport]],
  }
  const formats = ['xlsx', 'csv'] as const
  const ask = (route: Route, filters = {}, format: 'xlsx' | 'csv' = 'xlsx', client = owner) =>
    client.call(route, { body: { filters, columns: [], format } }) as Promise<{ jobId: number }>

  it('is understood by the import of the same thing; whatever an import understands is the same thing', async () => {
    const keeper = await signInKeeper()
    const headings: Record<ImportType, Headings> = {
      part: known.partHeadings,
      product: known.productHeadings,
      partner: known.partnerHeadings,
      vehicle: known.vehicleHeadings,
      region: known.regionHeadings,
      count_result: known.countResultHeadings,
      invoice_number: known.invoiceNumberHeadings,
      car_model: known.carModelHeadings,
      claim_answer: known.claimAnswerHeadings,
      service_item: known.serviceItemHeadings,
      labour_quota: known.labourQuotaHeadings,
      card: known.cardHeadings,
      opening_stock: known.openingStockHeadings,
      opening_balance: known.openingBalanceHeadings,
    }
    const understands: [type: ImportType, titles: (exported: readonly string[]) => boolean][] = []
    for (const type of Object.keys(imports) as ImportType[]) {
      const response = await template(type, keeper)
      const { rows } = await readRows(new Uint8Array(await response.arrayBuffer()))
      const find = headingFinder(headings[type])
      const beside = new Set(known.besideImport[type].map(headingKey))
      const required = (rows[0] ?? [])
        .map(String)
        .filter((title) => title.endsWith('*'))
        .map(find)
      understands.push([
        type,
        (titles) =>
          titles.every((title) => find(title) !== undefined || beside.has(headingKey(title))) &&
          required.every((key) => titles.some((title) => find(title) === key)),
      ])
    }
    const bankId = await newAccount(shop, '对公', 'bank')
    const statement = { partnerId: shop.supplierId, from: '2026-01-01', to: '2026-12-31' }
    // 资产负债概览 is had of a closed month alone, and none is closed here.
    const exports = shop.app.routes.filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/export') && path !== balanceExport.path,
    )
    const found = Object.fromEntries(understands.map(([type]) => [type, [] as string[]]))
    for (const { path, ...route } of exports) {
      const filters = path.endsWith('/statement/export')
        ? statement
        : path === partnerRoutes.export.path
          ? { role: 63 }
          : path.endsWith('/partner-log/export')
            ? { partnerId: shop.supplierId }
            : /settle.(receivable|payable)|claims-money/.test(path)
              ? { tab: path.includes('claims-money') ? 'warranty' : 'purchase' }
              : path.startsWith('/api/web/bank/')
                ? { accountId: bankId }
                : path.startsWith('/api/web/books/')
                  ? { month: 202611 }
                  : {}
      const text =
        decodeText(await fileOf(await ask({ ...route, path } as Route, filters, 'csv', keeper), keeper)) ?? ''
      const lines = parseDelimited(text, ',')
      const titles = lines[path.endsWith('/statement/export') ? 3 : 0] ?? []
      for (const [type, isUnderstood] of understands) if (isUnderstood(titles)) found[type]?.push(path)
    }
    expect(exports.length).toBeGreaterThan(30)
    const wanted = Object.entries(sameThing).map(([type, routes]) => [
      type,
      [...new Set(routes.map(([{ path }]) => path))],
    ])
    expect(found).toEqual(Object.fromEntries(wanted))
  })

  it('changes nothing when it is imported as it is, whatever has been stopped since', async () => {
    const [brand, category, rate, method] = await shop.db.tenant(shop.groupId, async (tx) => [
      await one(tx, 'brand', { name: '停产牌' }),
      await one(tx, 'part_category', { name: '停用类', level: 1 }),
      await one(tx, 'tax_rate', { name: '17%', rate: '0.17' }),
      await one(tx, 'settlement_method', { name: '旧结算', kind: 'cash' }),
    ])
    const place = await shop.db.tenant(shop.groupId, async (tx) => {
      const warehouseId = await one(tx, 'warehouse', { org_id: shop.orgId, code: 'JC', name: '旧仓' })
      return { warehouseId, locationId: await one(tx, 'location', { warehouse_id: warehouseId, code: '旧-1' }) }
    })
    await run('part', await xlsx(partHeader, part('ST-1', '停用件', 'STF-1', 'ST-OE', null, '奔驰', '-规格=1')))
    await run('product', await xlsx(['编码', '进价', '零售', '下限'], ['ST-1', '10.125', '15', '2']))
    await shop.sql(
      `update part set brand_id = $2, category_id = $3, tax_rate_id = $4, is_active = false, warranty_km = 20000.5,
          grade = 'reman', remark = '-停用', origin = '长春'
        where group_id = $1 and code = 'ST-1'`,
      brand,
      category,
      rate,
    )
    await shop.sql(
      `update product set default_warehouse_id = $2, default_location_id = $3, transfer_price = null
        where group_id = $1 and part_id = (select id from part where group_id = $1 and code = 'ST-1')`,
      place.warehouseId,
      place.locationId,
    )
    await shop.sql(
      `update partner set settlement_method_id = $2, category = '停用词', level = 'A', credit_days = 45, remark = '+先款'
        where group_id = $1 and name = '白云汽配'`,
      method,
    )
    await shop.db.tenant(shop.groupId, async (tx) => {
      const gone = await employee(tx, 'E-L1', '周离职', '2026-01-31')
      await employee(tx, 'E-L2', '周离职')
      await tx.query({
        text: `update partner_org set salesperson_id = $3 where group_id = $1 and org_id = $2
          and partner_id = (select id from partner where group_id = $1 and name = '白云汽配')`,
        values: [shop.groupId, shop.orgId, gone],
      })
    })
    await shop.sql(`update brand set is_active = false where group_id = $1 and id = $2`, brand)
    await shop.sql(`update part_category set is_active = false where group_id = $1 and id = $2`, category)
    await shop.sql(`update tax_rate set is_active = false where group_id = $1 and id = $2`, rate)
    await shop.sql(`update settlement_method set is_active = false where group_id = $1 and id = $2`, method)
    await shop.sql(`update location set is_active = false where group_id = $1 and id = $2`, place.locationId)
    await shop.sql(`update warehouse set is_active = false where group_id = $1 and id = $2`, place.warehouseId)
    for (const type of ['part', 'product', 'partner', 'vehicle'] as const)
      for (const [route, filters] of sameThing[type])
        for (const format of formats) {
          const before = await catalogue()
          const file = await fileOf(await ask(route, filters, format))
          const { data } = await run(type, file, { overwrite: true })
          expect([type, format, data.faults, data.imported, data.added]).toEqual([type, format, [], true, 0])
          expect(data.updated).toBeGreaterThan(0)
          expect(await catalogue()).toEqual(before)
        }
    // New ones are refused what has been stopped.
    const fresh = await check('part', await xlsx(partHeader, ['ST-2', '件', '停产牌', '停用类', '个']))
    expect(fresh.data.faults.map(({ message }) => message)).toEqual(['品牌“停产牌”已停用', '分类“停用类”已停用'])
    const lost = await check('product', await xlsx(['编码', '默认仓库'], ['CSV-1', '旧仓']))
    expect(lost.data.faults.map(({ message }) => message)).toContain('仓库“旧仓”已停用')
  })

  it('of open items and of stock becomes drafts of the same figures, credits and costs too', async () => {
    const owe = (side: 'AR' | 'AP', total: string) =>
      openItem(shop, owner, {
        partnerId: side === 'AR' ? shop.customerId : shop.supplierId,
        side,
        total,
        dueOn: '2026-12-05',
      })
    for (const side of ['AR', 'AP'] as const) for (const total of ['120.5', '-20']) await owe(side, total)
    for (const routes of [receivableRoutes, payableRoutes])
      for (const format of formats) {
        const { rows } = await owner.call(routes.items, { query: {} })
        const job = { filters: {}, columns: ['balance', 'partnerName', 'bizDate', 'dueOn', 'billNo'], format }
        const { data } = await run('opening_balance', await fileOf(await owner.call(routes.itemExport, { body: job })))
        expect([data.faults, data.imported, data.added]).toEqual([[], true, rows.length])
        const drafts = []
        for (const { id } of data.documents)
          drafts.push((await owner.call(balanceAdjustment.routes.read, { params: { id } })).header)
        const figures = drafts.map(({ partnerId, side, total, bizDate, dueOn, remark }) =>
          [partnerId, side, total, bizDate, dueOn, remark].join(),
        )
        expect(figures).toEqual(
          rows.map((item) =>
            [item.partnerId, item.side, item.balance, item.bizDate, item.dueOn, `期初 ${item.billNo}`].join(),
          ),
        )
        // What is entered already is not imported again.
        for (const draft of drafts) await act(owner, balanceAdjustment.routes, draft, 'void', { reason: '重复' })
      }
    const lines = [
      { partId: shop.parts.filter, qty: '3', price: '12.5' },
      { partId: shop.parts.oil, qty: '2.25', price: '40.25' },
    ]
    const header = { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId }
    await post(owner, goodsReceipt.routes, { header, lines })
    for (const cut of ['warehouse', 'location', 'batch'] as const) {
      const { rows } = await owner.call(stockInquiry[cut].list, { query: {} })
      const { data } = await run('opening_stock', await fileOf(await ask(stockInquiry[cut].export)))
      expect([data.faults, data.imported, data.added]).toEqual([[], true, rows.length])
      const draft = await owner.call(otherIn.routes.read, { params: { id: data.documents[0]?.id as number } })
      expect(draft.lines.map((line) => [line.partCode, line.qty, line.price, line.locationCode])).toEqual(
        rows.map((row) => [row.partCode, row.onHand, row.costPrice, row.locationCode]),
      )
    }
    const parts = await check('opening_stock', await fileOf(await ask(stockInquiry.part.export)))
    expect(parts.data.faults[0]).toMatchObject({ column: '仓库', message: '仓库不能为空' })
  })

  it('is shown and saved by LibreOffice as it is, and imported again from there', async ({ skip }) => {
    skip(!hasLibreOffice(), 'LibreOffice is not installed: no exchange with it')
    await run(
      'part',
      await xlsx(partHeader, part('00123', '=零件', 'LO-00123', '0012;0013', '6900000000123', null, '+5V')),
    )
    const save = async (name: string, file: Buffer, ...formats: string[]) => {
      await writeFile(join(folder, name), file)
      for (const format of formats) {
        const home = `-env:UserInstallation=file://${join(folder, 'office')}`
        await execute('soffice', [
          home,
          '--headless',
          '--convert-to',
          format,
          '--outdir',
          join(folder, 'saved'),
          join(folder, name),
        ])
      }
      return async (type: string) => readFile(join(folder, 'saved', `${parse(name).name}.${type}`))
    }
    // 44 is the comma, 34 the quote, 76 UTF-8; the last true writes the cells as they are shown.
    const shown = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true'
    const parts = await save('配件.xlsx', await fileOf(await ask(partRoutes.export)), 'xlsx', 'ods', shown)
    for (const type of ['xlsx', 'csv']) {
      const before = await catalogue()
      const { data } = await run('part', await parts(type), { overwrite: true })
      expect([type, data.faults, data.imported, data.added]).toEqual([type, [], true, 0])
      expect(await catalogue()).toEqual(before)
    }
    expect((await run('part', await parts('ods'))).msg).toMatch(/另存为 \.xlsx 或 CSV/)
    const [titles = [], ...rows] = parseDelimited((await parts('csv')).toString(), ',')
    const saved = new Map(titles.map((title, i) => [title, rows.find(([code]) => code === '00123')?.[i]]))
    expect([saved.get('名称'), saved.get('规格'), saved.get('OE号')]).toEqual(['=零件', '+5V', '0012;0013'])
    expect(saved.get('修改时间')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('of order lines is understood by the lines of a document', async () => {
    const text = decodeText(await fileOf(await ask(orderLines.export, {}, 'csv'))) ?? ''
    const [titles = []] = parseDelimited(text, ',')
    const find = headingFinder(lineHeadings)
    const taken = new Set(titles.map(find))
    expect([...taken]).toEqual(expect.arrayContaining(['code', 'qty', 'taxedPrice']))
    expect(titles.filter((title) => find(title) === undefined && !isBesideLines(title, taken))).toEqual([])
  })
})
