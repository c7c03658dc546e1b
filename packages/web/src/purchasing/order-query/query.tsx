import { button } from '@chepu/contract/access/catalogue'
import { labelsOf } from '@chepu/contract/kernel/states'
import { canBeDrawn } from '@chepu/contract/kernel/source-lines'
import { type OrderLineRow, orderLines, type OrderPartRow, orderParts } from '@chepu/contract/purchasing/order-query'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { useState } from 'react'
import { listOf } from '../../kit/list/columns'
import { thisMonth } from '../../kit/base/date-ranges'
import { DateRangeFilter, FlagFilter, OrgsFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { useSession } from '../../kit/base/session'
import { countingOf } from '../../kit/list/summary'
import { useTabs } from '../../kit/base/tabs'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { partFilters } from '../../pickers/part-filters'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { newDocument } from '../../kit/document/document-screens'

const pathOf = (row: OrderLineRow) => `/purchaseOrder?id=${row.documentId}`
const lines = listOf(orderLines, { billNo: { href: pathOf } })
const parts = listOf(orderParts)

const stateOptions = labelsOf(purchaseOrder.states)
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

/** 采购订单查询 (business/purchasing 2.2): lines of orders, and orders by part. */
export default function PurchaseOrderQuery() {
  const { has } = useSession()
  const { open: openTab } = useTabs()
  const [month] = useState(thisMonth)
  const tabs = [
    queryTab<OrderLineRow>({
      ...lines,
      key: 'lines',
      title: '按单据',
      counting,
      keyOf: (row) => row.lineId,
      onOpen: (row) => openTab(pathOf(row)),
      rowActions: (row) => [
        { key: 'open', label: '查看', run: () => openTab(pathOf(row)) },
        ...(canBeDrawn({ remainingQty: row.openQty }) && has(button('goods_receipt', 'add'))
          ? [
              {
                key: 'receive',
                label: '转入库',
                run: () => openTab(newDocument(goodsReceipt, { source: purchaseOrder, sourceId: row.documentId })),
              },
            ]
          : []),
      ],
      filters,
    }),
    queryTab<OrderPartRow>({
      ...parts,
      key: 'parts',
      title: '按配件',
      keyOf: (row) => row.partId,
      onOpen: (row, drill) => drill.show('lines', { part: row.partCode }),
      filters,
    }),
  ]
  return <QueryPage name="queryPurOrder" tabs={tabs} defaults={{ ...month }} />
}
