import type { CountLine } from '@chepu/contract/warehouse/stock-count'
import { useRef, useState } from 'react'
import { CallError } from '../../kit/base/call'
import { Gestures } from '../../kit/base/submit-once'
import { toast } from '../../kit/base/toast'
import type { Counting, Entry } from './use-counting'

/** What was counted by a scan, and the code by which people know it. */
interface Scanned {
  entry: Entry
  code: string
}

const isSame = (one: Scanned, other: Scanned) => JSON.stringify(one.entry) === JSON.stringify(other.entry)

/**
 * Saves what scans count, one after another. Where no answer came, nobody knows whether the piece is counted: the same scan once more
 * means that piece and is saved under the same key; before any other scan it is asked for again, so that later pieces count anew.
 * Answers nothing where it was refused or not answered, which is told.
 */
export function useScanCounts(
  write: Counting['write'],
  onCounted: (line: CountLine) => void,
): (scanned: Scanned) => Promise<CountLine | undefined> {
  const [gestures] = useState(() => new Gestures(() => undefined))
  const unanswered = useRef<Scanned>(undefined)
  const turn = useRef<Promise<unknown>>(Promise.resolve())

  const send = async (scanned: Scanned): Promise<CountLine | undefined> => {
    const { entry, code } = scanned
    try {
      const [line] = await gestures.send(entry, (idempotencyKey) => write([entry], { idempotencyKey }))
      unanswered.current = undefined
      if (line) onCounted(line)
      return line
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isOpen = error.unanswered && entry.add === true
      unanswered.current = isOpen ? scanned : undefined
      if (isOpen) toast.warning(`${code} 请再扫一次，不会重复计数`)
      return undefined
    }
  }
  const count = async (scanned: Scanned): Promise<CountLine | undefined> => {
    const former = unanswered.current
    if (former && !isSame(former, scanned)) {
      if (await send(former)) toast.success(`${former.code} 已计入，不用再扫`)
      // It would be counted out of turn, and that of the former one be forgotten.
      if (unanswered.current) {
        toast.warning(`${scanned.code} 没有计数，请再扫一次`)
        return undefined
      }
    }
    return send(scanned)
  }
  return (scanned) => {
    const counted = turn.current.then(() => count(scanned))
    turn.current = counted.catch(() => undefined)
    return counted
  }
}
