// Every kind of file that can be imported. One file, since its tests share one company, its parts and its places.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import {
  imports,
  importProducts,
  type ImportResult,
  importResult,
  type ImportType,
} from '@chepu/contract/imports/import'
import {
  besideImport,
  openingBalanceHeadings,
  openingStockHeadings,
  partHeadings,
  partnerHeadings,
  productHeadings,
  regionHeadings,
} from '@chepu/contract/imports/import-headings'
import { readExport } from '@chepu/contract/kernel/export-job'
import { customerButtons, partnerButtons, partnerRoutes } from '@chepu/contract/customers/partner'
import { payableRoutes, receivableRoutes } from '@chepu/contract/finance/accounts'
import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { resolveParts, searchParts } from '@chepu/contract/basics/lookups'
import { decodeText, parseDelimited } from '@chepu/contract/kernel/delimited'
import { headingFinder, headingKey, type Headings } from '@chepu/contract/kernel/headings'
import type { Route } from '@chepu/contract/kernel/route'
import { partRoutes } from '@chepu/contract/basics/part'
import { locationRoutes } from '@chepu/contract/basics/warehouse'
import { productRoutes } from '@chepu/contract/basics/product'
import { orderLines } from '@chepu/contract/purchasing/order-query'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { isBesideLines, lineHeadings } from '@chepu/contract/kernel/line-headings'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openItem } from '../../test/finance'
import { exportFilePath } from '../../test/export-file'
import { type Client, one, openShop, type Shop } from '../../test/shop'
import { shanghaiDay } from '../kernel/base/calendar'
import { fillRegions } from '../basics/region/fill'
import { statementCount } from '../kernel/db/db'
import { startExports } from '../kernel/export/worker'
import { keepFilesIn } from '../kernel/base/file-store'
import { rawWorkbook } from '../kernel/spreadsheet/raw-workbook.fixture'
import { readRows } from '../kernel/spreadsheet/read'
import { workbook } from '../kernel/spreadsheet/write'

let shop: Shop
let owner: Client
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  shop = await openShop()
  owner = await shop.signIn('owner')
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const execute = promisify(execFile)
const hasLibreOffice = () => spawnSync('soffice', ['--version'], { stdio: 'ignore' }).status === 0

const xlsx = (header: string[], ...rows: (string | null)[][]): Promise<Buffer> =>
  buffer(workbook([{ sheet: '数据', columns: header.map((title) => ({ title, kind: 'text' })), rows }]))

interface Reply {
  status: number
  msg: string
  data: ImportResult
}
async function send(path: string, file: Buffer, client = owner, key?: string): Promise<Reply> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(file)]), '文件.xlsx')
  const headers = { token: client.token, ...(key && { 'idempotency-key': key }) }
  const response = await fetch(`${shop.origin}/api-main${path}`, { method: 'POST', headers, body })
  const reply = { status: response.status, ...((await response.json()) as Omit<Reply, 'status'>) }
  if (reply.status === 200) importResult.parse(reply.data)
  return reply
}
type Told = Record<string, string>
const columnsOf = (told: Told) => `columns=${encodeURIComponent(JSON.stringify(told))}`
const check = (type: ImportType, file: Buffer, client = owner, told: Told = {}) =>
  send(`${imports[type].check.path}?${columnsOf(told)}`, file, client)
const run = (type: ImportType, file: Buffer, { overwrite = false, client = owner, key = '', told = {} as Told } = {}) =>
  send(`${imports[type].run.path}?overwrite=${String(overwrite)}&${columnsOf(told)}`, file, client, key)
const sql = (text: string, ...values: unknown[]) =>
  shop.db.tenant(shop.groupId, (tx) => tx.query<Record<string, unknown>>({ text, values: [shop.groupId, ...values] }))
const partCount = async () => (await sql('select count(*) as count from part where group_id = $1'))[0]?.count

const partHeader = ['编码', '名称*', '品牌*', '分类*', '单位*', '厂家件号', 'OE号', '条码', '适用车型', '规格']
const part = (code: string | null, name: string, ...more: (string | null)[]) => [
  code,
  name,
  '博世',
  '机滤',
  '个',
  ...more,
]

