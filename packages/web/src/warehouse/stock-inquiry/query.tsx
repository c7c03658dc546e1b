import { button } from '@chepu/contract/access/catalogue'
import { missingFlag } from '@chepu/contract/kernel/warehouse-flags'
import { costAdjustment } from '@chepu/contract/warehouse/cost-adjustment'
import {
  type StockCut,
  stockCutNames,
  stockCuts,
  stockInquiry,
  type StockRow,
} from '@chepu/contract/warehouse/stock-inquiry'
import { useState } from 'react'
import { partQueryColumns } from '@chepu/contract/kernel/part-columns'
import { listOf } from '../../kit/list/columns'
import { FlagFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { partLabel } from '../../kit/goods/part-labels'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import type { RowAction } from '../../kit/ui/row-actions'
import { type TabTarget, useTabs } from '../../kit/base/tabs'
import { useSession } from '../../kit/base/session'
import { WarehouseFilter } from '../../pickers/filters'
import { partFilters } from '../../pickers/part-filters'
import { type Drilled, StockDrill } from './drills'

const pooled = ['onHand', 'available', 'reserved', 'locked', 'onOrder']
const worth = ['retailPrice', 'wholesalePrice1', 'costPrice', 'stockValue', 'lastInOn', 'lastOutOn']
const part = Object.keys(partQueryColumns)

/** What a cut shows beside the part: where it lies, how much, what it is worth. */
const shown: Record<StockCut, readonly string[]> = {
  warehouse: ['warehouseName', ...pooled, ...worth, 'locationCode'],
  part: [...pooled, ...worth],
  location: ['warehouseName', 'locationCode', 'onHand', ...worth],
  batch: ['warehouseName', 'locationCode', 'batchNo', 'onHand', ...worth],
  group: ['orgName', 'onHand'],
}

function listOfCut(cut: StockCut) {
  const { columns, ...list } = listOf(stockInquiry[cut])
  const known = new Map(columns.map((column) => [column.key, column]))
  return { ...list, columns: [...part, ...shown[cut]].flatMap((key) => known.get(key) ?? []) }
}
const lists = Object.fromEntries(stockCutNames.map((cut) => [cut, listOfCut(cut)])) as Record<
  StockCut,
  ReturnType<typeof listOfCut>
>

const filtersOf = (cut: StockCut) => (
  <>
    <TextFilter name="part" title="配件" search placeholder="编码/名称/拼音/OE号/条码" />
    <WarehouseFilter name="warehouseId" />
    <FlagFilter name="inStock" title="仅有货" />
    {cut === 'part' && (
      <SelectFilter name="limit" title="库存预警" options={{ low: '低于下限', high: '高于上限' }} more />
    )}
    <FlagFilter name="substitutes" title="含替换件" />
    {partFilters}
  </>
)

async function printLabel(row: StockRow): Promise<void> {
  const { printLabels } = await import('../../kit/print/labels')
  await printLabels([partLabel(row)])
}

/** A new 成本调整单 of what the row shows. */
const adjustmentOf = ({ warehouseId, partCode }: StockRow): TabTarget => ({
  key: 'costAdjustment',
  params: { new: 1, warehouseId: warehouseId ?? undefined, part: partCode },
})

/** 库存查询 (business/warehouse 3.1): stock in five cuts, and what lies behind a figure. */
export default function StockInquiry() {
  const { has, sees, flagsAt } = useSession()
  const { open } = useTabs()
  const mayAdjust = has(button('stock', 'cost_adjust')) && sees('cost_price')
  const [drilled, setDrilled] = useState<Drilled>()
  const drill = (key: Drilled['kind'], label: string, row: StockRow): RowAction => ({
    key,
    label,
    run: () => setDrilled({ kind: key, row }),
  })
  const rowActions = (row: StockRow): RowAction[] => [
    drill('ledger', '台账', row),
    drill('reservations', '占用明细', row),
    drill('substitutes', '替换件', row),
    ...(mayAdjust && row.warehouseId !== null && !missingFlag(costAdjustment, {}, row, flagsAt)
      ? [{ key: 'adjust', label: '成本调整', run: () => open(adjustmentOf(row)) }]
      : []),
    ...(has(button('stock', 'label')) ? [{ key: 'label', label: '打印标签', run: () => void printLabel(row) }] : []),
  ]
  const tabs = stockCutNames
    .filter((cut) => cut !== 'group' || has(button('stock', 'all_org')))
    .map((cut) =>
      queryTab<StockRow>({
        ...lists[cut],
        key: cut,
        title: stockCuts[cut],
        nothing: '还没有库存',
        keyOf: (row) => row.key,
        rowActions,
        onOpen: (row) => setDrilled({ kind: 'ledger', row }),
        filters: filtersOf(cut),
      }),
    )
  return (
    <>
      <QueryPage name="stockInquiry" tabs={tabs} defaults={{ inStock: 'true' }} />
      {drilled && <StockDrill drilled={drilled} onClose={() => setDrilled(undefined)} />}
    </>
  )
}
