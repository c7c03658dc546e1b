import { button } from '@chepu/contract/access/catalogue'
import { canBeDrawn } from '@chepu/contract/kernel/source-lines'
import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { departures, salesOrder } from '@chepu/contract/sales/sales-order'
import { DocumentList } from '../../kit/document/document-list'
import { SelectFilter } from '../../kit/list/filters'
import { documentColumns, documentEnd } from '../../kit/goods/goods-columns'
import { PurchaseToSaleButton } from '../../pickers/purchase-to-sale-button'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { useSalesRowActions } from '../figures'
import { boardless } from './boardless'
import { collection } from '@chepu/contract/finance/collection'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { newDocument } from '../../kit/document/document-screens'

/** 销售订单 (business/sales 2.1). */
export default function SalesOrderList() {
  const actions = useSalesRowActions()
  const rowActions = (row: GoodsRow) => [
    ...actions.turnInto(canBeDrawn(row), button('sales_delivery', 'add'), '转出库', salesDelivery, row, salesOrder),
    ...(row.state === 'submitted' && actions.has(button('order_confirm', 'confirm'))
      ? [actions.open('confirm', '换货、部分确认', `/orderConfirm?id=${row.id}`)]
      : []),
    ...(row.state !== 'voided' && row.state !== 'done' && actions.has(button('collection', 'add'))
      ? [
          actions.open(
            'deposit',
            '收订金',
            newDocument(collection, { partnerId: row.partnerId, source: salesOrder, sourceId: row.id }),
          ),
        ]
      : []),
  ]
  return (
    <DocumentList
      tools={<PurchaseToSaleButton />}
      document={boardless}
      columns={[
        ...documentColumns,
        'executedQty',
        'openQty',
        'confirmState',
        'deliveryOn',
        'creatorName',
        'salespersonName',
        'deposit',
        ...documentEnd,
      ]}
      keys={['executedQty']}
      titles={{ executedQty: '已出' }}

      rowActions={rowActions}
    >
      <PartnerFilter name="partnerId" title="客户" role="customer" />
      <WarehouseFilter name="warehouseId" />
      <SelectFilter name="executed" title="出库状态" options={departures} more />
      <EmployeeFilter name="salespersonId" title="业务员" more />
    </DocumentList>
  )
}