describe('导入配件', () => {
  it('takes a file that LibreOffice wrote, once its further column is told', async () => {
    const file = await readFile(join(import.meta.dirname, 'fixtures/parts.xlsx'))
    const before = await partCount()
    const asked = { imported: false, rows: 0, unknown: [{ title: '旧编码', sample: expect.any(String) as string }] }
    expect((await check('part', file)).data).toMatchObject(asked)
    expect((await run('part', file)).data).toMatchObject(asked)
    const checked = await check('part', file, owner, { 旧编码: '' })
    expect(checked.data).toMatchObject({
      imported: false,
      rows: 4,
      added: 4,
      updated: 0,
      faults: [],
      ignored: ['旧编码'],
    })
    expect(await partCount()).toBe(before)
    expect((await run('part', file, { told: { 旧编码: '' } })).data).toMatchObject({
      imported: true,
      rows: 4,
      added: 4,
    })
    const [row] = (await owner.call(searchParts, { query: { q: '0415231090' } })).rows
    expect(row).toMatchObject({ partCode: 'LO-1001', barcodes: ['6901234567892'] })
    const saved = await owner.call(partRoutes.read, { params: { id: row?.partId as number } })
    expect(saved).toMatchObject({
      spec: '76*65mm',
      origin: '上海',
      warrantyMonths: 12,
      warrantyKm: '20000.0000',
      oes: [
        { oeNo: '04152-YZZA1', isPrimary: true },
        { oeNo: '04152-31090', isPrimary: false },
      ],
      fitments: [{ modelText: '丰田卡罗拉 1.6' }, { modelText: '丰田雷凌 1.8' }],
    })
    const [plug] = (await owner.call(searchParts, { query: { q: 'hhs' } })).rows
    expect(plug).toMatchObject({ partName: '火花塞', partCode: expect.stringMatching(/^P\d{6}$/) as string })
    const [oil] = (await owner.call(partRoutes.list, { query: { q: 'LO-1003' } })).rows
    expect(oil).toMatchObject({ unitName: '升', warrantyKm: '12000.5000' })
  })

  it('takes CSV, and figures as people type them', async () => {
    const text = '编码;名称;品牌;分类;单位;三包月;三包里程（公里）\nCSV-1;机滤;博世;机滤;个;１２;20,000\n'
    expect((await run('part', Buffer.from(text))).data).toMatchObject({ imported: true, added: 1 })
    const prices = await xlsx(
      ['编码', '进价（元）', '零售价', '库存上限'],
      ['CSV-1', '￥1,018.50', '１，２００', '3 个'],
    )
    expect((await check('product', prices)).data.faults).toEqual([
      { row: 2, column: '上限', message: '“3 个”带有“个”，请只填数字' },
    ])
    const file = await xlsx(['配件编码', '进价（元）', '零售价'], ['CSV-1', '￥1,018.50', '１，２００'])
    expect((await run('product', file)).data).toMatchObject({ imported: true })
    const [row] = await sql(
      `select purchase_price, retail_price, warranty_months, warranty_km from product pr
        join part p on p.group_id = pr.group_id and p.id = pr.part_id where pr.group_id = $1 and p.code = 'CSV-1'`,
    )
    expect(row).toEqual({
      purchasePrice: '1018.5000',
      retailPrice: '1200.0000',
      warrantyMonths: 12,
      warrantyKm: '20000.0000',
    })
  })

  it('names every fault by row and column and writes nothing', async () => {
    const before = await partCount()
    const file = await xlsx(
      partHeader,
      part('N-1', '好件', 'F1', null, '6900000000017'),
      part('N-1', '重号', 'F-1', null, '6900000000017'),
      ['N-2', '', '没有的牌', '没有的类', '吨'],
      part('04152-YZZA1', '已有', null, '---', '条 码'),
    )
    const { status, data } = await run('part', file)
    expect(status).toBe(200)
    expect(data).toMatchObject({ imported: false, rows: 4, added: 0, updated: 0, faultCount: 6 })
    expect(data.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '3 编码: 编码 N-1 与第2行重复',
      '3 厂家件号: 厂家件号 F-1 与第2行重复',
      '3 条码: 条码 6900000000017 与第2行重复',
      '4 名称: 名称不能为空',
      '5 OE号: OE号不能只有符号',
      '5 条码: 条码应为3-40位字母、数字、下划线或横线',
    ])
    const names = await check('part', await xlsx(partHeader, ['N-2', '件', '没有的牌', '没有的类', '吨']))
    expect(names.data.faults.map((fault) => fault.message)).toEqual([
      '品牌“没有的牌”不存在，请先在品牌管理中新增',
      '分类“没有的类”不存在，请先在配件分类中新增',
      '单位“吨”不存在，请填写已有的计量单位',
    ])
    expect(await partCount()).toBe(before)
  })

  it('changes existing parts only when 覆盖 is ticked, and leaves blank cells alone', async () => {
    await run(
      'part',
      await xlsx(partHeader, part('OW-1', '原名', 'OWF 1', 'OE1;OE2', '6900000000024', '丰田', '原规格')),
    )
    const again = await xlsx(partHeader, part('OW-1', '新名', null, 'OE3'), part(null, '另一名', 'OWF-1'))
    const refused = await check('part', await xlsx(partHeader, part(null, '按件号', 'owf.1')))
    expect(refused.data.faults).toEqual([
      { row: 2, column: '厂家件号', message: '配件 OW-1 已存在，如需更新请勾选“覆盖”' },
    ])
    expect((await run('part', again, { overwrite: true })).data).toMatchObject({
      imported: false,
      faults: [{ row: 3, column: '编码', message: '与第2行是同一配件 OW-1' }],
    })
    for (const row of [part('OW-1', '新名', null, 'OE3'), part(null, '另一名', 'OWF-1')])
      expect((await run('part', await xlsx(partHeader, row), { overwrite: true })).data.imported).toBe(true)
    const [row] = (await owner.call(partRoutes.list, { query: { q: 'OW-1' } })).rows
    expect(row).toMatchObject({ name: '另一名', factoryNo: 'OWF-1', spec: '原规格', fitment: '丰田', oeNo: 'OE3' })
    expect(row?.barcode).toContain('6900000000024')
  })

  it('refuses a factory number or barcode of another part', async () => {
    await run('part', await xlsx(partHeader, part('TK-1', '占用', 'TKF', null, '6900000000031')))
    const taken = await check('part', await xlsx(partHeader, part('TK-2', '新件', 'tk-f', null, '6900000000031')))
    expect(taken.data.faults.map((fault) => fault.message)).toEqual([
      '该品牌的厂家件号已用于配件 TK-1',
      '条码 6900000000031 已用于配件 TK-1',
    ])
  })

  it('answers a repeated request with the first answer', async () => {
    const file = await xlsx(partHeader, part('ONCE-1', '一次'))
    const [first, second] = await Promise.all([
      run('part', file, { key: 'import-once' }),
      run('part', file, { key: 'import-once' }),
    ])
    expect(first.data).toMatchObject({ imported: true, added: 1 })
    expect(second.data).toEqual(first.data)
    const other = await run('part', await xlsx(partHeader, part('ONCE-2', '另一个')), { key: 'import-once' })
    expect(other.status).toBe(400)
  })

  it('takes one file of a user at a time', async () => {
    const file = await xlsx(partHeader, part('TURN-1', '排队'))
    const answers = await Promise.all([check('part', file), check('part', file)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.msg).toBe('您有一个文件正在导入，请等它完成后再试')
    expect((await check('part', file)).status).toBe(200)
  })

  it('shows 200 faults and counts all', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => part(`M-${i}`, ''))
    const { data } = await check('part', await xlsx(partHeader, ...rows))
    expect([data.faults.length, data.faultCount, data.rows]).toEqual([200, 300, 300])
  })
})

