import { button } from '@chepu/contract/access/catalogue'
import { canBeDrawn } from '@chepu/contract/kernel/source-lines'
import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { DocumentList } from '../../kit/document/document-list'
import { documentColumns, documentEnd } from '../../kit/goods/goods-columns'
import { SelectFilter } from '../../kit/list/filters'
import { hasOpenAmount } from '../../kit/document/open-amount'
import type { RowAction } from '../../kit/ui/row-actions'
import { useSession } from '../../kit/base/session'
import { useTabs, type TabTarget } from '../../kit/base/tabs'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { PurchaseToSaleButton, purchaseToSaleOf } from '../../pickers/purchase-to-sale-button'
import { useReceiptLabels } from './labels'
import { payment } from '@chepu/contract/finance/payment'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { newDocument } from '../../kit/document/document-screens'

const settled = { none: '未付', part: '部分付款', full: '已付清' }
/** 采购入库: the buyer's list (business/purchasing 2.3). */
export default function GoodsReceiptList() {
  const { open } = useTabs()
  const { has } = useSession()
  const { labelsOf, labelDialog } = useReceiptLabels()
  const to = (key: string, label: string, target: TabTarget): RowAction => ({ key, label, run: () => open(target) })
  const rowActions = (row: GoodsRow): RowAction[] => {
    if (row.state !== 'done' || row.isRed) return []
    return [
      ...(has(button('payment', 'add')) && hasOpenAmount(row)
        ? [
            to(
              'pay',
              '付款',
              newDocument(payment, { partnerId: row.partnerId, source: goodsReceipt, sourceId: row.id }),
            ),
          ]
        : []),
      ...(canBeDrawn(row) && has(button('purchase_return', 'add'))
        ? [to('return', '转退货', newDocument(purchaseReturn, { source: goodsReceipt, sourceId: row.id }))]
        : []),
      to('sell', '转销售', purchaseToSaleOf(row, 'goods_receipt')),
      ...labelsOf(row),
    ]
  }
  return (
    <>
      <DocumentList
        document={goodsReceipt}
        columns={[
          ...documentColumns,
          'settledAmount',
          'openAmount',
          'creatorName',
          ...documentEnd,
          'totalUntaxed',
          'totalTax',
          'invoiceKind',
          'sourceNo',
        ]}
        keys={['settledAmount', 'openAmount']}
        titles={{ settledAmount: '已付', openAmount: '未付', sourceNo: '采购订单' }}

        tools={<PurchaseToSaleButton source="goods_receipt" />}
        rowActions={rowActions}
      >
        <PartnerFilter name="partnerId" title="供应商" role="supplier" />
        <WarehouseFilter name="warehouseId" />
        <SelectFilter name="settled" title="付款状态" options={settled} more />
        <EmployeeFilter name="salespersonId" title="业务员" more />
      </DocumentList>
      {labelDialog}
    </>
  )
}
