import { useQueries } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { call } from '../base/call'
import type { Column } from './columns'
import { type ListApi, ListPage } from './list-page'
import type { RowAction } from '../ui/row-actions'
import type { Counting } from './summary'
import { useScreenParams, useTabs } from '../base/tabs'
import type { ExportRoute } from './use-export'
import { type FilterState, type FilterValues, useFilterState } from './use-filters'
import type { ListRoute, TotalsRoute } from './use-list'

/** Where a row of a query leads: another tab of the page with filters of its own, or a document. */
interface Drill {
  /** Shows another cut of the query with these filters above the present ones. */
  show: (tab: string, filters?: FilterValues) => void
  /** Opens a path as a tab, for example '/purchase?id=12'. */
  open: (path: string) => void
  /** Opens another query with the present filters, and these above them. */
  follow: (screen: string, filters?: FilterValues) => void
}

/** One cut of a query: by document, by part, lines or totals. */
interface QueryTab<Row extends object> {
  key: string
  title: string
  /** What it says when nothing is there that a filter could hide. */
  nothing?: string
  list: ListRoute<Row>
  totals?: TotalsRoute | undefined
  /** Of documents: which of them the sums count. */
  counting?: Counting<Row>
  /** Leave out without the permission. */
  export?: ExportRoute | undefined
  columns: readonly Column<Row>[]
  keyOf?: (row: Row) => number | string
  /** Double click or Enter. */
  onOpen?: (row: Row, drill: Drill) => void
  rowActions?: (row: Row, drill: Drill, list: ListApi<Row>) => readonly RowAction[]
  toolbar?: (list: ListApi<Row>) => ReactNode
  /** Above the rows. */
  head?: (list: ListApi<Row>) => ReactNode
  /** Ticks before the rows, for what the toolbar does with them. */
  selectable?: boolean
  rowClass?: (row: Row) => string | undefined
  /** Filters whose row count stands behind the title; the page then begins with the first cut that has rows. */
  counted?: FilterValues
  /** Filters of this cut; a filter with the same name in two cuts keeps its value from one to the other. */
  filters: ReactNode
}

const noDefaults: FilterValues = {}

/** Keeps the row type of one tab while tabs of different rows stand in one array. */
export const queryTab = <Row extends object>(tab: QueryTab<Row>): QueryTab<never> => tab as unknown as QueryTab<never>

/**
 * A query screen: one or more cuts of the same data as tabs over shared filters, each with its own columns, totals, export
 * and drill (business/lists 1.7). A deep link may name the cut: `?tab=parts&partId=3`.
 */
export function QueryPage(props: {
  /** Name for column settings; each tab adds its key. */
  name: string
  tabs: readonly QueryTab<never>[]
  defaults?: FilterValues
}) {
  const { tab: asked, ...linked } = useScreenParams()
  // A link that asks for something means it whenever it was.
  const initial = Object.keys(linked).length > 0 ? { from: '', to: '', ...linked } : linked
  const filters = useFilterState(props.defaults ?? {}, initial)
  const counts = useCounts(props.tabs)
  const [current, setCurrent] = useFirstTab(props.tabs, asked, counts)
  const { open } = useTabs()
  const drill = useMemo<Drill>(
    () => ({
      open,
      show: (tab, values = {}) => {
        filters.set(values, true)
        setCurrent(tab)
      },
      follow: (screen, values) => open({ key: screen, params: { ...filters.applied, ...values } }),
    }),
    [open, filters, setCurrent],
  )
  const tab = props.tabs.find(({ key }) => key === current)
  if (!tab) return null
  const head = props.tabs.length > 1 && (
    <Segmented
      className="lp-tabs"
      value={tab.key}
      options={props.tabs.map(({ key, title }) => ({ value: key, label: titleOf(title, counts?.get(key)) }))}
      onChange={setCurrent}
    />
  )
  const { name, defaults = noDefaults } = props
  return <Cut key={tab.key} name={name} tab={tab} filters={filters} defaults={defaults} drill={drill} head={head} />
}

const titleOf = (title: string, count: number | undefined) => (count ? `${title} ${count}` : title)

/** Row counts by tab of the tabs that count; undefined until all are known or failed. */
function useCounts(tabs: readonly QueryTab<never>[]): ReadonlyMap<string, number> | undefined {
  const counting = tabs.flatMap(({ key, totals, counted }) => (totals && counted ? [{ key, totals, counted }] : []))
  const answers = useQueries({
    queries: counting.map(({ totals, counted }) => ({
      queryKey: ['call', totals.path, counted],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(totals, { query: counted, signal, quiet: true }),
      retry: false,
    })),
  })
  if (answers.some(({ isPending }) => isPending)) return undefined
  return new Map(counting.map(({ key }, i) => [key, answers[i]?.data?.count ?? 0]))
}

/** The tab on show: the one asked for, else the first that has something in it, which stays when it is emptied. */
function useFirstTab(
  tabs: readonly QueryTab<never>[],
  asked: string | undefined,
  counts: ReadonlyMap<string, number> | undefined,
) {
  const [chosen, setChosen] = useState(tabs.some(({ key }) => key === asked) ? asked : undefined)
  const first = counts && (tabs.find(({ key }) => (counts.get(key) ?? 0) > 0) ?? tabs[0])?.key
  useEffect(() => {
    if (first !== undefined) setChosen((old) => old ?? first)
  }, [first])
  return [chosen ?? first, setChosen] as const
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
  const { list } = tab
  const filters = useMemo(
    () => ({ ...props.filters, applied: takenBy(list, props.filters.applied) }),
    [props.filters, list],
  )
  const defaults = useMemo(() => takenBy(list, props.defaults), [props.defaults, list])
  return (
    <ListPage<object>
      name={`${props.name}.${tab.key}`}
      title={tab.title}
      nothing={tab.nothing ?? '还没有数据'}
      defaults={defaults}
      list={list}
      totals={tab.totals}
      counting={tab.counting}
      export={tab.export}
      columns={tab.columns}
      {...(tab.keyOf ? { keyOf: tab.keyOf } : {})}
      {...(tab.selectable ? { selectable: true } : {})}
      {...(tab.rowClass ? { rowClass: tab.rowClass } : {})}
      filterState={filters}
      head={together(props.head, tab.head)}
      toolbar={tab.toolbar}
      onOpen={onOpen && ((row) => onOpen(row, drill))}
      rowActions={rowActions && ((row, list) => rowActions(row, drill, list))}
    >
      {tab.filters}
    </ListPage>
  )
}

/** The choice of the cut, and what the cut has above its rows. */
const together = (choice: ReactNode, head: QueryTab<object>['head']) =>
  head
    ? (list: ListApi<object>) => (
        <>
          {choice}
          {head(list)}
        </>
      )
    : choice

/** Of filters what a cut takes: a call refuses what only its neighbours know. */
function takenBy({ query }: ListRoute<object>, values: FilterValues): FilterValues {
  const { shape } = query as { shape?: object }
  return shape ? Object.fromEntries(Object.entries(values).filter(([name]) => name in shape)) : values
}
