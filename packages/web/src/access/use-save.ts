import { useState } from 'react'
import { CallError } from '../kit/base/call'

/** One save at a time, and why the last one failed. */
export function useSave(run: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError>()
  const save = async () => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await run()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    failure: failure?.message ?? '',
    isStale: failure?.reason === 'stale',
    save,
    clear: () => setFailure(undefined),
  }
}
