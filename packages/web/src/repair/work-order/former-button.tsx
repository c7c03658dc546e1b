import { Button } from 'antd'
import { useSession } from '../../kit/base/session'
import { useEditorKeys } from '../../kit/document/document-context'
import type { EditorApi } from '../../kit/document/document-context'
import { useDialog } from '../../kit/ui/use-dialog'
import { FormerDialog } from './former-dialog'
import { beginFromFormer, formerKinds } from './former-order'
import { useOrder } from './order-context'

/** 引单 (F7) of a new order: it is begun with all that an appointment, a reception or an earlier order says. */
export function FormerButton({ editor }: { editor: EditorApi }) {
  const order = useOrder()
  const { has } = useSession()
  const [open, dialog] = useDialog(FormerDialog)
  const kinds = formerKinds.filter(({ def }) => has(def.buttons.view))
  const isNew = editor.id === undefined && kinds.length > 0
  const choose = async () => {
    const { vehicleId } = order.editor.header()
    const chosen = await open({ kinds, vehicleId: typeof vehicleId === 'number' ? vehicleId : undefined })
    // The call has told the user what went wrong.
    if (chosen) await beginFromFormer(order, chosen.kind, chosen.id).catch(() => undefined)
  }
  useEditorKeys({ F7: isNew ? () => void choose() : undefined })
  if (!isNew) return null
  return (
    <>
      <Button size="small" title="F7" onClick={() => void choose()}>
        引单
      </Button>
      {dialog}
    </>
  )
}
