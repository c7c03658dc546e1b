import { button } from '@chepu/contract/access/catalogue'
import { canBeDrawn } from '@chepu/contract/kernel/former'
import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { DocumentList } from '../../kit/document-list'
import { SelectFilter, TextFilter } from '../../kit/filters'
import { documentColumns, documentEnd, type GoodsColumn } from '../../kit/goods-columns'
import { useLabels } from '../../kit/label-roll'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { boxLabelButton, boxLabelsOf } from '../box-labels'
import { settledStates, useSalesRowActions } from '../figures'
import { deliveryPrints } from '../prints'

const ownColumns: GoodsColumn[] = [
  { key: 'carrierName', title: '物流公司', width: 120, sort: false },
  { key: 'waybill', title: '运单号', width: 120, sort: false },
  { key: 'codAmount', title: '代收货款', kind: 'money', width: 92, sort: false, total: false },
]

/** 销售出库: the seller's list (DOMAIN 2.4 sale). */
export default function SalesDeliveryList() {
  const actions = useSalesRowActions()
  const [printLabels, roll] = useLabels()
  const rowActions = (row: GoodsRow) => [
    ...actions.collect(row),
    ...actions.turnInto(canBeDrawn(row), button('sales_return', 'add'), '转退货', 'saleBack', row, salesDelivery.kind),
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
          ...ownColumns,
          'costAmount',
        ]}
        keys={['settledAmount', 'openAmount', 'grossProfit']}
        titles={{ settledAmount: '已收', openAmount: '未收', orderDiscount: '优惠', sourceNo: '销售订单' }}
        prints={deliveryPrints}
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
