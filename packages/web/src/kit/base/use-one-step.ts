import { useRef, useState } from 'react'

/**
 * The step that a dialog asks for, taken once: another press does nothing, also after its success, while the dialog goes. A
 * failure, of which the call has told the user, lets it be tried again.
 */
export function useOneStep(step: () => Promise<unknown>): { busy: boolean; take: () => Promise<void> } {
  const taken = useRef(false)
  const [busy, setBusy] = useState(false)
  const hold = (isTaken: boolean) => {
    taken.current = isTaken
    setBusy(isTaken)
  }
  const take = async () => {
    if (taken.current) return
    hold(true)
    try {
      await step()
    } catch {
      hold(false)
    }
  }
  return { busy, take }
}
