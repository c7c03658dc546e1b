import { type DocumentDef, mayTake, states, stateLabels } from '@chepu/contract/kernel/document'
import { documentRoutes, type GoodsColumnField, type GoodsRow } from '@chepu/contract/kernel/goods-document'
import type { MoneyColumnField, MoneyRow } from '@chepu/contract/kernel/money-document'
import { Button } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { type Column, orgColumn } from './columns'
import { thisMonth } from './date-ranges'
import { allowedActions, isDanger } from './document-actions'
import { ActionDialog, BatchApprove, DocumentLogDialog, DocumentPrint } from './document-dialogs'
import type { MakeSheet, PrintLayout } from './document-sheet'
import { documentScreen } from './document-screens'
import { DateRangeFilter, OrgsFilter, SelectFilter, TextFilter } from './filters'
import { type GoodsColumnName, goodsColumns } from './goods-columns'
import { type ListApi, ListPage } from './list-page'
import type { RowAction } from './row-actions'
import { useSession } from './session'
import { countingOf } from './summary'
import { useScreenParams, useTabs } from './tabs'
import type { ListRoute } from './use-list'
import { useNarrow } from './use-narrow'

/** What a row of any document list has. */
export interface DocumentRow {
  id: number
  billNo: string
  state: string
  isRed: boolean
  version: number
  /** Whose document it is; those of other organisations of the group are only looked at. */
  orgId: number
}

export interface DocumentListProps<Row extends DocumentRow> {
  /** The kind, as defined in the contract. */
  document: DocumentDef
  /** Names of the catalogue (kit/goods-columns) or columns of the kind's own. Begin with `...documentColumns` and end with `'creatorName', ...documentEnd`. */
  columns: readonly (GoodsColumnName | OwnColumn<Row>)[]
  /** Screen key of the editor; by default the screen that the application names for the kind. */
  screen?: string
  /** Names of the catalogue that this list is looked at for, beside those of every list (see Column.isKey). */
  keys?: readonly GoodsColumnName[]
  /** Titles that differ from the catalogue, for example {settledAmount: '已付'}. */
  titles?: Partial<Record<GoodsColumnName, string>>
  /** Papers that 打印 offers; the standard paper otherwise. */
  prints?: readonly PrintLayout[]
  /** Makes the paper of a document that has no goods lines, for example a receipt for money. */
  sheet?: MakeSheet
  /** Row actions of the kind's own (付款, 转退货…), after those of R-doc. */
  rowActions?: (row: Row, list: ListApi<Row>) => readonly RowAction[]
  /** Buttons of the kind's own, after 新增, 批量审核 and 打印. */
  toolbar?: (list: ListApi<Row>) => ReactNode
  /** Filter values of the page above F-doc's (this month). */
  defaults?: Readonly<Record<string, string>>
  /** Name of the column settings; the screen key by default. */
  name?: string
  /** Filters of the kind's own: PartnerFilter, WarehouseFilter, EmployeeFilter… */
  children?: ReactNode
}

/** A column of the kind's own, which the export of its family gives. */
type OwnColumn<Row extends object> = Column<Row> & { key: Row extends MoneyRow ? MoneyColumnField : GoodsColumnField }

/** What stands open over the list. */
type Overlay<Row> =
  | { kind: 'action'; row: Row; action: string }
  | { kind: 'log'; row: Row }
  | { kind: 'print'; ids: readonly number[] }
  | { kind: 'batch'; rows: readonly Row[] }

const stateOptions = Object.fromEntries(states.map((state) => [state, stateLabels[state]]))
const rowClass = (row: DocumentRow) => (row.isRed ? 'is-red' : row.state === 'voided' ? 'is-void' : undefined)

/**
 * The list of one kind of document, of goods or of money (their calls have the same paths), derived from its definition: routes, C-doc columns, F-doc filters, T-list toolbar
 * and R-doc row actions by state and permission (DOMAIN section 2). Rows open in the editor's tab (`/screen?id=`).
 */
