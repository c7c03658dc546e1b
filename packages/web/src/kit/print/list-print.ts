import { type Column, widthOf } from '../list/columns'
import type { PrintField, PrintSheet } from './print-template'

/**
 * A list on paper: the rows on screen with the columns the user shows, for PrintPreview with the paper 'wide'. Columns that
 * draw themselves print the value of their key.
 */
export function listSheet<Row extends object>(
  list: { rows: readonly Row[]; columns: readonly Column<Row>[] },
  paper: { organisation: string; title: string; fields?: readonly PrintField[] },
): PrintSheet {
  const columns = list.columns.map(({ key, title, kind, total, labels }, i) => ({
    key,
    title,
    ...(kind ? { kind } : {}),
    ...(total === undefined ? {} : { total }),
    ...(labels ? { labels } : {}),
    share: widthOf(list.columns[i] as Column<never>),
  }))
  return {
    ...paper,
    fields: paper.fields ?? [],
    columns: [{ key: '#', title: '序号', share: 44 }, ...columns],
    lines: list.rows,
  }
}
