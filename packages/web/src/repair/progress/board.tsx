import { askForParts } from '@chepu/contract/repair/dispatch'
import {
  type ProgressLane,
  progressLanes,
  type ProgressRow,
  repairProgress,
} from '@chepu/contract/repair/repair-progress'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { Alert, Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../kit/base/call'
import { useRenewal } from '../../kit/base/news'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { documentPath } from '../../kit/document/document-screens'
import { FilterContext, useFilterState } from '../../kit/list/use-filters'
import { EmployeeFilter } from '../../pickers/filters'
import { TextDialog } from '../dispatch/text-dialog'
import { minutesText, momentText } from '../dispatch/words'
import './progress.css'
import { pageMs, turnPage } from './wall'

/** The wall looks by itself, should no push arrive. */
const lookMs = 60_000

/** 维修进度 (business/repair 6.5): where the cars in the shop are, on a desk or on the wall. */
export default function ProgressBoard() {
  const filters = useFilterState({})
  const idOf = (name: string) => {
    const value = filters.applied[name]
    return value === undefined ? {} : { [name]: Number.parseInt(value, 10) }
  }
  const query = { ...idOf('adviserId'), ...idOf('technicianId') }
  const { data, error, refetch } = useCall(repairProgress, { query }, { keeps: true })
  useRenewal(repairProgress)
  useEffect(() => {
    const timer = setInterval(() => void refetch(), lookMs)
    return () => clearInterval(timer)
  }, [refetch])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const turn = () => {
      if (place.current && document.fullscreenElement === place.current)
        for (const lane of place.current.querySelectorAll('ul')) turnPage(lane)
    }
    const timer = setInterval(turn, pageMs)
    return () => clearInterval(timer)
  }, [])
  const [urged, setUrged] = useState<ProgressRow>()
  const rows = data?.rows ?? []
  return (
    <div className="repair-progress" ref={place}>
      <header>
        <h1>维修进度</h1>
        <FilterContext value={filters}>
          <EmployeeFilter name="adviserId" title="服务顾问" />
          <EmployeeFilter name="technicianId" title="技师" />
        </FilterContext>
        <span className="rp-count">
          共 <b>{rows.length}</b> 台　超时 <b>{rows.filter(({ isLate }) => isLate).length}</b> 台
        </span>
        <Button size="small" onClick={() => void place.current?.requestFullscreen()}>
          大屏
        </Button>
      </header>
      {error && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && (
        <div className="rp-lanes">
          {(Object.keys(progressLanes) as ProgressLane[]).map((lane) => (
            <Lane key={lane} lane={lane} rows={rows.filter((row) => row.lane === lane)} urge={setUrged} />
          ))}
        </div>
      )}
      {urged && (
        <TextDialog
          title={`催料：${urged.plate}`}
          label="缺什么材料"
          okText="通知仓库"
          onSend={(note) => urgeKeepers(urged.id, note)}
          onClose={() => setUrged(undefined)}
        />
      )}
    </div>
  )
}

async function urgeKeepers(orderId: number, note: string): Promise<void> {
  await call(askForParts, { body: { orderId, note } })
  toast.success('已通知仓库')
}

interface LaneProps {
  lane: ProgressLane
  rows: readonly ProgressRow[]
  urge: (row: ProgressRow) => void
}

function Lane({ lane, rows, urge }: LaneProps) {
  const mayUrge = useSession().has(askForParts.access as number[])
  return (
    <section className="rp-lane" aria-label={progressLanes[lane]}>
      <h2>
        {progressLanes[lane]}
        <b>{rows.length}</b>
      </h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className={row.isLate ? 'rp-late' : undefined}>
            <Car row={row} />
            <p className="rp-steps">
              {lane === 'parts' && mayUrge && (
                <Button size="small" type="link" onClick={() => urge(row)}>
                  催料
                </Button>
              )}
              {(lane === 'settling' || lane === 'leaving') && (
                <Button size="small" type="link" onClick={() => void copyNotice(row)}>
                  复制通知
                </Button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the customer is told, to be sent by whatever he reads. */
async function copyNotice({ plate, modelText, billNo }: ProgressRow): Promise<void> {
  const car = [plate, modelText].filter(Boolean).join(' ')
  await navigator.clipboard.writeText(`您好，您的爱车 ${car} 已维修完工（工单 ${billNo}），欢迎到店验车取车。`)
  toast.success('已复制，可粘贴到微信或短信')
}

function Car({ row }: { row: ProgressRow }) {
  const { open } = useTabs()
  const path = documentPath('work_order', row.id)
  const today = shanghaiDay()
  const words = (
    <>
      <b>{row.plate || row.billNo}</b>
      <span className="rp-model">{row.modelText}</span>
      <span className="rp-people">
        {[row.adviserName, row.technicians].filter(Boolean).join(' · ')}
        {row.lineCount > 0 && `　${row.doneCount}/${row.lineCount}项`}
      </span>
      <span className="rp-time">
        <span>进厂 {minutesText(row.minutes)}</span>
        {row.promisedAt && <span>预交 {momentText(row.promisedAt, today)}</span>}
        {row.isLate && <em>超时</em>}
      </span>
      {row.pause && <span className="rp-pause">{row.pause}</span>}
    </>
  )
  if (!path) return <div className="rp-car">{words}</div>
  return (
    <button type="button" className="rp-car" onClick={() => open(path)}>
      {words}
    </button>
  )
}
