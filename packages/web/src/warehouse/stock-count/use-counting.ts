import { searchParts } from '@chepu/contract/basics/lookups'
import { type CountEntry, type CountLine, enterCount, stockCount } from '@chepu/contract/warehouse/stock-count'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { beep } from '../../kit/base/beep'
import { call, CallError } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import { callKey, readAgain, useCall } from '../../kit/base/use-call'
import { useScanQueue } from '../counting/scanned'

/** An entry as a page makes one; what it leaves out follows. */
export type Entry = Pick<CountEntry, 'partId' | 'countedQty'> & Partial<CountEntry>

const none: readonly CountLine[] = []

/**
 * The places of a saved count and what is entered at them: each entry is saved by itself and answers its line as it stands now. What
 * others have counted meanwhile comes when the page is shown again, and when one of them was first.
 */
export function useCounting(id: number, version: number | undefined) {
  const input = { params: { id } }
  const found = useCall(stockCount.routes.read, input)
  const { refetch } = found
  const client = useQueryClient()
  const seen = useRef(version)
  const saves = useRef(new Map<number, Promise<CountLine | undefined>>())
  useEffect(() => {
    if (seen.current !== version) void refetch()
    seen.current = version
  }, [version, refetch])

  /** Puts lines that were written in the place of what was known of them. */
  const take = (written: readonly CountLine[]) => {
    const queryKey = [...callKey(stockCount.routes.read, input), null]
    client.setQueryData<typeof found.data>(queryKey, (old) => {
      if (!old) return old
      const changed = new Map(written.map((line) => [line.id, line]))
      const known = new Set(old.lines.map((line) => line.id))
      const added = written.filter((line) => !known.has(line.id))
      // The answer to a repeat is the first one, and others may have counted since.
      const newer = (line: CountLine) => {
        const now = changed.get(line.id)
        return now && now.version > line.version ? now : line
      }
      return { ...old, lines: [...old.lines.map(newer), ...added] }
    })
    // What is being read was perhaps asked for before.
    if (client.isFetching({ queryKey }) > 0) void readAgain(client, { queryKey })
  }

  /** Saves entries, or throws what the server has against them; `quiet` leaves the telling to the caller. */
  const write = async (
    entries: readonly Entry[],
    options: { quiet?: boolean; idempotencyKey?: string } = {},
  ): Promise<readonly CountLine[]> => {
    const lines = entries.map((entry) => ({ locationId: null, batchNo: '', add: false, ...entry }))
    try {
      const written = await call(enterCount, { ...input, body: { lines }, ...options })
      take(written.lines)
      return written.lines
    } catch (error) {
      beep()
      // Somebody was there first, or nobody knows what was saved: what stands now is shown.
      if (error instanceof CallError && (error.reason === 'stale' || error.unanswered)) void refetch()
      throw error
    }
  }
  /** The same; answers nothing where they were refused, which the call has told. */
  const enter = async (entries: readonly Entry[]): Promise<readonly CountLine[] | undefined> => {
    try {
      return await write(entries)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return undefined
    }
  }
  /** Saves what was counted at a line. The saves of a line go one after another: each rests on what the former one has left. */
  const enterAt = (line: CountLine, value: Pick<Partial<CountEntry>, 'countedQty' | 'unitCost'>): Promise<unknown> => {
    const save = async (former: CountLine | undefined) => {
      const { partId, locationId, batchNo, countedQty, version } =
        former && former.version > line.version ? former : line
      const written = await enter([{ partId, locationId, batchNo, countedQty, ...value, version }])
      return written?.[0] ?? former
    }
    const saved = (saves.current.get(line.id) ?? Promise.resolve(undefined)).then(save)
    saves.current.set(
      line.id,
      saved.catch(() => undefined),
    )
    return saved
  }
  const { data, error, isPending: isLoading } = found
  return { lines: data?.lines ?? none, error, isLoading, refetch, enterAt, write }
}

export type Counting = ReturnType<typeof useCounting>

/** What a scan is looked up among, and who hears of a bin. */
interface ScanGround {
  lines: readonly CountLine[]
  warehouseId: number
  locations: readonly { id: number; code: string }[]
  onLocation: (code: string) => void
}

interface Scan {
  code: string
  /** What is done with the part that it names. */
  onPart: (partId: number, code: string) => Promise<void> | void
}

/** Takes scans one after another: a bin becomes the place where one counts, a part is counted there. */
export function useCountScans({ lines, warehouseId, locations, onLocation }: ScanGround): (scan: Scan) => void {
  return useScanQueue(async ({ code, onPart }: Scan) => {
    const bin = locations.find((location) => location.code.toLowerCase() === code.toLowerCase())
    if (bin) return onLocation(bin.code)
    const own = lines.find((line) => line.partCode.toLowerCase() === code.toLowerCase())
    if (own) return onPart(own.partId, own.partCode)
    const query = { q: code, exact: 'true' as const, mode: 'purchase' as const, warehouseId, rows: 20 }
    const { rows } = await call(searchParts, { query })
    const counted = new Set(lines.map(({ partId }) => partId))
    const [part, ...others] = rows.length > 1 ? rows.filter(({ partId }) => counted.has(partId)) : rows
    if (part && others.length === 0) return onPart(part.partId, part.partCode)
    beep()
    return toast.error(part ? `${code} 对应多个配件，请输入配件编码` : `未找到配件或货位 ${code}`)
  })
}
