import type { Route } from '@chepu/contract/kernel/route'
import { Button } from 'antd'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { call } from '../base/call'
import type { Column } from '../list/columns'
import { type ListApi, ListPage } from '../list/list-page'
import { changeActions, type ChangeRoutes, MasterDialogs, type MasterRow, type OpenDialog } from './master-dialogs'
import type { FormValues, MasterField } from './master-form'
import type { RowAction } from '../ui/row-actions'
import { useSession } from '../base/session'
import { useScreenParams } from '../base/tabs'
import type { ExportRoute } from '../list/use-export'
import type { FilterState, FilterValues } from '../list/use-filters'
import { useRefreshCalls } from '../base/use-call'
import type { ListRoute, TotalsRoute } from '../list/use-list'

/** Calls of a master. The path of `read` has `:id`. */
interface MasterRoutes<Row> extends ChangeRoutes {
  list: ListRoute<Row>
  totals?: TotalsRoute | undefined
  /** Full row for the form, when the list shows less than the form needs. */
  read?: Route
  export?: ExportRoute | undefined
}

interface MasterPageProps<Row extends MasterRow> {
  /** Name of the column settings; the screen key. */
  name: string
  /** What one row is called, for example 品牌. */
  title: string
  routes: MasterRoutes<Row>
  /** Button ids (business/access 5); what has none is not drawn. */
  buttons: { add?: number; update?: number; enable?: number; remove?: number; export?: number }
  columns: readonly Column<Row>[]
  fields: readonly MasterField[]
  /** How a row is called in questions, for example its name. */
  labelOf: (row: Row) => string
  defaults?: FilterValues
  /** Values of a new row that differ from the fields' own defaults. */
  preset?: FormValues
  rowActions?: (row: Row, list: ListApi<Row>) => readonly RowAction[]
  toolbar?: (list: ListApi<Row>) => ReactNode
  /** A row that the program keeps: it is looked at and never changed. */
  isFixed?: (row: Row) => boolean
  /** Opens something else than the form, for example a page with tabs. */
  onOpen?: (row: Row) => void
  /** What 修改 opens where that is another page than the row's own. */
  onEdit?: ((row: Row) => void) | undefined
  onNew?: () => void
  selectable?: boolean
  /** Calls that show the same rows elsewhere, read again after a change. */
  refresh?: readonly Route[]
  /** Filter state that the page shares with something beside the list. */
  filterState?: FilterState
  /** Filters. */
  children?: ReactNode
}

const rowClass = (row: MasterRow) => (row.isActive === false ? 'is-off' : undefined)

const words = {
  enable: (label: string) => `启用后可以在单据中选择“${label}”。`,
  disable: (label: string) => `停用后单据中不能再选“${label}”，已有单据不受影响。`,
  remove: (label: string) => `确定删除“${label}”？已被使用的不能删除，可改为停用。`,
}

/**
 * List and form of basic data: add, change, enable or disable, delete. The form is checked with the contract's save schema
 * before it is sent; faults stand at their field, also those that only the server finds; a stale version offers to read the
 * row again.
 */
export function MasterPage<Row extends MasterRow>(props: MasterPageProps<Row>) {
  const { routes, buttons, title } = props
  const { has, sees } = useSession()
  const { new: startNew, ...initial } = useScreenParams()
  const newForm: OpenDialog<Row> = { kind: 'form', row: undefined, key: 'new', preset: props.preset }
  const [open, setOpen] = useState<OpenDialog<Row> | undefined>(startNew ? newForm : undefined)
  const refreshCalls = useRefreshCalls()
  const refresh = () => refreshCalls(routes.list, routes.totals, ...(props.refresh ?? []))
  const may = (button: number | undefined) => button !== undefined && has(button)
  const fields = useMemo(
    () => props.fields.filter((field) => !field.permission || sees(field.permission)),
    [props.fields, sees],
  )
  /** Counts what was opened or closed: a row that comes only after the next step is not wanted any more. */
  const step = useRef(0)
  const show = (next: OpenDialog<Row> | undefined) => {
    step.current += 1
    setOpen(next)
  }
  const close = () => show(undefined)

  const edit = async (row: Row) => {
    step.current += 1
    const mine = step.current
    const full = routes.read ? ((await call(routes.read, { params: { id: row.id } })) as Row) : row
    if (mine === step.current) show({ kind: 'form', row: full, key: `${full.id}/${mine}` })
  }
  const openRow =
    props.onOpen ?? (may(buttons.update) ? (row: Row) => void edit(row).catch(() => undefined) : undefined)
  const rowActions = (row: Row, list: ListApi<Row>): RowAction[] => {
    if (props.isFixed?.(row))
      return [
        ...(props.onOpen ? [{ key: 'show', label: '查看', run: () => props.onOpen?.(row) }] : []),
        ...(props.rowActions?.(row, list) ?? []),
      ]
    // 修改 first, then what the page has of its own, in the order of its screen (business/lists 1.6).
    return [
      ...(may(buttons.update) && openRow
        ? [{ key: 'edit', label: '修改', run: () => (props.onEdit ?? openRow)(row) }]
        : []),
      ...(props.rowActions?.(row, list) ?? []),
      ...changeActions(
        row,
        routes,
        { enable: may(buttons.enable ?? buttons.update), remove: may(buttons.remove) },
        show,
      ),
    ]
  }
  const toolbar = (list: ListApi<Row>) => (
    <>
      {may(buttons.add) && (
        <Button size="small" type="primary" onClick={props.onNew ?? (() => show(newForm))}>
          新增
        </Button>
      )}
      {props.toolbar?.(list)}
    </>
  )
  return (
    <>
      <ListPage<Row>
        name={props.name}
        title={title}
        list={routes.list}
        totals={routes.totals}
        export={may(buttons.export) ? routes.export : undefined}
        columns={props.columns}
        defaults={props.defaults ?? {}}
        initial={initial}
        onOpen={openRow}
        rowActions={rowActions}
        rowClass={rowClass}
        toolbar={toolbar}
        selectable={props.selectable ?? false}
        {...(props.filterState ? { filterState: props.filterState } : {})}
      >
        {props.children}
      </ListPage>
      {open && (
        <MasterDialogs
          open={open}
          title={title}
          routes={routes}
          fields={fields}
          labelOf={props.labelOf}
          words={words}
          refresh={refresh}
          onReload={open.kind === 'form' && open.row && routes.read ? () => open.row && void edit(open.row) : undefined}
          onClose={close}
        />
      )}
    </>
  )
}
