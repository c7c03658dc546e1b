import type { LookupPart } from '@chepu/contract/basics/lookups'
import { searchServiceItems } from '@chepu/contract/repair/lookups'
import { warrantyBillPrices } from '@chepu/contract/warranty/bill-prices'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { Button } from 'antd'
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { beep } from '../../kit/base/beep'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { Underway } from '../../kit/base/underway'
import { useNarrow } from '../../kit/base/use-narrow'
import { useEditor, useEditorKeys } from '../../kit/document/document-context'
import { LineEntry } from '../../kit/grid/line-entry'
import type { LineStore } from '../../kit/grid/line-grid-store'
import { useArrangedColumns } from '../../kit/grid/use-arranged-columns'
import type { EditorLine } from '../../kit/goods/document-lines'
import { useDialog } from '../../kit/ui/use-dialog'
import { PartDialog } from '../../pickers/part-dialog'
import { PartEntry } from '../../pickers/part-entry'
import { ServiceItemDialog } from '../../pickers/service-item-dialog'
import { contextOf } from '../../pickers/use-part-lines'
import { type BillStore, type BillTable, billTables, lineOfItem } from './bill-store'
import { billColumns, type ColumnSource } from './columns'

const addTitles = { labour: '添加工时', materials: '添加材料', extras: '添加费用' } as const

/** The three tables of a bill. F6 goes from one to the next. */
export function BillTables({ bill }: { bill: BillStore }) {
  const { grids } = useEditor()
  const entry = useBillEntry(bill)
  const place = useRef<HTMLDivElement>(null)
  useEditorKeys({
    F6: () => {
      const at = billTables.findIndex((name) =>
        place.current?.querySelector(`[data-table="${name}"]`)?.contains(document.activeElement),
      )
      grids.of(billTables[(at + 1) % billTables.length] ?? 'labour')?.focus()
    },
  })
  return (
    <div className="wb-tables" ref={place}>
      <Table bill={bill} table="labour" source={entry.source} onCode={entry.typedItem} />
      <Table bill={bill} table="materials" source={entry.source} onCode={entry.parts.typed} />
      <Table bill={bill} table="extras" source={entry.source} />
      {entry.dialogs}
    </div>
  )
}

function Table(props: {
  bill: BillStore
  table: BillTable
  source: ColumnSource
  onCode?: (key: number, text: string, column: string) => void
}) {
  const { bill, table, source, onCode } = props
  const { grids, readOnly } = useEditor()
  const narrow = useNarrow()
  const lines = bill.tables[table]
  const all = useMemo(() => billColumns(table, source), [table, source])
  const { columns, settingsButton } = useArrangedColumns(`warranty_bill_${table}`, all)
  const count = useSyncExternalStore(lines.subscribeOrder, () => lines.length)
  const filled = readOnly ? count : Math.max(0, count - 1)
  if (readOnly && filled === 0) return null
  const { title } = warrantyBill.sections[table]
  return (
    <section className="wb-table" style={{ '--lines': count } as CSSProperties} data-table={table}>
      <div className="de-lines-bar">
        <b>{title}</b>
        <span className="de-count">{filled} 行</span>
        {!readOnly && !narrow && (
          <Button size="small" title="Ctrl+Delete" onClick={() => grids.of(table)?.remove()}>
            删除行
          </Button>
        )}
        {settingsButton}
      </div>
      <div className="de-grid">
        <LineEntry
          ref={grids.ref(table)}
          store={lines}
          columns={columns}
          label={`三包单${title}`}
          readOnly={readOnly}
          height="100%"
          addTitle={addTitles[table]}
          onRefuse={toast.warning}
          {...(onCode && { onCode })}
        />
      </div>
    </section>
  )
}

/** Entry of items and parts, by what is typed and by their dialogs. */
function useBillEntry(bill: BillStore) {
  const { store, grids } = useEditor()
  const { sees } = useSession()
  const [openItems, itemDialog] = useDialog(ServiceItemDialog)
  const [openParts, partDialog] = useDialog(PartDialog)
  const [underway] = useState(() => new Underway())
  const context = useCallback(() => contextOf(store.header(), 'sale'), [store])
  const chooseParts = useCallback(
    async (text: string, candidates?: readonly LookupPart[]) =>
      (await openParts({ text, candidates, context: context() })) ?? [],
    [openParts, context],
  )
  const parts = useMemo(() => {
    const grid = () => grids.of('materials')
    // What a customer pays says nothing of what a manufacturer does.
    return new PartEntry(
      bill.tables.materials as unknown as LineStore<EditorLine>,
      {
        context,
        choose: chooseParts,
        say: toast.error,
        refuse: () => {
          beep()
          grid()?.alarm()
        },
        flash: (key) => grid()?.flash(key),
        focus: (key, field) => grid()?.focus(key, field),
        typing: () => grid()?.unfinished() ?? false,
      },
      { price: '', priceSource: 'manual', discountRate: '1' },
    )
  }, [bill, grids, context, chooseParts])
  useEffect(() => {
    store.settled = () => Promise.all([parts.settled(), underway.over()])
  }, [store, parts, underway])
  useEffect(() => {
    bill.onUnpriced = () => void underway.begin(askPrices(bill)).catch(() => undefined)
  }, [bill, underway])
  const typedItem = useCallback(
    (key: number, text: string) => void underway.begin(fillItem(bill, key, text)).catch(() => undefined),
    [bill, underway],
  )
  const source = useMemo(
    (): ColumnSource => ({
      seesPrice: sees(warrantyBill.priceField ?? 'doc_price'),
      openItem: async (line, text) => {
        const { vehicleId } = store.header()
        const car = typeof vehicleId === 'number' ? { vehicleId } : {}
        const [first, ...others] = (await openItems({ text: text || line.name, ...car })) ?? []
        if (first) bill.tables.labour.update(line.key, lineOfItem(first))
        bill.tables.labour.append(others.map(lineOfItem))
        return undefined
      },
      openPart: async (line, text) => {
        const chosen = await chooseParts(text || line.pending)
        if (chosen.length === 0) return undefined
        parts.fillChosen(line.key, chosen)
        requestAnimationFrame(() => grids.of('materials')?.focus(line.key, 'qty'))
        return undefined
      },
    }),
    [bill, store, sees, grids, openItems, chooseParts, parts],
  )
  const dialogs = (
    <>
      {itemDialog}
      {partDialog}
    </>
  )
  return { source, parts, typedItem, dialogs }
}

/** Asks what the terms pay for lines that were just chosen, once for all that come at once. A call that failed leaves them to be typed. */
async function askPrices(bill: BillStore): Promise<void> {
  await Promise.resolve()
  const query = bill.question()
  if (query) bill.price(await call(warrantyBillPrices, { query, quiet: true }))
}

/** What is typed is the name of the work; where it names one item alone, that fills the line, unless something else was typed meanwhile. */
async function fillItem({ tables: { labour } }: BillStore, key: number, text: string): Promise<void> {
  const before = labour.line(key)
  if (!before || before.name === text) return
  labour.update(key, { pending: '', name: text, serviceItemId: null })
  const { rows } = await call(searchServiceItems, { query: { q: text, rows: 20 } })
  const exact = rows.filter(({ code, name }) => code === text || name === text)
  const [only, ...others] = exact.length > 0 ? exact : rows
  const now = labour.line(key)
  if (!only || others.length > 0 || now?.name !== text || now.serviceItemId !== null) return
  const { stdHours, ...item } = lineOfItem(only)
  labour.update(key, { ...item, ...(now.stdHours === before.stdHours && { stdHours }) })
}
