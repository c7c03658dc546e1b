import type { Route } from '@chepu/contract/kernel/route'
import { Button } from 'antd'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { call } from '../base/call'
import type { Column } from '../list/columns'
import { Confirm } from '../ui/confirm'
import { type ListApi, ListPage } from '../list/list-page'
import { type FormValues, MasterDrawer, type MasterField } from './master-form'
import type { RowAction } from '../ui/row-actions'
import { useSession } from '../base/session'
import { useScreenParams } from '../base/tabs'
import { toast } from '../base/toast'
import type { ExportRoute } from '../list/use-export'
import type { FilterState, FilterValues } from '../list/use-filters'
import { useRefreshCalls } from '../base/use-call'
import type { ListRoute, TotalsRoute } from '../list/use-list'

/** Calls of a master. The path of `read`, `enable` and `remove` has `:id`. */
interface MasterRoutes<Row> {
  list: ListRoute<Row>
  totals?: TotalsRoute | undefined
  /** Full row for the form, when the list shows less than the form needs. */
  read?: Route
  /** Body: the form's values, with `id` and `version` when the row exists. */
  save: Route
  /** 启用/停用; body `{isActive, version}`. */
  enable?: Route
  /** Deletes a row that nothing refers to; the server refuses others with the reason. */
  remove?: Route
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
  sort?: string
  defaults?: FilterValues
  /** Values of a new row that differ from the fields' own defaults. */
  preset?: FormValues
  rowActions?: (row: Row, list: ListApi<Row>) => readonly RowAction[]
  toolbar?: (list: ListApi<Row>) => ReactNode
  /** A row that the program keeps: it is looked at and never changed. */
  isFixed?: (row: Row) => boolean
  /** Opens something else than the form, for example a page with tabs. */
  onOpen?: (row: Row) => void
  onNew?: () => void
  head?: ReactNode
  selectable?: boolean
  /** Calls that show the same rows elsewhere, read again after a change. */
  refresh?: readonly Route[]
  /** Filter state that the page shares with something beside the list. */
  filterState?: FilterState
  /** Filters. */
  children?: ReactNode
}

interface MasterRow {
  id: number
  version?: number
  isActive?: boolean
}

type Open<Row> =
  | { kind: 'form'; row: Row | undefined; round: number }
  | { kind: 'enable'; row: Row }
  | { kind: 'remove'; row: Row }

const rowClass = (row: MasterRow) => (row.isActive === false ? 'is-off' : undefined)

/**
 * List and form of basic data: add, change, enable or disable, delete. The form is checked with the contract's save schema
 * before it is sent; faults stand at their field, also those that only the server finds; a stale version offers to read the
 * row again.
 */
export function MasterPage<Row extends MasterRow>(props: MasterPageProps<Row>) {
  const { routes, buttons, title } = props
  const { has, sees } = useSession()
  const { new: startNew, ...initial } = useScreenParams()
  const [open, setOpen] = useState<Open<Row> | undefined>(
    startNew ? { kind: 'form', row: undefined, round: 0 } : undefined,
  )
  const refreshCalls = useRefreshCalls()
  const refresh = () => refreshCalls(routes.list, routes.totals, ...(props.refresh ?? []))
  const may = (button: number | undefined) => button !== undefined && has(button)
  const fields = useMemo(
    () => props.fields.filter((field) => !field.permission || sees(field.permission)),
    [props.fields, sees],
  )
  /** Counts what was opened or closed: a row that comes only after the next step is not wanted any more. */
  const step = useRef(0)
  const show = (next: Open<Row> | undefined) => {
    step.current += 1
    setOpen(next)
  }
  const close = () => show(undefined)

  const edit = async (row: Row) => {
    step.current += 1
    const mine = step.current
    const full = routes.read ? ((await call(routes.read, { params: { id: row.id } })) as Row) : row
    if (mine === step.current) show({ kind: 'form', row: full, round: mine })
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
      ...(may(buttons.update) && openRow ? [{ key: 'edit', label: '修改', run: () => openRow(row) }] : []),
      ...(props.rowActions?.(row, list) ?? []),
      ...(routes.enable && may(buttons.enable ?? buttons.update)
        ? [
            {
              key: 'enable',
              label: row.isActive === false ? '启用' : '停用',
              run: () => show({ kind: 'enable', row }),
            },
          ]
        : []),
      ...(routes.remove && may(buttons.remove)
        ? [{ key: 'remove', label: '删除', danger: true, run: () => show({ kind: 'remove', row }) }]
        : []),
    ]
  }
  const toolbar = (list: ListApi<Row>) => (
    <>
      {may(buttons.add) && (
        <Button
          size="small"
          type="primary"
          onClick={props.onNew ?? (() => show({ kind: 'form', row: undefined, round: 0 }))}
        >
          新增
        </Button>
      )}
      {props.toolbar?.(list)}
    </>
  )
  const enable = async (row: Row) => {
    const body = { isActive: row.isActive === false, version: row.version }
    await call(routes.enable as Route, { params: { id: row.id }, body })
    refresh()
  }
  const remove = async (row: Row) => {
    await call(routes.remove as Route, { params: { id: row.id } })
    toast.success('已删除')
    refresh()
  }
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
        {...(props.sort ? { sort: props.sort } : {})}
        onOpen={openRow}
        rowActions={rowActions}
        rowClass={rowClass}
        toolbar={toolbar}
        head={props.head}
        selectable={props.selectable ?? false}
        {...(props.filterState ? { filterState: props.filterState } : {})}
      >
        {props.children}
      </ListPage>
      {open?.kind === 'form' && (
        <MasterDrawer
          key={`${open.row?.id}/${open.round}`}
          title={open.row ? `修改${title}：${props.labelOf(open.row)}` : `新增${title}`}
          fields={fields}
          schema={routes.save.body}
          row={open.row}
          {...(props.preset ? { preset: props.preset } : {})}
          onSave={(body) => ({ route: routes.save, body })}
          onSaved={(_, another) => {
            toast.success('已保存')
            refresh()
            if (!another) close()
          }}
          onReload={open.row && routes.read ? () => open.row && void edit(open.row) : undefined}
          onClose={close}
        />
      )}
      {open?.kind === 'enable' && (
        <Confirm
          title={`${open.row.isActive === false ? '启用' : '停用'}${title}`}
          okText={open.row.isActive === false ? '启用' : '停用'}
          run={() => enable(open.row)}
          onClose={close}
        >
          {open.row.isActive === false
            ? `启用后可以在单据中选择“${props.labelOf(open.row)}”。`
            : `停用后单据中不能再选“${props.labelOf(open.row)}”，已有单据不受影响。`}
        </Confirm>
      )}
      {open?.kind === 'remove' && (
        <Confirm title={`删除${title}`} okText="删除" danger run={() => remove(open.row)} onClose={close}>
          确定删除“{props.labelOf(open.row)}”？已被使用的不能删除，可改为停用。
        </Confirm>
      )}
    </>
  )
}
