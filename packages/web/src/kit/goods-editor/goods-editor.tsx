import type { GoodsDef } from '@chepu/contract/kernel/goods-document'
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { type ReactNode, useState } from 'react'
import { call } from '../base/call'
import { useScreenParams } from '../base/tabs'
import { toast } from '../base/toast'
import type { EditorApi } from '../document/document-context'
import { DocumentEditor, type DocumentEditorProps } from '../document/document-editor'
import type { Begin } from '../document/use-document'
import { GoodsContext } from './goods-context'
import { GoodsStore } from './goods-store'
import { TotalsStrip } from './totals-strip'

interface GoodsEditorProps<Def extends GoodsDef> extends Omit<DocumentEditorProps<Def>, 'store' | 'begin' | 'totals'> {
  /** Figures beside the totals, for example 已付 and 未付. */
  figures?: (editor: EditorApi) => ReactNode
  /** False where nothing is priced: the totals are of goods alone. */
  money?: boolean
}

/** The editor of one goods document. The page supplies the header fields and the lines as children. */
export function GoodsEditor<Def extends GoodsDef>({ figures, money = true, ...props }: GoodsEditorProps<Def>) {
  const totals = <TotalsStrip figures={figures} money={money} />
  const [goods] = useState(() => new GoodsStore(props.document))
  const { partnerId } = useScreenParams()
  const [begin] = useState(() => drawing(goods, partnerId))
  return (
    <GoodsContext value={goods}>
      <DocumentEditor<Def> {...props} store={goods.editor} begin={begin} totals={totals} />
    </GoodsContext>
  )
}

/**
 * Begins a document with the goods of another one: one that it executes or returns, or one of its own kind to copy; or with the
 * partner whom its link names, whose field fills in the rest.
 */
const drawing =
  (goods: GoodsStore, partnerId: string | undefined): Begin =>
  async ({ source, sourceId, copy }, signal) => {
    const former =
      copy !== undefined
        ? { source: goods.def.kind, documentId: copy }
        : source !== undefined && sourceId !== undefined && { source, documentId: sourceId }
    if (!former) {
      if (!/^[1-9]\d{0,9}$/.test(partnerId ?? '')) return false
      goods.editor.beginWith({ partnerId: Number.parseInt(partnerId ?? '', 10) }, () => undefined)
      return true
    }
    const params = { target: goods.def.kind }
    const drawn = await call(drawSource, { params, body: former, quiet: true, ...(signal && { signal }) })
    if (drawn.lines.length > 0) goods.beginWith(drawn)
    else toast.warning('该单据没有可引用的剩余数量')
    return true
  }
