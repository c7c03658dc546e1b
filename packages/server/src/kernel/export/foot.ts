import type { Totals } from '@chepu/contract/kernel/list-query'
import { own } from '../base/own'
import type { ExportColumn, SheetFrame } from './registry'

/**
 * The rows that close a sheet: 合计 of what counts and, where documents wait to count, theirs apart (business/lists 2.3). Their
 * word stands in the first column without a sum, and begins with 合计, by which imports know it. A sheet that shows no summed column has none.
 */
export function footOf(columns: readonly ExportColumn[], { totals, countedBy }: SheetFrame): Record<string, unknown>[] {
  if (!totals || !columns.some(({ key }) => own(totals.sums, key) !== undefined)) return []
  const word = columns.find(({ key, kind }) => kind === 'text' && own(totals.sums, key) === undefined)?.key ?? ''
  const line = (text: string, { sums }: Pick<Totals, 'sums'>) => ({ ...sums, [word]: text })
  const { waiting } = totals
  return [
    line(countedBy ? `合计（已${countedBy}）` : '合计', totals),
    ...(waiting && countedBy ? [line(`合计（未${countedBy} ${waiting.count} 张）`, waiting)] : []),
  ]
}
