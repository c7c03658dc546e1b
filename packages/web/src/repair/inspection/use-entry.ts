import { type InspectionPoint, inspectionRoutes } from '@chepu/contract/repair/inspection'
import type { DataOf } from '@chepu/contract/kernel/route'
import { useCallback, useMemo, useRef, useState } from 'react'
import { CallError } from '../../kit/base/call'
import { Gestures } from '../../kit/base/submit-once'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'

export type Report = DataOf<typeof inspectionRoutes.read>

/** What a person makes of a point; of the point as it is when that comes about. */
export type PointChange = (now: InspectionPoint) => InspectionPoint

type Marks = ReadonlyMap<number, InspectionPoint>

/** The points as they were read, and over them what was marked since; whether the order has them the server says. */
const markedPoints = (points: readonly InspectionPoint[], marks: Marks): InspectionPoint[] =>
  points.map((point) => {
    const mark = marks.get(point.id)
    return mark ? { ...mark, isQuoted: point.isQuoted } : point
  })

/**
 * What is entered in a report and how it is sent. `own` takes the report as this page has saved it. Marks that are not saved stay until
 * they are; what is marked while others are on their way is saved in its turn.
 */
export function useEntry(report: Report, own: (report: Report) => void) {
  const refresh = useRefreshCalls()
  const [busy, setBusy] = useState(false)
  const [staleWords, setStaleWords] = useState('')
  const gestures = useMemo(() => new Gestures(setBusy), [])
  const [marks, setMarks] = useState<Marks>(new Map())
  /** As they are now: an answer finds more than was there when it was asked for. */
  const now = useRef({ marks, report })
  now.current.report = report
  const isFinishing = useRef(false)

  const mark = (marked: Marks) => {
    now.current.marks = marked
    setMarks(marked)
  }
  const change = (id: number, edit: PointChange) => {
    const point = markedPoints(now.current.report.points, now.current.marks).find((each) => each.id === id)
    if (point) mark(new Map([...now.current.marks, [id, edit(point)]]))
  }
  /** Sends what was marked; answers the version that the report has then. */
  const saved = async (): Promise<number> => {
    const { marks: sent, report: before } = now.current
    if (sent.size === 0) return before.version
    const body = { version: before.version, points: [...sent.values()].map(bodyOf) }
    const { version } = await gestures.change({ route: inspectionRoutes.save, params: { id: before.id }, body })
    const { report: read, marks: all } = now.current
    own({ ...read, version, points: markedPoints(read.points, sent) })
    mark(new Map([...all].filter(([id, point]) => sent.get(id) !== point)))
    return version
  }
  const step = (work: () => Promise<unknown>) =>
    gestures.run(async () => {
      setStaleWords('')
      try {
        await work()
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.reason === 'stale') setStaleWords(error.message)
        else toast.error(error.message)
      }
      refresh(inspectionRoutes.read, inspectionRoutes.list)
    })
  /** 完成检车 or 继续检查. What is marked until the answer could not be saved any more: nothing is taken meanwhile. */
  const finish = (isDone: boolean) =>
    step(async () => {
      isFinishing.current = true
      try {
        const body = { version: await saved(), isDone }
        await gestures.change({ route: inspectionRoutes.finish, params: { id: report.id }, body })
      } finally {
        isFinishing.current = false
      }
    })
  const quote = (pointId: number, done: () => void) =>
    step(async () => {
      await saved()
      await gestures.change({ route: inspectionRoutes.quote, params: { id: report.id }, body: { pointId } })
      done()
    })
  return {
    points: markedPoints(report.points, marks),
    unsaved: marks.size > 0,
    busy,
    /** Somebody else has saved the report meanwhile; '' otherwise. */
    staleWords,
    change,
    save: () => step(saved),
    finish,
    quote,
    isHeld: useCallback(() => isFinishing.current, []),
  }
}

const bodyOf = ({ id, level, value, remark, photoIds }: InspectionPoint) => ({ id, level, value, remark, photoIds })
