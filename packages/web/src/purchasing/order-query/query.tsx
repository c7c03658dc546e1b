import { button } from '@chepu/contract/access/catalogue'
import { type State, states, stateLabels } from '@chepu/contract/kernel/document'
import { canBeDrawn } from '@chepu/contract/kernel/former'
import { type OrderLineRow, orderLines, type OrderPartRow, orderParts } from '@chepu/contract/purchasing/order-query'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { useState } from 'react'
import { type Column, orgColumn } from '../../kit/columns'
import { thisMonth } from '../../kit/date-ranges'
import { DateRangeFilter, FlagFilter, OrgsFilter, SelectFilter, TextFilter } from '../../kit/filters'
import { partColumns } from '../../kit/part-columns'
import { QueryPage, queryTab } from '../../kit/query-page'
import { useSession } from '../../kit/session'
import { countingOf } from '../../kit/summary'
import { useTabs } from '../../kit/tabs'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { partFilters } from '../../pickers/part-filters'

const figures: Column[] = [
  { key: 'qty', title: '订购数', kind: 'qty', width: 68 },
  { key: 'executedQty', title: '已入库', kind: 'qty', width: 68, sort: false, isKey: true },
  { key: 'returnedQty', title: '已退', kind: 'qty', width: 60, sort: false },
]
const open: Column = { key: 'openQty', title: '未到', kind: 'qty', width: 64, sort: false, isKey: true }
// Before the order's discount and freight, which 价税合计 of the list of orders has.
const taxed: Column = {
  key: 'taxed',
  title: '含税金额',
  kind: 'money',
  field: 'purchase_price',
  sort: false,
  isKey: true,
}

// Beside order and supplier there is no room for what tells a part closer; it can be turned on.
const closer = new Set(['oeNo', 'spec', 'unitName'])
const lineParts = partColumns.map((column) => {
  if (closer.has(column.key)) return { ...column, hidden: true }
  return column.key === 'partName' ? { ...column, width: 132 } : column
})

const pathOf = (row: OrderLineRow) => `/purchaseOrder?id=${row.documentId}`
const lineColumns: Column<OrderLineRow>[] = [
  { key: 'billNo', title: '订单号', width: 122, fixed: 'left', href: pathOf, isKey: true },
  orgColumn,
  { key: 'state', title: '状态', kind: 'state', width: 80, sort: false, isKey: true },
  { key: 'bizDate', title: '日期', kind: 'date' },
  { key: 'partnerName', title: '供应商', width: 104 },
  { key: 'warehouseName', title: '仓库', width: 84, sort: false, hidden: true },
  ...lineParts,
  ...figures,
  open,
  { key: 'taxedPrice', title: '含税单价', kind: 'price', width: 72, field: 'purchase_price', sort: false, isKey: true },
  taxed,
  { key: 'expectedOn', title: '预计到货', kind: 'date' },
  { key: 'salespersonName', title: '业务员', width: 80, sort: false, hidden: true },
]

const partCutColumns: Column<OrderPartRow>[] = [
  ...partColumns,
  { key: 'orders', title: '订单数', kind: 'count', total: false },
  ...figures,
  { ...open, sort: true },
  { key: 'waitingQty', title: '未审核', kind: 'qty', width: 60, sort: false },
  { key: 'taxedAverage', title: '含税均价', kind: 'price', field: 'purchase_price', sort: false },
  taxed,
  { key: 'nextExpectedOn', title: '最近预计到货', kind: 'date', sort: false },
]

const stateOptions = Object.fromEntries(states.map((state: State) => [state, stateLabels[state]]))
const counting = countingOf<OrderLineRow>(purchaseOrder)

const filters = (
  <>
    <DateRangeFilter />
    <TextFilter name="billNo" title="订单号" search />
    <PartnerFilter name="partnerId" title="供应商" role="supplier" />
    <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" />
    <OrgsFilter area={purchaseOrder.area} />
    <FlagFilter name="open" title="仅未到" />
    <FlagFilter name="unposted" title="含未审核" />
    <SelectFilter name="state" title="状态" options={stateOptions} multiple more />
    <WarehouseFilter name="warehouseId" more />
    <EmployeeFilter name="salespersonId" title="业务员" more />
    {partFilters}
  </>
)

/** 采购订单查询 (DOMAIN 2.3 queryPurOrder): lines of orders, and orders by part. */
export default function PurchaseOrderQuery() {
  const { has } = useSession()
  const { open: openTab } = useTabs()
  const [month] = useState(thisMonth)
  const mayExport = has(button('purchase_order', 'export'))
  const tabs = [
    queryTab<OrderLineRow>({
      key: 'lines',
      title: '按单据',
      ...orderLines,
      export: mayExport ? orderLines.export : undefined,
      counting,
      columns: lineColumns,
      keyOf: (row) => row.lineId,
      onOpen: (row) => openTab(pathOf(row)),
      rowActions: (row) => [
        { key: 'open', label: '查看', run: () => openTab(pathOf(row)) },
        ...(canBeDrawn({ remainingQty: row.openQty }) && has(button('goods_receipt', 'add'))
          ? [
              {
                key: 'receive',
                label: '转入库',
                run: () => openTab(`/purchase?new=1&source=${purchaseOrder.kind}&sourceId=${row.documentId}`),
              },
            ]
          : []),
      ],
      filters,
    }),
    queryTab<OrderPartRow>({
      key: 'parts',
      title: '按配件',
      ...orderParts,
      export: mayExport ? orderParts.export : undefined,
      columns: partCutColumns,
      keyOf: (row) => row.partId,
      onOpen: (row, drill) => drill.show('lines', { part: row.partCode }),
      filters,
    }),
  ]
  return <QueryPage name="queryPurOrder" tabs={tabs} defaults={{ ...month }} />
}
