import type { LookupPart } from '@chepu/contract/basics/lookups'
import { lineShape } from '@chepu/contract/kernel/goods-document'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { beep } from '../kit/base/beep'
import { watchHands } from '../kit/base/focus'
import { useSession } from '../kit/base/session'
import { toast } from '../kit/base/toast'
import { AskHeadings } from '../kit/document/document-dialogs'
import { useEditor, useHeader } from '../kit/document/document-context'
import type { HeaderValues } from '../kit/document/document-editor-store'
import type { EditorLine, LineValues } from '../kit/goods/document-lines'
import { useGoods } from '../kit/goods-editor/goods-context'
import { type LineColumnChoice, lineColumns, shortOf } from '../kit/goods-editor/line-columns'
import type { GridHandle } from '../kit/grid/line-grid'
import type { LineColumn } from '../kit/grid/line-grid-columns'
import { leftOut, type LineSheet, openQuestion, sheetLines } from '../kit/grid/line-grid-paste'
import { useDialog } from '../kit/ui/use-dialog'
import { useLocations } from './lists'
import { LocationDialog } from './location-dialog'
import { PartDialog } from './part-dialog'
import { type PartContext, PartEntry, type Rejected } from './part-entry'

export interface LinesProps {
  columns: readonly LineColumnChoice[]
  /** Which prices the part picker offers. */
  mode: PartContext['mode']
  /** What the line of a chosen part begins with in place of quantity 1 at the proposed price; the same object each time. */
  begins?: LineValues
  /** Goods leave the warehouse: locations are chosen among those that hold the part. */
  outgoing?: boolean
  /** Buttons of the kind's own beside those of the lines. */
  tools?: ReactNode
}

const costFields = new Set(['unitCost', 'costAmount'])
/** What helps while a line is being entered; a finished document does not know it. */
const entryFields = new Set(['available', 'lastPrice'])

/** The grid of the goods lines while it is on screen. */
export function useLinesGrid(): () => GridHandle | undefined {
  const { grids } = useEditor()
  return useCallback(() => grids.of('lines'), [grids])
}

/** Part entry of the open document, and the picker it opens. */
export function usePartEntry(mode: PartContext['mode'], begins?: LineValues) {
  const { store } = useEditor()
  const { lines } = useGoods()
  const grid = useLinesGrid()
  const [openParts, partDialog] = useDialog(PartDialog)
  const { entry, choose } = useMemo(() => {
    const context = () => contextOf(store.header(), mode)
    const choose = async (text: string, candidates?: readonly LookupPart[]) =>
      (await openParts({ text, candidates, context: context(), target: store.def.kind })) ?? []
    const entry = new PartEntry(
      lines,
      {
        context,
        choose,
        say: toast.error,
        refuse: () => {
          beep()
          grid()?.alarm()
        },
        flash: (key) => grid()?.flash(key),
        focus: (key, field) => grid()?.focus(key, field),
        typing: () => grid()?.unfinished() ?? false,
      },
      begins,
    )
    return { entry, choose }
  }, [store, lines, grid, mode, begins, openParts])
  useEffect(() => {
    store.settled = entry.settled
  }, [store, entry])
  return { entry, choose, partDialog }
}

/** Scans of bins, where lines of the kind say from which bin goods go into which. */
export function useBinScans(entry: PartEntry, findLocation: (code: string) => number | undefined): void {
  const { def } = useGoods()
  useEffect(() => {
    if ('toLocationId' in lineShape(def)) entry.findBin = findLocation
  }, [entry, def, findLocation])
}

