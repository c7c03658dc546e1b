import { lookupPartsById } from '@chepu/contract/basics/lookups'
import { Button } from 'antd'
import { useEffect, useMemo } from 'react'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useNarrow } from '../../kit/base/use-narrow'
import { useEditor, useEditorKeys } from '../../kit/document/document-context'
import type { EditorLine } from '../../kit/goods/document-lines'
import { useGoods } from '../../kit/goods-editor/goods-context'
import type { LineColumnChoice } from '../../kit/goods-editor/line-columns'
import type { LineStore } from '../../kit/grid/line-grid-store'
import { useDialog } from '../../kit/ui/use-dialog'
import { PartDialog } from '../../pickers/part-dialog'
import { lineOfPart } from '../../pickers/part-entry'
import { Lines } from '../../pickers/part-lines'
import { contextOf, useLinesGrid } from '../../pickers/use-part-lines'
import { quotedColumns } from './columns'
import { useComparison } from './comparison'
import { addAlternatives, alternativesOf, joinAbove, keepItems } from './items'

/** The lines of a quotation: alternatives for one item stand together, each with what it is compared by. */
export function QuotedLines() {
  const goods = useGoods()
  const session = useSession()
  const { readOnly } = useEditor()
  const narrow = useNarrow()
  const { alternatives, partDialog } = useAlternatives()
  const grid = useLinesGrid()
  useComparison()
  useEffect(() => keepItems(goods), [goods])
  const atCursor = (run: (line: EditorLine) => void) => () => {
    grid()?.commit()
    const line = goods.lines.line(grid()?.activeKey() ?? 0)
    if (line && line.partId !== null) run(line)
    else toast.warning('请先选中一行配件')
  }
  const find = atCursor((line) => void alternatives(line))
  const join = atCursor((line) => joinOrSay(goods.lines, line))
  useEditorKeys({ F6: readOnly ? undefined : find, F8: readOnly ? undefined : join })
  const columns = useMemo(
    () => [...quotedColumns({ goods, session }), ...(narrow ? stepsOf(goods.lines, alternatives) : [])],
    [goods, session, narrow, alternatives],
  )
  return (
    <>
      <Lines
        columns={columns}
        mode="sale"
        tools={
          !narrow && (
            <>
              <Button size="small" title="F6" onClick={find}>
                加备选
              </Button>
              <Button size="small" title="F8" onClick={join}>
                并入上项
              </Button>
            </>
          )
        }
      />
      {partDialog}
    </>
  )
}

/** What the keys do, in the sheet of a line: a phone has neither keys nor a cursor in the lines. */
function stepsOf(lines: LineStore<EditorLine>, alternatives: (line: EditorLine) => Promise<void>): LineColumnChoice[] {
  const countOf = (line: EditorLine) => `共${alternativesOf(lines, line).length}个`
  return [
    {
      name: 'others',
      title: '加备选',
      kind: 'code',
      width: 60,
      show: countOf,
      open: async (line) => alternatives(line).then(() => undefined),
    },
    {
      name: 'above',
      title: '并入上项',
      kind: 'code',
      width: 60,
      show: () => '',
      open: async (line) => joinOrSay(lines, line),
    },
  ]
}

function joinOrSay(lines: LineStore<EditorLine>, line: EditorLine): undefined {
  if (!joinAbove(lines, line)) toast.warning('上面没有可并入的询价项')
}

/** 加备选: the substitutes of a line's part that are not there yet become alternatives; where there are none, the picker offers all parts. */
function useAlternatives() {
  const { store } = useEditor()
  const { lines } = useGoods()
  const grid = useLinesGrid()
  const [choose, partDialog] = useDialog(PartDialog)
  const alternatives = useMemo(
    () => async (line: EditorLine) => {
      const context = contextOf(store.header(), 'sale')
      const partsOf = async (partIds: number[]) => {
        const { rows } = await call(lookupPartsById, { body: { ...context, partIds } })
        return rows
      }
      const known = new Set(alternativesOf(lines, line).map(({ partId }) => partId))
      const [own] = await partsOf([line.partId as number])
      const missing = (own?.substitutes ?? []).map(({ partId }) => partId).filter((id) => !known.has(id))
      const found =
        missing.length > 0
          ? await partsOf(missing)
          : ((await choose({ text: line.partName, context, target: store.def.kind })) ?? [])
      addAlternatives(lines, line, found.filter(({ partId }) => !known.has(partId)).map(lineOfPart))
      if (found.length > 0) grid()?.focus(line.key, 'isChosen')
    },
    [store, lines, grid, choose],
  )
  // A call that fails has told the user why.
  const attempt = useMemo(() => (line: EditorLine) => alternatives(line).catch(() => undefined), [alternatives])
  return { alternatives: attempt, partDialog }
}
