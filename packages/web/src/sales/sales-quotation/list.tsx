import { button } from '@chepu/contract/access/catalogue'
import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { canBeDrawn } from '@chepu/contract/kernel/source-lines'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { conversions, salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { DocumentList } from '../../kit/document/document-list'
import { documentColumns, documentEnd } from '../../kit/goods/goods-columns'
import { FlagFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { useSalesRowActions } from '../figures'
import { undated } from './undated'

/** 销售报价单 (business/sales 1.7). */
export default function SalesQuotationList() {
  const actions = useSalesRowActions()
  const rowActions = (row: GoodsRow) => [
    ...actions.turnInto(canBeDrawn(row), button('sales_order', 'add'), '转订单', salesOrder, row, salesQuotation),
    ...actions.turnInto(canBeDrawn(row), button('sales_delivery', 'add'), '转出库', salesDelivery, row, salesQuotation),
  ]
  return (
    <DocumentList
      document={undated}
      columns={[
        ...documentColumns,
        'validUntil',
        'executed',
        'creatorName',
        'vehicleText',
        'executedQty',
        'openQty',
        'salespersonName',
        ...documentEnd,
      ]}
      keys={['executed']}
      rowActions={rowActions}
    >
      <PartnerFilter name="partnerId" title="客户" role="customer" />
      <WarehouseFilter name="warehouseId" />
      <TextFilter name="vehicleText" title="询价车型/VIN" />
      <FlagFilter name="expired" title="过期" />
      <SelectFilter name="executed" title="转单状态" options={conversions} more />
      <EmployeeFilter name="salespersonId" title="业务员" more />
    </DocumentList>
  )
}
