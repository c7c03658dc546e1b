import { type DocumentDef, mayTake } from '@chepu/contract/kernel/document'
import type { FieldKey } from '@chepu/contract/kernel/fields'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { isSaved, labelsOf, stageOf } from '@chepu/contract/kernel/states'
import { type GoodsColumnField, type GoodsRow } from '@chepu/contract/kernel/goods-document'
import type { MoneyColumnField, MoneyRow } from '@chepu/contract/kernel/money-document'
import type { RepairColumnField, RepairRow } from '@chepu/contract/kernel/repair-document'
import { Button } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { missingFlag, type Places } from '@chepu/contract/kernel/warehouse-flags'
import { columnsOfKind, type OwnColumn } from '@chepu/contract/kernel/own-columns'
import type { QueryColumns } from '@chepu/contract/kernel/query'
import { goodsColumns, type GoodsColumnName } from '@chepu/contract/kernel/goods-columns'
import { type Column, columnsOf, orgColumn } from '../list/columns'
import { thisMonth } from '../base/date-ranges'
import { actionsOfSide, isCopied, isDanger } from './document-actions'
import { type ListOverlay, ListOverlayDialog } from './list-overlay'
import { documentScreen } from './document-screens'
import { DateRangeFilter, OrgsFilter, SelectFilter, TextFilter } from '../list/filters'
import { type ListApi, ListPage } from '../list/list-page'
import type { RowAction } from '../ui/row-actions'
import { type SessionView, useSession } from '../base/session'
import { countingOf } from '../list/summary'
import { useScreenParams, useTabs } from '../base/tabs'
import type { ListRoute } from '../list/use-list'
import { useNarrow } from '../base/use-narrow'

/** What a row of any document list has. */
interface DocumentRow extends Places {
  id: number
  billNo: string
  state: string
  isRed: boolean
  version: number
  /** Whose document it is; those of other organisations of the group are only looked at, but for what their other side takes. */
  orgId: number
  counterOrgId?: number | null
}

interface DocumentListProps<Row extends DocumentRow, Own extends string> {
  /** The kind, as defined in the contract. */
  document: AnyDocument & { columns?: Readonly<Record<Own, OwnColumn>> }
  /** Names of the catalogue (kit/goods-columns) or of the kind's own columns, or columns with a view of this list's. Begin with `...documentColumns` and end with `'creatorName', ...documentEnd`. */
  columns: readonly (GoodsColumnName | NoInfer<Own> | ViewedColumn<Row>)[]
  /** Screen key of the editor; by default the screen that the application names for the kind. */
  screen?: string
  /** Names of the catalogue that this list is looked at for, beside those of every list (see Column.isKey). */
  keys?: readonly GoodsColumnName[]
  /** Titles that differ from the catalogue, for example {settledAmount: '已付'}. */
  titles?: Partial<Record<GoodsColumnName, string>>
  /** Own drawings of columns of the kind's own; sums, export and print still read their values. */
  draws?: Partial<Record<NoInfer<Own>, (row: Row) => ReactNode>>
  /** Row actions of the kind's own (付款, 转退货…), after those that all kinds have. */
  rowActions?: (row: Row, list: ListApi<Row>) => readonly RowAction[]
  /** Buttons of the list's own, behind those that all kinds have. */
  tools?: ReactNode | ((list: ListApi<Row>) => ReactNode)
  /** Name of the column settings; the screen key by default. */
  name?: string
  /** Filters of a list that is no list of the month's documents. */
  defaults?: Readonly<Record<string, string>>
  /** Filters of the kind's own: PartnerFilter, WarehouseFilter, EmployeeFilter… */
  children?: ReactNode
}

/** A column with a view of its own, which the export of its family gives. */
type ViewedColumn<Row extends object> = Column<Row> & {
  key: Row extends RepairRow ? RepairColumnField : Row extends MoneyRow ? MoneyColumnField : GoodsColumnField
}

