import { LineCards } from './line-cards'
import { LineGrid, type LineGridProps } from './line-grid'
import type { GridLine } from './line-grid-store'
import { useNarrow } from '../base/use-narrow'

/** The lines of a document: a grid for keyboard and scanner, on a phone one card a line. Both work on the same store. */
export function LineEntry<Line extends GridLine>(props: LineGridProps<Line>) {
  return useNarrow() ? <LineCards {...props} /> : <LineGrid {...props} />
}
