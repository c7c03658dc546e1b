import type { Decimal } from '@chepu/contract/kernel/decimal'
import { pageSizes } from '@chepu/contract/kernel/list-query'
import { Button, Pagination } from 'antd'
import { isValidElement, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ColumnSettingsDialog, useColumnSettings } from './column-settings'
import { type Column, type RowKey, pageSums } from './columns'
import { DataCards } from './data-cards'
import { DataTable } from './data-table'
import { flatChildren } from '../ui/flat-children'
import { focusToolbar, walkToolbar } from '../base/focus'
import '../base/kit.css'
import { NarrowBar } from './narrow-bar'
import { type RowAction, RowActions } from '../ui/row-actions'
import { type Counting, summaryRows } from './summary'
import { useTabs } from '../base/tabs'
import { ExportButton } from './export-button'
import type { ExportRoute } from './use-export'
import { FilterContext, type FilterState, type FilterValues, useFilterState } from './use-filters'
import { type ListData, type ListRoute, type TotalsRoute, useList } from './use-list'
import { useNarrow } from '../base/use-narrow'

/** What toolbars and row actions may know and do. */
export interface ListApi<Row extends object> {
  rows: readonly Row[]
  /** Ticked rows of this page; always empty unless `selectable`. */
  selected: readonly Row[]
  clearSelection: () => void
  /** Reads rows and totals again, after a change. */
  refresh: () => void
  /** The filters of the last question. */
  filters: FilterValues
  /** Shown columns in the user's order. */
  columns: readonly Column<Row>[]
  /** Sums over all pages by column key, once they are there. */
  sums: Readonly<Record<string, Decimal>> | undefined
}

interface ListPageProps<Row extends object> {
  /** Name of the table under which the user's column settings are kept, for example 'purchase'. */
  name: string
  /** What the list holds, for screen readers and prints. */
  title: string
  /** What an empty list says when nothing is there that a filter could hide; 还没有 and the title by default. */
  nothing?: string | undefined
  list: ListRoute<Row>
  /** Count and sums over all pages; without it the footer has no 全部合计 and the pager no count. */
  totals?: TotalsRoute | undefined
  /** Of documents: which of them the sums count. */
  counting?: Counting<Row> | undefined
  /** Draws 导出; leave out without the permission. */
  export?: ExportRoute | undefined
  columns: readonly Column<Row>[]
  /** Default: the row's `id`. */
  keyOf?: (row: Row) => RowKey
  /** Filter values that 重置 goes back to. */
  defaults?: FilterValues
  /** Filter values of a deep link, above the defaults. */
  initial?: FilterValues
  /** Filter state of a page that shares it between lists; the list's own otherwise. */
  filterState?: FilterState
  sort?: string
  /** Double click, Enter, or the tap on a card. */
  onOpen?: ((row: Row) => void) | undefined
  /** Actions of a row that its state and the permissions allow; the first two stand as links. */
  rowActions?: ((row: Row, list: ListApi<Row>) => readonly RowAction[]) | undefined
  /** Red or muted rows, by class name: 'is-red', 'is-void'. */
  rowClass?: (row: Row) => string | undefined
  /** Ticks before the rows, for batch actions of the toolbar. */
  selectable?: boolean
  /** Buttons of the page, left in the toolbar; use antd Buttons of size small. */
  toolbar?: ReactNode | ((list: ListApi<Row>) => ReactNode)
  /** Above the filters, for example tabs of states, or figures of the whole list. */
  head?: ReactNode | ((list: ListApi<Row>) => ReactNode)
  /** Filters: components with a `name` (kit/filters, pickers). With the property `more` they stand in the 更多 row. */
  children?: ReactNode
}

const idOf = (row: object) => (row as { id: RowKey }).id
const noValues: FilterValues = {}

