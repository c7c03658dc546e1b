import { MailFilled, MailOutlined } from '@ant-design/icons'
import { actOnBell, type BellMessage, bellRows, closeTask, readBell, taskOutcomes } from '@chepu/contract/shell/bell'
import { Button, Tabs } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../kit/base/call'
import type { TabTarget } from '../../kit/base/tabs'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { targetOf } from './bell-target'

interface Props {
  /** Rises with every push. */
  round: number
  open: (target: TabTarget) => void
  showAnnouncement: (id: number) => void
  showReleases: () => void
  close: () => void
}

const badges: Record<number, string> = { 0: '今日到店', 1: '马上到期' }
/** Words of the intervals age while the bell is open. */
const ageMs = 30_000

/** The three lists behind the bell. A click marks a row as read and opens what it is about; tasks stay until they are done. */
export function BellLists({ round, open, showAnnouncement, showReleases, close }: Props) {
  const { data, error } = useCall(readBell)
  const refreshCalls = useRefreshCalls()
  const root = useRef<HTMLDivElement>(null)
  const [tab, setTab] = useState('notice')
  useEffect(() => refreshCalls(readBell), [refreshCalls, round])
  useEffect(() => {
    const timer = setInterval(() => refreshCalls(readBell), ageMs)
    return () => clearInterval(timer)
  }, [refreshCalls])
  // Keys reach the lists at once, and Escape closes them.
  useEffect(() => root.current?.focus(), [])

  const act = (body: Parameters<typeof call<typeof actOnBell>>[1]) =>
    call(actOnBell, body).then(
      () => refreshCalls(readBell),
      () => undefined,
    )
  const choose = (row: BellMessage, isTask: boolean) => {
    if (!isTask && row.status === 0) void act({ body: { action: 1, msg_id: row.msg_id } })
    const target = targetOf(row)
    if (target.kind === 'none') return
    close()
    if (target.kind === 'announcement') showAnnouncement(target.id)
    else if (target.kind === 'release') showReleases()
    else open(target.tab)
  }
  const settle = (row: BellMessage, outcome: (typeof taskOutcomes)[number]) =>
    void call(closeTask, { params: { id: row.msg_id }, body: { outcome } }).then(
      () => refreshCalls(readBell),
      () => undefined,
    )
  const clear = (rows: readonly BellMessage[]) =>
    void act({ body: { action: 3, msg_list: rows.map((row) => row.msg_id) } })

  const list = (rows: readonly BellMessage[], isTask: boolean, empty: string, clearLabel = '') => (
    <BellList
      rows={rows}
      isTask={isTask}
      empty={error ? error.message : data ? empty : '正在加载…'}
      choose={(row) => choose(row, isTask)}
      settle={settle}
      foot={
        clearLabel &&
        rows.length > 0 && (
          <Button size="small" type="text" block onClick={() => clear(rows)}>
            {clearLabel}
          </Button>
        )
      }
    />
  )
  const { notice = [], agency = [], news = [] } = data ?? {}
  const items = [
    { key: 'notice', label: titled('通知', notice), children: list(notice, false, '没有通知', '清空通知') },
    { key: 'agency', label: titled('待办', agency), children: list(agency, true, '没有待办') },
    { key: 'news', label: titled('消息', news), children: list(news, false, '没有消息', '清空消息') },
  ]
  return (
    <div
      ref={root}
      className="bell-lists"
      role="dialog"
      tabIndex={-1}
      aria-label="通知、待办和消息"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <Tabs size="small" centered activeKey={tab} onChange={setTab} items={items} />
    </div>
  )
}

const titled = (title: string, rows: readonly unknown[]) =>
  `${title}(${rows.length}${rows.length === bellRows ? '+' : ''})`

function BellList(props: {
  rows: readonly BellMessage[]
  isTask: boolean
  empty: string
  choose: (row: BellMessage) => void
  settle: (row: BellMessage, outcome: (typeof taskOutcomes)[number]) => void
  foot: ReactNode
}) {
  if (props.rows.length === 0) return <p className="bell-empty soft">{props.empty}</p>
  return (
    <>
      <ul className="bell-rows">
        {props.rows.map((row) => (
          <li key={row.msg_id}>
            <button type="button" onClick={() => props.choose(row)}>
              {props.isTask ? <TaskMark row={row} /> : <ReadMark isRead={row.status === 1} />}
              <span className="bell-text">{row.message}</span>
              <span className="bell-age">{row.interval}</span>
            </button>
            {props.isTask && row.goshop === 1 && row.msg_id > 0 && (
              <span className="bell-outcomes">
                {taskOutcomes.map((outcome) => (
                  <button key={outcome} type="button" className="kit-link" onClick={() => props.settle(row, outcome)}>
                    {outcome}
                  </button>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {props.foot}
    </>
  )
}

const ReadMark = ({ isRead }: { isRead: boolean }) =>
  isRead ? (
    <MailOutlined className="bell-mark" aria-label="已读" />
  ) : (
    <MailFilled className="bell-mark unread" aria-label="未读" />
  )

function TaskMark({ row }: { row: BellMessage }) {
  const badge = row.goshop === null ? undefined : badges[row.goshop]
  return (
    <>
      {badge && <span className={row.goshop === 0 ? 'bell-badge today' : 'bell-badge'}>{badge}</span>}
      {row.car_num && <b className="bell-car">{row.car_num}</b>}
    </>
  )
}