describe('faulty files', () => {
  const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const raw = (...cells: string[]) =>
    rawWorkbook([
      {
        rows: `<row r="1">${['名称', '品牌', '分类', '单位'].map(inline).join('')}</row><row r="2">${cells.join('')}</row>`,
      },
    ])
  function* zeros() {
    for (let piece = 0; piece < 300; piece += 1) yield '0'.repeat(512 * 1024)
  }

  it('are refused with a reason', async () => {
    const good = await xlsx(partHeader, part('G-1', '好件'))
    const messages = async (...files: Buffer[]) => {
      const replies = []
      for (const file of files) replies.push(await run('part', file))
      return replies.map(({ status, msg }) => `${status} ${msg}`)
    }
    const bomb = await rawWorkbook([{ rows: zeros() }])
    expect(
      await messages(
        good.subarray(0, good.length - 40),
        Buffer.from('编码,名称'),
        Buffer.from('<html><table>'),
        bomb,
        await xlsx(['车牌', '客户名'], ['粤A12345', '张三']),
        await xlsx(partHeader),
      ),
    ).toEqual([
      '400 文件已损坏或不完整，请在 Excel 或 WPS 中打开并重新保存后再导入',
      '400 模板不正确，缺少列“品牌”、“分类”、“单位”（以第1行为列名：编码、名称）',
      '400 这是网页或 XML 格式的表格，请在 Excel 或 WPS 中另存为 .xlsx 或 CSV 格式后再导入',
      '400 文件解压后过大（上限 100 MB），请删除多余的格式、图片和空行，或拆成几个文件',
      '400 模板不正确，缺少列“名称”、“品牌”、“分类”、“单位”（以第1行为列名：车牌、客户名）',
      '400 文件中没有数据，请在模板中填写后上传',
    ])
    expect((await owner.ask(imports.part.run, { body: {} })).msg).toBe('请选择要导入的文件')
  })

  it('name formula cells and cells of two megabytes', async () => {
    const formula = '<c r="A2" t="str"><f>"机"&amp;"油"</f><v>机油</v></c>'
    const rest = ['博世', '机滤', '个'].map(inline)
    expect((await run('part', await raw(formula, ...rest))).data.faults).toEqual([
      { row: 2, column: '名称', message: '公式单元格，请粘贴为数值' },
    ])
    const long = inline('长'.repeat(700_000))
    expect((await run('part', await raw(long, ...rest))).data.faults).toEqual([
      { row: 2, column: '名称', message: '内容过长（700000个字符）' },
    ])
  })

  it('name cells that are TRUE or merged with those above', async () => {
    const line = (row: number, ...cells: string[]) => `<row r="${row}">${cells.join('')}</row>`
    const cell = (ref: string, text: string) => inline(text).replace('<c ', `<c r="${ref}" `)
    const header = line(1, ...['编码', '名称', '品牌', '分类', '单位', '规格'].map(inline))
    const rows = [
      header,
      line(2, '<c r="A2" t="b"><v>1</v></c>', ...['逻辑件', '博世', '机滤', '个', '大'].map(inline)),
      line(3, ...['MG-1', '合并件一', '博世', '机滤', '个', '小'].map(inline)),
      line(4, cell('A4', 'MG-2'), cell('B4', '合并件二'), cell('D4', '机滤'), cell('E4', '个')),
      line(5),
      line(6, ...['MG-3', '合并件三', '博世', '机滤', '个'].map(inline)),
      line(7),
    ]
    const merges = ['C3:C5', 'F3:F4', 'A6:A7', 'B6:B7']
    const told = '单元格已合并，请取消合并后填写每一行'
    expect((await run('part', await rawWorkbook([{ rows: rows.join(''), merges }]))).data.faults).toEqual([
      { row: 2, column: '编码', message: '单元格为逻辑值TRUE，请设为文本格式后重新填写' },
      { row: 4, column: '品牌', message: told },
      { row: 4, column: '规格', message: told },
    ])
  })

  it('of another encoding are told as such', async () => {
    // 編碼,名稱 in Big5.
    const garbled = Buffer.from('bd73bd582ca657bad92cab7eb5500d0a412d312c410d0a', 'hex')
    expect((await run('part', garbled)).msg).toMatch(
      /缺少列“名称”、.*）。如果文件中的字显示为乱码，请用 Excel 另存为 CSV UTF-8 格式$/,
    )
    expect((await run('part', await xlsx(['車牌'], ['A']))).msg).not.toContain('乱码')
  })
})

describe('导入商品', () => {
  const header = ['编码*', '进价', '批发1', '零售', '最低售价', '上限', '下限', '默认仓库', '默认货位']

  it('sets prices, limits and place of the org, found by code or OE number', async () => {
    await run('part', await xlsx(partHeader, part('PR-1', '商品一', null, '12345-67890')))
    const file = await xlsx(header, ['12345 67890', '10', '15', '20', '12', '50', '5', '主仓', '默认'])
    expect((await send(importProducts.path, file)).data).toMatchObject({ imported: true, added: 1, updated: 0 })
    expect((await check('product', file)).data.faults[0]?.message).toBe('商品 PR-1 已存在，如需更新请勾选“覆盖”')
    const change = await xlsx(header, ['PR-1', null, null, '22.5'])
    expect((await run('product', change, { overwrite: true })).data).toMatchObject({ imported: true, updated: 1 })
    const [row] = await sql(
      `select purchase_price, wholesale_price1, retail_price, transfer_price, max_stock, default_location_id from product pr
        join part p on p.group_id = pr.group_id and p.id = pr.part_id where pr.group_id = $1 and p.code = 'PR-1'`,
    )
    expect(row).toEqual({
      purchasePrice: '10.0000',
      wholesalePrice1: '15.0000',
      retailPrice: '22.5000',
      transferPrice: '10.0000',
      maxStock: '50.0000',
      defaultLocationId: shop.locationId,
    })
  })

  it('refuses figures that contradict each other, unknown places, and an OE number of several parts', async () => {
    await run('part', await xlsx(partHeader, part('AM-1', '甲', null, 'AMB-1'), part('AM-2', '乙', null, 'AMB 1')))
    const file = await xlsx(
      header,
      ['PR-1', null, null, '5', '12'],
      ['AM-1', null, null, null, null, '1', '2'],
      ['AM-2', null, null, null, null, null, null, '没有仓'],
      ['amb.1'],
      ['NONE'],
      ['04465-02220', '-1'],
    )
    const { data } = await run('product', file, { overwrite: true })
    expect(data.imported).toBe(false)
    expect(data.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '2 零售: 零售价不能低于最低售价 12',
      '3 上限: 库存上限不能小于下限',
      '4 默认仓库: 仓库“没有仓”不存在',
      '5 编码: “amb.1”对应多个配件：AM-1 甲(博世)、AM-2 乙(博世)，请改填编码',
      '6 编码: 配件“NONE”不存在',
      '7 进价: 价格不能小于0',
    ])
  })

  it('leaves prices out of the template and the file for who may not see them', async () => {
    const buyer = await shop.signIn('buyer')
    const response = await fetch(`${shop.origin}${imports.product.template.path}`, { headers: { token: buyer.token } })
    const { rows } = await readRows(new Uint8Array(await response.arrayBuffer()))
    expect(rows[0]).toContain('进价')
    expect(rows[0]).not.toContain('批发1')
    const file = await xlsx(header, ['AM-1', '3', '4'])
    const { data } = await run('product', file, { client: buyer })
    expect(data).toMatchObject({ imported: true, ignored: expect.arrayContaining(['批发1']) as string[] })
  })
})

const employee = (tx: Parameters<typeof one>[0], empNo: string, name: string, leftOn: string | null = null) =>
  one(tx, 'employee', { org_id: shop.orgId, emp_no: empNo, name, left_on: leftOn })

