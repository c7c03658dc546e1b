import { button } from '@chepu/contract/access/catalogue'
import {
  directions,
  movementKinds,
  type MovementPartRow,
  type MovementRow,
  movements,
  movementsByPart,
} from '@chepu/contract/warehouse/stock-movements'
import { useState } from 'react'
import type { Column } from '../../kit/columns'
import { thisMonth } from '../../kit/date-ranges'
import { documentPath } from '../../kit/document-screens'
import { DateRangeFilter, SelectFilter, TextFilter } from '../../kit/filters'
import { partColumns } from '../../kit/part-columns'
import { QueryPage, queryTab } from '../../kit/query-page'
import { useSession } from '../../kit/session'
import { PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { partFilters } from '../../pickers/part-filters'

// Beside the document there is no room for what tells a part closer; it can be turned on.
const closer = new Set(['oeNo', 'spec', 'unitName'])
const lineWidths: Readonly<Record<string, number>> = { partCode: 88, partName: 124, brandName: 58 }
const lineParts = partColumns.map((column) => ({
  ...column,
  width: lineWidths[column.key] ?? column.width ?? 0,
  hidden: column.hidden === true || closer.has(column.key),
}))

const pathOf = (row: MovementRow) => documentPath(row.docKind, row.docId)

// What came and what went stand in columns of their own, so that no sum adds one to the other.
const documentColumns: Column<MovementRow>[] = [
  { key: 'docKind', title: '单据类型', width: 68, labels: movementKinds, sort: false },
  { key: 'billNo', title: '单号', width: 116, href: pathOf, isName: true, isKey: true },
  { key: 'bizDate', title: '日期', kind: 'date', width: 80 },
  { key: 'direction', title: '方向', width: 42, labels: directions, sort: false, card: 'small' },
  ...lineParts,
  { key: 'warehouseName', title: '仓库', width: 60, sort: false },
  { key: 'locationCode', title: '货位', width: 82, sort: false },
  { key: 'batchNo', title: '批次', width: 90, sort: false, hidden: true },
  { key: 'inQty', title: '入库数量', kind: 'qty', width: 64, isKey: true },
  { key: 'outQty', title: '出库数量', kind: 'qty', width: 64, isKey: true },
  { key: 'unitCost', title: '单位成本', kind: 'cost', width: 76, field: 'cost_price', sort: false, isKey: true },
  { key: 'inValue', title: '入库金额', kind: 'money', width: 82, field: 'cost_price', sort: false, isKey: true },
  { key: 'outValue', title: '出库金额', kind: 'money', width: 82, field: 'cost_price', sort: false, isKey: true },
  { key: 'balanceQty', title: '结存', kind: 'qty', width: 54, sort: false, total: false, isKey: true },
  {
    key: 'balanceValue',
    title: '结存金额',
    kind: 'money',
    field: 'cost_price',
    sort: false,
    total: false,
    hidden: true,
  },
  { key: 'posterName', title: '经手人', width: 56, sort: false, isKey: true },
  { key: 'partnerName', title: '往来单位', width: 120, sort: false },
]

const partCutColumns: Column<MovementPartRow>[] = [
  ...partColumns,
  { key: 'movements', title: '笔数', kind: 'count', total: false },
  { key: 'inQty', title: '入库数', kind: 'qty' },
  { key: 'outQty', title: '出库数', kind: 'qty' },
  { key: 'netQty', title: '净增减', kind: 'qty', isKey: true },
  { key: 'inValue', title: '入库金额', kind: 'money', field: 'cost_price', sort: false },
  { key: 'outValue', title: '出库金额', kind: 'money', field: 'cost_price', sort: false },
  { key: 'netValue', title: '净额', kind: 'money', field: 'cost_price', sort: false, isKey: true },
  { key: 'lastOn', title: '最近日期', kind: 'date' },
]

const filters = (
  <>
    <DateRangeFilter />
    <TextFilter name="billNo" title="单号" search />
    <SelectFilter name="kind" title="单据类型" options={movementKinds} multiple />
    <SelectFilter name="direction" title="方向" options={directions} />
    <WarehouseFilter name="warehouseId" />
    <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" />
    <PartnerFilter name="partnerId" title="往来单位" role={['customer', 'supplier']} more />
    {partFilters}
  </>
)

/** 出入库单据查询 (DOMAIN 2.5 inOutBillSearch): every movement of stock, by document and by part. */
export default function MovementQuery() {
  const { has } = useSession()
  const [month] = useState(thisMonth)
  const mayExport = has(button('stock', 'export'))
  const tabs = [
    queryTab<MovementRow>({
      key: 'documents',
      title: '按单据',
      ...movements,
      export: mayExport ? movements.export : undefined,
      columns: documentColumns,
      rowClass: (row) => (row.isReversal ? 'is-red' : undefined),
      onOpen: (row, drill) => {
        const path = pathOf(row)
        if (path) drill.open(path)
      },
      filters,
    }),
    queryTab<MovementPartRow>({
      key: 'parts',
      title: '按配件',
      ...movementsByPart,
      export: mayExport ? movementsByPart.export : undefined,
      columns: partCutColumns,
      keyOf: (row) => row.partId,
      onOpen: (row, drill) => drill.show('documents', { part: row.partCode }),
      filters,
    }),
  ]
  return <QueryPage name="inOutBillSearch" tabs={tabs} defaults={{ ...month }} />
}
