import { otherIn } from '@chepu/contract/warehouse/other-in'
import { stockCount } from '@chepu/contract/warehouse/stock-count'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post, type Saved, save } from '../../test/desk'
import type { Client } from '../../test/shop'
import { shanghaiDay } from '../kernel/base/calendar'
import { readRows } from '../kernel/spreadsheet/read'
import { type Imports, openImports, xlsx } from './importing.fixture'

const { routes } = stockCount
const header = ['编码*', '货位', '批次', '实盘数', '盘点单号']

let importing: Imports
let keeper: Client
let count: Saved
beforeAll(async () => {
  importing = await openImports()
  const { shop, owner } = importing
  keeper = await shop.signIn('warehouse_keeper')
  await post(owner, otherIn.routes, {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: '盘盈外其他' },
    lines: [shop.parts.filter, shop.parts.pad].map((partId) => ({ partId, qty: '10', price: '12.5' })),
  } as never)
})
afterAll(() => importing.close())

const begin = async () => {
  const body = { header: { bizDate: shanghaiDay(), warehouseId: importing.shop.warehouseId }, lines: [] }
  return act(keeper, routes, await save(keeper, routes, body as never), 'begin')
}
const figures = async ({ id }: Saved) => {
  const { lines } = await keeper.call(routes.read, { params: { id } })
  return lines.map(({ partCode, countedQty }) => [partCode, countedQty])
}
const run = async (rows: (string | null)[][], more: object = {}) =>
  importing.run('count_result', await xlsx(header, ...rows), { client: keeper, ...more })
const faultsOf = ({ data }: Awaited<ReturnType<typeof run>>) =>
  data.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)

describe('导入实盘数', () => {
  it('is refused while nothing is counted', async () => {
    expect(faultsOf(await run([['04152-YZZA1', '默认', null, '9', null]]))).toEqual([
      '2 盘点单号: 没有正在盘点的盘点单',
    ])
  })

  it('enters figures into the count under way, and passes over rows without one', async () => {
    count = await begin()
    const rows = [
      ['04152-YZZA1', '默认', null, '9', null],
      ['04465-02220', '默认', null, null, null],
    ]
    const checked = await importing.check('count_result', await xlsx(header, ...rows), keeper)
    expect(checked.data).toMatchObject({ imported: false, added: 1, updated: 0, notes: ['第3行没有实盘数，未导入'] })
    expect(await figures(count)).toContainEqual(['04152-YZZA1', null])
    expect((await run(rows)).data).toMatchObject({ imported: true, added: 1 })
    expect(await figures(count)).toEqual([
      ['04152-YZZA1', '9.0000'],
      ['04465-02220', null],
    ])
  })

  it('names what is wrong by row and column, and then enters nothing', async () => {
    const answer = await run([
      ['04465-02220', '默认', null, '8', null],
      ['没有这个', '默认', null, '1', null],
      ['04465-02220', 'Z-99', null, '1', null],
      ['04465-02220', '默认', null, '-1', null],
      ['04465-02220', '默认', 'B1', '1.5', null],
      ['04465-02220', '默认', null, '1', 'PD0'],
    ])
    expect(answer.data).toMatchObject({ imported: false, added: 0 })
    expect(faultsOf(answer)).toEqual([
      '3 编码: 配件“没有这个”不存在',
      '4 货位: 货位“Z-99”不在盘点的仓库',
      expect.stringMatching(/^5 实盘数: /),
      '6 实盘数: [04465-02220] 单位“个”的数量只能录入整数',
      '7 盘点单号: 没有正在盘点的盘点单 PD0',
    ])
    expect(await figures(count)).toContainEqual(['04465-02220', null])
  })

  it('leaves what somebody has counted unless 覆盖 is ticked', async () => {
    const rows = [['04152-YZZA1', null, null, '7', null]]
    expect(faultsOf(await run(rows))).toEqual([
      expect.stringMatching(/^2 实盘数: 已由 .+ 录为 9\.0000，勾选“覆盖”后才更新$/),
    ])
    expect((await run(rows, { overwrite: true })).data).toMatchObject({ imported: true, added: 0, updated: 1 })
    expect(await figures(count)).toContainEqual(['04152-YZZA1', '7.0000'])
  })

  it('wants the number where several counts are under way, and offers it in the template', async () => {
    const second = await begin()
    const row = (billNo: string | null) => [['04465-02220', '默认', null, '10', billNo]]
    expect(faultsOf(await run(row(null)))).toEqual([
      `2 盘点单号: 有几张盘点单正在进行：${second.billNo}、${count.billNo}`,
    ])
    expect((await run(row(count.billNo))).data.imported).toBe(true)
    expect(await figures(count)).toContainEqual(['04465-02220', '10.0000'])
    expect(await figures(second)).toContainEqual(['04465-02220', null])
    const response = await importing.template('count_result', keeper)
    const { rows } = await readRows(new Uint8Array(await response.arrayBuffer()))
    expect(rows[0]?.map(String)).toEqual(header)
  })

  it('is closed to who does not count', async () => {
    const seller = await importing.shop.signIn('salesperson')
    const file = await xlsx(header, ['04152-YZZA1', '默认', null, '1', null])
    expect(await importing.check('count_result', file, seller)).toMatchObject({ status: 403 })
  })
})
