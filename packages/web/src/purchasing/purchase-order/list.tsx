import { button } from '@chepu/contract/access/catalogue'
import { canBeDrawn } from '@chepu/contract/kernel/source-lines'
import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { arrivals, purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { DocumentList } from '../../kit/document/document-list'
import { FlagFilter, SelectFilter } from '../../kit/list/filters'
import { documentColumns, documentEnd, type GoodsColumn, goodsColumns } from '../../kit/goods/goods-columns'
import type { RowAction } from '../../kit/ui/row-actions'
import { useSession } from '../../kit/base/session'
import { useTabs, type TabTarget } from '../../kit/base/tabs'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { PurchaseToSaleButton, purchaseToSaleOf } from '../../pickers/purchase-to-sale-button'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { payment } from '@chepu/contract/finance/payment'
import { newDocument } from '../../kit/document/document-screens'

const executedTones = { none: 'grey', part: 'violet', full: 'green' }

/** What has come of an order, in the colours of states. */
function ArrivalTag({ row: { executed } }: { row: GoodsRow }) {
  return <span className={`kit-tag kit-tag-${executedTones[executed]}`}>{arrivals[executed]}</span>
}

const executed: GoodsColumn = {
  ...goodsColumns.executed,
  key: 'executed',
  title: '到货状态',
  isKey: true,
  render: (row) => <ArrivalTag row={row} />,
}

/** 采购订单 (business/purchasing 2.1). */
export default function PurchaseOrderList() {
  const { open } = useTabs()
  const { has } = useSession()
  const to = (key: string, label: string, target: TabTarget): RowAction => ({ key, label, run: () => open(target) })
  const rowActions = (row: GoodsRow): RowAction[] => [
    ...(canBeDrawn(row) && has(button('goods_receipt', 'add'))
      ? [to('receive', '转入库', newDocument(goodsReceipt, { source: purchaseOrder, sourceId: row.id }))]
      : []),
    ...(row.state === 'approved' || row.state === 'partial' ? [to('sell', '转销售', purchaseToSaleOf(row))] : []),
    ...(row.state !== 'voided' && row.state !== 'done' && has(button('payment', 'add'))
      ? [
          to(
            'prepay',
            '付预付款',
            newDocument(payment, { partnerId: row.partnerId, source: purchaseOrder, sourceId: row.id }),
          ),
        ]
      : []),
  ]
  return (
    <DocumentList
      document={purchaseOrder}
      columns={[
        ...documentColumns,
        'executedQty',
        'openQty',
        'expectedOn',
        executed,
        'creatorName',
        ...documentEnd,
        'handlerName',
      ]}
      keys={['executedQty']}
      titles={{ executedQty: '到货数量', handlerName: '采购员' }}

      tools={<PurchaseToSaleButton />}
      rowActions={rowActions}
    >
      <PartnerFilter name="partnerId" title="供应商" role="supplier" />
      <WarehouseFilter name="warehouseId" />
      <SelectFilter name="executed" title="到货状态" options={arrivals} more />
      <FlagFilter name="overdue" title="逾期未到" />
      <EmployeeFilter name="salespersonId" title="业务员" more />
    </DocumentList>
  )
}
