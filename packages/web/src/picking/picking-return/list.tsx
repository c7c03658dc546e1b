import { pickingReturn } from '@chepu/contract/picking/picking-return'
import { DocumentList } from '../../kit/document/document-list'
import { documentEnd, documentGoods, documentHead } from '../../kit/goods/goods-columns'
import { TextFilter } from '../../kit/list/filters'
import { WarehouseFilter } from '../../pickers/filters'

/** 维修退料 (business/repair 5.4). */
export default function PickingReturnList() {
  return (
    <DocumentList
      document={pickingReturn}
      columns={[
        ...documentHead,
        'workOrderName',
        'creatorName',
        'vehicleName',
        ...documentGoods,
        'reason',
        'handlerName',
        'costAmount',
        'sourceNo',
        ...documentEnd,
      ]}
      keys={['totalQty']}
      titles={{ sourceNo: '领料单' }}
    >
      <WarehouseFilter name="warehouseId" />
      <TextFilter name="reason" title="退料原因" more />
    </DocumentList>
  )
}
