import { searchParts } from '@chepu/contract/basics/lookups'
import { useRef } from 'react'
import { call } from '../../kit/base/call'

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

/** Does scans one after another in the order they came, however long each takes. */
export function useScanQueue<Scan = string>(work: (scan: Scan) => Promise<void>): (scan: Scan) => void {
  const queue = useRef<Promise<void>>(Promise.resolve())
  return (scan) => {
    // A refused call has already told the user why; the next scan must not wait for ever.
    queue.current = queue.current.then(() => work(scan)).catch(() => undefined)
  }
}
