import { type CSSProperties, type RefObject, useMemo, useState } from 'react'
import { useInnerWidth } from '../base/use-inner-width'
import { type Column, fitted, widthOf } from './columns'

/** Sticky distance of frozen columns from their side, in pixels. */
function stickyStyles(columns: readonly Column<never>[], left: number, right: number): CSSProperties[] {
  let fromLeft = left
  let fromRight = right
  const styles: CSSProperties[] = columns.map((column) => {
    if (column.fixed !== 'left') return {}
    const style = { left: fromLeft }
    fromLeft += widthOf(column)
    return style
  })
  for (let i = columns.length - 1; i >= 0; i -= 1) {
    const column = columns[i]
    if (column?.fixed !== 'right') continue
    styles[i] = { right: fromRight }
    fromRight += widthOf(column)
  }
  return styles
}

/**
 * Columns as they stand in the table: fitted into its width, the dragged one as wide as the pointer says, frozen ones at their
 * distance. `left` and `right` are pixels of the cells before and behind them.
 */
export function usePlacedColumns<Row extends object>(
  columns: readonly Column<Row>[],
  scroller: RefObject<HTMLElement | null>,
  { left, right }: { left: number; right: number },
) {
  const [dragged, drag] = useState<{ key: string; width: number }>()
  const inside = useInnerWidth(scroller)
  const placed = useMemo(() => {
    const sized = dragged
      ? columns.map((column) => (column.key === dragged.key ? { ...column, width: dragged.width } : column))
      : columns
    return inside === undefined ? sized : fitted(sized, inside - left - right)
  }, [columns, dragged, inside, left, right])
  const sticky = useMemo(() => stickyStyles(placed, left, right), [placed, left, right])
  const width = placed.reduce((sum, column) => sum + widthOf(column), left + right)
  return { placed, sticky, width, drag }
}
