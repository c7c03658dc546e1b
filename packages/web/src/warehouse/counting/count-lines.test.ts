import { describe, expect, it } from 'vitest'
import type { GoodsLineView } from '@chepu/contract/kernel/goods-document'
import {
  countedSum,
  type CountLine,
  countOne,
  countProblem,
  emptied,
  isNothing,
  isShort,
  linesToCount,
} from './count-lines'

const line = (lineNo: number, partId: number, expected: string): CountLine => ({
  lineId: lineNo * 10,
  lineNo,
  partId,
  partCode: `P${partId}`,
  partName: '机滤',
  spec: '',
  unitName: '个',
  expected,
  counted: expected,
  locationCode: '',
  batchNo: '',
})
const lines = [line(1, 1, '2.0000'), line(2, 2, '1.0000'), line(3, 1, '1.0000')]

describe('counting at the warehouse desk', () => {
  it('counts scans line by line of the same part, and no further', () => {
    let count = emptied(lines)
    for (const _ of [1, 2, 3]) count = countOne(count, 'P1', 'P1').lines
    expect(count.map((each) => each.counted)).toEqual(['2', '0', '1'])
    expect(countOne(count, 'P1', 'P1').message).toBe('第1行 P1 已点满')
    expect(countOne(count, undefined, 'X').message).toBe('X 不在本单中')
  })

  it('begins with all lines counted in full, as the document has them', () => {
    const view = {
      id: 10,
      lineNo: 1,
      partId: 3,
      partCode: 'P3',
      partName: '机滤',
      brandName: '博世',
      spec: '大',
      unitName: '个',
    }
    const document = [
      { ...view, qty: '2.0000', locationCode: 'A-01', batchNo: 'B1' },
      { ...view, id: 20, lineNo: 2, brandName: null, qty: '1.5', locationCode: null, batchNo: '' },
    ] as unknown as GoodsLineView[]
    const known = { partId: 3, partCode: 'P3', partName: '机滤', unitName: '个' }
    expect(linesToCount(document)).toEqual([
      {
        ...known,
        lineId: 10,
        lineNo: 1,
        spec: '博世 大',
        expected: '2.0000',
        counted: '2',
        locationCode: 'A-01',
        batchNo: 'B1',
      },
      { ...known, lineId: 20, lineNo: 2, spec: '大', expected: '1.5', counted: '1.5', locationCode: '', batchNo: '' },
    ])
  })

  it('keeps the count when a scan is refused, also where only part of a piece is left', () => {
    const half = emptied([line(1, 1, '1.5')])
    const one = countOne(half, 'P1', '6901')
    expect(one).toMatchObject({ lineId: 10, lines: [{ counted: '1' }] })
    expect(countOne(one.lines, 'P1', '6901')).toEqual({ lines: one.lines, message: '第1行 6901 已点满' })
    expect(countOne(lines, 'P1', '6901')).toEqual({ lines, message: '第1行 6901 已点满' })
    expect(countOne(lines, 'P9', '6901')).toEqual({ lines, message: '6901 不在本单中' })
  })

  it('takes a quantity that was wiped out for nothing', () => {
    const [blank] = countOne([{ ...line(1, 1, '2'), counted: '' }], 'P1', 'P1').lines
    expect(blank?.counted).toBe('1')
    expect(isNothing([{ ...line(1, 1, '2'), counted: '' }])).toBe(true)
    expect(isNothing(emptied(lines))).toBe(true)
    expect(isNothing(lines)).toBe(false)
  })

  it('says what is wrong with a line', () => {
    const known = (code: string) => code === 'A-01'
    const first = lines[0] as CountLine
    expect(countProblem({ ...first, counted: '3' }, known)).toBe('第1行 实际数量不能大于单据数量')
    expect(countProblem({ ...first, counted: 'x' }, known)).toBe('第1行 数量整数最多6位，小数最多4位')
    expect(countProblem({ ...first, locationCode: 'B-9' }, known)).toBe('第1行 货位 B-9 不在该仓库')
    expect(countProblem({ ...first, locationCode: 'A-01' }, known)).toBeUndefined()
    expect(countProblem(first, known)).toBeUndefined()
    expect(['1', '2', '2.0000', 'x', ''].map((counted) => isShort({ ...first, counted }))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    expect(
      countedSum([
        { ...first, counted: '1.5' },
        { ...first, counted: '' },
      ]),
    ).toBe('1.5')
  })
})
