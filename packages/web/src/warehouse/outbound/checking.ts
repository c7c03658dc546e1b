import { add, compare, type Decimal, isPositive, min, sub, trimZeros } from '@chepu/contract/kernel/decimal'

/** What checking needs to know of a line. */
interface CheckLine {
  id: number
  lineNo: number
  partCode: string
  qty: Decimal
  barcodes: readonly string[]
}

/** Checked quantity by line id. */
export type Checked = ReadonlyMap<number, Decimal>

export const checkedOf = (checked: Checked, line: CheckLine): Decimal => checked.get(line.id) ?? '0'

type ScanResult = { line: CheckLine; checked: Checked } | { problem: string }

const isOf = (line: CheckLine, code: string): boolean =>
  [line.partCode, ...line.barcodes].some((known) => known.toLowerCase() === code.trim().toLowerCase())

/** Whether a code is the part code or a barcode of a line. */
export const namesLine = (lines: readonly CheckLine[], code: string): boolean => lines.some((line) => isOf(line, code))

/**
 * 扫码复核: one scan counts one piece of the first line with this code that is not complete yet. A code of another part,
 * and a piece too many, are problems to be said aloud.
 */
export function scanInto(lines: readonly CheckLine[], checked: Checked, code: string): ScanResult {
  const matching = lines.filter((line) => isOf(line, code))
  if (matching.length === 0) return { problem: `${code} 不在本单中` }
  const line = matching.find((each) => compare(checkedOf(checked, each), each.qty) < 0)
  if (!line) return { problem: `${code} 已复核齐，多出一件` }
  const rest = sub(line.qty, checkedOf(checked, line))
  return { line, checked: new Map(checked).set(line.id, add(checkedOf(checked, line), min('1', rest))) }
}

/** Everything as the document says, for who has counted by hand. */
export const allOf = (lines: readonly CheckLine[]): Checked =>
  new Map(lines.map((line) => [line.id, trimZeros(line.qty)]))

export const isComplete = (lines: readonly CheckLine[], checked: Checked): boolean =>
  lines.every((line) => compare(checkedOf(checked, line), line.qty) === 0)

export const isUntouched = (checked: Checked): boolean => ![...checked.values()].some(isPositive)

/** Lines of which less leaves than the document says, for the question before 确认出库. */
export const shortLines = (lines: readonly CheckLine[], checked: Checked): string[] =>
  lines
    .filter((line) => compare(checkedOf(checked, line), line.qty) < 0)
    .map(
      (line) =>
        `第${line.lineNo}行 [${line.partCode}] 应发 ${trimZeros(line.qty)}，实发 ${trimZeros(checkedOf(checked, line))}`,
    )
