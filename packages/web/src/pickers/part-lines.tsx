import type { LookupPart } from '@chepu/contract/basics/lookups'
import { Button } from 'antd'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLocations } from './lists'
import { LocationDialog } from './location-dialog'
import { useLineHints } from './line-hints'
import { PartDialog } from './part-dialog'
import { type PartContext, PartEntry, type Rejected } from './part-entry'
import { beep } from '../kit/beep'
import { ColumnSettingsDialog, useColumnSettings } from '../kit/column-settings'
import type { Column } from '../kit/columns'
import { useEditor, useHeader } from '../kit/document-context'
import { AskHeadings, ImportDialog } from '../kit/document-dialogs'
import type { HeaderValues } from '../kit/document-editor-store'
import type { EditorLine } from '../kit/document-lines'
import { type LineColumnChoice, lineColumns, shortOf } from '../kit/line-columns'
import { LineEntry } from '../kit/line-entry'
import type { LineColumn } from '../kit/line-grid-columns'
import { leftOut, type LineSheet, openQuestion, sheetLines } from '../kit/line-grid-paste'
import { useSession } from '../kit/session'
import { toast } from '../kit/toast'
import { useDialog } from '../kit/use-dialog'
import { useNarrow } from '../kit/use-narrow'
import { useScans } from '../kit/use-scans'

export interface LinesProps {
  columns: readonly LineColumnChoice[]
  /** Which prices the part picker offers. */
  mode: PartContext['mode']
  /** Goods leave the warehouse: locations are chosen among those that hold the part. */
  outgoing?: boolean
  /** Buttons of the page beside 导入明细. */
  toolbar?: ReactNode
}

const costFields = new Set(['unitCost', 'costAmount'])
/** What helps while a line is being entered; a finished document does not know it. */
const entryFields = new Set(['available', 'lastPrice'])

/** The lines of the open document: entry grid, its buttons, column settings, import. */
export function Lines(props: LinesProps) {
  const { store, grid, readOnly } = useEditor()
  const { entry, choose, partDialog } = usePartEntry(props.mode)
  const header = useHeader()
  const { sees } = useSession()
  const narrow = useNarrow()
  const locations = useLocations(typeof header.warehouseId === 'number' ? header.warehouseId : undefined)
  const [openLocation, locationDialog] = useDialog(LocationDialog)
  const [askHeadings, headingsDialog] = useDialog(AskHeadings)
  const [importing, setImporting] = useState(false)
  const [arranging, setArranging] = useState(false)
  const [rejected, setRejected] = useState<Rejected[]>()
  const place = useRef<HTMLElement>(null)
  useScans(
    { root: () => place.current?.closest('.de'), leaves: '.line-grid *, .line-cards input', take: entry.scan },
    !readOnly,
  )
  useLineHints(store, contextOf(header, props.mode), !readOnly)
  const findLocation = useCallback(
    (code: string) => locations.find((location) => location.code.toLowerCase() === code.toLowerCase())?.id,
    [locations],
  )

  const warnsShort = props.mode === 'sale' && !readOnly
  const all = useMemo(
    () =>
      lineColumns(props.columns, {
        store,
        findLocation,
        openPart: async (line, text) => {
          const parts = await choose(text || line.pending)
          if (parts.length > 0) {
            entry.fillChosen(line.key, '', parts)
            requestAnimationFrame(() => grid.current?.focus(line.key, 'qty'))
          }
          return undefined
        },
        openLocation: async (line, text) => {
          const { warehouseId } = store.header()
          if (line.partId === null || typeof warehouseId !== 'number') return undefined
          const outgoing = props.outgoing ?? false
          const place = await openLocation({ text, partId: line.partId, warehouseId, locations, outgoing })
          if (!place) return undefined
          const { locationId, locationCode, batchNo } = place
          return batchNo ? { locationId, locationCode, batchNo } : { locationId, locationCode }
        },
      })
        .map((column) => (column.name === 'qty' && warnsShort ? { ...column, warn: shortOf } : column))
        .filter(({ name }) => (!costFields.has(name) || sees('cost_price')) && !(readOnly && entryFields.has(name))),
    // Amounts are shown with or without tax, so that the columns are new when that changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [
      props.columns,
      props.outgoing,
      store,
      findLocation,
      locations,
      choose,
      entry,
      grid,
      openLocation,
      sees,
      readOnly,
      warnsShort,
      header.taxIncluded,
    ],
  )
  const listed = useMemo(() => all.map(listColumn), [all])
  const settings = useColumnSettings(`${store.def.kind}_lines`, listed)
  const columns = useMemo(() => arrangedColumns(all, settings.shown), [all, settings.shown])

  const paste = async (pasted: LineSheet) => {
    setImporting(false)
    const sheet = openQuestion(pasted) ? await askHeadings(pasted) : pasted
    if (!sheet) return grid.current?.focus()
    try {
      const lines = sheetLines(sheet)
      const bad = await entry.paste(lines, findLocation)
      const added = lines.length - bad.length
      if (added > 0) toast.success([`已加入 ${added} 行明细`, ...remarksOn(sheet)].join('；'))
      setRejected(bad.length > 0 ? bad : undefined)
    } catch {
      // The call has already told the user why.
    }
    grid.current?.focus()
  }
  return (
    <section className="de-lines" ref={place}>
      {!readOnly && (
        <div className="de-lines-bar">
          {!narrow && <GridButtons />}
          <Button size="small" onClick={() => setImporting(true)}>
            导入明细
          </Button>
          {props.toolbar}
          <LineCount />
          {!narrow && (
            <Button size="small" className="de-end" onClick={() => setArranging(true)}>
              列设置
            </Button>
          )}
        </div>
      )}
      {rejected && <RejectedLines rejected={rejected} onClose={() => setRejected(undefined)} />}
      <div className="de-grid">
        <LineEntry
          ref={grid}
          store={store.lines}
          columns={columns}
          label={`${store.def.title}明细`}
          readOnly={readOnly}
          height="100%"
          onCode={entry.typed}
          onScan={entry.scan}
          onPasteLines={(sheet) => void paste(sheet)}
          onRefuse={toast.warning}
        />
      </div>
      {locationDialog}
      {partDialog}
      {importing && <ImportDialog onDone={(sheet) => (sheet ? void paste(sheet) : setImporting(false))} />}
      {headingsDialog}
      {arranging && <ColumnSettingsDialog settings={settings} columns={listed} onClose={() => setArranging(false)} />}
    </section>
  )
}