export function DocumentList<Row extends DocumentRow = GoodsRow>(props: DocumentListProps<Row>) {
  const { document: def } = props
  const routes = useMemo(() => documentRoutes(def), [def])
  const session = useSession()
  const { open } = useTabs()
  // Cards on a phone have no ticks to choose several documents by.
  const narrow = useNarrow()
  const { id: _id, new: _new, ...asked } = useScreenParams()
  // A link that asks for some documents means them whenever they were made.
  const initial = Object.keys(asked).length > 0 ? { from: '', to: '', ...asked } : asked
  const screen = props.screen ?? documentScreen(def.kind)?.screen ?? def.path
  const [overlay, setOverlay] = useState<Overlay<Row> & { refresh: () => void }>()
  const [month] = useState(thisMonth)
  const columns = useDocumentColumns(props)
  const counting = useMemo(() => countingOf<Row>(def), [def])
  const { buttons, actions } = def
  const isHere = (row: Row) => row.orgId === session.orgId
  const openRow = (row: Row) => open({ key: screen, params: { id: row.id } })

  const rowActions = (row: Row, list: ListApi<Row>): RowAction[] => {
    const show = (next: Overlay<Row>) => () => setOverlay({ ...next, refresh: list.refresh })
    const log = { key: 'log', label: '操作日志', run: show({ kind: 'log', row }) }
    if (!isHere(row)) return [{ key: 'open', label: '查看', run: () => openRow(row) }, log]
    const editable = row.state === 'draft' && session.has(buttons.update)
    const changes = allowedActions(def, row, session.org, session.has).map((name) => ({
      key: name,
      label: actions[name]?.label ?? name,
      danger: actions[name] !== undefined && isDanger(actions[name]),
      run: show({ kind: 'action', row, action: name }),
    }))
    return [
      { key: 'open', label: editable ? '编辑' : '查看', run: () => openRow(row) },
      ...changes,
      ...(props.rowActions?.(row, list) ?? []),
      // A correction is no document to begin another from.
      ...(session.has(buttons.add) && !row.isRed
        ? [{ key: 'copy', label: '复制', run: () => open({ key: screen, params: { new: 1, copy: row.id } }) }]
        : []),
      ...(session.has(buttons.print ?? buttons.view)
        ? [{ key: 'print', label: '打印', run: show({ kind: 'print', ids: [row.id] }) }]
        : []),
      log,
    ]
  }

  const toolbar = (list: ListApi<Row>) => {
    const show = (next: Overlay<Row>) => setOverlay({ ...next, refresh: list.refresh })
    const here = list.selected.filter(isHere)
    const approvable = here.filter((row) => allowedActions(def, row, session.org, session.has).includes('approve'))
    return (
      <>
        {session.has(buttons.add) && (
          <Button size="small" type="primary" onClick={() => open({ key: screen, params: { new: 1 } })}>
            新增
          </Button>
        )}
        {!narrow && actions['approve'] && mayTake(actions['approve'], session.org, session.has) && (
          <Button
            size="small"
            disabled={approvable.length === 0}
            onClick={() => {
              show({ kind: 'batch', rows: approvable })
              list.clearSelection()
            }}
          >
            批量审核{approvable.length > 0 ? `（${approvable.length}）` : ''}
          </Button>
        )}
        {!narrow && session.has(buttons.print ?? buttons.view) && (
          <Button
            size="small"
            disabled={here.length === 0}
            onClick={() => show({ kind: 'print', ids: here.map((row) => row.id) })}
          >
            打印
          </Button>
        )}
        {props.toolbar?.(list)}
      </>
    )
  }

  const close = () => setOverlay(undefined)
  const done = () => {
    overlay?.refresh()
    close()
  }
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
        defaults={{ ...month, ...props.defaults }}
        initial={initial}
        onOpen={openRow}
        rowActions={rowActions}
        rowClass={rowClass}
        toolbar={toolbar}
        selectable
      >
        <DateRangeFilter />
        <TextFilter name="billNo" title="单号" search />
        {props.children}
        <OrgsFilter area={def.area} />
        <SelectFilter name="state" title="状态" options={stateOptions} multiple />
        {'partId' in def.line.shape && <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" more />}
        <TextFilter name="creator" title="制单人" more />
        <TextFilter name="remark" title="备注" more />
      </ListPage>
      {overlay?.kind === 'action' && (
        <ActionDialog document={def} target={overlay.row} action={overlay.action} onDone={done} onClose={close} />
      )}
      {overlay?.kind === 'log' && (
        <DocumentLogDialog document={def} id={overlay.row.id} billNo={overlay.row.billNo} onClose={close} />
      )}
      {overlay?.kind === 'print' && (
        <DocumentPrint
          document={def}
          ids={overlay.ids}
          layouts={props.prints}
          sheet={props.sheet}
          onPrinted={overlay.refresh}
          onClose={close}
        />
      )}
      {overlay?.kind === 'batch' && (
        <BatchApprove document={def} targets={overlay.rows} onDone={overlay.refresh} onClose={close} />
      )}
    </>
  )
}

/** The asked columns with the kind's word for the partner; the number is a link to the document, 企业 stands behind it. */
function useDocumentColumns<Row extends DocumentRow>(props: DocumentListProps<Row>): readonly Column<Row>[] {
  const { columns, titles, keys, document: def } = props
  const screen = props.screen ?? documentScreen(def.kind)?.screen ?? def.path
  return useMemo(
    () =>
      columns.flatMap((column): Column<Row>[] => {
        if (typeof column !== 'string') return [column]
        const known: Column<Row> = goodsColumns[column]
        const isKey = known.isKey || keys?.includes(column) || false
        const title = titles?.[column] ?? (column === 'partnerName' ? def.partnerTitle : known.title)
        if (column === 'billNo')
          return [{ ...known, title, isKey, href: (row) => `/${screen}?id=${row.id}` }, orgColumn]
        return [{ ...known, title, isKey }]
      }),
    [columns, titles, keys, def, screen],
  )
}
