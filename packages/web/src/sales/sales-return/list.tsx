import { button } from '@chepu/contract/access/catalogue'
import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { DocumentList } from '../../kit/document/document-list'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { documentColumns, documentEnd } from '../../kit/goods/goods-columns'
import { hasOpenAmount } from '../../kit/document/open-amount'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { useSalesRowActions } from '../figures'
import { collection } from '@chepu/contract/finance/collection'
import { newDocument } from '../../kit/document/document-screens'

const settled = { none: '未退款', part: '部分退款', full: '已退清' }

/** 销售退货 (business/sales 2.4). */
export default function SalesReturnList() {
  const actions = useSalesRowActions()
  const rowActions = (row: GoodsRow) =>
    row.state === 'done' && !row.isRed && hasOpenAmount(row) && actions.has(button('collection', 'refund'))
      ? [actions.open('refund', '退款', newDocument(collection, { partnerId: row.partnerId, purpose: 'refund' }))]
      : []
  return (
    <DocumentList
      document={salesReturn}
      columns={[
        ...documentColumns,
        'settledAmount',
        'openAmount',
        'reason',
        'disposal',
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
