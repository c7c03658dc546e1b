import { button } from '@chepu/contract/access/catalogue'
import { isZero } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import {
  type DispatchBoard,
  dispatchBoard,
  dispatchCalls,
  dayHours,
  type WorkCard,
  workStates,
} from '@chepu/contract/repair/dispatch'
import { Alert, Button, DatePicker, Segmented, Select, Skeleton } from 'antd'
import { type CSSProperties, useState } from 'react'
import dayjs from '../../kit/base/dayjs'
import { useRenewal } from '../../kit/base/news'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { useWork } from '../dispatch/use-work'
import { momentText, standardText, techniciansText } from '../dispatch/words'
import { type Drop, useDrag } from './drag'
import { endOf, isTooMuch, momentOf, type Placed, placed, slots, slotText } from './plan'
import { choicesOf, type Wanted, wantedOf } from './wanted'
import './scheduling.css'
import { WorkDialog } from './work-dialog'

/** A row of the board: a technician or a bay. */
interface Row {
  key: string
  title: string
  hint: string
  hours: string | null
  cards: Placed[]
}

type By = 'technician' | 'bay'

/** 派工调度 (business/repair 6.5): lines that wait, and those of each technician or bay on a day. */
export default function Scheduling() {
  const [day, setDay] = useState(shanghaiDay)
  const [by, setBy] = useState<By>('technician')
  const [wanted, setWanted] = useState<Wanted>({})
  const [opened, setOpened] = useState<number>()
  const { data, error } = useCall(dispatchBoard, { query: { day } }, { keeps: true })
  useRenewal(dispatchBoard)
  const work = useWork()
  const { has } = useSession()
  const only = useOnlyOrder(data)
  const card = data?.cards.find(({ lineId }) => lineId === opened)
  const drag = useDrag<WorkCard>((dragged, drop) => {
    const mayGive = has(button('dispatch', dragged.technicians.length > 0 ? 'reassign' : 'assign'))
    if (!data || !mayGive || !take(work, dragged, drop, day)) setOpened(dragged.lineId)
  })
  const draw = (each: WorkCard, style?: CSSProperties, key?: number) => (
    <Card
      key={key ?? each.lineId}
      card={each}
      drag={drag}
      isWanted={each.orderId === only?.id}
      open={() => setOpened(each.lineId)}
      {...(style && { style })}
    />
  )
  const shown = data && wantedOf(data, wanted)
  const waiting = shown?.cards.filter(isWaiting).filter(({ orderId }) => !only || orderId === only.id) ?? []
  return (
    <div className="scheduling">
      <header>
        <h1>派工调度</h1>
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
        <Segmented
          value={by}
          onChange={setBy}
          options={[
            { value: 'technician', label: '按技师' },
            { value: 'bay', label: '按工位' },
          ]}
        />
        {data && <Filters board={data} wanted={wanted} onChange={setWanted} />}
        {only && (
          <span className="bs-only">
            只看待派 <b>{only.name}</b>
            <Button size="small" type="link" onClick={only.leave}>
              显示全部
            </Button>
          </span>
        )}
      </header>
      {error && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && (
        <div className="bs-board">
          <section aria-label="待派项目" className="bs-waiting">
            <h2>
              待派 <b>{waiting.length}</b>
            </h2>
            {waiting.map((each) => draw(each))}
            {waiting.length === 0 && <p>{only ? '这张工单没有待派的项目' : '没有待派的项目'}</p>}
          </section>
          <Rows rows={rowsOf(shown ?? data, by, day)} over={drag.over} draw={draw} />
        </div>
      )}
      {data && card && (
        <WorkDialog card={card} board={data} day={day} work={work} onClose={() => setOpened(undefined)} />
      )}
    </div>
  )
}

const isWaiting = ({ technicians }: WorkCard) => technicians.length === 0

/** The order that the board was opened for (派工 of an order): its lines alone wait here, until all are asked for again. */
function useOnlyOrder(board: DispatchBoard | undefined) {
  const { orderId } = useScreenParams()
  const { setParams } = useTabs()
  if (orderId === undefined) return undefined
  const id = Number.parseInt(orderId, 10)
  const card = board?.cards.find((each) => each.orderId === id)
  return { id, name: card ? card.plate || card.billNo : '这张工单', leave: () => setParams({}) }
}

interface FiltersProps {
  board: DispatchBoard
  wanted: Wanted
  onChange: (wanted: Wanted) => void
}

/** 班组 and 工种, of those that there are here. */
function Filters({ board, wanted, onChange }: FiltersProps) {
  const { teams, workerTypes } = choicesOf(board)
  const choice = (name: keyof Wanted, title: string, options: { value: number; label: string }[]) => (
    <Select
      allowClear
      id={`bs-${name}`}
      size="small"
      aria-label={title}
      placeholder={title}
      className="bs-choice"
      value={wanted[name]}
      options={options}
      onChange={(id?: number) => onChange({ ...wanted, [name]: id })}
    />
  )
  return (
    <>
      {choice('teamId', '班组', teams)}
      {choice('workerTypeId', '工种', workerTypes)}
    </>
  )
}