describe('导入往来单位', () => {
  const header = ['名称*', '角色*', '性质', '手机', '联系人', '价格级别', '结算方式', '信用额度', '税号']

  it('adds customers and suppliers with codes of their first role, terms and contact', async () => {
    await shop.db.tenant(shop.groupId, (tx) => one(tx, 'settlement_method', { name: '月结', kind: 'monthly' }))
    const file = await xlsx(
      header,
      ['白云汽配', '客户;供应商', '单位', '13800138000', '李经理', '批发价2', '月结', '5000', '91440101MA5XXXXX0X'],
      ['张三丰', '客户', null, '13900139000'],
    )
    expect((await run('partner', file)).data).toMatchObject({ imported: true, added: 2 })
    const rows = await sql(
      `select p.code, p.name, p.kind, p.cus_flag, p.initials, p.price_level, o.credit_limit, c.name as contact from partner p
        join partner_org o on o.group_id = p.group_id and o.partner_id = p.id and o.org_id = $2
        left join partner_contact c on c.group_id = p.group_id and c.partner_id = p.id
        where p.group_id = $1 and p.name in ('白云汽配', '张三丰') order by p.id`,
      shop.orgId,
    )
    expect(rows).toEqual([
      {
        code: expect.stringMatching(/^K\d{5}$/) as string,
        name: '白云汽配',
        kind: 'unit',
        cusFlag: 3,
        initials: 'byqp',
        priceLevel: 'wholesale2',
        creditLimit: '5000.00',
        contact: '李经理',
      },
      {
        code: expect.stringMatching(/^K\d{5}$/) as string,
        name: '张三丰',
        kind: 'person',
        cusFlag: 1,
        initials: 'zsf',
        priceLevel: 'retail',
        creditLimit: '0.00',
        contact: null,
      },
    ])
    const changed = await xlsx(header, ['白云汽配', '供应商', null, '13800138001'])
    expect((await check('partner', changed)).data.faults[0]?.message).toContain('已存在，如需更新请勾选“覆盖”')
    expect((await run('partner', changed, { overwrite: true })).data.updated).toBe(1)
    const [row] = await sql(`select cus_flag, mobile, tax_no from partner where group_id = $1 and name = '白云汽配'`)
    expect(row).toEqual({ cusFlag: 3, mobile: '13800138001', taxNo: '91440101MA5XXXXX0X' })
  })

  it('finds the region by its name, and says which it does not know', async () => {
    await fillRegions(shop.db)
    const of = (...names: string[]) =>
      xlsx(['名称*', '角色*', '地区'], ...names.map((name, i) => [`地区单位${i}`, '供应商', name]))
    const wrong = await check('partner', await of('广东省广州市白云区', '白云', '三明市三元区'))
    expect(wrong.data.faults).toMatchObject([
      { row: 3, column: '地区', message: '地区“白云”不存在，应为省市区全称' },
      { row: 4, column: '地区' },
    ])
    const file = await of('广东省广州市白云区', '广东省/广州市', '武汉市武昌区', '北京市 朝阳区')
    expect((await run('partner', file)).data).toMatchObject({ imported: true, added: 4 })
    expect(
      await sql(`select region_code, region from partner where group_id = $1 and name like '地区单位%' order by name`),
    ).toEqual([
      { regionCode: '440111', region: '广东省广州市白云区' },
      { regionCode: '440100', region: '广东省广州市' },
      { regionCode: '420106', region: '湖北省武汉市武昌区' },
      { regionCode: '110105', region: '北京市朝阳区' },
    ])
  })

  it('takes what the form has of a customer; blank leaves it, and who may not change it by form may not here', async () => {
    const [first] = await shop.db.tenant(shop.groupId, async (tx) => [
      await employee(tx, 'E-01', '王小明'),
      await employee(tx, 'E-02', '王小明'),
      await employee(tx, 'E-03', '李离职', '2026-01-31'),
    ])
    const titles = ['编码', '名称', '角色', '类别', '等级', '业务员', '账期(天)', '价格级别', '信用额度', '备注']
    const row = (...cells: (string | null)[]) => xlsx(titles, ['TK-1', '条款客户', '客户', ...cells])
    const stored = async () => {
      const { rows } = await owner.call(partnerRoutes.list, { query: { q: '条款客户' } })
      return rows.map((each) => [
        each.category,
        each.level,
        each.salespersonName,
        each.creditDays,
        each.priceLevel,
        each.creditLimit,
        each.remark,
      ])
    }
    const faults = async (file: Buffer, client = owner) =>
      (await run('partner', file, { overwrite: true, client })).data.faults.map(
        ({ column, message }) => `${column} ${message}`,
      )
    expect(await faults(await row('路人', 'E', '王小明', '30.5', null, null, '长'.repeat(256)))).toEqual([
      '等级 应为A、B、C、D',
      '账期 账期应为整数天数',
      '备注 最多255个字符',
    ])
    expect(await faults(await row('路人', 'A', '王小明', '4'))).toEqual([
      '类别 “客户类别”中没有“路人”，或已停用',
      '业务员 业务员“王小明”有多人，请填写工号：E-01、E-02',
    ])
    expect(await faults(await row('4s', 'A', '李离职'))).toEqual(['业务员 业务员“李离职”已离职'])
    expect(await faults(await row('4s', 'A', '没有的人'))).toEqual(['业务员 业务员“没有的人”不是本企业员工'])
    expect(await faults(await row('4s', 'a', 'e-01', '30', '批发价2', '800', '老客户'))).toEqual([])
    const whole = [['4S', 'A', '王小明', 30, 'wholesale2', '800.00', '老客户']]
    expect(await stored()).toEqual(whole)
    expect(await faults(await row(null, null, null, null, null, null, null))).toEqual([])
    expect(await faults(await xlsx(['编码', '名称'], ['TK-1', '条款客户']))).toEqual([])
    expect(await stored()).toEqual(whole)
    // The name that two have stays whoever of them it is.
    expect(await faults(await row('4S', 'A', '王小明', '0'))).toEqual([])
    expect(await stored()).toEqual([['4S', 'A', '王小明', 0, 'wholesale2', '800.00', '老客户']])
    const kept = await sql(
      `select salesperson_id from partner_org where group_id = $1
        and partner_id = (select id from partner where group_id = $1 and code = 'TK-1')`,
    )
    expect(kept).toEqual([{ salespersonId: first }])
    expect(await faults(await row(null, null, 'E-02'))).toEqual([])
    const handed = await sql(
      `select detail from audit_log where group_id = $1 and entity = 'partner' and action = 'transfer'
        and entity_id = (select id from partner where group_id = $1 and code = 'TK-1')`,
    )
    expect(handed).toHaveLength(1)
    const clerk = await shop.signIn('manager')
    await sql(
      `delete from role_button where group_id = $1 and button_id = any ($2::int[])
        and role_id = (select id from role where group_id = $1 and code = 'manager')`,
      [partnerButtons.credit, customerButtons.transfer],
    )
    expect(await faults(await row('4S', 'B', 'E-01', '60', null, '900'), clerk)).toEqual([
      '业务员 您没有「转业务员」的权限',
    ])
    expect(await faults(await row('4S', 'B', 'E-02', '60', null, '900'), clerk)).toEqual([])
    expect(await stored()).toEqual([['4S', 'B', '王小明', 0, 'wholesale2', '800.00', '老客户']])
  })

  it('refuses what does not fit and who may not', async () => {
    const file = await xlsx(
      header,
      ['甲', '客户', '个人'],
      ['乙', '朋友'],
      ['丙公司', '供应商', '单位', '123'],
      ['零散客户', '客户', '个人', '13900139001', null, null, '没有的方式'],
    )
    const { data } = await run('partner', file)
    expect(data.imported).toBe(false)
    expect(data.faults.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '2 手机',
      '3 角色',
      '4 手机',
      '5 结算方式',
    ])
    const buyer = await shop.signIn('buyer')
    const customers = await xlsx(header, ['丁公司', '客户', '单位'], ['戊公司', '供应商', '单位'])
    expect((await run('partner', customers, { client: buyer })).data.faults).toEqual([
      { row: 2, column: '角色', message: '您没有导入客户的权限' },
    ])
  })
})

