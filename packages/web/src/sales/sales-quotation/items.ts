import { nextItemNo } from '@chepu/contract/sales/quoted-items'
import type { EditorLine, LineValues } from '../../kit/goods/document-lines'
import type { GoodsStore } from '../../kit/goods-editor/goods-store'
import type { LineStore } from '../../kit/grid/line-grid-store'

/** The number of the item that a line is an alternative for. */
export const itemNoOf = (line: EditorLine): number | null =>
  typeof line['groupNo'] === 'number' ? line['groupNo'] : null

/** All alternatives for the item of a line, in order. */
export const alternativesOf = (lines: LineStore<EditorLine>, line: EditorLine): EditorLine[] =>
  lines.filled().filter((each) => itemNoOf(each) === itemNoOf(line))

/** Keeps the items of what is typed: a new part is an item of its own and chosen, and choosing one alternative leaves the others. */
export function keepItems({ editor, lines }: GoodsStore): () => void {
  return lines.watch((before, after) => {
    if (editor.isQuiet() || !after || after.partId === null) return
    if (itemNoOf(after) === null) {
      const groupNo = nextItemNo(lines.filled().map((line) => ({ groupNo: itemNoOf(line) })))
      lines.update(after.key, { groupNo, isChosen: true })
    } else if (after['isChosen'] === true && before?.['isChosen'] !== true) {
      for (const other of alternativesOf(lines, after)) {
        if (other.key !== after.key && other['isChosen'] === true) lines.update(other.key, { isChosen: false })
      }
    }
  })
}

/** Adds lines to the item of a line, behind its other alternatives and not chosen, in the same quantity. */
export function addAlternatives(lines: LineStore<EditorLine>, line: EditorLine, parts: readonly LineValues[]): void {
  const last = alternativesOf(lines, line).at(-1) ?? line
  const shared = { groupNo: itemNoOf(line), isChosen: false, qty: line.qty || '1' }
  lines.insert(
    lines.indexOf(last.key) + 1,
    parts.map((part) => ({ ...part, ...shared })),
  )
}

/** Makes a line an alternative for the item above it, not chosen where that has a choice. Answers false where there is none above. */
export function joinAbove(lines: LineStore<EditorLine>, line: EditorLine): boolean {
  const above = lines.lineAt(lines.indexOf(line.key) - 1)
  if (!above || above.partId === null || itemNoOf(above) === itemNoOf(line)) return false
  const isTaken = alternativesOf(lines, above).some((each) => each['isChosen'] === true)
  lines.update(line.key, { groupNo: itemNoOf(above), isChosen: !isTaken && line['isChosen'] === true })
  return true
}