/**
 * Does what letting a card go over a row means: the line is the technician's, or stands in the bay, from then on. Answers false where more must be
 * said: of a line that several share, or that nobody has while it is put into a bay.
 */
function take({ run }: ReturnType<typeof useWork>, card: WorkCard, { row, slot }: Drop, day: string): boolean {
  const [by, id] = row.split(' ') as [By, string]
  const target = Number.parseInt(id, 10)
  const standing = card.technicians.filter(({ share }) => !isZero(share))
  const first = standing[0]
  if (by === 'bay' ? !first : standing.length > 1) return false
  const plannedStart = slot === null ? null : momentOf(day, slotText(slot))
  const plan = {
    orderId: card.orderId,
    plannedStart,
    plannedEnd: plannedStart && endOf(plannedStart, card.hours),
    bayId: by === 'bay' ? target : (first?.bayId ?? null),
    technicians:
      by === 'bay' ? standing.map(({ employeeId, share }) => ({ employeeId, share })) : [{ employeeId: target }],
  }
  void (first
    ? run(dispatchCalls.reassign, { ...plan, lineId: card.lineId })
    : run(dispatchCalls.assign, { ...plan, lineIds: [card.lineId] }))
  return true
}

/** Technicians, or bays, each with what stands there on the day. */
function rowsOf({ technicians, bays, cards }: DispatchBoard, by: By, day: string): Row[] {
  const all = cards.flatMap((card) =>
    card.technicians
      .filter(({ share }) => !isZero(share))
      .flatMap((row) => {
        const place = placed(card, row, day)
        return place ? [place] : []
      }),
  )
  if (by === 'bay')
    return bays.map(({ id, name }) => ({
      key: `bay ${id}`,
      title: name,
      hint: '',
      hours: null,
      cards: all.filter(({ row, card }) => row.bayId === id && row.id === card.technicians[0]?.id),
    }))
  return technicians.map(({ employeeId, name, teamName, workerTypeNames, hours }) => ({
    key: `technician ${employeeId}`,
    title: name,
    hint: [teamName, workerTypeNames].filter(Boolean).join(' '),
    hours,
    cards: all.filter(({ row }) => row.employeeId === employeeId),
  }))
}

interface RowsProps {
  rows: readonly Row[]
  over: Drop | undefined
  draw: (card: WorkCard, style?: CSSProperties, key?: number) => React.ReactNode
}

function Rows({ rows, over, draw }: RowsProps) {
  return (
    <div className="bs-rows">
      <div className="bs-hours" aria-hidden="true">
        <em>未定时间</em>
        {Array.from({ length: slots / 2 }, (_, i) => (
          <span key={i}>{slotText(i * 2)}</span>
        ))}
      </div>
      {rows.map(({ key, title, hint, hours, cards }) => (
        <section
          key={key}
          data-row={key}
          aria-label={title}
          className={over?.row === key ? 'bs-row bs-over' : 'bs-row'}
        >
          <h3>
            {title}
            <small>{hint}</small>
            {hours !== null && (
              <span className={isTooMuch(hours) ? 'bs-load bs-full' : 'bs-load'}>
                {hours} / {dayHours} 小时
              </span>
            )}
          </h3>
          <div className="bs-untimed">
            {cards.filter(({ slot }) => slot === null).map(({ card, row }) => draw(card, undefined, row.id))}
          </div>
          <div className="bs-strip" data-strip>
            {over?.row === key && over.slot !== null && (
              <i className="bs-slot" style={{ left: `${(over.slot / slots) * 100}%` }}>
                {slotText(over.slot)}
              </i>
            )}
            {cards
              .filter(({ slot }) => slot !== null)
              .map(({ card, row, slot, span }) =>
                draw(card, { gridColumn: `${(slot as number) + 1} / span ${span}` }, row.id),
              )}
          </div>
        </section>
      ))}
      {rows.length === 0 && <p className="bs-nobody">没有技师或工位，请先在基础资料中登记</p>}
    </div>
  )
}

interface CardProps {
  card: WorkCard
  drag: ReturnType<typeof useDrag<WorkCard>>
  /** Whether it is of the order that the board was opened for. */
  isWanted: boolean
  open: () => void
  style?: CSSProperties
}

/** A line: dragged to whoever does it, or opened by click or Enter. */
function Card({ card, drag, isWanted, open, style }: CardProps) {
  const { plate, name, hours, workState, promisedAt, isInternalRework, orderState } = card
  return (
    <button
      type="button"
      className={`bs-card bs-${workState}${isWanted ? ' bs-wanted' : ''}`}
      style={style}
      title={techniciansText(card)}
      {...drag.handlers(card)}
      onClick={() => !drag.wasDrag() && open()}
    >
      <b>{plate || card.billNo}</b>
      <span>{name}</span>
      <small>
        {standardText(hours)} {orderState === 'paused' ? '整单暂停' : workStates[workState]}
        {isInternalRework && ' 内返'}
        {promisedAt && ` 预交 ${momentText(promisedAt, shanghaiDay())}`}
      </small>
    </button>
  )
}
