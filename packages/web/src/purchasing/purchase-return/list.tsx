import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { DocumentList } from '../../kit/document-list'
import { SelectFilter } from '../../kit/filters'
import { documentColumns, documentEnd, type GoodsColumn, type GoodsColumnName } from '../../kit/goods-columns'
import { EmployeeFilter, PartnerFilter, WarehouseFilter, WordFilter } from '../../pickers/filters'
import { returnPrints } from '../prints'

const settled = { none: '未冲账', part: '部分冲账', full: '已冲清' }
const columns: (GoodsColumnName | GoodsColumn)[] = [
  ...documentColumns,
  'settledAmount',
  'openAmount',
  { key: 'reason', title: '退货原因', width: 76, sort: false, isKey: true },
  'creatorName',
  'sourceNo',
  ...documentEnd,
]

/** 采购退货 (DOMAIN 2.3 purchaseBack). */
export default function PurchaseReturnList() {
  return (
    <DocumentList
      document={purchaseReturn}
      columns={columns}
      keys={['settledAmount']}
      titles={{ sourceNo: '原入库单', settledAmount: '已冲/退款', openAmount: '未冲/退款' }}
      prints={returnPrints}
    >
      <PartnerFilter name="partnerId" title="供应商" role="supplier" />
      <WarehouseFilter name="warehouseId" />
      <WordFilter name="reason" title="退货原因" words="purchase_return_reason" more />
      <SelectFilter name="settled" title="冲账状态" options={settled} more />
      <EmployeeFilter name="salespersonId" title="业务员" more />
    </DocumentList>
  )
}
