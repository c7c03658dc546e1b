import { describe, expect, it } from 'vitest'
import { countedSum, type CountLine, countOne, countProblem, emptied, isShort } from './count-lines'

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

  it('says what is wrong with a line', () => {
    const known = (code: string) => code === 'A-01'
    const first = lines[0] as CountLine
    expect(countProblem({ ...first, counted: '3' }, known)).toBe('第1行 实际数量不能大于单据数量')
    expect(countProblem({ ...first, counted: 'x' }, known)).toBe('第1行 数量整数最多6位，小数最多4位')
    expect(countProblem({ ...first, locationCode: 'B-9' }, known)).toBe('第1行 货位 B-9 不在该仓库')
    expect(countProblem({ ...first, locationCode: 'A-01' }, known)).toBeUndefined()
    expect(isShort({ ...first, counted: '1' })).toBe(true)
    expect(
      countedSum([
        { ...first, counted: '1.5' },
        { ...first, counted: '' },
      ]),
    ).toBe('1.5')
  })
})
