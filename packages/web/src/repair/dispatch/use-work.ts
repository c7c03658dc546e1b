import { dispatchBoard, type dispatchCalls, myWork } from '@chepu/contract/repair/dispatch'
import { repairProgress } from '@chepu/contract/repair/repair-progress'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { useMemo, useState } from 'react'
import { Gestures } from '../../kit/base/submit-once'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'

type Call = (typeof dispatchCalls)[keyof typeof dispatchCalls]

/** Changes of work on lines: one at a time, told of when it fails, and the boards look again. */
export function useWork() {
  const [busy, setBusy] = useState(false)
  const gestures = useMemo(() => new Gestures(setBusy), [])
  const refresh = useRefreshCalls()
  /** Sends one; answers whether it was done. */
  const run = async <Route extends Call>(route: Route, body: BodyOf<Route>): Promise<boolean> => {
    try {
      const done = await gestures.run(() => gestures.change<Call>({ route, body: body as BodyOf<Call> }))
      return done !== undefined
    } catch (error) {
      toast.error((error as Error).message)
      return false
    } finally {
      refresh(dispatchBoard, myWork, repairProgress)
    }
  }
  return { busy, run }
}
