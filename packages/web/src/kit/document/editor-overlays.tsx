import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { ActionDialog, AttachmentsDialog, DocumentLogDialog, DocumentPrint, RelatedDialog } from './document-dialogs'
import type { DocumentData, DocumentMeta } from './document-editor-store'

/** What stands open over the editor. */
export type Overlay = { kind: 'action'; action: string } | { kind: 'log' | 'related' | 'files' | 'print' }

/** The dialog that stands open over the editor of a saved document. */
export function EditorOverlay(props: {
  def: AnyDocument
  overlay: Overlay
  meta: DocumentMeta
  onChanged: (document: DocumentData | undefined) => void
  onClose: () => void
}) {
  const { def, overlay, onClose } = props
  const { id, billNo, state, version = 0 } = props.meta
  if (id === undefined) return null
  if (overlay.kind === 'action') {
    const target = { id, billNo, state, version }
    return (
      <ActionDialog document={def} target={target} action={overlay.action} onDone={props.onChanged} onClose={onClose} />
    )
  }
  if (overlay.kind === 'log') return <DocumentLogDialog document={def} id={id} billNo={billNo} onClose={onClose} />
  if (overlay.kind === 'files') return <AttachmentsDialog kind={def.kind} id={id} billNo={billNo} onClose={onClose} />
  if (overlay.kind === 'related') return <RelatedDialog document={def} id={id} billNo={billNo} onClose={onClose} />
  return <DocumentPrint document={def} ids={[id]} onClose={onClose} />
}
