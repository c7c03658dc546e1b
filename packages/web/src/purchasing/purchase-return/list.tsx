import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { DocumentList } from '../../kit/document/document-list'
import { SelectFilter } from '../../kit/list/filters'
import { documentColumns, documentEnd } from '../../kit/goods/goods-columns'
import { EmployeeFilter, PartnerFilter, WarehouseFilter, WordFilter } from '../../pickers/filters'

const settled = { none: '未冲账', part: '部分冲账', full: '已冲清' }
/** 采购退货 (business/purchasing 2.4). */
export default function PurchaseReturnList() {
  return (
    <DocumentList
      document={purchaseReturn}
      columns={[...documentColumns, 'settledAmount', 'openAmount', 'reason', 'creatorName', 'sourceNo', ...documentEnd]}
      keys={['settledAmount']}
      titles={{ sourceNo: '原入库单', settledAmount: '已冲/退款', openAmount: '未冲/退款' }}
    >
      <PartnerFilter name="partnerId" title="供应商" role="supplier" />
      <WarehouseFilter name="warehouseId" />
      <WordFilter name="reason" title="退货原因" words="purchase_return_reason" more />
      <SelectFilter name="settled" title="冲账状态" options={settled} more />
      <EmployeeFilter name="salespersonId" title="业务员" more />
    </DocumentList>
  )
}
