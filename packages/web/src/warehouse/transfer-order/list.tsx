import { openStates } from '@chepu/contract/kernel/states'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { useRefreshCalls } from '../../kit/base/use-call'
import { DocumentList } from '../../kit/document/document-list'
import { documentEnd, documentHead } from '../../kit/goods/goods-columns'
import { SelectFilter } from '../../kit/list/filters'
import { WarehouseFilter } from '../../pickers/filters'
import { useArrivals } from '../transfers/receive-buttons'

/** 调拨单: goods on their way from one warehouse to another (business/transfers 2). */
export default function TransferOrderList() {
  const refresh = useRefreshCalls()
  const { list, totals } = transferOrder.routes
  const { actionsOf, dialog } = useArrivals(() => refresh(list, totals))
  return (
    <>
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
        rowActions={(row) =>
          openStates(transferOrder).includes(row.state) && !row.isRed
            ? actionsOf({ ...row, counterOrgId: row.counterOrgId ?? null })
            : []
        }
      >
        <SelectFilter name="side" title="方向" options={{ owner: '本企业调出', counterparty: '他企业调入' }} />
        <WarehouseFilter name="warehouseId" />
      </DocumentList>
      {dialog}
    </>
  )
}