describe('导入期初库存', () => {
  const header = ['编码*', '仓库*', '货位', '批次', '数量*', '单位成本*']

  it('makes one draft a warehouse with reason 期初', async () => {
    const file = await xlsx(
      header,
      ['04152-YZZA1', '主仓', '默认', null, '10', '18.5'],
      ['5W-30', 'ZC', null, null, '2.5', '40.25'],
    )
    const { data } = await run('opening_stock', file)
    expect(data).toMatchObject({ imported: true, added: 2, documents: [{ kind: 'other_in' }] })
    const id = data.documents[0]?.id as number
    const { header: saved, lines } = await owner.call(otherIn.routes.read, { params: { id } })
    expect(saved).toMatchObject({ reason: '期初', state: 'draft', bizDate: '2025-12-31', totalTaxed: '285.63' })
    expect(lines.map((line) => [line.partCode, line.qty, line.price, line.locationCode])).toEqual([
      ['04152-YZZA1', '10.0000', '18.5000', '默认'],
      ['5W-30', '2.5000', '40.2500', null],
    ])
  })

  it('is split into drafts of 2000 lines', async () => {
    const rows = Array.from({ length: 2001 }, () => ['04465-02220', '主仓', null, null, '1', '60'])
    const { data } = await run('opening_stock', await xlsx(header, ...rows))
    expect(data.documents).toHaveLength(2)
    const counts = await sql(
      'select line_count from goods_document where group_id = $1 and id = any ($2::bigint[]) order by id',
      data.documents.map(({ id }) => id),
    )
    expect(counts).toEqual([{ lineCount: 2000 }, { lineCount: 1 }])
  })

  it('names faults by row and needs the right to see costs', async () => {
    const file = await xlsx(
      header,
      ['04152-YZZA1', '没有仓', null, null, '1', '1'],
      ['04152-YZZA1', '主仓', '没有位', null, '1', '1'],
      ['04152-YZZA1', '主仓', null, null, '1.5', '1'],
      ['04152-YZZA1', '主仓', null, null, '0', '0'],
    )
    const { data } = await run('opening_stock', file)
    expect(data.imported).toBe(false)
    expect(data.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '2 仓库: 仓库“没有仓”不存在',
      '3 货位: 货位“没有位”不存在、已停用或不属于该仓库',
      '4 数量: 单位“个”的数量只能录入整数',
      '5 数量: 数量必须大于0',
      '5 单位成本: 单位成本必须大于0',
    ])
    const keeper = await shop.signIn('warehouse_keeper')
    expect(await check('opening_stock', file, keeper)).toMatchObject({ status: 403 })
  })
})

describe('导入期初往来', () => {
  const header = ['单位*', '方向*', '单据号', '日期*', '到期日', '金额*']

  it('makes one draft an old document, which ages by its own day', async () => {
    const [supplier] = await sql('select code, name from partner where group_id = $1 and id = $2', shop.supplierId)
    const file = await xlsx(
      header,
      [String(supplier?.name), '应付', 'OLD-7', '2025/11/3', '2025年12月3日', '￥1,200.50'],
      [String(supplier?.code), '应付', null, '20251105', null, '30'],
    )
    const { data } = await run('opening_balance', file)
    expect(data).toMatchObject({ imported: true, added: 2, documents: [{ kind: 'balance_adjustment' }, {}] })
    const slip = await owner.call(balanceAdjustment.routes.read, { params: { id: data.documents[0]?.id as number } })
    expect(slip.header).toMatchObject({
      partnerId: shop.supplierId,
      purpose: 'opening',
      side: 'AP',
      bizDate: '2025-11-03',
      dueOn: '2025-12-03',
      total: '1200.50',
      remark: '期初 OLD-7',
      state: 'draft',
    })
  })

  it('names faults by row, and what the caller may not enter', async () => {
    const rows = [
      ['没有的单位', '应付', null, '2025-11-03', null, '1'],
      ['零散客户', '欠款', null, '三月', null, '0'],
    ]
    const { data } = await run('opening_balance', await xlsx(header, ...rows))
    expect(data.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '2 单位: 往来单位“没有的单位”不存在或已停用',
      '3 方向: 应为应收、应付、预收、预付',
      '3 日期: 日期格式应为YYYY-MM-DD',
      '3 金额: 金额不能为0',
    ])
  })

  it('asks the database as often for many rows as for few, and takes 500 of them', async () => {
    await shop.db.tenant(shop.groupId, async (tx) => {
      for (const code of ['Z-TWIN-1', 'Z-TWIN-2'])
        await one(tx, 'partner', {
          code,
          name: '同名',
          kind: 'person',
          cus_flag: 2,
          mobile: `1380000000${code.slice(-1)}`,
        })
      await one(tx, 'partner', { code: '同名', name: '以同名为编码', kind: 'unit', cus_flag: 2 })
    })
    const rows = (count: number) =>
      Array.from({ length: count }, () => ['同名', '应收', null, shanghaiDay(), null, '1'])
    const statements = async (count: number) => {
      const file = await xlsx(header, ...rows(count))
      const before = statementCount.total
      expect((await check('opening_balance', file)).data).toMatchObject({ added: count, faults: [] })
      return statementCount.total - before
    }
    const few = await statements(2)
    expect(await statements(500)).toBeLessThan(few + 5)
    expect(await check('opening_balance', await xlsx(header, ...rows(501)))).toMatchObject({
      status: 400,
      msg: '一次最多导入500行，文件有501行，请分几个文件导入',
    })
    await sql(`update partner set code = 'Z-TWIN-3' where group_id = $1 and code = '同名'`)
    expect((await check('opening_balance', await xlsx(header, ...rows(1)))).data.faults).toEqual([
      { row: 2, column: '单位', message: '有多个往来单位“同名”，请改填编码：Z-TWIN-1、Z-TWIN-2' },
    ])
  })

  it('is refused for the reasons of a slip once a month is closed', async () => {
    await sql('update org set closed_month = 202601 where group_id = $1 and id = $2', shop.orgId)
    const message = '已有月份结账，期初的日期必须早于启用月份'
    const rows = [shanghaiDay(), '2025-12-31'].map((day) => ['测试供应商', '应付', null, day, null, '1'])
    const { data } = await check('opening_balance', await xlsx(header, ...rows))
    expect(data.faults).toEqual([{ row: 2, column: '日期', message }])
    const figures = { purpose: 'opening', side: 'AP', total: '1', remark: '期初' } as const
    const slip = await owner.ask(balanceAdjustment.routes.save, {
      body: { header: { ...figures, partnerId: shop.supplierId, bizDate: shanghaiDay() } },
    })
    expect(slip).toMatchObject({ msg: message, errors: [{ path: 'header.bizDate', message }] })
    await sql('update org set closed_month = null where group_id = $1 and id = $2', shop.orgId)
  })
})

