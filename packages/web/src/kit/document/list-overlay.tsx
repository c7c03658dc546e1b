import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import type { ActionTarget } from './document-actions'
import { ActionDialog, BatchApprove, DocumentLogDialog, DocumentPrint } from './document-dialogs'

/** What stands open over the list, and how the list is read again after it. */
export type ListOverlay = { refresh: () => void } & (
  | { kind: 'action'; row: ActionTarget; action: string }
  | { kind: 'log'; row: ActionTarget }
  | { kind: 'print'; ids: readonly number[] }
  | { kind: 'batch'; rows: readonly ActionTarget[] }
)

/** The dialog that stands open over the list of a kind. */
export function ListOverlayDialog(props: { def: AnyDocument; overlay: ListOverlay; onClose: () => void }) {
  const { def, overlay, onClose } = props
  if (overlay.kind === 'action') {
    const done = () => {
      overlay.refresh()
      onClose()
    }
    return <ActionDialog document={def} target={overlay.row} action={overlay.action} onDone={done} onClose={onClose} />
  }
  if (overlay.kind === 'log')
    return <DocumentLogDialog document={def} id={overlay.row.id} billNo={overlay.row.billNo} onClose={onClose} />
  if (overlay.kind === 'batch')
    return <BatchApprove document={def} targets={overlay.rows} onDone={overlay.refresh} onClose={onClose} />
  return <DocumentPrint document={def} ids={overlay.ids} onPrinted={overlay.refresh} onClose={onClose} />
}
