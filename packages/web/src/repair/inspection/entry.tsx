import { button } from '@chepu/contract/access/catalogue'
import { reception } from '@chepu/contract/repair/reception'
import { type InspectionPoint, inspectionRoutes, inspectionStates } from '@chepu/contract/repair/inspection'
import type { DataOf } from '@chepu/contract/kernel/route'
import { workOrder } from '@chepu/contract/repair/work-order'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { PageState } from '../../kit/ui/page-state'
import { PointCard } from './point-card'
import './inspection.css'

type Report = DataOf<typeof inspectionRoutes.read>

/** 检车报告 as it is entered beside the car, on a telephone first (business/repair 12.3). */
export default function InspectionEntry() {
  const { id = '0' } = useScreenParams()
  const params = { id: Number.parseInt(id, 10) }
  const found = useCall(inspectionRoutes.read, { params })
  if (!found.data) return <PageState error={found.error} retry={() => void found.refetch()} />
  // What was saved, finished or taken into the order is shown as it stands.
  const { version, points } = found.data
  return <Entry key={`${version}-${points.filter(({ isQuoted }) => isQuoted).length}`} report={found.data} />
}

/** The document that has the photos, and whose entry is theirs. */
const ownerOf = ({ workOrderId, receptionId }: Report) =>
  workOrderId === null
    ? { kind: reception.kind, ownerId: receptionId as number }
    : { kind: workOrder.kind, ownerId: workOrderId }

const mayEnterAt = ({ workOrderId }: Report, has: (button: number) => boolean): boolean =>
  ['add', 'update'].some((action) => has(button(workOrderId === null ? 'reception' : 'work_order', action)))

function Entry({ report }: { report: Report }) {
  const { has } = useSession()
  const { setTitle, setDirty } = useTabs()
  const refresh = useRefreshCalls()
  const [points, setPoints] = useState(report.points)
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const params = { id: report.id }
  const isOpen = report.state === 'open'
  const mayEnter = mayEnterAt(report, has)
  useEffect(() => setTitle(`检车 ${report.plate ?? report.billNo}`), [setTitle, report.plate, report.billNo])
  useEffect(() => setDirty(changed.size > 0), [setDirty, changed])

  const change = (point: InspectionPoint) => {
    setPoints((all) => all.map((each) => (each.id === point.id ? point : each)))
    setChanged((all) => new Set([...all, point.id]))
  }
  /** Sends what was changed; answers the version that the report has then. */
  const saved = async (): Promise<number> => {
    const sent = points.filter((point) => changed.has(point.id))
    if (sent.length === 0) return report.version
    const body = { version: report.version, points: sent.map(bodyOf) }
    return (await call(inspectionRoutes.save, { params, body })).version
  }
  const step = async (work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } catch {
      // The call has told the user what went wrong.
    }
    setBusy(false)
    refresh(inspectionRoutes.read, inspectionRoutes.list)
  }
  const finish = (isDone: boolean) =>
    step(async () => {
      const version = await saved()
      await call(inspectionRoutes.finish, { params, body: { version, isDone } })
    })
  const quote = (pointId: number) =>
    step(async () => {
      await saved()
      await call(inspectionRoutes.quote, { params, body: { pointId } })
      refresh(workOrder.routes.read)
      toast.success('已加入工单')
    })
  const left = points.filter(({ level }) => level === null).length
  return (
    <div className="inspection">
      <header>
        <b>{report.plate}</b> {report.modelText} <span>{report.partnerName}</span>
        <p>
          {report.billNo}　{report.templateName}　{inspectionStates[report.state]}
          {isOpen && left > 0 && `　还有${left}项`}
        </p>
      </header>
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
                onChange={change}
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
              <Button loading={busy} disabled={changed.size === 0} onClick={() => void step(saved)}>
                保存
              </Button>
              <Button type="primary" loading={busy} onClick={() => void finish(true)}>
                完成检车
              </Button>
            </>
          ) : (
            <Button loading={busy} onClick={() => void finish(false)}>
              继续检查
            </Button>
          )}
        </footer>
      )}
    </div>
  )
}

const bodyOf = ({ id, level, value, remark, photoIds }: InspectionPoint) => ({ id, level, value, remark, photoIds })
