import { button } from '@chepu/contract/access/catalogue'
import {
  type StockCut,
  stockCutNames,
  stockCuts,
  stockInquiry,
  type StockRow,
} from '@chepu/contract/warehouse/stock-inquiry'
import { useState } from 'react'
import type { Column } from '../../kit/columns'
import { FlagFilter, SelectFilter, TextFilter } from '../../kit/filters'
import { partColumns } from '../../kit/part-columns'
import { partLabel } from '../../kit/part-labels'
import { QueryPage, queryTab } from '../../kit/query-page'
import type { RowAction } from '../../kit/row-actions'
import { useSession } from '../../kit/session'
import { WarehouseFilter } from '../../pickers/filters'
import { partFilters } from '../../pickers/part-filters'
import { type Drilled, StockDrill } from './drills'

const figure = (key: string, title: string): Column<StockRow> => ({
  key,
  title,
  kind: 'qty',
  width: 56,
  sort: key === 'onHand',
  isKey: key === 'onHand' || key === 'available',
  ...(key === 'available' ? { card: 'amount' as const } : {}),
})
const place = {
  org: { key: 'orgName', title: '企业', width: 160, sort: false, isKey: true },
  warehouse: { key: 'warehouseName', title: '仓库', width: 68, sort: false, card: 'small' },
  location: { key: 'locationCode', title: '货位', width: 76, sort: false, card: 'fact' },
  batch: { key: 'batchNo', title: '批次', width: 96, sort: false },
} satisfies Record<string, Column<StockRow>>
const onHand = figure('onHand', '现存')
const pooled = [
  figure('available', '可用'),
  figure('reserved', '占用'),
  figure('locked', '锁定'),
  figure('onOrder', '在途'),
]
const worth: Column<StockRow>[] = [
  { key: 'retailPrice', title: '零售价', kind: 'price', width: 68, field: 'doc_price', sort: false, isKey: true },
  {
    key: 'wholesalePrice1',
    title: '批发价',
    kind: 'price',
    width: 68,
    field: 'wholesale_price',
    sort: false,
    isKey: true,
  },
  { key: 'costPrice', title: '成本价', kind: 'cost', width: 76, field: 'cost_price', sort: false, isKey: true },
  { key: 'stockValue', title: '库存金额', kind: 'money', field: 'cost_price', isKey: true },
  { key: 'lastInOn', title: '最近入库', kind: 'date', sort: false },
  { key: 'lastOutOn', title: '最近出库', kind: 'date', sort: false },
]

/** A part as it is asked for at the counter: with the cars that it fits, and without OE number and size until one wants them. */
const countedParts = partColumns.map((column): Column<StockRow> => {
  if (column.key === 'fitment') return { ...column, hidden: false, width: 96, isKey: true }
  return column.key === 'spec' || column.key === 'oeNo' ? { ...column, hidden: true } : column
})

/** What a cut shows beside the part: where it lies, how much, what it is worth. */
const columns: Record<StockCut, Column<StockRow>[]> = {
  warehouse: [place.warehouse, onHand, ...pooled, ...worth, place.location],
  part: [onHand, ...pooled, ...worth],
  location: [place.warehouse, place.location, onHand, ...worth],
  batch: [place.warehouse, place.location, place.batch, onHand, ...worth],
  group: [place.org, onHand],
}

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
  const { printLabels } = await import('../../kit/labels')
  await printLabels([partLabel(row)])
}

/** 库存查询 (DOMAIN 2.5 stockInquiry): stock in five cuts, and what lies behind a figure. */
export default function StockInquiry() {
  const { has } = useSession()
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
    ...(has(button('stock', 'label')) ? [{ key: 'label', label: '打印标签', run: () => void printLabel(row) }] : []),
  ]
  const tabs = stockCutNames
    .filter((cut) => cut !== 'group' || has(button('stock', 'all_org')))
    .map((cut) =>
      queryTab<StockRow>({
        key: cut,
        title: stockCuts[cut],
        ...stockInquiry[cut],
        export: has(button('stock', 'export')) ? stockInquiry[cut].export : undefined,
        columns: [...countedParts, ...columns[cut]],
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
