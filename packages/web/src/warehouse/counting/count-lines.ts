// What the warehouse counts at its desk, without a screen: quantities, places and scans.
import { add, compare, isZero, sumOf, trimZeros } from '@chepu/contract/kernel/decimal'
import type { GoodsLineView } from '@chepu/contract/kernel/goods-document'
import { qtyOrZero } from '@chepu/contract/kernel/scalars'

/** A line under count; figures are text as typed. */
export interface CountLine {
  lineId: number
  lineNo: number
  partId: number
  partCode: string
  partName: string
  spec: string
  unitName: string
  /** What the document says. */
  expected: string
  counted: string
  locationCode: string
  batchNo: string
}

/** Lines as the document has them, counted in full until somebody says otherwise. */
export const linesToCount = (lines: readonly GoodsLineView[]): CountLine[] =>
  lines.map((line) => ({
    lineId: line.id,
    lineNo: line.lineNo,
    partId: line.partId,
    partCode: line.partCode,
    partName: line.partName,
    spec: [line.brandName, line.spec].filter(Boolean).join(' '),
    unitName: line.unitName,
    expected: line.qty,
    counted: trimZeros(line.qty),
    locationCode: line.locationCode ?? '',
    batchNo: line.batchNo,
  }))

/** Starts a count from nothing, as before scanning piece by piece. */
export const emptied = (lines: readonly CountLine[]): CountLine[] => lines.map((line) => ({ ...line, counted: '0' }))

interface Scanned {
  lines: CountLine[]
  /** The line that the scan raised. */
  lineId?: number
  message?: string
}

/** One more of the document's part of this code, on its first line that is not full yet; `code` is what was scanned. */
export function countOne(lines: readonly CountLine[], partCode: string | undefined, code: string): Scanned {
  const own = lines.filter((line) => line.partCode === partCode)
  const [first] = own
  if (!first) return { lines: [...lines], message: `${code} 不在本单中` }
  const open = own.find((line) => compare(line.counted || '0', line.expected) < 0)
  if (!open) return { lines: [...lines], message: `第${first.lineNo}行 ${code} 已点满` }
  const counted = add(open.counted || '0', '1')
  if (compare(counted, open.expected) > 0) return { lines: [...lines], message: `第${open.lineNo}行 ${code} 已点满` }
  return { lines: lines.map((line) => (line === open ? { ...line, counted } : line)), lineId: open.lineId }
}

/** What is wrong with a line, in words, or nothing. */
export function countProblem(line: CountLine, isLocation: (code: string) => boolean): string | undefined {
  const parsed = qtyOrZero.safeParse(line.counted)
  if (!parsed.success) return `第${line.lineNo}行 ${parsed.error.issues[0]?.message}`
  if (compare(parsed.data, line.expected) > 0) return `第${line.lineNo}行 实际数量不能大于单据数量`
  if (line.locationCode !== '' && !isLocation(line.locationCode)) {
    return `第${line.lineNo}行 货位 ${line.locationCode} 不在该仓库`
  }
  return undefined
}

/** True when less was counted than the document says. */
export const isShort = (line: CountLine): boolean =>
  qtyOrZero.safeParse(line.counted).success && compare(line.counted, line.expected) < 0

export const countedSum = (lines: readonly CountLine[]): string =>
  sumOf(lines, (line) => (qtyOrZero.safeParse(line.counted).success ? line.counted : '0'))

export const isNothing = (lines: readonly CountLine[]): boolean => isZero(countedSum(lines))
