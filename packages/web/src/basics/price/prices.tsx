import { priceAdjustment, priceButtons } from '@chepu/contract/basics/price-adjustment'
import { priceList, type PriceRow } from '@chepu/contract/basics/price-list'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../kit/base/session'
import { Gestures } from '../../kit/base/submit-once'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { listOf } from '../../kit/list/columns'
import { FlagFilter, TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import { useDialog } from '../../kit/ui/use-dialog'
import { partFilters } from '../../pickers/part-filters'
import { FormulaDialog } from './formula-dialog'
import { rowOfList } from './formula-rows'
import { HistoryDialog } from './history'

const list = listOf(priceList)

/** 价格: what the org's products are sold at, beside what they cost; ticked ones get new prices by a formula. */
export function PriceTable(props: { head: ReactNode }) {
  const { has, org, sees } = useSession()
  const { tab: _tab, ...asked } = useScreenParams()
  const [shown, setShown] = useState<PriceRow>()
  const [askFormula, formulaDialog] = useDialog(FormulaDialog)
  const draft = useDraft()
  const adjust = async ({ selected, clearSelection }: ListApi<PriceRow>) => {
    const found = await askFormula(selected.map((row) => rowOfList(row, org.priceTaxIncluded)))
    if (!found) return
    const lines = [...found.prices].map(([partId, price]) => ({ partId, [found.name]: price }))
    if (await draft(lines)) clearSelection()
  }
  const toolbar = (table: ListApi<PriceRow>) =>
    has(priceButtons.add) && (
      <Button size="small" type="primary" disabled={table.selected.length === 0} onClick={() => void adjust(table)}>
        批量调价{table.selected.length > 0 ? `（${table.selected.length}）` : ''}
      </Button>
    )
  return (
    <>
      <ListPage<PriceRow>
        {...list}
        export={has(priceButtons.export) ? list.export : undefined}
        name="price.prices"
        nothing="还没有商品"
        keyOf={(row) => row.productId}
        head={props.head}
        initial={asked as Record<string, string>}
        selectable
        onOpen={setShown}
        rowActions={(row) => [{ key: 'history', label: '调价记录', run: () => setShown(row) }]}
        toolbar={toolbar}
      >
        <TextFilter name="part" title="配件" search placeholder="编码/名称/拼音/OE号/条码" />
        {sees('gross_profit') && <TextFilter name="marginBelow" title="毛利率低于%" placeholder="如 15" />}
        <FlagFilter name="unpriced" title="无价" />
        <FlagFilter name="onShelf" title="仅上架" />
        {partFilters}
      </ListPage>
      {formulaDialog}
      {shown && <HistoryDialog part={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

/** Saves a draft of the new prices and opens it. */
function useDraft() {
  const { open } = useTabs()
  const [gestures] = useState(() => new Gestures(() => undefined))
  return async (lines: readonly Record<string, unknown>[]): Promise<boolean> => {
    const body = { header: { bizDate: shanghaiDay(), reason: '批量调价' }, lines }
    try {
      const { routes } = priceAdjustment
      const saved = await gestures.run(() => gestures.change({ route: routes.save, body: body as never }))
      if (!saved) return false
      toast.success(`已生成调价单 ${saved.billNo}`)
      open({ key: 'price', params: { id: saved.id } })
      return true
    } catch (problem) {
      toast.error(problem instanceof Error ? problem.message : '调价单没有保存')
      return false
    }
  }
}
