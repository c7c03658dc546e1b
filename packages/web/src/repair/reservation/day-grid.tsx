import { stateLabel } from '@chepu/contract/kernel/states'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { bookedThings, type Hours } from '@chepu/contract/repair/bookings'
import { expectedStates, reservation } from '@chepu/contract/repair/reservation'
import type { ReservationDayRow } from '@chepu/contract/repair/reservation-day'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTabs } from '../../kit/base/tabs'
import { type Clash, clashesOf, clockOf, type Placed, placedIn, startOf } from './day-plan'
import { type Draft, useMoving } from './moving'

/** A bay, or an adviser; 0 holds those that have none yet. */
export interface Column {
  id: number
  title: string
}

interface Props {
  day: string
  rows: readonly ReservationDayRow[]
  columns: readonly Column[]
  /** When the shop is open, and what of the day is drawn. */
  open: Hours
  shown: Hours
  mayMove: boolean
  columnOf: (row: ReservationDayRow) => number
  /** The appointment as it would be there. */
  putAt: (draft: Draft) => ReservationDayRow
  move: (draft: Draft) => Promise<void>
  ask: (row: ReservationDayRow) => void
}

const isExpected = ({ state }: ReservationDayRow) => expectedStates.some((each) => each === state)

/** A day of appointments: its hours downwards, bays or advisers across. */
export function DayGrid(props: Props) {
  const { rows, columns, shown, open, day, columnOf, putAt } = props
  const place = useRef<HTMLDivElement>(null)
  const moving = useMoving(
    columns.map(({ id }) => id),
    columnOf,
    props.move,
  )
  const { draft } = moving
  const now = useNow(day)
  const across = (minute: number) => ((minute - shown.from) / (shown.until - shown.from)) * 100
  const nowShown = now !== undefined && now >= shown.from && now <= shown.until ? now : undefined
  useEffect(() => {
    // What comes next is what the desk looks for first.
    const box = place.current
    if (box && nowShown !== undefined)
      box.scrollTop = (across(nowShown) / 100) * box.scrollHeight - box.clientHeight / 2
    // Only where the day changes: a scroll of the user's stays.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [day])
  const hours = Array.from({ length: (shown.until - shown.from) / 60 }, (_, i) => shown.from + i * 60)
  const size = { '--rc-hours': hours.length, '--rc-columns': columns.length } as CSSProperties
  return (
    <div className="rc-day" ref={place} style={size}>
      <div className="rc-axis" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} style={{ top: `${across(hour)}%` }}>
            {clockOf(hour)}
          </span>
        ))}
      </div>
      {columns.map((column) => {
        const own = rows.filter((row) => columnOf(row) === column.id)
        return (
          <section key={column.id} aria-label={column.title} className="rc-column">
            <h4>
              {column.title}
              <b>{own.length > 0 && own.length}</b>
            </h4>
            <div className="rc-hours" data-column={column.id} data-from={shown.from} data-until={shown.until}>
              <i className="rc-shut" style={{ top: 0, height: `${across(open.from)}%` }} />
              <i className="rc-shut" style={{ top: `${across(open.until)}%`, bottom: 0 }} />
              {placedIn(own).map((placed) => (
                <Block
                  key={placed.row.id}
                  placed={placed}
                  style={styleOf(placed, across)}
                  clashes={clashesOf(placed.row, rows)}
                  moving={props.mayMove && isExpected(placed.row) ? moving : undefined}
                  wasMove={moving.wasMove}
                  ask={props.ask}
                />
              ))}
              {draft?.column === column.id && (
                <Ghost draft={draft} across={across} clashes={clashesOf(draft.row, rows, putAt(draft))} />
              )}
              {nowShown !== undefined && <i className="rc-now" style={{ top: `${across(nowShown)}%` }} />}
            </div>
          </section>
        )
      })}
      <p className="rc-said" role="status">
        {draft &&
          `移到 ${columns.find(({ id }) => id === draft.column)?.title} ${clockOf(draft.start)}，回车保存，Esc 放弃`}
      </p>
    </div>
  )
}

/** Minutes after midnight, where the day is today. */
function useNow(day: string): number | undefined {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return shanghaiDay(now) === day ? startOf({ expectedAt: now.toISOString() }) : undefined
}

const styleOf = ({ start, length, lane, lanes }: Placed, across: (minute: number) => number): CSSProperties => ({
  top: `${across(start)}%`,
  height: `${across(start + length) - across(start)}%`,
  left: `${(lane / lanes) * 100}%`,
  width: `${100 / lanes}%`,
})

const clashText = (clashes: readonly Clash[]) =>
  clashes
    .map(({ other, takes }) => `${takes.map((each) => bookedThings[each]).join('、')}与 ${other.plate} 冲突`)
    .join('；')

interface BlockProps {
  placed: Placed
  style: CSSProperties
  clashes: readonly Clash[]
  /** Of one that may be moved. */
  moving: Pick<ReturnType<typeof useMoving>, 'pointer' | 'keys'> | undefined
  wasMove: () => boolean
  ask: (row: ReservationDayRow) => void
}

/** An appointment: opened by click or Enter, moved by dragging, by arrow keys or by 改期. */
function Block({ placed: { row, start }, style, clashes, moving, wasMove, ask }: BlockProps) {
  const { open } = useTabs()
  const tone = row.state === 'pending' ? 'rc-pending' : isExpected(row) ? 'rc-sure' : 'rc-past'
  const times = `${clockOf(start)}–${clockOf((start + row.minutes) % (24 * 60))}`
  const words = [row.plate, row.partnerName, stateLabel(reservation, row.state), row.items, clashText(clashes)]
  return (
    <article
      className={clashes.length > 0 ? `rc-block ${tone} rc-clash` : `rc-block ${tone}`}
      style={style}
      title={[times, ...words].filter(Boolean).join('\n')}
      {...moving?.pointer(row)}
    >
      <button
        type="button"
        className="rc-open"
        {...moving?.keys(row)}
        onClick={() => !wasMove() && open({ key: 'repairReservationDetail', params: { id: row.id } })}
      >
        <span className="rc-words">
          <b>{row.plate}</b>
          <span>{times}</span>
          {clashes.length > 0 && <em>{clashText(clashes)}</em>}
          <span>{[row.partnerName, row.items].filter(Boolean).join(' · ')}</span>
          <span>{stateLabel(reservation, row.state)}</span>
        </span>
      </button>
      {moving && (
        <button
          type="button"
          data-handle
          className="rc-move"
          aria-label={`改期 ${row.plate}`}
          onClick={() => !wasMove() && ask(row)}
        >
          ⇅
        </button>
      )}
    </article>
  )
}

/** Where the appointment would be put. */
function Ghost({
  draft,
  across,
  clashes,
}: {
  draft: Draft
  across: (minute: number) => number
  clashes: readonly Clash[]
}) {
  const { row, start } = draft
  const style = { top: `${across(start)}%`, height: `${across(start + row.minutes) - across(start)}%` }
  return (
    <div className={clashes.length > 0 ? 'rc-ghost rc-clash' : 'rc-ghost'} style={style}>
      <b>
        {clockOf(start)} {row.plate}
      </b>
      {clashes.length > 0 && <em>{clashText(clashes)}</em>}
    </div>
  )
}