/** The columns of the page with what they open: the part picker, and the locations of the warehouse. */
export function usePartColumns(
  { columns, mode, outgoing = false }: LinesProps,
  { entry, choose }: Pick<ReturnType<typeof usePartEntry>, 'entry' | 'choose'>,
) {
  const { store, readOnly } = useEditor()
  const goods = useGoods()
  const grid = useLinesGrid()
  const header = useHeader()
  const { sees } = useSession()
  const locations = useLocations(idOrNone(header.warehouseId))
  const [openLocation, locationDialog] = useDialog(LocationDialog)
  const findLocation = useCallback(
    (code: string) => locations.find((location) => location.code.toLowerCase() === code.toLowerCase())?.id,
    [locations],
  )
  const openPart = useCallback(
    async (line: EditorLine, text: string) => {
      const parts = await choose(text || line.pending)
      if (parts.length > 0) {
        entry.fillChosen(line.key, parts)
        requestAnimationFrame(() => grid()?.focus(line.key, 'qty'))
      }
      return undefined
    },
    [choose, entry, grid],
  )
  const findPlace = useCallback(
    async (line: EditorLine, text: string, outgoing: boolean) => {
      const warehouseId = idOrNone(store.header().warehouseId)
      if (line.partId === null || warehouseId === undefined) return undefined
      return openLocation({ text, partId: line.partId, warehouseId, locations, outgoing })
    },
    [store, openLocation, locations],
  )
  const choosePlace = useCallback(
    async (line: EditorLine, text: string) => {
      const place = await findPlace(line, text, outgoing)
      if (!place) return undefined
      const { locationId, locationCode, batchNo } = place
      return batchNo ? { locationId, locationCode, batchNo } : { locationId, locationCode }
    },
    [findPlace, outgoing],
  )
  const chooseTarget = useCallback(
    async (line: EditorLine, text: string) => {
      const place = await findPlace(line, text, false)
      return place && { toLocationId: place.locationId, toLocationCode: place.locationCode }
    },
    [findPlace],
  )
  const warnsShort = mode === 'sale' && !readOnly
  const all = useMemo(
    () =>
      lineColumns(columns, { goods, findLocation, openPart, openLocation: choosePlace, openTarget: chooseTarget })
        .map((column): LineColumn<EditorLine> =>
          column.name === 'qty' && warnsShort ? { ...column, warn: shortOf } : column,
        )
        .filter(({ name }) => (!costFields.has(name) || sees('cost_price')) && !(readOnly && entryFields.has(name))),
    // Amounts are shown with or without tax, so that the columns are new when that changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [columns, goods, findLocation, openPart, choosePlace, chooseTarget, sees, readOnly, warnsShort, header.taxIncluded],
  )
  return { all, findLocation, locationDialog }
}

/** Lines out of a spreadsheet: what its headings mean is asked where they do not say it, what became no line is told. */
export function useSheetPaste(entry: PartEntry, findLocation: (code: string) => number | undefined) {
  const grid = useLinesGrid()
  const [askHeadings, headingsDialog] = useDialog(AskHeadings)
  const [rejected, setRejected] = useState<Rejected[]>()
  const paste = async (pasted: LineSheet) => {
    const sheet = openQuestion(pasted) ? await askHeadings(pasted) : pasted
    if (!sheet) return grid()?.focus()
    const hasGoneOn = watchHands()
    try {
      const lines = sheetLines(sheet)
      const bad = await entry.paste(lines, findLocation)
      const added = lines.length - bad.length
      if (added > 0) toast.success([`已加入 ${added} 行明细`, ...remarksOn(sheet)].join('；'))
      setRejected(bad.length > 0 ? bad : undefined)
    } catch {
      // The call has already told the user why.
    }
    // Who has gone on meanwhile is not called back.
    if (!hasGoneOn()) grid()?.focus()
  }
  return { paste, rejected, forgetRejected: () => setRejected(undefined), headingsDialog }
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

const idOrNone = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** What prices and quantities of parts depend on. */
export const contextOf = (header: HeaderValues, mode: PartContext['mode']): PartContext => ({
  mode,
  partnerId: idOrNone(header.partnerId),
  warehouseId: idOrNone(header.warehouseId),
  taxIncluded: typeof header.taxIncluded === 'boolean' ? header.taxIncluded : undefined,
})
