import type { PartnerRole } from '@chepu/contract/kernel/partner-roles'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { Button } from 'antd'
import { useRef } from 'react'
import { call } from '../kit/base/call'
import { useEditor, useEditorKeys } from '../kit/document/document-context'
import { useGoods } from '../kit/goods-editor/goods-context'
import type { Drawn, GoodsStore } from '../kit/goods-editor/goods-store'
import type { HeaderValues } from '../kit/document/document-editor-store'
import { watchHands } from '../kit/base/focus'
import { useSession } from '../kit/base/session'
import { toast } from '../kit/base/toast'
import { choices } from '../kit/base/underway'
import { useDialog } from '../kit/ui/use-dialog'
import { SourceDialog } from './source-dialog'
import { SourceDifferences } from './source-differences'

interface SourceButtonProps {
  /** Kinds of former documents that may be the source; only those whose page the user may open are offered. */
  sources: readonly DocumentDef[]
  role: PartnerRole | readonly PartnerRole[]
}

/** 引单 (F7): draws lines of former documents with what remains of them, and what their headers say (ADR 0053). */
export function SourceButton(props: SourceButtonProps) {
  const { store, grids, readOnly } = useEditor()
  const goods = useGoods()
  const { has } = useSession()
  const [open, dialog] = useDialog(SourceDialog)
  const [ask, question] = useDialog(SourceDifferences)
  const sources = props.sources.filter(({ buttons }) => has(buttons.view))
  // A step may have ended it while the lines were on their way.
  const mayTake = useRef(!readOnly)
  mayTake.current = !readOnly
  const choose = async () => {
    const header = store.header()
    const partner =
      typeof header.partnerId === 'number'
        ? { id: header.partnerId, name: String(header.partnerName ?? '') }
        : undefined
    const taken = goods.lines.filled().flatMap((line) => (line.sourceLineId === null ? [] : [line.sourceLineId]))
    const chosen = await open({ target: store.def.kind, sources, roles: props.role, partner, taken })
    if (chosen) await drawLines(chosen, header)
    else grids.focus()
  }
  const drawLines = async (body: { source: string; lineIds: number[] }, asked: HeaderValues) => {
    const hasGoneOn = watchHands()
    // A step waits for the lines, but not for an answer to what is asked about them: that may be long in coming.
    const drawing = call(drawSource, { params: { target: store.def.kind }, body })
    const drawn = await choices.begin(drawing).catch(() => undefined)
    const isLate = hasGoneOn()
    if (drawn && mayTake.current) await take(drawn, asked, isLate)
    if (!isLate) grids.focus()
  }
  /** `asked` is the header that the lines were asked for with; `isLate` when the person has gone on since. */
  const take = async (drawn: Drawn, asked: HeaderValues, isLate: boolean) => {
    if (drawn.lines.length === 0) return
    const refusal = refusalOf(goods, drawn)
    if (refusal) return toast.error(refusal)
    const names = goods.differences(drawn.header, asked)
    const isOther = names.some(goods.isNeeded)
    const answer = names.length === 0 ? 'former' : await ask({ store, names, header: drawn.header, isOther, isLate })
    if (answer === 'former' || (answer === 'own' && !isOther)) goods.take(drawn, answer === 'own' ? names : [])
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
function refusalOf({ editor }: GoodsStore, { header }: Drawn): string | undefined {
  const own = editor.header()
  const hasLines = !editor.isEmpty()
  if (!('partnerId' in header) || (hasLines && own.partnerId !== header.partnerId)) return '请引用同一往来单位的单据'
  if (!('taxIncluded' in header)) return '所选单据有的单价含税、有的不含税，请分开引用'
  if (!hasLines || own.taxIncluded === header.taxIncluded) return undefined
  const [there, here] = header.taxIncluded ? ['含税', '不含税'] : ['不含税', '含税']
  return `前单的单价${there}，本单已有单价${here}的明细，不能引入同一张单据`
}