/**
 * A list: filters, toolbar, rows with the user's columns, page and overall totals, server paging, export. The overall
 * totals are asked for after the rows. Keys: `/` goes to the search box, F10 to the buttons, Alt+N or Insert presses the chief button, arrows walk the rows, Enter opens, Space ticks,
 * Esc goes back from the filters to the rows (business/lists 1.5).
 */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { keyOf = idOf } = props
  const own = useFilterState(props.defaults ?? noValues, props.initial)
  const filters = props.filterState ?? own
  const list = useList(props.name, props, filters, props.defaults ?? noValues, props.sort)
  const columns = useAskedColumns(props.columns, filters.applied)
  const settings = useColumnSettings(props.name, columns)
  const narrow = useNarrow()
  const { open } = useTabs()
  const root = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [ticked, setTicked] = useState<ReadonlySet<RowKey>>(new Set())
  const [arranging, setArranging] = useState(false)
  const place = `${filters.asked}/${list.page}/${list.pageSize}/${list.sort}`
  useEffect(() => {
    setActive(0)
    setTicked(new Set())
  }, [place])
  useListKeys(root, list.loading)

  const selected = useMemo(() => list.rows.filter((row) => ticked.has(keyOf(row))), [list.rows, ticked, keyOf])
  const api: ListApi<Row> = {
    rows: list.rows,
    selected,
    clearSelection: () => setTicked(new Set()),
    refresh: list.refresh,
    filters: filters.applied,
    columns: settings.shown,
    sums: list.totals?.sums,
  }
  // Rows are redrawn only when they change, so the drawing of their actions must not change with every list state.
  const latest = useRef({ api, rowActions: props.rowActions })
  latest.current = { api, rowActions: props.rowActions }
  const drawActions = useCallback((row: Row) => {
    const { api: now, rowActions } = latest.current
    return <RowActions actions={rowActions?.(row, now) ?? []} />
  }, [])
  const { rows, totals, page, more } = list
  const hasTotals = props.totals !== undefined
  const isOnlyPage = page === 1 && !more
  const summary = useMemo(
    () => summaryRows({ rows, totals, isOnlyPage }, settings.shown, hasTotals, props.counting),
    [rows, totals, isOnlyPage, settings.shown, hasTotals, props.counting],
  )
  const summed = settings.shown.some((column) => pageSums([], [column])[column.key] !== undefined)
  const shared = {
    columns: settings.shown,
    rows: settings.ready ? list.rows : [],
    keyOf,
    onOpen: props.onOpen,
    actions: props.rowActions && drawActions,
    summary: summed ? summary : [],
    rowClass: props.rowClass,
    placeholder: (
      <Placeholder
        list={list}
        ready={settings.ready}
        nothing={props.nothing ?? `还没有${props.title}`}
        onReset={props.children === undefined ? undefined : filters.reset}
      />
    ),
  }
  const toolbar = typeof props.toolbar === 'function' ? props.toolbar(api) : props.toolbar
  const end = (
    <>
      {props.export && <ExportButton route={props.export} filters={filters.applied} columns={settings.shown} />}
      <Button size="small" onClick={() => setArranging(true)}>
        列设置
      </Button>
    </>
  )

  return (
    <FilterContext value={filters}>
      <div className="lp" ref={root}>
        <h1 className="visually-hidden">{props.title}</h1>
        {typeof props.head === 'function' ? props.head(api) : props.head}
        <FilterBar filters={filters} toolbar={toolbar} end={end}>
          {props.children}
        </FilterBar>
        {narrow ? (
          <DataCards {...shared} />
        ) : (
          <DataTable
            {...shared}
            label={props.title}
            sort={list.sort}
            onSort={list.setSort}
            onResize={settings.setWidth}
            selected={props.selectable ? ticked : undefined}
            onSelect={setTicked}
            active={Math.min(active, list.rows.length - 1)}
            onActive={setActive}
            onFollow={open}
            busy={list.busy}
          />
        )}
        <Pager list={list} selected={selected.length} narrow={narrow} />
        {arranging && (
          <ColumnSettingsDialog settings={settings} columns={columns} onClose={() => setArranging(false)} />
        )}
      </div>
    </FilterContext>
  )
}

/** The columns that say something with these filters. */
function useAskedColumns<Row extends object>(columns: readonly Column<Row>[], applied: FilterValues) {
  const isWide = applied['orgs'] === 'group'
  const set = Object.keys(applied)
    .filter((name) => applied[name])
    .join()
  return useMemo(() => {
    const isSet = (name: string | undefined) => name === undefined || set.split(',').includes(name)
    return columns.filter(({ ofGroup, shownWith }) => (isWide || !ofGroup) && isSet(shownWith))
  }, [columns, isWide, set])
}

function Placeholder<Row>(props: {
  list: ListData<Row>
  ready: boolean
  nothing: string
  onReset: (() => void) | undefined
}) {
  const { list } = props
  if (list.error)
    return (
      <div role="alert">
        <p>{list.error.message}</p>
        <Button size="small" onClick={list.refresh}>
          重试
        </Button>
      </div>
    )
  if (list.loading || !props.ready) return <span className="lp-waiting">正在加载…</span>
  if (list.rows.length > 0 || list.hasAny === undefined) return null
  if (!list.hasAny) return <p>{props.nothing}</p>
  return (
    <>
      <p>没有符合条件的数据，可放宽日期或条件后再查</p>
      {props.onReset && (
        <Button size="small" onClick={props.onReset}>
          重置条件
        </Button>
      )}
    </>
  )
}

