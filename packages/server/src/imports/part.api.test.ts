import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importProducts } from '@chepu/contract/imports/import'
import { searchParts } from '@chepu/contract/basics/lookups'
import { partRoutes } from '@chepu/contract/basics/part'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startExports } from '../kernel/export/worker'
import { readRows } from '../kernel/spreadsheet/read'
import { type Imports, openImports, part, partHeader, retyped, xlsx } from './importing.fixture'
import { exportedFile } from '../../test/export-file'

let importing: Imports
let shop: Imports['shop']
let owner: Imports['owner']
let send: Imports['send']
let check: Imports['check']
let run: Imports['run']
let template: Imports['template']
beforeAll(async () => {
  importing = await openImports()
  ;({ shop, owner, send, check, run, template } = importing)
})
afterAll(() => importing.close())

const partCount = async () => (await shop.sql('select count(*) as count from part where group_id = $1'))[0]?.count
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
    expect((await check('product', await xlsx(['编码', '上限', '下限'], ['CSV-1', '9', '2.5']))).data.faults).toEqual([
      { row: 2, column: '下限', message: '库存下限：单位“个”的数量只能录入整数' },
    ])
    const file = await xlsx(['配件编码', '进价（元）', '零售价'], ['CSV-1', '￥1,018.50', '１，２００'])
    expect((await run('product', file)).data).toMatchObject({ imported: true })
    const [row] = await shop.sql(
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

describe('导入商品', () => {
  const header = ['编码*', '进价', '批发1', '零售', '最低售价', '上限', '下限', '默认仓库', '默认货位']

  it('sets prices, limits and place of the org, found by code or OE number', async () => {
    await run('part', await xlsx(partHeader, part('PR-1', '商品一', null, '12345-67890')))
    const file = await xlsx(header, ['12345 67890', '10', '15', '20', '12', '50', '5', '主仓', '默认'])
    expect((await send(importProducts.path, file)).data).toMatchObject({ imported: true, added: 1, updated: 0 })
    expect((await check('product', file)).data.faults[0]?.message).toBe('商品 PR-1 已存在，如需更新请勾选“覆盖”')
    const change = await xlsx(header, ['PR-1', null, null, '22.5'])
    expect((await run('product', change, { overwrite: true })).data).toMatchObject({ imported: true, updated: 1 })
    const [row] = await shop.sql(
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
    const response = await template('product', buyer)
    const { rows } = await readRows(new Uint8Array(await response.arrayBuffer()))
    expect(rows[0]).toContain('进价')
    expect(rows[0]).not.toContain('批发1')
    const file = await xlsx(header, ['AM-1', '3', '4'])
    const { data } = await run('product', file, { client: buyer })
    expect(data).toMatchObject({ imported: true, ignored: expect.arrayContaining(['批发1']) as string[] })
  })
})

describe('what was exported', () => {
  let worker: ReturnType<typeof startExports>
  beforeAll(() => {
    worker = startExports(shop.db, (error) => console.error(error), { everyMs: 50 })
  })
  afterAll(() => worker.stop())

  it('of parts is imported again: what was changed is changed, all else is as before', async () => {
    const fitments = [{ modelText: '大众 帕萨特', yearFrom: 2016, yearTo: 2019 }, { modelText: '奥迪 A4' }]
    const [{ id }] = (await shop.sql(`select id from part where group_id = $1 and code = '04152-YZZA1'`)) as [
      { id: number },
    ]
    const before = await owner.call(partRoutes.read, { params: { id } })
    const oes = ['RT-2', 'RT-1'].map((oeNo, i) => ({ oeNo, isPrimary: i === 0 }))
    const whole = { ...before, oes, fitments, barcodes: ['6900000000901', '6900000000902'], warrantyMonths: 18 }
    await owner.call(partRoutes.save, { body: whole })
    const saved = await owner.call(partRoutes.read, { params: { id } })
    const body = { filters: { ids: String(id) }, columns: [] }
    const file = await retyped(await exportedFile(owner, await owner.call(partRoutes.export, { body })), (row) =>
      row.set('规格', 'Φ76').set('品质', '原厂件').set('备注', '=常备'),
    )
    const { data } = await run('part', file, { overwrite: true })
    expect(data).toMatchObject({ imported: true, rows: 1, updated: 1 })
    expect(data.ignored).toEqual(['型号', '重量(kg)', '包装数', '易损件', '批次', '旧件回收', '状态', '修改时间'])
    const { updatedAt: _, version: _v, ...again } = await owner.call(partRoutes.read, { params: { id } })
    const { updatedAt: _u, version: _w, ...expected } = saved
    expect(again).toEqual({ ...expected, spec: 'Φ76', grade: 'oem', remark: '=常备' })
  })
})
