import { staleMessage } from '@chepu/contract/kernel/errors'
import { useState } from 'react'
import { CallError } from '../kit/call'

/** One save at a time, and why the last one failed. */
export function useSave(run: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const save = async () => {
    if (busy) return
    setBusy(true)
    setFailure('')
    try {
      await run()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, isStale: failure === staleMessage, save, clear: () => setFailure('') }
}