describe('codes that differ in capitals only', () => {
  const rowsOf = async (codes: string[]) =>
    (await owner.call(resolveParts, { body: { codes, mode: 'sale' } })).matches.map(({ parts }) =>
      parts.map(({ partCode }) => partCode),
    )
  const faultsOf = async (type: ImportType, file: Buffer, overwrite = false) =>
    (await run(type, file, { overwrite })).data.faults.map(({ row, column, message }) => `${row} ${column} ${message}`)

  it('are one part: a second is refused by name, and is the first with 覆盖', async () => {
    await run('part', await xlsx(partHeader, part('ZZAB123', '甲')))
    expect(
      await faultsOf(
        'part',
        await xlsx(partHeader, part('zzab123', '乙'), part('ZZCD1', '丙'), part('zzcd1', '丁'), part('Zzcd1', '戊')),
      ),
    ).toEqual([
      '2 编码 编码与已有的 ZZAB123 只差大小写，如需更新请勾选“覆盖”',
      '4 编码 编码 zzcd1 与第3行的编码只差大小写',
      '5 编码 编码 Zzcd1 与第3行的编码只差大小写',
    ])
    expect((await run('part', await xlsx(partHeader, part('zzab123', '乙')), { overwrite: true })).data).toMatchObject({
      imported: true,
      added: 0,
      updated: 1,
    })
    expect(await rowsOf(['zzab123', 'ZzAB123'])).toEqual([['ZZAB123'], ['ZZAB123']])
    const [saved] = (await owner.call(partRoutes.list, { query: { q: 'ZZAB123' } })).rows
    expect(saved).toMatchObject({ code: 'ZZAB123', name: '乙' })
    const { id, ...typed } = await owner.call(partRoutes.read, { params: { id: saved?.id as number } })
    const form = { ...typed, barcodes: [], factoryNo: '' }
    expect(await owner.ask(partRoutes.save, { body: { ...form, code: 'zzAB123' } as never })).toMatchObject({
      errors: [{ path: 'code', message: '编码与已有的 ZZAB123 只差大小写' }],
    })
    await owner.call(partRoutes.save, { body: { ...form, id, code: 'zzab123' } as never })
    await owner.call(partRoutes.save, {
      body: { ...form, id, code: 'ZZAB123', version: typed.version + 1 } as never,
    })
  })

  it('of parts that stand already are told apart, stay as they are and can be changed', async () => {
    await run('part', await xlsx(partHeader, part('TWIN-1', '甲')))
    await sql(`insert into part (group_id, code, name, brand_id, category_id, unit_id, tax_rate_id, code_twin)
      select group_id, 'twin-1', '乙', brand_id, category_id, unit_id, tax_rate_id, 1
      from part where group_id = $1 and code = 'TWIN-1'`)
    expect(await rowsOf(['TWIN-1', 'twin-1', 'Twin-1'])).toEqual([['TWIN-1'], ['twin-1'], ['TWIN-1', 'twin-1']])
    const both = await xlsx(partHeader, part('TWIN-1', '甲二'), part('twin-1', '乙二'))
    expect(await faultsOf('part', both, true)).toEqual([])
    expect(await faultsOf('part', await xlsx(partHeader, part('Twin-1', '丙')), true)).toEqual([
      '2 编码 编码与已有的 TWIN-1、twin-1 只差大小写',
    ])
    const [twin] = (await owner.call(partRoutes.list, { query: { q: '乙二' } })).rows
    const { rows } = await owner.call(searchParts, { query: { q: 'twin-1' } })
    expect(rows.map(({ partCode }) => partCode)).toEqual(['twin-1', 'TWIN-1'])
    const whole = await owner.call(partRoutes.read, { params: { id: twin?.id as number } })
    await owner.call(partRoutes.save, { body: { ...whole, name: '乙三' } as never })
    expect(await faultsOf('product', await xlsx(['编码', '零售'], ['TWIN-1', '1'], ['tWIN-1', '1']))).toEqual([
      '3 编码 “tWIN-1”对应多个配件：TWIN-1 甲二(博世)、twin-1 乙三(博世)，请改填编码',
    ])
  })

  it('of partners and locations are refused by name', async () => {
    const header = ['编码', '名称', '角色']
    await run('partner', await xlsx(header, ['ZC-K1', '大写客户', '客户']))
    expect(
      await faultsOf(
        'partner',
        await xlsx(header, ['zc-k1', '小写客户', '客户'], ['Kx1', '一', '客户'], ['KX1', '二', '客户']),
      ),
    ).toEqual(['2 编码 编码与已有的 ZC-K1 只差大小写，如需更新请勾选“覆盖”', '4 编码 编码 KX1 与第3行的编码只差大小写'])
    const again = await xlsx(header, ['zc-k1', '大写客户', '客户'])
    expect((await run('partner', again, { overwrite: true })).data).toMatchObject({ added: 0, updated: 1 })
    const body = { code: 'zC-k1', name: '又一客户', kind: 'unit' as const }
    expect(await owner.ask(partnerRoutes.save, { body: body as never })).toMatchObject({
      errors: [{ path: 'code', message: '编码与已有的 ZC-K1 只差大小写' }],
    })
    const place = { warehouseId: shop.warehouseId, zone: '', rack: '', level: '', slot: '' }
    await owner.call(locationRoutes.save, { body: { ...place, code: 'ZC-01' } as never })
    expect(await owner.ask(locationRoutes.save, { body: { ...place, code: 'zc-01' } as never })).toMatchObject({
      errors: [{ path: 'code', message: '编码与已有的 ZC-01 只差大小写' }],
    })
  })

  it('are found by what refers to them, however the capitals are typed', async () => {
    await owner.call(locationRoutes.save, {
      body: { warehouseId: shop.warehouseId, code: 'A-77', zone: '', rack: '', level: '', slot: '' } as never,
    })
    const [{ code }] = (await sql('select code from warehouse where group_id = $1 and id = $2', shop.warehouseId)) as [
      { code: string },
    ]
    const stock = await xlsx(
      ['编码', '仓库', '货位', '数量', '单位成本'],
      ['04152-yzza1', code.toLowerCase(), 'a-77', '1', '2'],
    )
    expect(await faultsOf('opening_stock', stock)).toEqual([])
    expect(
      await faultsOf('product', await xlsx(['编码', '默认仓库', '默认货位'], ['zzab123', code.toLowerCase(), 'a-77'])),
    ).toEqual([])
    const [supplier] = await sql('select code from partner where group_id = $1 and id = $2', shop.supplierId)
    const owed = [String(supplier?.code).toLowerCase(), '应付', '2025-11-03', '30']
    expect(await faultsOf('opening_balance', await xlsx(['单位', '方向', '日期', '金额'], owed))).toEqual([])
  })
})

