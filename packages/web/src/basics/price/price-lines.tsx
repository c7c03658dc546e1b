import { priceAdjustment, priceButtons } from '@chepu/contract/basics/price-adjustment'
import { priceNames } from '@chepu/contract/basics/product'
import { Button } from 'antd'
import { useMemo, useRef, useSyncExternalStore } from 'react'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useNarrow } from '../../kit/base/use-narrow'
import { useScans } from '../../kit/base/use-scans'
import { useEditor } from '../../kit/document/document-context'
import { LineEntry } from '../../kit/grid/line-entry'
import { useArrangedColumns } from '../../kit/grid/use-arranged-columns'
import type { LineSheet } from '../../kit/grid/line-grid-paste'
import { useDialog } from '../../kit/ui/use-dialog'
import { FormulaDialog } from './formula-dialog'
import { rowOfLine } from './formula-rows'
import { ImportPricesDialog } from './import-dialog'
import { priceColumns } from './price-columns'
import { usePrices } from './price-context'
import type { PriceLine } from './price-store'
import { usePriceEntry } from './use-price-entry'

/** The lines of the open 调价单: products by code or scan, prices by hand, by formula or out of a sheet. */
export function PriceLines() {
  const { grids, readOnly } = useEditor()
  const prices = usePrices()
  const { sees, has, org } = useSession()
  const { entry, openPart, partDialog } = usePriceEntry()
  const [importPrices, importDialog] = useDialog(ImportPricesDialog)
  const place = useRef<HTMLElement>(null)
  useScans(
    { root: () => place.current?.closest('.de'), leaves: '.line-grid *, .line-cards input', take: entry.scan },
    !readOnly,
  )
  const used = useUsed(readOnly)
  const all = useMemo(
    () => priceColumns({ sees, taxIncluded: org.priceTaxIncluded, readOnly, used: used.split(' '), openPart }),
    [sees, org.priceTaxIncluded, readOnly, used, openPart],
  )
  const { columns, settingsButton } = useArrangedColumns(`${priceAdjustment.kind}_lines`, all)
  const takeSheet = async (sheet?: LineSheet) => {
    const text = sheet && [sheet.columns.map(({ title }) => title), ...sheet.rows.map(({ cells }) => cells)]
    const found = await importPrices(text)
    if (found) await prices.add(found.parts, found.prices)
  }
  return (
    <section className="de-lines" ref={place}>
      {!readOnly && (
        <div className="de-lines-bar">
          <GridButtons />
          <FormulaButton />
          {has(priceButtons.import) && (
            <Button size="small" onClick={() => void takeSheet()}>
              导入价格
            </Button>
          )}
          <LineCount />
          {settingsButton}
        </div>
      )}
      <div className="de-grid">
        <LineEntry<PriceLine>
          ref={grids.ref('lines')}
          store={prices.lines}
          columns={columns}
          label={`${priceAdjustment.title}明细`}
          readOnly={readOnly}
          height="100%"
          onCode={(key, code) => entry.typed(key, code)}
          onScan={entry.scan}
          onPasteLines={(sheet) => void takeSheet(sheet)}
          onRefuse={toast.warning}
        />
      </div>
      {partDialog}
      {importDialog}
    </section>
  )
}

/** Names of the prices to show, with spaces between: all that may be entered, and of a document that is only read those that it sets. */
function useUsed(readOnly: boolean): string {
  const { lines } = usePrices()
  const order = useSyncExternalStore(lines.subscribeOrder, lines.order)
  return useMemo(() => {
    const set = order.flatMap((key) => lines.line(key) ?? [])
    return priceNames.filter((name) => !readOnly || set.some((line) => line[name] !== '')).join(' ')
  }, [lines, order, readOnly])
}

/** What is done at the cursor of the grid; cards have their own buttons. */
function GridButtons() {
  const { grids } = useEditor()
  if (useNarrow()) return null
  return (
    <>
      <Button size="small" onClick={() => grids.of('lines')?.open()} title="F2">
        选择配件
      </Button>
      <Button size="small" onClick={() => grids.of('lines')?.remove()} title="Ctrl+Delete">
        删除行
      </Button>
    </>
  )
}

/** 按公式填价 for all lines. */
function FormulaButton() {
  const { lines } = usePrices()
  const { org } = useSession()
  const [ask, dialog] = useDialog(FormulaDialog)
  const fill = async () => {
    const filled = lines.filled().filter(({ partId }) => partId !== null)
    const found = await ask(filled.map((line) => rowOfLine(line, org.priceTaxIncluded)))
    if (!found) return
    for (const [key, price] of found.prices) lines.update(key, { [found.name]: price })
    toast.success(`已填入${found.prices.size}个价格`)
  }
  return (
    <>
      <Button size="small" onClick={() => void fill()}>
        按公式填价
      </Button>
      {dialog}
    </>
  )
}

function LineCount() {
  const { lines } = usePrices()
  const count = useSyncExternalStore(lines.subscribeOrder, () => lines.length)
  return <span className="de-count">共 {Math.max(0, count - 1)} 行</span>
}
