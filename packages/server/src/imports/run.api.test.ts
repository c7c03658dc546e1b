// What holds of every file, whatever it brings.
import { draftIssued, pendingIssued } from '@chepu/contract/finance/invoice-pending'
import { imports, type ImportType } from '@chepu/contract/imports/import'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { resolveParts, searchParts } from '@chepu/contract/basics/lookups'
import { partRoutes } from '@chepu/contract/basics/part'
import { locationRoutes } from '@chepu/contract/basics/warehouse'
import { stockCount } from '@chepu/contract/warehouse/stock-count'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCardType } from '../../test/cards'
import { claimingAt } from '../../test/claims'
import { act, save } from '../../test/desk'
import { openItem } from '../../test/finance'
import { one } from '../../test/shop'
import { warrantyOf } from '../../test/warranty'
import { workshopOf } from '../../test/workshop'
import { fillRegions } from '../basics/region/fill'
import { shanghaiDay } from '../kernel/base/calendar'
import { rawWorkbook } from '../kernel/spreadsheet/raw-workbook.fixture'
import { readRows } from '../kernel/spreadsheet/read'
import { type Imports, openImports, part, partHeader, xlsx } from './importing.fixture'

let importing: Imports
let shop: Imports['shop']
let owner: Imports['owner']
let check: Imports['check']
let run: Imports['run']
let template: Imports['template']
let signInKeeper: Imports['signInKeeper']
beforeAll(async () => {
  importing = await openImports()
  ;({ shop, owner, check, run, template, signInKeeper } = importing)
})
afterAll(() => importing.close())

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
    const [first] = await shop.sql(
      `select brand_id, category_id, unit_id, tax_rate_id from part where group_id = $1 and code = 'TWIN-1'`,
    )
    await shop.sql(
      `insert into part (group_id, code, name, brand_id, category_id, unit_id, tax_rate_id, code_twin)
        values ($1, 'twin-1', '乙', $2, $3, $4, $5, 1)`,
      ...Object.values(first ?? {}),
    )
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
    const [{ code }] = (await shop.sql(
      'select code from warehouse where group_id = $1 and id = $2',
      shop.warehouseId,
    )) as [{ code: string }]
    const stock = await xlsx(
      ['编码', '仓库', '货位', '数量', '单位成本'],
      ['04152-yzza1', code.toLowerCase(), 'a-77', '1', '2'],
    )
    expect(await faultsOf('opening_stock', stock)).toEqual([])
    expect(
      await faultsOf('product', await xlsx(['编码', '默认仓库', '默认货位'], ['zzab123', code.toLowerCase(), 'a-77'])),
    ).toEqual([])
    const [supplier] = await shop.sql('select code from partner where group_id = $1 and id = $2', shop.supplierId)
    const owed = [String(supplier?.code).toLowerCase(), '应付', '2025-11-03', '30']
    expect(await faultsOf('opening_balance', await xlsx(['单位', '方向', '日期', '金额'], owed))).toEqual([])
  })
})

describe('templates and rights', () => {
  it('has a template for every kind, with required columns marked and rules', async () => {
    const keeper = await signInKeeper()
    for (const type of Object.keys(imports) as ImportType[]) {
      const response = await template(type, keeper)
      expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('导入模板.xlsx'))
      const { rows } = await readRows(new Uint8Array(await response.arrayBuffer()))
      expect(rows).toHaveLength(1)
      expect(rows[0]?.some((title) => String(title).endsWith('*'))).toBe(true)
    }
  })

  /** A draft of an invoice that waits for its number from the tax bureau. */
  async function draftInvoice(billNo: string) {
    const { id } = await openItem(shop, owner, { partnerId: shop.customerId, side: 'AR', total: '113.00' })
    const { rows } = await owner.call(pendingIssued.list, { query: { partnerId: shop.customerId } })
    const bills = rows
      .filter(({ openItemId }) => openItemId === id)
      .map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
    const { drafts } = await owner.call(draftIssued, { body: { bills, sheetKind: 'e_normal' } })
    await shop.sql('update invoice set bill_no = $3 where group_id = $1 and id = $2', drafts[0]?.id ?? 0, billNo)
  }

  it('gives examples that can be imported as they stand', async () => {
    const keeper = await signInKeeper()
    await shop.db.tenant(shop.groupId, async (tx) => {
      await one(tx, 'settlement_method', { name: '货到付款', kind: 'cash' })
      await one(tx, 'brand', { name: '大众', kind: 'car' })
      await one(tx, 'location', { warehouse_id: shop.warehouseId, code: 'A-01-02' })
    })
    await newCardType(shop)
    await run('part', await xlsx(partHeader, part('A-FRESH', '新件')))
    await fillRegions(shop.db)
    const header = { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, scope: 'parts' }
    const count = { header, lines: [{ partId: shop.parts.filter }] }
    await act(owner, stockCount.routes, await save(owner, stockCount.routes, count as never), 'begin')
    await draftInvoice('XP012611280001')
    const claims = claimingAt(owner, await warrantyOf(shop), (await workshopOf(shop)).partnerId)
    await claims.sent([(await claims.bill(['600'], shop.parts.pad)).id])
    for (const type of Object.keys(imports) as ImportType[]) {
      const response = await template(type, keeper)
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
