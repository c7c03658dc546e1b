import { button } from '@chepu/contract/access/catalogue'
import { canBeDrawn } from '@chepu/contract/kernel/source-lines'
import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { DocumentList } from '../../kit/document/document-list'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { documentColumns, documentEnd } from '../../kit/goods/goods-columns'
import { useLabels } from '../../kit/print/label-roll'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { boxLabelButton, boxLabelsOf } from '../box-labels'
import { settledStates, useSalesRowActions } from '../figures'
import { salesReturn } from '@chepu/contract/sales/sales-return'

/** 销售出库: the seller's list (business/sales 2.3). */
export default function SalesDeliveryList() {
  const actions = useSalesRowActions()
  const [printLabels, roll] = useLabels()
  const rowActions = (row: GoodsRow) => [
    ...actions.collect(row),
    ...actions.turnInto(canBeDrawn(row), button('sales_return', 'add'), '转退货', salesReturn, row, salesDelivery),
    ...(row.isRed || !actions.has(boxLabelButton)
      ? []
      : [{ key: 'boxLabels', label: '箱标', run: () => void boxLabelsOf(row.id).then(printLabels) }]),
  ]
  return (
    <>
      <DocumentList
        document={salesDelivery}
        columns={[
          ...documentColumns,
          'settledAmount',
          'openAmount',
          'grossProfit',
          'salespersonName',
          'creatorName',
          ...documentEnd,
          'orderDiscount',
          'totalUntaxed',
          'totalTax',
          'invoiceKind',
          'sourceNo',
          'carrierName',
          'waybill',
          'codAmount',
          'costAmount',
        ]}
        keys={['settledAmount', 'openAmount', 'grossProfit']}
        titles={{ settledAmount: '已收', openAmount: '未收', orderDiscount: '优惠', sourceNo: '销售订单' }}

        rowActions={rowActions}
      >
        <PartnerFilter name="partnerId" title="客户" role="customer" />
        <WarehouseFilter name="warehouseId" />
        <SelectFilter name="settled" title="收款状态" options={settledStates} more />
        <SelectFilter name="invoiceKind" title="发票类型" options={invoiceKindLabels} more />
        <PartnerFilter name="carrierId" title="物流公司" role="logistics" more />
        <TextFilter name="waybill" title="运单号" more />
        <EmployeeFilter name="salespersonId" title="业务员" more />
      </DocumentList>
      {roll}
    </>
  )
}
