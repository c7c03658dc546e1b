import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { DocumentList } from '../../kit/document/document-list'
import { documentEnd, documentHead } from '../../kit/goods/goods-columns'
import { WarehouseFilter } from '../../pickers/filters'

/** 调拨单: goods on their way from one warehouse to another (business/transfers 2). */
export default function TransferOrderList() {
  return (
    <DocumentList
      document={transferOrder}
      columns={[
        ...documentHead,
        'warehouseName',
        'counterOrgName',
        'toWarehouseName',
        'totalQty',
        'executedQty',
        'openQty',
        'totalTaxed',
        'creatorName',
        'costAmount',
        'lineCount',
        ...documentEnd,
        'sourceNo',
      ]}
      keys={['totalQty', 'executedQty']}
      titles={{ sourceNo: '申请单' }}
    >
      <WarehouseFilter name="warehouseId" />
    </DocumentList>
  )
}
