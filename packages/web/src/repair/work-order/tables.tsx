import type { LookupPart } from '@chepu/contract/basics/lookups'
import { workOrder } from '@chepu/contract/repair/work-order'
import type { RepairSection } from '@chepu/contract/kernel/repair-document'
import { isEntered } from '@chepu/contract/kernel/states'
import { Button } from 'antd'
import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { beep } from '../../kit/base/beep'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useNarrow } from '../../kit/base/use-narrow'
import { useScans } from '../../kit/base/use-scans'
import { useDocumentMeta, useEditor, useEditorKeys, useHeader } from '../../kit/document/document-context'
import { LineEntry } from '../../kit/grid/line-entry'
import type { LineStore } from '../../kit/grid/line-grid-store'
import { useArrangedColumns } from '../../kit/grid/use-arranged-columns'
import type { EditorLine } from '../../kit/goods/document-lines'
import { useDialog } from '../../kit/ui/use-dialog'
import { PartDialog } from '../../pickers/part-dialog'
import { PartEntry } from '../../pickers/part-entry'
import { RejectedLines } from '../../pickers/part-lines'
import { PartnerDialog } from '../../pickers/partner-dialog'
import { useBusinessTypes, useWorkerTypes } from '../../pickers/repair-lists'
import { ServiceItemDialog } from '../../pickers/service-item-dialog'
import { contextOf, useSheetPaste } from '../../pickers/use-part-lines'
import { type ColumnSource, orderColumns } from './columns'
import { ItemEntry } from './item-entry'
import { useOrder } from './order-context'
import { excessOf, type OrderLine } from './order-lines'
import { ExcessDialog } from './excess-dialog'
import { type StockOf, useOrderStock, useShortMaterial } from './short-material'
import { SplitDialog } from './split-dialog'

const isDeclined = (line: OrderLine) => line.agreement === 'declined'
const noBin = () => undefined
const sections = ['labour', 'materials', 'extras', 'outsourced'] as const

/** The four tables of an order. F6 goes from one to the next. */
export function OrderTables() {
  const { grids, readOnly } = useEditor()
  const narrow = useNarrow()
  const stockOf = useOrderStock()
  const short = useShortMaterial(stockOf)
  const { source, items, parts, dialogs } = useOrderEntry(stockOf, short.ask)
  const place = useRef<HTMLDivElement>(null)
  useScans(
    { root: () => place.current?.closest('.de'), leaves: '.line-grid *, .line-cards input', take: parts.scan },
    !readOnly,
  )
  const { paste, rejected, forgetRejected, headingsDialog } = useSheetPaste(parts, noBin)
  useEditorKeys({
    F6: () => {
      const at = sections.findIndex((name) =>
        place.current?.querySelector(`[data-table="${name}"]`)?.contains(document.activeElement),
      )
      grids.of(sections[(at + 1) % sections.length] ?? 'labour')?.focus()
    },
  })
  return (
    <div className="wo-tables" ref={place}>
      {rejected && <RejectedLines rejected={rejected} onClose={forgetRejected} />}
      <Table section="labour" source={source} onCode={items.typed} onScan={parts.scan} addTitle="添加项目">
        {!readOnly && !narrow && <AddItems entry={items} />}
      </Table>
      <Table
        section="materials"
        source={source}
        onCode={parts.typed}
        onScan={parts.scan}
        onPasteLines={(sheet) => void paste(sheet)}
        addTitle="添加材料"
      >
        {short.button}
      </Table>
      <div className="wo-pair">
        <Table section="extras" source={source} onScan={parts.scan} addTitle="添加附加费" />
        <Table section="outsourced" source={source} onScan={parts.scan} addTitle="添加外协" />
      </div>
      {dialogs}
      {short.dialog}
      {headingsDialog}
    </div>
  )
}

type Owner = Pick<Parameters<typeof LineEntry<OrderLine>>[0], 'onCode' | 'onScan' | 'onPasteLines' | 'addTitle'>

function Table(props: Owner & { section: RepairSection; source: ColumnSource; children?: ReactNode }) {
  const { section, source, children, ...owner } = props
  const { grids, readOnly } = useEditor()
  const order = useOrder()
  const lines = order.sections[section]
  const { title } = workOrder.sections[section]
  const narrow = useNarrow()
  const all = useMemo(() => orderColumns(section, source), [section, source])
  const { columns, settingsButton } = useArrangedColumns(`work_order_${section}`, all)
  const count = useSyncExternalStore(lines.subscribeOrder, () => lines.length)
  const filled = readOnly ? count : Math.max(0, count - 1)
  if (readOnly && filled === 0) return null
  return (
    <section className={`wo-table wo-${section}`} style={{ '--lines': count } as CSSProperties} data-table={section}>
      <div className="de-lines-bar">
        <b>{title}</b>
        <span className="de-count">{filled} 行</span>
        {children}
        {!readOnly && !narrow && <LineButtons section={section} isInsured={source.isInsured} />}
        {settingsButton}
      </div>
      <div className="de-grid">
        <LineEntry<OrderLine>
          ref={grids.ref(section)}
          store={lines}
          columns={columns}
          label={`工单${title}`}
          readOnly={readOnly}
          height="100%"
          isStruck={isDeclined}
          onRefuse={toast.warning}
          {...owner}
        />
      </div>
    </section>
  )
}

