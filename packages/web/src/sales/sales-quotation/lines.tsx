import { lookupPartsById } from '@chepu/contract/basics/lookups'
import { Button } from 'antd'
import { useEffect, useMemo } from 'react'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useEditor, useEditorKeys } from '../../kit/document/document-context'
import type { EditorLine } from '../../kit/goods/document-lines'
import { useGoods } from '../../kit/goods-editor/goods-context'
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
  const join = atCursor((line) => joinAbove(goods.lines, line) || toast.warning('上面没有可并入的询价项'))
  useEditorKeys({ F6: readOnly ? undefined : find, F8: readOnly ? undefined : join })
  const columns = useMemo(
    () => [
      ...quotedColumns({ goods, session }),
      // A phone has no keys: the sheet of a line offers what F6 does.
      {
        name: 'others',
        title: '备选',
        kind: 'picker' as const,
        width: 60,
        hidden: true,
        show: (line: EditorLine) => countText(alternativesOf(goods.lines, line).length),
        enter: () => ({}),
        open: async (line: EditorLine) => alternatives(line).then(() => undefined),
      },
    ],
    [goods, session, alternatives],
  )
  return (
    <>
      <Lines
        columns={columns}
        mode="sale"
        tools={
          <>
            <Button size="small" title="F6" onClick={find}>
              加备选
            </Button>
            <Button size="small" title="F8" onClick={join}>
              并入上项
            </Button>
          </>
        }
      />
      {partDialog}
    </>
  )
}

const countText = (count: number): string => (count > 1 ? `共${count}个` : '')

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
  return { alternatives, partDialog }
}
