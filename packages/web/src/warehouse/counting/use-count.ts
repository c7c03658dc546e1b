import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import type { GoodsLineView } from '@chepu/contract/kernel/goods-document'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toast } from '../../kit/base/toast'
import { useLocations } from '../../pickers/lists'
import { type CountLine, countOne, countProblem, emptied, isNothing, linesToCount } from './count-lines'
import { codeAtDesk, useDeskScans } from './scanned'

interface Count {
  lines: CountLine[]
  /** Begun by a scan: what is not scanned is not there. */
  isScanned: boolean
  /** The line counted last, which a scanned location is taken for. */
  last?: number | undefined
}

/**
 * The count of a document's lines as it goes on: typed line by line, or scanned piece by piece. The first scan starts it from
 * nothing; a scanned location is taken for the line scanned last.
 */
export function useCount(document: { warehouseId: number; lines: readonly GoodsLineView[] }) {
  const [count, setCount] = useState<Count>(() => ({ lines: linesToCount(document.lines), isScanned: false }))
  const latest = useRef(count)
  const { lines, last } = count
  const locations = useLocations(document.warehouseId)
  const byCode = useMemo(() => new Map(locations.map((each) => [each.code.toLowerCase(), each])), [locations])
  const problems = lines.flatMap((line) => countProblem(line, (code) => byCode.has(code.toLowerCase())) ?? [])

  // A scan that waited for the server counts on what the others have counted meanwhile.
  const update = (values: Partial<Count>) => {
    latest.current = { ...latest.current, ...values }
    setCount(latest.current)
  }
  const setLines = (change: (lines: readonly CountLine[]) => CountLine[]) =>
    update({ lines: change(latest.current.lines) })
  const change = (lineId: number, values: Partial<CountLine>) =>
    setLines((old) => old.map((line) => (line.lineId === lineId ? { ...line, ...values } : line)))

  const scans = useDeskScans(async (code) => {
    const location = byCode.get(code.toLowerCase())
    const { last: counted } = latest.current
    if (location && counted !== undefined) {
      flushSync(() => change(counted, { locationCode: location.code }))
      return true
    }
    const own = await codeAtDesk(latest.current.lines, code)
    const now = latest.current
    const result = countOne(now.isScanned ? now.lines : emptied(now.lines), own, code)
    if (result.message) {
      toast.error(result.message)
      return false
    }
    flushSync(() => update({ lines: result.lines, isScanned: true, last: result.lineId }))
    return true
  })

  /** What is posted; locations by their ids. */
  const counted = (): CountedLines => ({
    lines: lines.map((line) => ({
      lineId: line.lineId,
      qty: line.counted,
      locationId: byCode.get(line.locationCode.toLowerCase())?.id ?? null,
      batchNo: line.batchNo.trim(),
    })),
  })
  return {
    lines,
    last,
    locations,
    /** Why it cannot be posted as it stands, in words. */
    problem: problems[0] ?? (isNothing(lines) ? '没有点到任何货物，请改用退回' : undefined),
    change,
    fill: () => setLines((old) => old.map((line) => ({ ...line, counted: line.expected }))),
    empty: () => setLines(emptied),
    ...scans,
    counted,
  }
}
