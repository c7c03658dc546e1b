import { button } from '@chepu/contract/access/catalogue'
import { reception } from '@chepu/contract/repair/reception'
import { inspectionRoutes, inspectionStates } from '@chepu/contract/repair/inspection'
import { workOrder } from '@chepu/contract/repair/work-order'
import { Alert, Button } from 'antd'
import { useEffect, useMemo } from 'react'
import { whileHeld } from '../../kit/base/held'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { useKept, useUnsavedMark } from '../../kit/base/use-kept'
import { PageState } from '../../kit/ui/page-state'
import { PointCard } from './point-card'
import { type Report, useEntry } from './use-entry'
import './inspection.css'

/** 检车报告 as it is entered beside the car, on a telephone first (business/repair 12.3). */
export default function InspectionEntry() {
  const { id = '0' } = useScreenParams()
  const params = { id: Number.parseInt(id, 10) }
  const found = useCall(inspectionRoutes.read, { params })
  const kept = useKept(found.data, isSame)
  if (!kept.data) return <PageState error={found.error} retry={() => void found.refetch()} />
  return (
    <Entry
      key={kept.round}
      report={kept.data}
      hold={kept.hold}
      own={kept.own}
      onReload={() => void found.refetch().then(({ isSuccess }) => isSuccess && kept.renew())}
    />
  )
}

// What was taken into the order beside the entry changes no mark.
const isSame = (before: Report, now: Report) => before.id === now.id && before.version === now.version

/** The document that has the photos, and whose entry is theirs. */
const ownerOf = ({ workOrderId, receptionId }: Report) =>
  workOrderId === null
    ? { kind: reception.kind, ownerId: receptionId as number }
    : { kind: workOrder.kind, ownerId: workOrderId }

const mayEnterAt = ({ workOrderId }: Report, has: (button: number) => boolean): boolean =>
  ['add', 'update'].some((action) => has(button(workOrderId === null ? 'reception' : 'work_order', action)))

interface EntryProps {
  report: Report
  hold: (unsaved: boolean) => void
  own: (report: Report) => void
  onReload: () => void
}

function Entry({ report, hold, own, onReload }: EntryProps) {
  const { has } = useSession()
  const { setTitle } = useTabs()
  const refresh = useRefreshCalls()
  const entry = useEntry(report, own)
  const { points, busy } = entry
  const held = useMemo(() => whileHeld(entry.isHeld), [entry.isHeld])
  const isOpen = report.state === 'open'
  const mayEnter = mayEnterAt(report, has)
  useEffect(() => setTitle(`检车 ${report.plate ?? report.billNo}`), [setTitle, report.plate, report.billNo])
  useUnsavedMark(entry.unsaved, hold)
  const quote = (pointId: number) =>
    entry.quote(pointId, () => {
      refresh(workOrder.routes.read)
      toast.success('已加入工单')
    })
  const left = points.filter(({ level }) => level === null).length
  return (
    <div className="inspection" {...held}>
      <header>
        <b>{report.plate}</b> {report.modelText} <span>{report.partnerName}</span>
        <p>
          {report.billNo}　{report.templateName}　{inspectionStates[report.state]}
          {isOpen && left > 0 && `　还有${left}项`}
        </p>
      </header>
      {entry.staleWords && (
        <Alert
          type="error"
          title={entry.staleWords}
          action={
            <Button size="small" onClick={onReload}>
              重新加载
            </Button>
          }
        />
      )}
      {[...new Set(points.map(({ partOfCar }) => partOfCar))].map((partOfCar) => (
        <section key={partOfCar} aria-label={partOfCar}>
          <h3>{partOfCar}</h3>
          {points
            .filter((point) => point.partOfCar === partOfCar)
            .map((point) => (
              <PointCard
                key={point.id}
                point={point}
                owner={ownerOf(report)}
                disabled={!isOpen || !mayEnter}
                onChange={(edit) => entry.change(point.id, edit)}
                {...(report.workOrderId !== null &&
                  has(button('work_order', 'update')) && { onQuote: () => void quote(point.id) })}
              />
            ))}
        </section>
      ))}
      {mayEnter && (
        <footer>
          {isOpen ? (
            <>
              <Button loading={busy} disabled={!entry.unsaved} onClick={() => void entry.save()}>
                保存
              </Button>
              <Button type="primary" loading={busy} onClick={() => void entry.finish(true)}>
                完成检车
              </Button>
            </>
          ) : (
            <Button loading={busy} onClick={() => void entry.finish(false)}>
              继续检查
            </Button>
          )}
        </footer>
      )}
    </div>
  )
}
