import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { useCallback, useEffect } from 'react'
import { call } from '../kit/base/call'
import { useTabs } from '../kit/base/tabs'
import { useDocumentMeta } from '../kit/document/document-context'
import { documentPath } from '../kit/document/document-screens'
import './arrivals.css'

interface Props {
  document: AnyDocument
  /** Its states once the other one stands. */
  states: readonly string[]
  made: AnyDocument
  /** What has come to pass, and the way to what was made. */
  words: string
  label: string
  /** Whether the step was taken here: who took it goes on there at once. */
  isTaken: boolean
}

/** What a document has become: the reception of an appointment, the order of a reception (business/arrivals 1.4, 2.3). */
export function MadeDocument({ document, states, made, words, label, isTaken }: Props) {
  const { id, state } = useDocumentMeta()
  const { open } = useTabs()
  const isMade = id !== undefined && states.includes(state)
  const show = useCallback(async () => {
    const related = await call(document.routes.related, { params: { id: id ?? 0 } })
    const found = related.find(({ kind }) => kind === made.kind)
    const path = found && documentPath(found.kind, found.id)
    if (path) open(path)
  }, [document, id, made, open])
  useEffect(() => {
    if (isMade && isTaken) void show()
    // Once, when it is made.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isMade])
  if (!isMade) return null
  return (
    <p className="ar-bar">
      {words}
      <button type="button" className="kit-link" onClick={() => void show()}>
        {label}
      </button>
    </p>
  )
}
