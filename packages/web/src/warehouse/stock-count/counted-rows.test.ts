import { describe, expect, it } from 'vitest'
import type { CountLine } from '@chepu/contract/warehouse/stock-count'
import { entriesOf, faultsOf, sheetRows as readRows, type CountedRow } from './counted-rows'
import { shownLines } from './shown-lines'

const sheetRows = (table: string[][]) => readRows(table) as CountedRow[]

describe('a sheet of counted figures', () => {
  it('has its columns by place where it has no headings, and leaves out rows without a figure', () => {
    expect(
      sheetRows([
        ['P1', 'A-01', '', '12'],
        ['P2', '', 'B7', ''],
        ['', '', '', ''],
        ['P3', '', 'B7', '０'],
      ]),
    ).toEqual([
      { at: 1, code: 'P1', location: 'A-01', batch: '', qty: '12' },
      { at: 4, code: 'P3', location: '', batch: 'B7', qty: '0' },
    ])
  })

  it('has them in any order below its headings', () => {
    expect(
      sheetRows([
        ['实盘数', '配件编码', '批号', '货位'],
        ['3', 'P1', '', 'A-02'],
      ]),
    ).toEqual([{ at: 2, code: 'P1', location: 'A-02', batch: '', qty: '3' }])
  })

  it('says which headings it wants where it does not know them, and that no figure stands in it', () => {
    const wanted = '需要的列：编码、货位、批次、实盘数，其中编码和实盘数必填'
    expect(
      readRows([
        ['物品', '位置', '点数'],
        ['P1', 'A-01', '3'],
      ]),
    ).toBe(`表头“物品、位置、点数”无法识别。${wanted}`)
    expect(
      readRows([
        ['编码', '货位'],
        ['P1', 'A-01'],
      ]),
    ).toBe(`表头里没有“实盘数”。${wanted}`)
    expect(
      readRows([
        ['名称', '实盘数'],
        ['机滤', '3'],
      ]),
    ).toBe(`表头里没有“编码”。${wanted}`)
    expect(
      readRows([
        ['编码', '实盘数'],
        ['P1', ''],
      ]),
    ).toBe(`实盘数都是空白，没有可导入的行。${wanted}`)
  })

  it('is told by its own rows what the server has against it', () => {
    const rows = sheetRows([
      ['编码', '实盘数'],
      ['', ''],
      ['P1', '1'],
      ['P2', '2'],
    ])
    expect(
      faultsOf(rows, [
        { path: 'lines.1.countedQty', message: '第2行 数量必须是整数' },
        { path: 'lines', message: '一次最多录入6000行' },
      ]),
    ).toEqual(['第4行 数量必须是整数', '一次最多录入6000行'])
  })

  it('is told row by row what cannot be entered', () => {
    const rows = sheetRows([
      ['P1', 'a-01', '', '12'],
      ['P9', '', '', '1'],
      ['P2', '', '', '1'],
      ['P1', 'Z-9', '', '1'],
      ['P1', '', '', '-1'],
    ])
    const parts = new Map([
      ['P1', [1]],
      ['P2', [2, 3]],
    ])
    expect(entriesOf(rows, parts, [{ id: 7, code: 'A-01' }])).toEqual({
      entries: [{ partId: 1, locationId: 7, batchNo: '', countedQty: '12' }],
      faults: ['第2行 未找到配件 P9', '第3行 P2 对应多个配件', '第4行 货位“Z-9”不在盘点的仓库', '第5行 数量不能小于0'],
    })
  })
})

it('shows of the lines what is asked for: a view, bins by the beginning of their codes, a piece of the part', () => {
  const line = (id: number, locationCode: string, countedQty: string | null, diffQty: string | null) =>
    ({
      id,
      locationCode,
      countedQty,
      diffQty,
      partCode: `P${id}`,
      partName: '机滤',
      oeNo: null,
      isRecount: id === 3,
    }) as CountLine
  const lines = [line(1, 'A-01', '1', '0.0000'), line(2, 'A-02', null, null), line(3, 'B-01', '4', '-1.0000')]
  const shown = (asked: Partial<Parameters<typeof shownLines>[1]>) =>
    shownLines(lines, { view: 'all', location: '', part: '', ...asked }).map(({ id }) => id)
  expect(shown({})).toEqual([1, 2, 3])
  expect(shown({ view: 'todo' })).toEqual([2])
  expect(shown({ view: 'differing' })).toEqual([3])
  expect(shown({ view: 'recount' })).toEqual([3])
  expect(shown({ location: 'a-0' })).toEqual([1, 2])
  expect(shown({ part: 'p3' })).toEqual([3])
})
