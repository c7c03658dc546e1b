import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { one } from '../../test/shop'
import { shanghaiDay } from '../kernel/base/calendar'
import { statementCount } from '../kernel/db/statement'
import { type Imports, openImports, xlsx } from './importing.fixture'

let importing: Imports
let shop: Imports['shop']
let owner: Imports['owner']
let check: Imports['check']
let run: Imports['run']
beforeAll(async () => {
  importing = await openImports()
  ;({ shop, owner, check, run } = importing)
})
afterAll(() => importing.close())

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
    const counts = await shop.sql(
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
    const [supplier] = await shop.sql('select code, name from partner where group_id = $1 and id = $2', shop.supplierId)
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

  it('passes over an old document that was entered before, and says as what', async () => {
    const [supplier] = await shop.sql('select name from partner where group_id = $1 and id = $2', shop.supplierId)
    const row = (billNo: string | null, amount: string) => [
      String(supplier?.name),
      '应付',
      billNo,
      '2025/11/3',
      null,
      amount,
    ]
    const first = await run('opening_balance', await xlsx(header, row('OLD-8', '70'), row(null, '5')))
    const before = first.data.documents[0]?.billNo
    const again = await run(
      'opening_balance',
      await xlsx(header, row('OLD-8', '70.00'), row('OLD-9', '71'), row('OLD-9', '71'), row(null, '5')),
    )
    expect(again.data).toMatchObject({ imported: true, added: 2 })
    for (const as of [`OLD-8 已录入（${before}）`, 'OLD-9 已录入（第3行）'])
      expect(JSON.stringify(again.data)).toContain(`单据号 ${as}，不再重复导入`)
    // The same document of another amount is for somebody to decide.
    const other = await run('opening_balance', await xlsx(header, row('OLD-8', '71')))
    expect(other.data).toMatchObject({
      imported: false,
      faults: [{ row: 2, column: '单据号', message: `单据号 OLD-8 已录入（${before}），金额 70.00` }],
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
    await shop.sql(`update partner set code = 'Z-TWIN-3' where group_id = $1 and code = '同名'`)
    expect((await check('opening_balance', await xlsx(header, ...rows(1)))).data.faults).toEqual([
      { row: 2, column: '单位', message: '有多个往来单位“同名”，请改填编码：Z-TWIN-1、Z-TWIN-2' },
    ])
  })

  it('is refused for the reasons of a slip once a month is closed', async () => {
    await shop.sql('update org set closed_month = 202601 where group_id = $1 and id = $2', shop.orgId)
    const message = '已有月份结账，期初的日期必须早于启用月份'
    const rows = [shanghaiDay(), '2025-12-31'].map((day) => ['测试供应商', '应付', null, day, null, '1'])
    const { data } = await check('opening_balance', await xlsx(header, ...rows))
    expect(data.faults).toEqual([{ row: 2, column: '日期', message }])
    const figures = { purpose: 'opening', side: 'AP', total: '1', remark: '期初' } as const
    const slip = await owner.ask(balanceAdjustment.routes.save, {
      body: { header: { ...figures, partnerId: shop.supplierId, bizDate: shanghaiDay() } },
    })
    expect(slip).toMatchObject({ msg: message, errors: [{ path: 'header.bizDate', message }] })
    await shop.sql('update org set closed_month = null where group_id = $1 and id = $2', shop.orgId)
  })
})