const rowClass = (def: DocumentDef) => (row: DocumentRow) =>
  row.isRed ? 'is-red' : stageOf(def, row.state) === 'voided' ? 'is-void' : undefined

/**
 * The list of one kind of document, of goods or of money (their calls have the same paths), derived from its definition: routes, columns, filters, tools
 * and actions of a row by state and permission (business/lists 1). Rows open in the editor's tab (`/screen?id=`).
 */
export function DocumentList<Row extends DocumentRow = GoodsRow, Own extends string = never>(
  props: DocumentListProps<Row, Own>,
) {
  const { document: def } = props
  const routes = def.routes
  const session = useSession()
  const { open } = useTabs()
  const { id: _id, new: _new, tab: _tab, ...asked } = useScreenParams()
  // A link that asks for some documents means them whenever they were made.
  const initial = Object.keys(asked).length > 0 ? { from: '', to: '', ...asked } : asked
  const screen = props.screen ?? documentScreen(def.kind)?.screen ?? def.path
  const [overlay, setOverlay] = useState<ListOverlay>()
  const [month] = useState(thisMonth)
  const columns = useDocumentColumns(props)
  const counting = useMemo(() => countingOf<Row>(def), [def])
  const markOf = useMemo(() => rowClass(def), [def])
  const { buttons, actions } = def
  const isHere = (row: Row) => row.orgId === session.orgId
  const isOurs = (row: Row) => isHere(row) || row.counterOrgId === session.orgId
  const openRow = (row: Row) => open({ key: screen, params: { id: row.id } })

  const rowActions = (row: Row, list: ListApi<Row>): RowAction[] => {
    const { refresh } = list
    const log = { key: 'log', label: '操作日志', run: () => setOverlay({ kind: 'log', row, refresh }) }
    if (!isOurs(row)) return [{ key: 'open', label: '查看', run: () => openRow(row) }, log]
    const mayEdit = session.has(buttons.update) && !missingFlag(def, {}, row, session.flagsAt)
    const editable = isHere(row) && isSaved(def, row.state) && mayEdit
    const changes = actionsOfSide(def, row, session).map((name) => ({
      key: name,
      label: actions[name]?.label ?? name,
      danger: actions[name] !== undefined && isDanger(actions[name]),
      run: () => setOverlay({ kind: 'action', row, action: name, refresh }),
    }))
    return [
      { key: 'open', label: editable ? '编辑' : '查看', run: () => openRow(row) },
      ...changes,
      ...(props.rowActions?.(row, list) ?? []),
      // A correction is no document to begin another from.
      ...(isHere(row) && isCopied(def, row) && session.has(buttons.add) && !row.isRed
        ? [{ key: 'copy', label: '复制', run: () => open({ key: screen, params: { new: 1, copy: row.id } }) }]
        : []),
      ...(session.has(buttons.print ?? buttons.view)
        ? [{ key: 'print', label: '打印', run: () => setOverlay({ kind: 'print', ids: [row.id], refresh }) }]
        : []),
      log,
    ]
  }

  // Cards on a phone have no ticks to choose several documents by.
  const narrow = useNarrow()
  const toolbar = (list: ListApi<Row>) => (
    <>
      {listTools(def, list, session, narrow, {
        add: () => open({ key: screen, params: { new: 1 } }),
        show: setOverlay,
      })}
      {typeof props.tools === 'function' ? props.tools(list) : props.tools}
    </>
  )

  return (
    <>
      <ListPage<Row>
        name={props.name ?? screen}
        title={def.title}
        list={routes.list as unknown as ListRoute<Row>}
        totals={routes.totals}
        export={session.has(buttons.export ?? buttons.view) ? routes.export : undefined}
        columns={columns}
        counting={counting}
        defaults={{ ...(props.defaults ?? month) }}
        initial={initial}
        onOpen={openRow}
        rowActions={rowActions}
        rowClass={markOf}
        toolbar={toolbar}
        selectable
      >
        <DateRangeFilter title={columns.find(({ key }) => key === 'bizDate')?.title} />
        <TextFilter name="billNo" title="单号" search />
        {props.children}
        <OrgsFilter area={def.area} />
        <SelectFilter name="state" title="状态" options={labelsOf(def.states)} multiple />
        {Object.values(def.sections).some(({ line }) => 'partId' in line.shape) && (
          <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" more />
        )}
        <TextFilter name="creator" title="制单人" more />
        <TextFilter name="remark" title="备注" more />
      </ListPage>
      {overlay && <ListOverlayDialog {...{ def, overlay }} onClose={() => setOverlay(undefined)} />}
    </>
  )
}

