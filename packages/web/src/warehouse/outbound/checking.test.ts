import { describe, expect, it } from 'vitest'
import { allOf, type Checked, isComplete, isUntouched, namesLine, scanInto, shortLines } from './checking'

const lines = [
  { id: 1, lineNo: 1, partCode: '04152-YZZA1', qty: '2.0000', barcodes: ['6901'] },
  { id: 2, lineNo: 2, partCode: '5W-30', qty: '1.5000', barcodes: [] },
  { id: 3, lineNo: 3, partCode: '04152-YZZA1', qty: '1.0000', barcodes: ['6901'] },
]
const scans = (...codes: string[]) =>
  codes.reduce<{ checked: Checked; problem?: string }>(
    ({ checked }, code) => {
      const result = scanInto(lines, checked, code)
      return 'problem' in result ? { checked, problem: result.problem } : { checked: result.checked }
    },
    { checked: new Map() },
  )

describe('扫码复核', () => {
  it('counts pieces by code or barcode, line after line', () => {
    const { checked } = scans('6901', '04152-yzza1', '6901', '5w-30', '5W-30')
    expect([...checked]).toEqual([
      [1, '2'],
      [3, '1'],
      [2, '1.5'],
    ])
    expect(isComplete(lines, checked)).toBe(true)
  })

  it('knows a code by its signs, whatever their case and the blanks around them', () => {
    expect([' 04152-yzza1 ', '6901', '5W-30', '9999', ''].map((code) => namesLine(lines, code))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(scans(' 5w-30 ').checked.get(2)).toBe('1')
  })

  it('is complete with the last piece of every line, and begun with the first', () => {
    const all = allOf(lines)
    expect(isComplete(lines, new Map([...all, [3, '0.5']]))).toBe(false)
    expect(isComplete(lines, new Map([[1, '2']]))).toBe(false)
    expect(
      isUntouched(
        new Map([
          [1, '0'],
          [2, '1'],
        ]),
      ),
    ).toBe(false)
    expect(isUntouched(new Map())).toBe(true)
  })

  it('says what does not belong, and what is one too many', () => {
    expect(scans('9999').problem).toBe('9999 不在本单中')
    expect(scans('6901', '6901', '6901', '6901').problem).toBe('6901 已复核齐，多出一件')
  })

  it('names the lines that are short', () => {
    const { checked } = scans('6901', '6901', '6901')
    expect(shortLines(lines, checked)).toEqual(['第2行 [5W-30] 应发 1.5，实发 0'])
    expect(isUntouched(checked)).toBe(false)
    expect(isUntouched(new Map([[1, '0']]))).toBe(true)
    expect(isComplete(lines, allOf(lines))).toBe(true)
  })
})
