import { button } from '@chepu/contract/access/catalogue'
import { canBeDrawn } from '@chepu/contract/kernel/former'
import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { confirmStates, departures, salesOrder } from '@chepu/contract/sales/sales-order'
import { DocumentList } from '../../kit/document-list'
import { SelectFilter } from '../../kit/filters'
import { documentColumns, documentEnd, type GoodsColumn } from '../../kit/goods-columns'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { useSalesRowActions } from '../figures'
import { orderPrints } from '../prints'
import { boardless } from './boardless'

const ownColumns: GoodsColumn[] = [
  { key: 'openQty', title: '未出', kind: 'qty', sort: false, isKey: true },
  { key: 'confirmState', title: '确认状态', width: 72, labels: confirmStates, sort: false, isKey: true },
  { key: 'deliveryOn', title: '交货日期', kind: 'date' },
]
const deposit: GoodsColumn = { key: 'deposit', title: '订金', kind: 'money', sort: false }

/** 销售订单 (DOMAIN 2.4 saleOrder). */
export default function SalesOrderList() {
  const actions = useSalesRowActions()
  const rowActions = (row: GoodsRow) => [
    ...actions.turnInto(canBeDrawn(row), button('sales_delivery', 'add'), '转出库', 'sale', row, salesOrder.kind),
    ...(row.state === 'submitted' && actions.has(button('order_confirm', 'confirm'))
      ? [actions.open('confirm', '换货、部分确认', `/orderConfirm?id=${row.id}`)]
      : []),
    ...(row.state !== 'voided' && row.state !== 'done' && actions.has(button('collection', 'add'))
      ? [
          actions.open(
            'deposit',
            '收订金',
            `/collection?new=1&partnerId=${row.partnerId}&source=${salesOrder.kind}&sourceId=${row.id}`,
          ),
        ]
      : []),
  ]
  return (
    <DocumentList
      document={boardless}
      columns={[
        ...documentColumns,
        'executedQty',
        ...ownColumns,
        'creatorName',
        'salespersonName',
        deposit,
        ...documentEnd,
      ]}
      keys={['executedQty']}
      titles={{ executedQty: '已出' }}
      prints={orderPrints}
      rowActions={rowActions}
    >
      <PartnerFilter name="partnerId" title="客户" role="customer" />
      <WarehouseFilter name="warehouseId" />
      <SelectFilter name="executed" title="出库状态" options={departures} more />
      <EmployeeFilter name="salespersonId" title="业务员" more />
    </DocumentList>
  )
}
