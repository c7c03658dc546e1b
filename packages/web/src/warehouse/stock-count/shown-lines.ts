// Which lines of a count a page shows, without a screen.
import { isZero } from '@chepu/contract/kernel/decimal'
import type { CountLine } from '@chepu/contract/warehouse/stock-count'

/** What of the lines is shown: all, those nobody has counted, those that differ, or those to be counted again. */
export const lineViews = { all: '全部', todo: '未盘', differing: '有差异', recount: '复盘' } as const
export type LineView = keyof typeof lineViews

export const isCounted = ({ countedQty }: CountLine): boolean => countedQty !== null

/** Whether a line differs, for who is shown what the books say. */
export const isDiffering = ({ diffQty }: CountLine): boolean => diffQty != null && !isZero(diffQty)

const views: Record<LineView, (line: CountLine) => boolean> = {
  all: () => true,
  todo: (line) => !isCounted(line),
  differing: isDiffering,
  recount: ({ isRecount }) => isRecount,
}

/** The lines of a view in the bins whose code begins so, whose part the text names a piece of. */
export function shownLines(
  lines: readonly CountLine[],
  { view, location, part }: { view: LineView; location: string; part: string },
): CountLine[] {
  const [bin, words] = [location.trim().toLowerCase(), part.trim().toLowerCase()]
  return lines.filter(
    (line) =>
      views[view](line) &&
      line.locationCode.toLowerCase().startsWith(bin) &&
      `${line.partCode} ${line.partName} ${line.oeNo ?? ''}`.toLowerCase().includes(words),
  )
}