/**
 * 新增, and what is done to the ticked documents. A function and no component: the bar of a phone looks for the chief one among the
 * buttons that it is given.
 */
function listTools<Row extends DocumentRow>(
  def: DocumentDef,
  list: ListApi<Row>,
  session: SessionView,
  narrow: boolean,
  run: { add: () => void; show: (overlay: ListOverlay) => void },
): ReactNode {
  const { actions, buttons, isOfAnother } = def
  const { refresh } = list
  const { has, org, orgId } = session
  const ours = list.selected.filter((row) => row.orgId === orgId || row.counterOrgId === orgId)
  const approvable = ours.filter((row) => actionsOfSide(def, row, session).includes('approve'))
  const approve = () => {
    run.show({ kind: 'batch', rows: approvable, refresh })
    list.clearSelection()
  }
  const print = () => run.show({ kind: 'print', ids: ours.map((row) => row.id), refresh })
  return (
    <>
      {!isOfAnother && has(buttons.add) && (
        <Button size="small" type="primary" onClick={run.add}>
          新增
        </Button>
      )}
      {!narrow && actions['approve'] && mayTake(actions['approve'], org, has) && (
        <Button size="small" disabled={approvable.length === 0} onClick={approve}>
          批量审核{approvable.length > 0 ? `（${approvable.length}）` : ''}
        </Button>
      )}
      {!narrow && has(buttons.print ?? buttons.view) && (
        <Button size="small" disabled={ours.length === 0} onClick={print}>
          打印
        </Button>
      )}
    </>
  )
}

/** The asked columns as the kind calls them; the number is a link to the document, 企业 stands behind it. */
function useDocumentColumns<Row extends DocumentRow>(props: DocumentListProps<Row, string>): readonly Column<Row>[] {
  const { columns, titles, keys, draws, document: def } = props
  const screen = props.screen ?? documentScreen(def.kind)?.screen ?? def.path
  return useMemo(() => {
    const known = new Map(
      columnsOf<QueryColumns, Row>(columnsOfKind(def, goodsColumns)).map((column) => [column.key, column]),
    )
    const isAsked = (name: string) => keys?.some((key) => key === name) ?? false
    const titled: Readonly<Record<string, string | undefined>> = titles ?? {}
    const shown = columns.flatMap((asked): Column<Row>[] => {
      if (typeof asked !== 'string') return [asked]
      const column = known.get(asked)
      if (!column) return []
      const named = {
        ...column,
        title: titled[asked] ?? column.title,
        isKey: (column.isKey ?? false) || isAsked(asked),
      }
      if (asked === 'billNo') {
        const own = known.get(orgColumn.key)
        return [{ ...named, href: (row) => `/${screen}?id=${row.id}` }, own ?? orgColumn]
      }
      const render = draws?.[asked]
      return [{ ...named, ...(render && { render }), ...(column.kind === 'state' && { states: def.states }) }]
    })
    return shown.map((column) => withPriceField(column, def.priceField))
  }, [columns, titles, keys, draws, def, screen])
}

/** Prices and amounts of a kind are hidden with its field, where no other one is named. */
const withPriceField = <Row extends object>(column: Column<Row>, field: FieldKey | undefined): Column<Row> =>
  field && priceColumns.has(column.key) ? { field, ...column } : column

const priceColumns = new Set(
  Object.entries(goodsColumns).flatMap(([key, column]) => ('isPrice' in column ? [key] : [])),
)