/** What a sheet did not bring, or brought by default. */
function remarksOn(sheet: LineSheet): string[] {
  const hasQty = !sheet.isHeaded || sheet.columns.some(({ meaning }) => meaning === 'qty')
  const beside = leftOut(sheet)
  return [
    ...(hasQty ? [] : ['没有数量列，数量按 1']),
    ...(beside.length > 0 ? [`未带入的列：${beside.join('、')}`] : []),
  ]
}

/** What is done at the cursor of the grid; cards have their own buttons. */
function GridButtons() {
  const { grid } = useEditor()
  return (
    <>
      <Button size="small" onClick={() => grid.current?.open()} title="F2">
        选择配件
      </Button>
      <Button size="small" onClick={() => grid.current?.insert()} title="Insert">
        插入行
      </Button>
      <Button size="small" onClick={() => grid.current?.remove()} title="Ctrl+Delete">
        删除行
      </Button>
    </>
  )
}

/** Part entry of the open document, and the picker it opens. */
function usePartEntry(mode: PartContext['mode']) {
  const { store, grid } = useEditor()
  const [openParts, partDialog] = useDialog(PartDialog)
  const { entry, choose } = useMemo(() => {
    const context = () => contextOf(store.header(), mode)
    const choose = async (text: string, candidates?: readonly LookupPart[]) =>
      (await openParts({ text, candidates, context: context(), target: store.def.kind, multiple: true })) ?? []
    const entry = new PartEntry(store.lines, {
      context,
      choose,
      say: toast.error,
      refuse: () => {
        beep()
        grid.current?.alarm()
      },
      flash: (key) => grid.current?.flash(key),
      focus: (key, field) => grid.current?.focus(key, field),
      typing: () => grid.current?.unfinished() ?? false,
    })
    return { entry, choose }
  }, [store, grid, mode, openParts])
  useEffect(() => {
    store.settled = entry.settled
  }, [store, entry])
  return { entry, choose, partDialog }
}

const idOrNone = (value: unknown) => (typeof value === 'number' ? value : undefined)

const contextOf = (header: HeaderValues, mode: PartContext['mode']): PartContext => ({
  mode,
  partnerId: idOrNone(header.partnerId),
  warehouseId: idOrNone(header.warehouseId),
  taxIncluded: typeof header.taxIncluded === 'boolean' ? header.taxIncluded : undefined,
})

function LineCount() {
  const { store } = useEditor()
  const count = useSyncExternalStore(store.lines.subscribeOrder, () => store.lines.length)
  return <span className="de-count">共 {Math.max(0, count - 1)} 行</span>
}

/** Codes that became no line, each with its line in the pasted text and why. */
function RejectedLines(props: { rejected: readonly Rejected[]; onClose: () => void }) {
  const text = props.rejected.map((line) => `第${line.at}行\t${line.code}\t${line.reason}`).join('\n')
  return (
    <div className="de-notice de-notice-error" role="alert">
      <div>
        <b>{props.rejected.length} 行未导入</b>
        <ul className="de-rejected">
          {props.rejected.map((line) => (
            <li key={line.at}>
              第{line.at}行 {line.code}：{line.reason}
            </li>
          ))}
        </ul>
      </div>
      <span className="de-end">
        <Button size="small" onClick={() => void navigator.clipboard?.writeText(text)}>
          复制
        </Button>
        <Button size="small" onClick={props.onClose}>
          关闭
        </Button>
      </span>
    </div>
  )
}

const listColumn = (column: LineColumn<EditorLine>): Column<EditorLine> => ({
  key: column.name,
  title: column.title,
  width: column.width,
  hidden: column.hidden ?? false,
})

function arrangedColumns(
  all: readonly LineColumn<EditorLine>[],
  shown: readonly Column<EditorLine>[],
): LineColumn<EditorLine>[] {
  return shown.flatMap((place) => {
    const column = all.find((each) => each.name === place.key)
    return column ? [{ ...column, width: place.width ?? column.width }] : []
  })
}