/** What is done to the line at the cursor. */
function LineButtons({ section, isInsured }: { section: RepairSection; isInsured: boolean }) {
  const { grids } = useEditor()
  const order = useOrder()
  const [split, dialog] = useDialog(SplitDialog)
  const [askExcess, excessDialog] = useDialog(ExcessDialog)
  const splitLine = async () => {
    const grid = grids.of(section)
    grid?.commit()
    const key = grid?.activeKey()
    const line = key === undefined ? undefined : order.sections[section].line(key)
    if (!line || key === undefined) return
    const qty = await split({ name: line.name || line.partName, qty: line.qty })
    if (qty === undefined) return
    const fault = order.split(section, key, qty)
    if (fault) toast.warning(fault)
    else grid?.focus(key, 'payer')
  }
  const takeAssessed = async () => {
    const grid = grids.of(section)
    grid?.commit()
    const key = grid?.activeKey()
    const line = key === undefined ? undefined : order.sections[section].line(key)
    const excess = line && excessOf(line)
    if (!line || key === undefined || excess === undefined) {
      toast.warning('请先选择保险付费、金额高于定损价的行')
      return
    }
    const taker = await askExcess({ name: line.name || line.partName, excess })
    if (taker) order.takeAssessed(section, key, taker)
  }
  return (
    <>
      <Button size="small" onClick={() => grids.of(section)?.remove()} title="Ctrl+Delete">
        删除行
      </Button>
      <Button size="small" onClick={() => void splitLine()}>
        拆分行
      </Button>
      {isInsured && (
        <Button size="small" onClick={() => void takeAssessed()}>
          超定损处理
        </Button>
      )}
      {excessDialog}
      {dialog}
    </>
  )
}

/** Several items at once. */
function AddItems({ entry }: { entry: ItemEntry }) {
  const { store } = useEditor()
  const [open, dialog] = useDialog(ServiceItemDialog)
  const add = async () => {
    const items = await open({ text: '', vehicleId: vehicleOf(store.header()) })
    if (items) entry.choose(undefined, items)
  }
  return (
    <>
      <Button size="small" onClick={() => void add()}>
        选择项目
      </Button>
      {dialog}
    </>
  )
}

const vehicleOf = ({ vehicleId }: Readonly<Record<string, unknown>>) =>
  typeof vehicleId === 'number' ? vehicleId : undefined

/** Entry of labour and material, and what the columns open. */
function useOrderEntry(stockOf: StockOf, askFor: ColumnSource['askFor']) {
  const { store, grids } = useEditor()
  const order = useOrder()
  const { state } = useDocumentMeta()
  const { sees } = useSession()
  const workerTypes = useWorkerTypes()
  const { businessTypeId } = useHeader()
  const isInsured = useBusinessTypes().find(({ id }) => id === businessTypeId)?.defaultPayer === 'insurance'
  const [openItems, itemDialog] = useDialog(ServiceItemDialog)
  const [openParts, partDialog] = useDialog(PartDialog)
  const [openPartners, partnerDialog] = useDialog(PartnerDialog)
  const context = useCallback(() => contextOf(store.header(), 'sale'), [store])
  const chooseItems = useCallback(
    async (text: string) => (await openItems({ text, vehicleId: vehicleOf(store.header()) })) ?? [],
    [openItems, store],
  )
  const chooseParts = useCallback(
    async (text: string, candidates?: readonly LookupPart[]) =>
      (await openParts({ text, candidates, context: context() })) ?? [],
    [openParts, context],
  )
  const { items, parts } = useMemo(() => {
    const grid = () => grids.of('materials')
    const screen = {
      context,
      choose: chooseParts,
      say: toast.error,
      refuse: () => {
        beep()
        grid()?.alarm()
      },
      flash: (key: number) => grid()?.flash(key),
      focus: (key?: number, field?: string) => grid()?.focus(key, field),
      typing: () => grid()?.unfinished() ?? false,
    }
    return {
      items: new ItemEntry(order, {
        context: () => ({ ...context(), vehicleId: vehicleOf(store.header()) }),
        choose: chooseItems,
        say: toast.warning,
        typing: () => grids.of('labour')?.unfinished() ?? false,
      }),
      parts: new PartEntry(order.sections.materials as unknown as LineStore<EditorLine>, screen),
    }
  }, [order, store, grids, context, chooseItems, chooseParts])
  useEffect(() => {
    store.settled = () => Promise.all([items.settled(), parts.settled()])
  }, [store, items, parts])
  const source = useMemo(
    (): ColumnSource => ({
      order,
      isConfirmed: !isEntered(workOrder, state),
      seesPrice: sees(workOrder.priceField ?? 'doc_price'),
      isInsured,
      workerTypes,
      stockOf,
      askFor,
      openItem: async (line, text) => {
        const chosen = await chooseItems(text || line.pending)
        if (chosen.length > 0) items.choose(line.key, chosen)
        return undefined
      },
      openPart: async (line, text) => {
        const chosen = await chooseParts(text || line.pending)
        if (chosen.length === 0) return undefined
        parts.fillChosen(line.key, chosen)
        requestAnimationFrame(() => grids.of('materials')?.focus(line.key, 'qty'))
        return undefined
      },
      openPartner: (text, role, title) => openPartners({ text, roles: role, title }),
    }),
    [
      order,
      state,
      sees,
      isInsured,
      workerTypes,
      stockOf,
      askFor,
      chooseItems,
      chooseParts,
      items,
      parts,
      grids,
      openPartners,
    ],
  )
  return {
    source,
    items,
    parts,
    dialogs: (
      <>
        {itemDialog}
        {partDialog}
        {partnerDialog}
      </>
    ),
  }
}
