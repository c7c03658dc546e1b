import { Segmented } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import type { Column } from './columns'
import { type ListApi, ListPage } from './list-page'
import type { RowAction } from './row-actions'
import { useScreenParams, useTabs } from './tabs'
import type { ExportRoute } from './use-export'
import { type FilterState, type FilterValues, useFilterState } from './use-filters'
import type { ListRoute, TotalsRoute } from './use-list'

/** Where a row of a query leads: another tab of the page with filters of its own, or a document. */
export interface Drill {
  /** Shows another cut of the query with these filters above the present ones. */
  show: (tab: string, filters?: FilterValues) => void
  /** Opens a path as a tab, for example '/purchase?id=12'. */
  open: (path: string) => void
}

/** One cut of a query: by document, by part, lines or totals. */
export interface QueryTab<Row extends object> {
  key: string
  title: string
  /** What it says when nothing is there that a filter could hide. */
  nothing?: string
  list: ListRoute<Row>
  totals?: TotalsRoute | undefined
  /** Leave out without the permission. */
  export?: ExportRoute | undefined
  columns: readonly Column<Row>[]
  keyOf?: (row: Row) => number | string
  sort?: string
  /** Double click or Enter. */
  onOpen?: (row: Row, drill: Drill) => void
  rowActions?: (row: Row, drill: Drill, list: ListApi<Row>) => readonly RowAction[]
  toolbar?: (list: ListApi<Row>) => ReactNode
  rowClass?: (row: Row) => string | undefined
  /** Filters of this cut; a filter with the same name in two cuts keeps its value from one to the other. */
  filters: ReactNode
}

const noDefaults: FilterValues = {}

/** Keeps the row type of one tab while tabs of different rows stand in one array. */
export const queryTab = <Row extends object>(tab: QueryTab<Row>): QueryTab<never> => tab as unknown as QueryTab<never>

/**
 * A query screen: one or more cuts of the same data as tabs over shared filters, each with its own columns, totals, export
 * and drill (DOMAIN section 2, q-doc and q-part). A deep link may name the cut: `?tab=parts&partId=3`.
 */
export function QueryPage(props: {
  /** Name for column settings; each tab adds its key. */
  name: string
  tabs: readonly QueryTab<never>[]
  defaults?: FilterValues
}) {
  const { tab: asked, ...initial } = useScreenParams()
  const filters = useFilterState(props.defaults ?? {}, initial)
  const [current, setCurrent] = useState(asked ?? props.tabs[0]?.key)
  const { open } = useTabs()
  const drill = useMemo<Drill>(
    () => ({
      open,
      show: (tab, values = {}) => {
        filters.set(values, true)
        setCurrent(tab)
      },
    }),
    [open, filters],
  )
  const tab = props.tabs.find(({ key }) => key === current) ?? props.tabs[0]
  if (!tab) return null
  const head = props.tabs.length > 1 && (
    <Segmented
      className="lp-tabs"
      value={tab.key}
      options={props.tabs.map(({ key, title }) => ({ value: key, label: title }))}
      onChange={setCurrent}
    />
  )
  const { name, defaults = noDefaults } = props
  return <Cut key={tab.key} name={name} tab={tab} filters={filters} defaults={defaults} drill={drill} head={head} />
}

function Cut(props: {
  name: string
  tab: QueryTab<never>
  filters: FilterState
  defaults: FilterValues
  drill: Drill
  head: ReactNode
}) {
  const { drill } = props
  const tab = props.tab as unknown as QueryTab<object>
  const { onOpen, rowActions } = tab
  return (
    <ListPage<object>
      name={`${props.name}.${tab.key}`}
      title={tab.title}
      nothing={tab.nothing ?? '还没有数据'}
      defaults={props.defaults}
      list={tab.list}
      totals={tab.totals}
      export={tab.export}
      columns={tab.columns}
      {...(tab.keyOf ? { keyOf: tab.keyOf } : {})}
      {...(tab.sort ? { sort: tab.sort } : {})}
      {...(tab.rowClass ? { rowClass: tab.rowClass } : {})}
      filterState={props.filters}
      head={props.head}
      toolbar={tab.toolbar}
      onOpen={onOpen && ((row) => onOpen(row, drill))}
      rowActions={rowActions && ((row, list) => rowActions(row, drill, list))}
    >
      {tab.filters}
    </ListPage>
  )
}
