import { openStates } from '@chepu/contract/kernel/states'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { DocumentList } from '../../kit/document/document-list'
import { documentEnd, documentHead } from '../../kit/goods/goods-columns'
import { FlagFilter, SelectFilter } from '../../kit/list/filters'
import { WarehouseFilter } from '../../pickers/filters'
import { useSupplying } from '../transfers/supplying'

/** 调拨申请单: goods that one side asks of another (business/transfers 1). */
export default function TransferRequestList() {
  const { maySend, send } = useSupplying()
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
      rowActions={(row) =>
        openStates(transferRequest).includes(row.state) && maySend(row)
          ? [{ key: 'send', label: '转调拨单', run: () => send(row.id) }]
          : []
      }
    >
      <SelectFilter name="side" title="方向" options={{ owner: '本企业申请', counterparty: '向本企业申请' }} />
      <WarehouseFilter name="warehouseId" />
      <FlagFilter name="overdue" title="逾期未到" />
    </DocumentList>
  )
}
