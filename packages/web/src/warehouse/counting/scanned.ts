import { searchParts } from '@chepu/contract/basics/lookups'
import { useRef, useState } from 'react'
import { call } from '../../kit/base/call'
import { Underway } from '../../kit/base/underway'

interface DeskLine {
  partId: number
  partCode: string
}

/**
 * The code of the document's part that a scan names: its own code, else what the code, barcode or OE number names everywhere.
 * Nothing when none of its parts is meant, or more than one.
 */
export async function codeAtDesk(lines: readonly DeskLine[], code: string): Promise<string | undefined> {
  const own = lines.find((line) => line.partCode.toLowerCase() === code.toLowerCase())
  if (own) return own.partCode
  const { rows } = await call(searchParts, { query: { q: code, exact: 'true', mode: 'purchase', rows: 20 } })
  const named = new Set(rows.map((part) => part.partId))
  const codes = new Set(lines.filter((line) => named.has(line.partId)).map((line) => line.partCode))
  return codes.size === 1 ? [...codes][0] : undefined
}

/** Does scans one after another in the order they came, however long each takes; what it answers resolves when the scan is done. */
export function useScanQueue<Scan = string>(work: (scan: Scan) => Promise<void>): (scan: Scan) => Promise<void> {
  const queue = useRef<Promise<void>>(Promise.resolve())
  return (scan) => {
    // A refused call has already told the user why; the next scan must not wait for ever.
    queue.current = queue.current.then(() => work(scan)).catch(() => undefined)
    return queue.current
  }
}

/**
 * Scans of a desk whose count is confirmed. `count` answers whether the piece was counted, and draws it at once. `settled` resolves when none is on its
 * way any more, with false when one that it waited for was not counted, which the user has been told.
 */
export function useDeskScans(count: (code: string) => Promise<boolean>) {
  const [underway] = useState(() => new Underway())
  const missed = useRef(0)
  const enqueue = useScanQueue(async (code: string) => {
    const isCounted = await count(code).catch(() => false)
    if (!isCounted) missed.current += 1
  })
  const scan = (code: string) => void underway.begin(enqueue(code))
  const settled = async (): Promise<boolean> => {
    const before = missed.current
    await underway.over()
    return missed.current === before
  }
  return { scan, settled }
}