describe('templates and rights', () => {
  it('has a template for every kind, with required columns marked and rules', async () => {
    // Regions are the installation's; its keeper may fetch every template.
    const keeper = await shop.signIn(['owner', 'admin'])
    await shop.db.shared({
      text: `update shared.login set is_platform = true, access_version = access_version + 1
        where id = (select max(id) from shared.login)`,
    })
    for (const type of Object.keys(imports) as ImportType[]) {
      const response = await fetch(`${shop.origin}${imports[type].template.path}`, { headers: { token: keeper.token } })
      expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('导入模板.xlsx'))
      const { rows } = await readRows(new Uint8Array(await response.arrayBuffer()))
      expect(rows).toHaveLength(1)
      expect(rows[0]?.some((title) => String(title).endsWith('*'))).toBe(true)
    }
  })

  it('gives examples that can be imported as they stand', async () => {
    const keeper = await shop.signIn(['owner', 'admin'])
    await shop.db.shared({
      text: `update shared.login set is_platform = true, access_version = access_version + 1
        where id = (select max(id) from shared.login)`,
    })
    await shop.db.tenant(shop.groupId, (tx) => one(tx, 'settlement_method', { name: '货到付款', kind: 'cash' }))
    await run('part', await xlsx(partHeader, part('A-FRESH', '新件')))
    await fillRegions(shop.db)
    for (const type of Object.keys(imports) as ImportType[]) {
      const response = await fetch(`${shop.origin}${imports[type].template.path}`, { headers: { token: keeper.token } })
      const workbook = await readXlsx(new Uint8Array(await response.arrayBuffer()))
      const [sheet, guide] = workbook.sheets
      const examples = new Map(guide?.rows.slice(1).map((row) => [row[0], String(row[3] ?? '')]))
      const titles = (sheet?.rows[0] ?? []).map(String)
      const row = titles.map((title) => examples.get(title.replace('*', '')) ?? '')
      const answer = await run(type, await xlsx(titles, row), { overwrite: type === 'region', client: keeper })
      expect([type, answer.data.faults, answer.data.imported]).toEqual([type, [], true])
    }
  })

  it('is closed to roles without the button', async () => {
    const salesperson = await shop.signIn('salesperson')
    for (const type of Object.keys(imports) as ImportType[]) {
      const file = await xlsx(partHeader, part('S-1', '件'))
      expect((await run(type, file, { client: salesperson })).status).toBe(403)
      expect((await check(type, file, salesperson)).status).toBe(403)
    }
  })
})

