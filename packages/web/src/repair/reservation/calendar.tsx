import { addDays } from '@chepu/contract/kernel/calendar'
import { stateLabel } from '@chepu/contract/kernel/states'
import { shanghaiClock, shanghaiDay } from '@chepu/contract/kernel/time'
import { expectedStates, reservation } from '@chepu/contract/repair/reservation'
import { reservationDay, type ReservationDayRow } from '@chepu/contract/repair/reservation-day'
import { Button, DatePicker, Segmented } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import dayjs from '../../kit/base/dayjs'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { useDialog } from '../../kit/ui/use-dialog'
import { useEmployees } from '../../pickers/lists'
import { useBays } from '../../pickers/repair-lists'
import { type Moved, MoveDialog } from './move-dialog'

const bys = [
  { value: 'bay', label: '按工位' },
  { value: 'adviser', label: '按服务顾问' },
]
const clock = ({ expectedAt }: ReservationDayRow) => shanghaiClock(new Date(expectedAt)).slice(0, 5)
const isExpected = ({ state }: ReservationDayRow) => expectedStates.some((each) => each === state)

/** A bay, or an adviser; null holds those that have none yet. */
interface Column {
  id: number | null
  title: string
}

/** 预约日历 of one day (business/arrivals 1.2): a click, or Enter, opens an appointment; 改期 moves it, and so does dragging it to another column. */
export function ReservationCalendar() {
  const [day, setDay] = useState(() => shanghaiDay())
  const [by, setBy] = useState('bay')
  const { has } = useSession()
  const { open } = useTabs()
  const { data, error } = useCall(reservationDay, { query: { day } }, { keeps: true })
  const rows = data?.rows ?? []
  const placeOf = (row: ReservationDayRow) => (by === 'bay' ? row.bayId : row.salespersonId)
  const move = useMove()
  const columns = useColumns(by).filter(({ id }) => by === 'bay' || rows.some((row) => row.salespersonId === id))
  const drop = (row: ReservationDayRow, { id }: Column) => {
    if (placeOf(row) === id) return
    const place = by === 'bay' ? { bayId: id } : { bayId: row.bayId, salespersonId: id }
    void move.take(row, { expectedAt: row.expectedAt, minutes: row.minutes, ...place })
  }
  return (
    <section aria-label="预约日历">
      <div className="ar-bar">
        <Button size="small" aria-label="前一天" onClick={() => setDay(addDays(day, -1))}>
          ‹
        </Button>
        <DatePicker
          size="small"
          aria-label="日期"
          allowClear={false}
          value={dayjs(day)}
          onChange={(next) => next && setDay(next.format('YYYY-MM-DD'))}
        />
        <Button size="small" aria-label="后一天" onClick={() => setDay(addDays(day, 1))}>
          ›
        </Button>
        <Button size="small" onClick={() => setDay(shanghaiDay())}>
          今天
        </Button>
        <Segmented size="small" aria-label="分列" options={bys} value={by} onChange={setBy} />
        {has(reservation.buttons.add) && (
          <Button
            size="small"
            type="primary"
            onClick={() => open({ key: 'repairReservationOperate', params: { new: 1 } })}
          >
            新增预约
          </Button>
        )}
      </div>
      {error && <p role="alert">{error.message}</p>}
      <div className="ar-day">
        {columns.map((column) => (
          <DayColumn
            key={column.id ?? 0}
            column={column}
            rows={rows.filter((row) => placeOf(row) === column.id)}
            mayMove={has(reservation.buttons.update)}
            onMove={(row) => void move.ask(row)}
            onDrop={(id) => {
              const row = rows.find((each) => each.id === id)
              if (row) drop(row, column)
            }}
          />
        ))}
      </div>
      {move.dialog}
    </section>
  )
}

function useColumns(by: string): Column[] {
  const bays = useBays().map(({ id, name }) => ({ id, title: name }))
  const advisers = useEmployees().map(({ id, name }) => ({ id, title: name }))
  const none = { id: null, title: by === 'bay' ? '未定工位' : '未定顾问' }
  return [none, ...(by === 'bay' ? bays : advisers)]
}

/** 改期, from the dialog or by dragging. */
function useMove() {
  const refresh = useRefreshCalls()
  const [ask, dialog] = useDialog(MoveDialog)
  const take = async (row: ReservationDayRow, input: Moved) => {
    const params = { id: row.id, action: 'reschedule' }
    try {
      await call(reservation.routes.act, { params, body: { version: row.version, input } })
      toast.success(`${row.billNo} 改期成功`)
    } finally {
      refresh(reservationDay)
    }
  }
  return {
    dialog,
    take: (row: ReservationDayRow, input: Moved) => take(row, input).catch(() => undefined),
    ask: async (row: ReservationDayRow) => {
      const moved = await ask(row)
      if (moved) await take(row, moved).catch(() => undefined)
    },
  }
}

function DayColumn(props: {
  column: Column
  rows: readonly ReservationDayRow[]
  mayMove: boolean
  onMove: (row: ReservationDayRow) => void
  onDrop: (id: number) => void
}) {
  const { open } = useTabs()
  return (
    <section
      className="ar-column"
      aria-label={props.column.title}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => props.onDrop(Number.parseInt(event.dataTransfer.getData('text/plain'), 10))}
    >
      <h4>
        {props.column.title}（{props.rows.length}）
      </h4>
      {props.rows.map((row) => {
        const mayMove = props.mayMove && isExpected(row)
        return (
          <article
            key={row.id}
            className={`ar-card ${row.state === 'pending' ? 'pending' : isExpected(row) ? '' : 'past'}`}
            draggable={mayMove}
            onDragStart={(event) => event.dataTransfer.setData('text/plain', String(row.id))}
          >
            <button
              type="button"
              className="kit-link"
              onClick={() => open({ key: 'repairReservationOperate', params: { id: row.id } })}
            >
              {clock(row)} {row.plate}
            </button>
            <div>
              {row.partnerName} · {stateLabel(reservation, row.state)} · {row.minutes}分钟
            </div>
            {row.items && <div>{row.items}</div>}
            {mayMove && (
              <button type="button" className="kit-link" onClick={() => props.onMove(row)}>
                改期
              </button>
            )}
          </article>
        )
      })}
    </section>
  )
}
