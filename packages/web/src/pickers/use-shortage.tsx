import { useCallback, type ReactNode } from 'react'
import { toast } from '../kit/base/toast'
import { useEditor, useEditorKeys } from '../kit/document/document-context'
import type { EditorLine } from '../kit/goods/document-lines'
import { useGoods } from '../kit/goods-editor/goods-context'
import type { LineColumn } from '../kit/grid/line-grid-columns'
import { useDialog } from '../kit/ui/use-dialog'
import type { PartContext, PartEntry } from './part-entry'
import { ShortageDialog } from './shortage-dialog'
import { contextOf, useLinesGrid } from './use-part-lines'

interface Shortage {
  shortageDialog: ReactNode
  /** The column of quantities with a way out where less is there. */
  withRemedy: (column: LineColumn<EditorLine>) => LineColumn<EditorLine>
  /** What the key does; nothing where the kind lacks no goods. */
  atCursor: (() => void) | undefined
}

/** 缺货处理 (F4) of a kind whose lines may lack goods: what stands in for the part of a line, and who else has it (business/warehouse 6). */
export function useShortage(entry: PartEntry, mode: PartContext['mode']): Shortage {
  const { store, readOnly } = useEditor()
  const goods = useGoods()
  const grid = useLinesGrid()
  const [ask, shortageDialog] = useDialog(ShortageDialog)
  const open = useCallback(
    async (line: EditorLine) => {
      const onAsked = (asked: { qty: string; billNo: string; id: number }) =>
        goods.hint(new Map([[line.key, { asked: { ...asked, partId: line.partId } }]]))
      const part = await ask({ line, context: contextOf(store.header(), mode), onAsked })
      if (part) entry.replace(line.key, part)
      grid()?.focus(line.key, 'qty')
    },
    [store, goods, grid, mode, entry, ask],
  )
  const isOffered = (store.def.mayLack ?? false) && !readOnly
  const atCursor = () => {
    grid()?.commit()
    const line = goods.lines.line(grid()?.activeKey() ?? 0)
    if (line && line.partId !== null) void open(line)
    else toast.warning('请先选中一行配件')
  }
  useEditorKeys(isOffered ? { F4: atCursor } : {})
  const withRemedy = useCallback(
    (column: LineColumn<EditorLine>) =>
      isOffered && column.name === 'qty'
        ? { ...column, remedy: { title: '缺货处理', run: (line: EditorLine) => void open(line) } }
        : column,
    [isOffered, open],
  )
  return { shortageDialog, withRemedy, atCursor: isOffered ? atCursor : undefined }
}
