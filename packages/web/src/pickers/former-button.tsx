import { listFormerLines, type PartnerRole } from '@chepu/contract/basics/lookups'
import type { FormerLine } from '@chepu/contract/kernel/goods-document'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { call } from '../kit/call'
import { useEditor, useEditorKeys } from '../kit/document-context'
import type { EditorStore } from '../kit/document-editor-store'
import { lineOfFormer } from '../kit/document-lines'
import { useScreenParams } from '../kit/tabs'
import { toast } from '../kit/toast'
import { useDialog } from '../kit/use-dialog'
import { wholeNumber } from '../kit/use-document'
import { FormerDialog } from './former-dialog'

export interface FormerButtonProps {
  /** Kinds of former documents that may be the source, with their titles. */
  sources: readonly { kind: string; title: string }[]
  role: PartnerRole | readonly PartnerRole[]
}

/**
 * 引单 (F7): copies lines of former documents with what remains of them. A new document opened with
 * `?new=1&source=purchase_order&sourceId=12` begins with all that remains of that one.
 */
export function FormerButton(props: FormerButtonProps) {
  const { store, grid, readOnly } = useEditor()
  const [open, dialog] = useDialog(FormerDialog)
  useSource(store)
  const choose = async () => {
    const header = store.header()
    const partner =
      typeof header.partnerId === 'number'
        ? { id: header.partnerId, name: String(header.partnerName ?? '') }
        : undefined
    const taken = store.lines.filled().flatMap((line) => (line.sourceLineId === null ? [] : [line.sourceLineId]))
    const lines = await open({ target: store.def.kind, sources: props.sources, roles: props.role, partner, taken })
    if (lines) take(store, lines)
    grid.current?.focus()
  }
  useEditorKeys({ F7: readOnly ? undefined : () => void choose() })
  if (readOnly) return null
  return (
    <>
      <Button size="small" title="F7" onClick={() => void choose()}>
        引单
      </Button>
      {dialog}
    </>
  )
}

function take(store: EditorStore, lines: readonly FormerLine[]): void {
  const [first] = lines
  if (!first) return
  if (lines.some((line) => line.partnerId !== first.partnerId)) return toast.error('请引用同一往来单位的单据')
  store.setHeader({ partnerId: first.partnerId, partnerName: first.partnerName })
  if (store.header().warehouseId == null && first.warehouseId !== null) {
    store.setHeader({ warehouseId: first.warehouseId })
  }
  store.lines.append(lines.map(lineOfFormer))
}

/** Begins a new document with the source of its deep link, once. */
function useSource(store: EditorStore): void {
  const { source, sourceId } = useScreenParams()
  const taken = useRef(false)
  useEffect(() => {
    const documentId = wholeNumber(sourceId)
    const begun = store.meta().id !== undefined || store.lines.filled().length > 0
    if (taken.current || begun || !source || documentId === undefined) return
    taken.current = true
    const query = { source, documentId, open: 'true' as const, rows: 1000 }
    call(listFormerLines, { params: { target: store.def.kind }, query }).then(
      ({ rows }) => (rows.length > 0 ? take(store, rows) : toast.warning('该单据没有可引用的剩余数量')),
      // The call has already told the user why.
      () => undefined,
    )
  }, [store, source, sourceId])
}
