import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { DocumentList } from '../../kit/document/document-list'
import { documentEnd, documentHead } from '../../kit/goods/goods-columns'
import { FlagFilter } from '../../kit/list/filters'
import { WarehouseFilter } from '../../pickers/filters'

/** 调拨申请单: goods that one side asks of another (business/transfers 1). */
export default function TransferRequestList() {
  return (
    <DocumentList
      document={transferRequest}
      columns={[
        ...documentHead,
        'warehouseName',
        'counterOrgName',
        'toWarehouseName',
        'totalQty',
        'approvedQty',
        'executedQty',
        'openQty',
        'creatorName',
        'expectedOn',
        'lineCount',
        ...documentEnd,
      ]}
      keys={['totalQty', 'executedQty']}
    >
      <WarehouseFilter name="warehouseId" />
      <FlagFilter name="overdue" title="逾期未到" />
    </DocumentList>
  )
}