const isMore = (child: ReactNode) => isValidElement<{ more?: boolean }>(child) && child.props.more === true

/** The filters, and under them one row of buttons: 查询, 重置, 更多, then those of the list. A phone has one row in all. */
function FilterBar(props: { filters: FilterState; toolbar: ReactNode; end: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const narrow = useNarrow()
  const all = flatChildren(props.children)
  const search = all.find(isSearch)
  if (narrow) return <NarrowBar {...props} search={search} others={all.filter((child) => child !== search)} />
  const first = all.filter((child) => !isMore(child))
  const rest = all.filter(isMore)
  return (
    <>
      {first.length > 0 && <div className="lp-filters">{first}</div>}
      {open && rest.length > 0 && <div className="lp-filters">{rest}</div>}
      <div className="lp-bar" role="toolbar" aria-label="列表操作" onKeyDown={walkToolbar}>
        {all.length > 0 && (
          <>
            <Button size="small" color="primary" variant="outlined" onClick={props.filters.apply}>
              查询
            </Button>
            <Button size="small" onClick={props.filters.reset}>
              重置
            </Button>
            {rest.length > 0 && (
              <Button size="small" type="link" aria-expanded={open} onClick={() => setOpen(!open)}>
                {open ? '收起' : '更多条件'}
              </Button>
            )}
            <span className="lp-split" />
          </>
        )}
        {props.toolbar}
        <div className="lp-bar-end">{props.end}</div>
      </div>
    </>
  )
}

const isSearch = (child: ReactNode) => isValidElement<{ search?: boolean }>(child) && child.props.search === true

function Pager<Row>(props: { list: ListData<Row>; selected: number; narrow: boolean }) {
  const { list } = props
  const known = list.totals?.count
  const reached = (list.page - 1) * list.pageSize + list.rows.length
  const total = known ?? reached + (list.more ? list.pageSize : 0)
  // The narrow one would say 1/0.
  const turns = !props.narrow || total > 0
  return (
    <div className="lp-pager">
      {props.selected > 0 && <span>已选 {props.selected} 条</span>}
      <span>{known === undefined ? '' : `共 ${known} 条`}</span>
      {turns && (
        <Pagination
          size="small"
          simple={props.narrow}
          current={list.page}
          pageSize={list.pageSize}
          pageSizeOptions={[...pageSizes]}
          showSizeChanger={!props.narrow}
          total={total}
          onChange={list.setPage}
        />
      )}
    </div>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** Alt+N from anywhere, Insert outside the fields: the chief button of the list, which makes something new. */
const isNewKey = (event: globalThis.KeyboardEvent) =>
  (event.altKey && event.code === 'KeyN') || (event.key === 'Insert' && !isTyping(event.target))
/** Whether a dialog stands over the list; not the one that the list itself stands in. */
const isCovered = (list: HTMLElement | null) =>
  [...document.querySelectorAll('.ant-modal-wrap, .ant-drawer-open')].some((dialog) => !dialog.contains(list))

/** `/` to the search box from anywhere on the page, Esc or ↓ from the filters to the rows; rows take the keyboard first. */
function useListKeys(root: { current: HTMLElement | null }, loading: boolean): void {
  const focusRows = useCallback(
    () => root.current?.querySelector<HTMLElement>('[data-grid]')?.focus({ preventScroll: true }),
    [root],
  )
  useEffect(() => {
    // Runs when the list first shows and whenever its tab is shown again: the menu and the tab strip give the keyboard up.
    const focused = document.activeElement
    if (loading || isTyping(focused) || isCovered(root.current) || root.current?.contains(focused)) return
    focusRows()
  }, [root, loading, focusRows])
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.isComposing || isCovered(root.current)) return
      const search = root.current?.querySelector<HTMLInputElement>('input[data-search]')
      if (event.key === '/' && !isTyping(event.target) && search) {
        event.preventDefault()
        search.focus()
        search.select()
      }
      if (event.key === 'F10' && !event.shiftKey) {
        event.preventDefault()
        focusToolbar(root.current?.querySelector('.lp-bar'))
      }
      if (isNewKey(event)) {
        event.preventDefault()
        root.current?.querySelector<HTMLElement>('.lp-bar .ant-btn-primary')?.click()
      }
      // After a dialog or a vanished button nothing has the keyboard: the arrows give it to the rows.
      if (event.target === document.body && /^Arrow(Up|Down)$/.test(event.key)) focusRows()
      const inFilters = event.target instanceof Element && event.target.closest('.lp-filters') !== null
      const leaves = event.key === 'Escape' || (event.key === 'ArrowDown' && event.target === search)
      if (inFilters && leaves && root.current?.contains(event.target as Node)) focusRows()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [root, focusRows])
}