describe('what was exported', () => {
  let worker: ReturnType<typeof startExports>
  beforeAll(() => {
    worker = startExports(shop.db, (error) => console.error(error), { everyMs: 50 })
  })
  afterAll(() => worker.stop())

  /** The file of an export, as somebody downloads it. */
  async function fileOf({ jobId }: { jobId: number }, client = owner): Promise<Buffer> {
    for (;;) {
      const { state, error } = await client.call(readExport, { params: { id: jobId } })
      if (state === 'done') break
      if (state === 'failed') throw new Error(error)
    }
    const headers = { token: client.token }
    const response = await fetch(`${shop.origin}/api-main${exportFilePath(jobId)}`, { headers })
    return Buffer.from(await response.arrayBuffer())
  }

  /** Changes cells of an exported sheet as a spreadsheet program would, and gives it back as a file. */
  async function exported(ask: () => Promise<{ jobId: number }>, change: (row: Map<string, string>) => void) {
    const { rows } = await readRows(await fileOf(await ask()))
    const [header = [], ...body] = rows.map((row) =>
      row.map((cell) => (typeof cell === 'object' ? (cell?.text ?? '') : cell)),
    )
    const changed = body.map((cells) => {
      const row = new Map(header.map((title, i) => [title, cells[i] ?? '']))
      change(row)
      return header.map((title) => row.get(title) ?? '')
    })
    return xlsx(header, ...changed, ['合计', ...header.slice(1).map(() => '9')])
  }

  it('of parts is imported again: what was changed is changed, all else is as before', async () => {
    const fitments = [{ modelText: '大众 帕萨特', yearFrom: 2016, yearTo: 2019 }, { modelText: '奥迪 A4' }]
    const [{ id }] = (await sql(`select id from part where group_id = $1 and code = '04152-YZZA1'`)) as [{ id: number }]
    const before = await owner.call(partRoutes.read, { params: { id } })
    const oes = ['RT-2', 'RT-1'].map((oeNo, i) => ({ oeNo, isPrimary: i === 0 }))
    const whole = { ...before, oes, fitments, barcodes: ['6900000000901', '6900000000902'], warrantyMonths: 18 }
    await owner.call(partRoutes.save, { body: whole })
    const saved = await owner.call(partRoutes.read, { params: { id } })
    const file = await exported(
      () => owner.call(partRoutes.export, { body: { filters: { ids: String(id) }, columns: [] } }),
      (row) => row.set('规格', 'Φ76').set('品质', '原厂件').set('备注', '=常备'),
    )
    const { data } = await run('part', file, { overwrite: true })
    expect(data).toMatchObject({ imported: true, rows: 1, updated: 1 })
    expect(data.ignored).toEqual(['型号', '重量(kg)', '包装数', '易损件', '批次', '旧件回收', '状态', '修改时间'])
    const { updatedAt: _, version: _v, ...again } = await owner.call(partRoutes.read, { params: { id } })
    const { updatedAt: _u, version: _w, ...expected } = saved
    expect(again).toEqual({ ...expected, spec: 'Φ76', grade: 'oem', remark: '=常备' })
  })

  it('of partners is imported again; those of the system are passed over', async () => {
    const file = await exported(
      () => owner.call(partnerRoutes.export, { body: { filters: { role: 63 }, columns: [] } }),
      (row) => row.set('联系人', '周经理'),
    )
    const count = async () => (await sql('select count(*) as count from partner where group_id = $1'))[0]?.count
    const before = await count()
    const { data } = await run('partner', file, { overwrite: true })
    expect(data).toMatchObject({ imported: true, added: 0, faults: [] })
    expect(data.notes.join()).toContain('是系统往来单位，保持不变')
    expect(await count()).toBe(before)
    const contacts = await sql(`select count(*) as count from partner_contact where group_id = $1 and name = '周经理'`)
    expect(contacts[0]?.count).toBe(data.updated)
    const titles = ['名称', '手机', '联系人']
    const known = await xlsx(titles, ['白云汽配', '138 0013 8009', '周经理'])
    expect((await run('partner', known, { overwrite: true })).data).toMatchObject({ imported: true, updated: 1 })
    const fresh = await check('partner', await xlsx(titles, ['新来的汽配', '13800138010', '']))
    expect(fresh.data.faults).toEqual([{ row: 2, column: '角色', message: '角色不能为空' }])
  })

  type Exported = readonly [route: Route, filters?: Record<string, unknown>]
  /** The exports of what each import brings. An import that nothing exports has none. */
  const sameThing: Record<ImportType, readonly Exported[]> = {
    part: [[partRoutes.export]],
    product: [[productRoutes.export]],
    partner: [
      [partnerRoutes.export, { role: 1 }],
      [partnerRoutes.export, { role: 62 }],
    ],
    region: [],
    // In all its cuts; one without warehouses is refused by its rows.
    opening_stock: Object.values(stockInquiry).map(({ export: route }) => [route]),
    opening_balance: [[receivableRoutes.itemExport], [payableRoutes.itemExport]],
  }
  const formats = ['xlsx', 'csv'] as const
  const ask = (route: Route, filters = {}, format: 'xlsx' | 'csv' = 'xlsx', client = owner) =>
    client.call(route, { body: { filters, columns: [], format } }) as Promise<{ jobId: number }>

  /** What stands in the tables of the catalogue and of the partners, without what counts changes or is made of the rest. */
  async function catalogue() {
    const tables = ['part', 'product', 'partner', 'partner_org', 'partner_contact', 'partner_address']
    const lists = ['part_oe', 'part_barcode', 'part_fitment']
    const found = []
    for (const table of [...tables, ...lists])
      found.push(
        await sql(
          `select '${table}' as source, row from (select to_jsonb(t) - array['version', 'updated_at', 'pinyin', 'initials', 'search_text', 'search_version'${lists.includes(table) ? `, 'id'` : ''}] as row
            from ${table} t where group_id = $1) s order by row::text`,
        ),
      )
    return found.flat()
  }

  it('is understood by the import of the same thing; whatever an import understands is the same thing', async () => {
    const keeper = await shop.signIn(['owner', 'admin'])
    await shop.db.shared({
      text: `update shared.login set is_platform = true, access_version = access_version + 1
        where id = (select max(id) from shared.login)`,
    })
    const headings: Record<ImportType, Headings> = {
      part: partHeadings,
      product: productHeadings,
      partner: partnerHeadings,
      region: regionHeadings,
      opening_stock: openingStockHeadings,
      opening_balance: openingBalanceHeadings,
    }
    const understands: [type: ImportType, titles: (exported: readonly string[]) => boolean][] = []
    for (const type of Object.keys(imports) as ImportType[]) {
      const response = await fetch(`${shop.origin}${imports[type].template.path}`, { headers: { token: keeper.token } })
      const { rows } = await readRows(new Uint8Array(await response.arrayBuffer()))
      const find = headingFinder(headings[type])
      const beside = new Set(besideImport[type].map(headingKey))
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
    const statement = { partnerId: shop.supplierId, from: '2026-01-01', to: '2026-12-31' }
    const exports = shop.app.routes.filter(({ method, path }) => method === 'POST' && path.endsWith('/export'))
    const found = Object.fromEntries(understands.map(([type]) => [type, [] as string[]]))
    for (const { path, ...route } of exports) {
      const filters = path.endsWith('/statement/export')
        ? statement
        : path === partnerRoutes.export.path
          ? { role: 63 }
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
    await run('product', await xlsx(['编码', '进价', '零售', '下限'], ['ST-1', '10.125', '15', '2.5']))
    await sql(
      `update part set brand_id = $2, category_id = $3, tax_rate_id = $4, is_active = false, warranty_km = 20000.5,
          grade = 'reman', remark = '-停用', origin = '长春'
        where group_id = $1 and code = 'ST-1'`,
      brand,
      category,
      rate,
    )
    await sql(
      `update product set default_warehouse_id = $2, default_location_id = $3, transfer_price = null
        where group_id = $1 and part_id = (select id from part where group_id = $1 and code = 'ST-1')`,
      place.warehouseId,
      place.locationId,
    )
    await sql(
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
    await sql(`update brand set is_active = false where group_id = $1 and id = $2`, brand)
    await sql(`update part_category set is_active = false where group_id = $1 and id = $2`, category)
    await sql(`update tax_rate set is_active = false where group_id = $1 and id = $2`, rate)
    await sql(`update settlement_method set is_active = false where group_id = $1 and id = $2`, method)
    await sql(`update location set is_active = false where group_id = $1 and id = $2`, place.locationId)
    await sql(`update warehouse set is_active = false where group_id = $1 and id = $2`, place.warehouseId)
    for (const type of ['part', 'product', 'partner'] as const)
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
      }
    const lines = [
      { partId: shop.parts.filter, qty: '3', price: '12.5' },
      { partId: shop.parts.oil, qty: '2.25', price: '40.25' },
    ]
    const header = { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId }
    const receipt = await owner.call(goodsReceipt.routes.save, { body: { header, lines } })
    const params = { id: receipt.id, action: 'approve' }
    await owner.call(goodsReceipt.routes.act, { params, body: { version: receipt.version } })
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

  it.each(['xlsx', 'csv'] as const)('of partners leaves who has no limit without one: %s', async (format) => {
    const header = ['编码', '名称', '角色', '信用额度']
    const name = `额度客户${format}`
    await run('partner', await xlsx(header, [`LIM-${format}`, name, '客户', '0']))
    const [{ id }] = (await sql('select id from partner where group_id = $1 and name = $2', name)) as [{ id: number }]
    // A customer of another org of the group: this one has agreed nothing with it.
    await sql('delete from partner_org where group_id = $1 and partner_id = $2', id)
    const limit = async () =>
      (await owner.call(partnerRoutes.list, { query: { q: name } })).rows.map(({ creditLimit }) => creditLimit)
    expect(await limit()).toEqual([null])
    const file = await fileOf(await ask(partnerRoutes.export, { role: 1, q: name }, format))
    expect((await run('partner', file, { overwrite: true })).data).toMatchObject({ imported: true, updated: 1 })
    expect(await limit()).toEqual([null])
    const whole = await owner.call(partnerRoutes.read, { params: { id } })
    await owner.call(partnerRoutes.transfer, { body: { ids: [id], salespersonId: null } as never })
    expect(await limit()).toEqual([null])
    await sql('delete from partner_org where group_id = $1 and partner_id = $2', id)
    const { credit: _, ...typed } = whole as typeof whole & { credit?: unknown }
    await owner.call(partnerRoutes.save, { body: typed as never })
    expect(await limit()).toEqual([null])
  })

  it('of partners by somebody who sees no whole mobiles leaves them as they are', async () => {
    await run('partner', await xlsx(['编码', '名称', '角色', '手机'], ['MB-1', '隐号客户', '客户', '13700137001']))
    await sql(`delete from role_field where group_id = $1 and field = 'mobile_full'`)
    const client = await shop.signIn('owner')
    const file = await fileOf(await ask(partnerRoutes.export, { role: 1 }, 'csv', client), client)
    expect(file.toString()).toContain('137****7001')
    const before = await catalogue()
    expect((await run('partner', file, { overwrite: true, client })).data).toMatchObject({ imported: true, faults: [] })
    expect(await catalogue()).toEqual(before)
    const changed = await xlsx(
      ['编码', '名称', '角色', '手机'],
      ['MB-1', '隐号客户', '客户', '139****7001'],
      ['MB-2', '新隐号客户', '客户', '137****7001'],
    )
    expect(
      (await check('partner', changed, client)).data.faults.map(
        ({ row, column, message }) => `${row} ${column} ${message}`,
      ),
    ).toEqual([
      '2 手机 手机“139****7001”与原号码不符，要修改请填写完整的手机号',
      '2 编码 “隐号客户”(MB-1)已存在，如需更新请勾选“覆盖”',
      '3 手机 手机“137****7001”不完整，新增请填写完整的手机号，更新已有的请同时填写编码',
    ])
  })
})
