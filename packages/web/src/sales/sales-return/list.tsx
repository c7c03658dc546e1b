import { button } from '@chepu/contract/access/catalogue'
import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { disposals, salesReturn } from '@chepu/contract/sales/sales-return'
import { DocumentList } from '../../kit/document-list'
import { SelectFilter, TextFilter } from '../../kit/filters'
import { documentColumns, documentEnd, type GoodsColumn } from '../../kit/goods-columns'
import { hasOpenAmount } from '../../kit/open-amount'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { useSalesRowActions } from '../figures'
import { returnPrints } from '../prints'

const ownColumns: GoodsColumn[] = [
  { key: 'reason', title: '退货原因', width: 76, sort: false, isKey: true },
  { key: 'disposal', title: '退货处理', width: 76, labels: disposals, sort: false },
]
const settled = { none: '未退款', part: '部分退款', full: '已退清' }

/** 销售退货 (DOMAIN 2.4 saleBack). */
export default function SalesReturnList() {
  const actions = useSalesRowActions()
  const rowActions = (row: GoodsRow) =>
    row.state === 'done' && !row.isRed && hasOpenAmount(row) && actions.has(button('collection', 'refund'))
      ? [actions.open('refund', '退款', `/collection?new=1&partnerId=${row.partnerId}&purpose=refund`)]
      : []
  return (
    <DocumentList
      document={salesReturn}
      columns={[
        ...documentColumns,
        'settledAmount',
        'openAmount',
        ...ownColumns,
        'creatorName',
        'salespersonName',
        'sourceNo',
        ...documentEnd,
        'totalUntaxed',
        'totalTax',
        'costAmount',
      ]}
      keys={['settledAmount']}
      titles={{ sourceNo: '原出库单', settledAmount: '已冲/退款', openAmount: '未冲' }}
      prints={returnPrints}
      rowActions={rowActions}
    >
      <PartnerFilter name="partnerId" title="客户" role="customer" />
      <WarehouseFilter name="warehouseId" />
      <TextFilter name="reason" title="退货原因" more />
      <SelectFilter name="settled" title="退款状态" options={settled} more />
      <EmployeeFilter name="salespersonId" title="业务员" more />
    </DocumentList>
  )
}
