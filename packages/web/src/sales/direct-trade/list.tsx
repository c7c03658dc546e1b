import { directTrade } from '@chepu/contract/sales/direct-trade'
import { DocumentList } from '../../kit/document/document-list'
import { documentEnd, documentHead } from '../../kit/goods/goods-columns'
import { SelectFilter } from '../../kit/list/filters'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { PurchaseToSaleButton } from '../../pickers/purchase-to-sale-button'
import { settledStates } from '../figures'

/** 采购转销售: what is bought of one and sold to another at once (business/sales 2.6). */
export default function DirectTradeList() {
  return (
    <DocumentList
      document={directTrade}
      columns={[
        ...documentHead,
        'supplierName',
        'partnerName',
        'purchaseTaxed',
        'totalTaxed',
        'grossProfit',
        'paid',
        'collected',
        'creatorName',
        'salespersonName',
        'lineCount',
        'warehouseName',
        'totalQty',
        'settledAmount',
        'openAmount',
        ...documentEnd,
        'costAmount',
      ]}
      tools={<PurchaseToSaleButton title="从采购单转" />}
      keys={['grossProfit']}
      titles={{ settledAmount: '已收', openAmount: '未收' }}
    >
      <PartnerFilter name="supplierId" title="供应商" role="supplier" />
      <PartnerFilter name="partnerId" title="客户" role="customer" />
      <WarehouseFilter name="warehouseId" />
      <SelectFilter name="settled" title="收款状态" options={settledStates} more />
      <EmployeeFilter name="salespersonId" title="业务员" more />
    </DocumentList>
  )
}
