import type { CountLine } from '@chepu/contract/warehouse/stock-count'
import { Button, Checkbox, Input, type InputRef } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useScans } from '../../kit/base/use-scans'
import { useHeader } from '../../kit/document/document-context'
import { useLocations } from '../../pickers/lists'
import { type Counting, useCountScans } from './use-counting'
import { useScanCounts } from './use-scan-counts'

interface ScanBarProps {
  lines: readonly CountLine[]
  location: string
  onLocation: (code: string) => void
  onCounted: (line: CountLine) => void
  write: Counting['write']
  children: ReactNode
}

/** A scanned part that waits for its quantity. */
interface Waiting {
  no: number
  partId: number
  code: string
  /** The bin where it was scanned, if one was named. */
  locationId: number | null
  /** What was typed so far. */
  text: string
  takesCursor: boolean
}

/** The scanner's field: a bin's code goes there, a part's code counts one more there, or waits for its quantity. */
export function ScanBar({ lines, location, onLocation, onCounted, write, children }: ScanBarProps) {
  const warehouseId = useHeader()['warehouseId'] as number
  const locations = useLocations(warehouseId)
  const bar = useRef<HTMLDivElement>(null)
  const scanner = useRef<InputRef>(null)
  const [isEach, setEach] = useState(true)
  // A part may be scanned right behind its bin, before the page shows that.
  const place = useRef(location)
  place.current = location
  const binId = () =>
    locations.find(({ code }) => code.toLowerCase() === place.current.trim().toLowerCase())?.id ?? null
  const save = useScanCounts(write, onCounted)
  const { first, others, add, change, take, drop } = useWaiting(() => scanner.current?.focus())
  const queue = useCountScans({
    lines,
    warehouseId,
    locations,
    onLocation: (code) => {
      place.current = code
      onLocation(code)
    },
  })
  const scan = (code: string) => {
    const isLeft = cursorNow()
    const onPart = async (partId: number, partCode: string) => {
      const locationId = binId()
      if (!isEach) return add({ partId, code: partCode, locationId, text: '', takesCursor: isLeft() })
      await save({ entry: { partId, locationId, countedQty: '1', add: true }, code: partCode })
    }
    queue({ code, onPart })
  }
  useScans({ root: () => bar.current?.closest('.count-panel'), leaves: 'input:not(.count-qty input)', take: scan })
  const enter = async (one: Waiting) => {
    const { partId, code, text } = one
    if (text.trim() === '') return
    take(one)
    const isLeft = cursorNow()
    const entry = { partId, locationId: one.locationId ?? binId(), countedQty: text.trim(), add: false }
    if (!(await save({ entry, code }))) add({ ...one, takesCursor: isLeft() })
  }
  return (
    <div className="desk-bar" data-scans ref={bar}>
      <Input
        ref={scanner}
        className="desk-scan"
        aria-label="扫码"
        placeholder="扫货位码选货位，扫配件码点数"
        maxLength={60}
        onPressEnter={(event) => {
          const typed = event.currentTarget.value.trim()
          scanner.current?.input?.select()
          if (typed !== '') scan(typed)
        }}
      />
      <Checkbox checked={isEach} onChange={(event) => setEach(event.target.checked)}>
        扫一次加1
      </Checkbox>
      {first && (
        <Input
          key={first.no}
          autoFocus={first.takesCursor}
          className="count-qty"
          inputMode="decimal"
          aria-label="扫描配件的实盘数"
          prefix={first.code}
          placeholder="实盘数"
          suffix={
            <Button size="small" type="text" aria-label={`不点 ${first.code}`} onClick={() => drop(first)}>
              ×
            </Button>
          }
          value={first.text}
          onChange={(event) => change(first, event.target.value)}
          onPressEnter={() => void enter(first)}
          onKeyDown={(event) => event.key === 'Escape' && drop(first)}
        />
      )}
      {others > 0 && <span>后面还有 {others} 个</span>}
      {children}
    </div>
  )
}

/** Parts that wait for their quantities, one after another; `onNone` takes the cursor once the last of them is typed. */
function useWaiting(onNone: () => void) {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  const last = useRef(0)
  const [first, ...others] = waiting
  const drop = ({ no }: Waiting) => {
    // Whoever ends with one box goes on in the next.
    setWaiting((all) => all.filter((each) => each.no !== no).map((each) => ({ ...each, takesCursor: true })))
    if (others.length === 0) onNone()
  }
  return {
    first,
    others: others.length,
    /** Adds a part; one that waits already is meant. */
    add: (one: Omit<Waiting, 'no'>) => {
      last.current += 1
      const added = { ...one, no: last.current }
      setWaiting((all) => (all.some((each) => isSamePlace(each, one)) ? all : [...all, added]))
    },
    change: ({ no }: Waiting, text: string) =>
      setWaiting((all) => all.map((each) => (each.no === no ? { ...each, text } : each))),
    take: drop,
    drop,
  }
}

const isSamePlace = (one: Omit<Waiting, 'no'>, other: Omit<Waiting, 'no'>) =>
  one.partId === other.partId && one.locationId === other.locationId

/** Where the cursor is; answers whether it is still there, and nothing was typed there since. */
function cursorNow(): () => boolean {
  const at = document.activeElement
  const text = textOf(at)
  return () => document.activeElement === at && textOf(at) === text
}

const textOf = (element: Element | null) => (element instanceof HTMLInputElement ? element.value : '')
