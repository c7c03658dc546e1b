import { addDays } from '@chepu/contract/kernel/calendar'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { openHours, shownHours } from '@chepu/contract/repair/bookings'
import { reservation } from '@chepu/contract/repair/reservation'
import { reservationDay, type ReservationDayRow, reservationWeek } from '@chepu/contract/repair/reservation-day'
import { Button, DatePicker, Segmented } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import dayjs from '../../kit/base/dayjs'
import { useRenewal } from '../../kit/base/news'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { useDialog } from '../../kit/ui/use-dialog'
import { useBays } from '../../pickers/repair-lists'
import './calendar.css'
import { type Column, DayGrid } from './day-grid'
import { clashesOf, momentAt } from './day-plan'
import { type Moved, MoveDialog } from './move-dialog'
import type { Draft } from './moving'

type By = 'bay' | 'adviser'
const bys: { value: By; label: string }[] = [
  { value: 'bay', label: '按工位' },
  { value: 'adviser', label: '按服务顾问' },
]
const weekdays = ['日', '一', '二', '三', '四', '五', '六']
const weekday = (day: string) => new Date(day).getUTCDay()
/** Weeks begin on Monday. */
const mondayOf = (day: string) => addDays(day, -((weekday(day) + 6) % 7))

/** 预约日历 (business/arrivals 1.2): a day with its hours, and the week that it is in. */
export function ReservationCalendar() {
  const [day, setDay] = useState(() => shanghaiDay())
  const [by, setBy] = useState<By>('bay')
  const { has } = useSession()
  const { data, error, refetch } = useCall(reservationDay, { query: { day } }, { keeps: true })
  useRenewal(reservationDay)
  const rows = data?.rows ?? []
  const columns = useColumns(by, data?.advisers ?? [], rows)
  const move = useMove(refetch)
  const open = openHours(data?.businessHours ?? '')
  const columnOf = (row: ReservationDayRow) => (by === 'bay' ? row.bayId : row.salespersonId) ?? 0
  const putAt = ({ row, column, start }: Draft): ReservationDayRow => ({
    ...row,
    expectedAt: momentAt(day, start),
    [by === 'bay' ? 'bayId' : 'salespersonId']: column || null,
  })
  const clashing = rows.filter((row) => clashesOf(row, rows).length > 0).length
  return (
    <section aria-label="预约日历">
      <div className="ar-bar">
        <DatePicker
          size="small"
          aria-label="日期"
          allowClear={false}
          value={dayjs(day)}
          onChange={(next) => next && setDay(next.format('YYYY-MM-DD'))}
        />
        <Button size="small" onClick={() => setDay(shanghaiDay())}>
          今天
        </Button>
        <Segmented size="small" aria-label="分列" options={bys} value={by} onChange={setBy} />
        {has(reservation.buttons.add) && <NewButton />}
        {clashing > 0 && <span className="rc-warning">{clashing} 个预约时间冲突</span>}
      </div>
      <Week day={day} choose={setDay} />
      {error && <p role="alert">{error.message}</p>}
      <DayGrid
        day={day}
        rows={rows}
        columns={columns}
        open={open}
        shown={shownHours(open, rows)}
        mayMove={has(reservation.buttons.update)}
        columnOf={columnOf}
        putAt={putAt}
        move={(draft) => move.take(draft.row, movedTo(putAt(draft)))}
        ask={(row) => void move.ask(row)}
      />
      {move.dialog}
    </section>
  )
}

const movedTo = ({ expectedAt, minutes, bayId, salespersonId }: ReservationDayRow): Moved => ({
  expectedAt,
  minutes,
  bayId,
  salespersonId,
})

function NewButton() {
  const { open } = useTabs()
  const start = () => open({ key: 'repairReservationOperate', params: { new: 1 } })
  return (
    <Button size="small" type="primary" onClick={start}>
      新增预约
    </Button>
  )
}

/** The days of the week with how many come. */
function Week({ day, choose }: { day: string; choose: (day: string) => void }) {
  const from = mondayOf(day)
  const { data } = useCall(reservationWeek, { query: { from } }, { keeps: true })
  useRenewal(reservationWeek)
  const today = shanghaiDay()
  return (
    <nav className="rc-week" aria-label="一周">
      <Button size="small" aria-label="上一周" onClick={() => choose(addDays(day, -7))}>
        ‹
      </Button>
      {Array.from({ length: 7 }, (_, i) => addDays(from, i)).map((each) => {
        const count = data?.days.find((found) => found.day === each)?.count ?? 0
        return (
          <button
            key={each}
            type="button"
            aria-current={each === day ? 'date' : undefined}
            className={each === today ? 'rc-today' : undefined}
            onClick={() => choose(each)}
          >
            <span>周{weekdays[weekday(each)]}</span>
            <b>{each.slice(5)}</b>
            <small>{count > 0 ? `${count} 个` : '—'}</small>
          </button>
        )
      })}
      <Button size="small" aria-label="下一周" onClick={() => choose(addDays(day, 7))}>
        ›
      </Button>
    </nav>
  )
}

/** The bays of the organisation, or who takes cars in; and who has an appointment all the same. */
function useColumns(
  by: By,
  advisers: readonly { id: number; name: string }[],
  rows: readonly ReservationDayRow[],
): Column[] {
  const bays = useBays()
  const known = by === 'bay' ? bays : advisers
  const others = rows.flatMap((row) => {
    const [id, title] = by === 'bay' ? [row.bayId, row.bayName] : [row.salespersonId, row.salespersonName]
    return id === null || known.some((each) => each.id === id) ? [] : [{ id, title: title ?? '' }]
  })
  return [
    { id: 0, title: by === 'bay' ? '未定工位' : '未定顾问' },
    ...known.map(({ id, name }) => ({ id, title: name })),
    ...new Map(others.map((each) => [each.id, each])).values(),
  ]
}

/** 改期, from the dialog or by moving the block. */
function useMove(refetch: () => Promise<unknown>) {
  const refresh = useRefreshCalls()
  const [ask, dialog] = useDialog(MoveDialog)
  const take = async (row: ReservationDayRow, input: Moved) => {
    const params = { id: row.id, action: 'reschedule' }
    try {
      await call(reservation.routes.act, { params, body: { version: row.version, input } })
      toast.success(`${row.billNo} 改期成功`)
    } catch {
      // The call has already told the user why it failed.
    } finally {
      refresh(reservationWeek)
      await refetch()
    }
  }
  return {
    dialog,
    take,
    ask: async (row: ReservationDayRow) => {
      const moved = await ask(row)
      if (moved) await take(row, moved)
    },
  }
}
