import type { SessionView } from '../kit/base/session'
import type { Column } from '../kit/list/columns'

const earnings: ReadonlySet<string> = new Set(['commissionRate', 'commissionValue'])

/** Columns without what people earn, for who may not see it (business/repair-masters 1.4). */
export const shownColumns = <Row extends object>(
  columns: readonly Column<Row>[],
  sees: SessionView['sees'],
): readonly Column<Row>[] => columns.filter(({ key }) => !earnings.has(key) || sees('commission'))
