import type { PartnerRole } from '@chepu/contract/basics/lookups'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { drawFormer } from '@chepu/contract/kernel/former'
import { Button } from 'antd'
import { call } from '../kit/call'
import { useEditor, useEditorKeys } from '../kit/document-context'
import type { Drawn, EditorStore } from '../kit/document-editor-store'
import { useSession } from '../kit/session'
import { toast } from '../kit/toast'
import { useDialog } from '../kit/use-dialog'
import { FormerDialog } from './former-dialog'
import { FormerDifferences } from './former-differences'

export interface FormerButtonProps {
  /** Kinds of former documents that may be the source; only those whose page the user may open are offered. */
  sources: readonly DocumentDef[]
  role: PartnerRole | readonly PartnerRole[]
}

/** 引单 (F7): draws lines of former documents with what remains of them, and what their headers say (ADR 0053). */
export function FormerButton(props: FormerButtonProps) {
  const { store, grid, readOnly } = useEditor()
  const { has } = useSession()
  const [open, dialog] = useDialog(FormerDialog)
  const [ask, question] = useDialog(FormerDifferences)
  const sources = props.sources.filter(({ buttons }) => has(buttons.view))
  const choose = async () => {
    const header = store.header()
    const partner =
      typeof header.partnerId === 'number'
        ? { id: header.partnerId, name: String(header.partnerName ?? '') }
        : undefined
    const taken = store.lines.filled().flatMap((line) => (line.sourceLineId === null ? [] : [line.sourceLineId]))
    const chosen = await open({ target: store.def.kind, sources, roles: props.role, partner, taken })
    if (chosen) await take(chosen)
    grid.current?.focus()
  }
  const take = async (body: { source: string; lineIds: number[] }) => {
    const drawn = await call(drawFormer, { params: { target: store.def.kind }, body }).catch(() => undefined)
    if (!drawn || drawn.lines.length === 0) return
    const refusal = refusalOf(store, drawn)
    if (refusal) return toast.error(refusal)
    const names = store.differences(drawn.header)
    const answer = names.length === 0 ? 'former' : await ask({ store, names, header: drawn.header })
    if (answer) store.take(drawn, answer === 'own' ? names : [])
  }
  const mayDraw = !readOnly && sources.length > 0
  useEditorKeys({ F7: mayDraw ? () => void choose() : undefined })
  if (!mayDraw) return null
  return (
    <>
      <Button size="small" title="F7" onClick={() => void choose()}>
        引单
      </Button>
      {dialog}
      {question}
    </>
  )
}

/** Why drawn lines cannot stand in one document with the lines that are there; the server says the same. */
function refusalOf(store: EditorStore, { header }: Drawn): string | undefined {
  const own = store.header()
  const hasLines = store.lines.filled().length > 0
  if (!('partnerId' in header) || (hasLines && own.partnerId !== header.partnerId)) return '请引用同一往来单位的单据'
  if (!('taxIncluded' in header)) return '所选单据有的单价含税、有的不含税，请分开引用'
  if (!hasLines || own.taxIncluded === header.taxIncluded) return undefined
  const [there, here] = header.taxIncluded ? ['含税', '不含税'] : ['不含税', '含税']
  return `前单的单价${there}，本单已有单价${here}的明细，不能引入同一张单据`
}
