import { locationMove } from '@chepu/contract/warehouse/location-move'
import { DocumentList } from '../../kit/document/document-list'
import { documentEnd, documentHead } from '../../kit/goods/goods-columns'
import { WarehouseFilter } from '../../pickers/filters'

/** 移位单: goods between bins of a warehouse (business/warehouse 1.4). */
export default function LocationMoveList() {
  return (
    <DocumentList
      document={locationMove}
      columns={[
        ...documentHead,
        'warehouseName',
        'lineCount',
        'totalQty',
        'handlerName',
        'creatorName',
        ...documentEnd,
      ]}
    >
      <WarehouseFilter name="warehouseId" />
    </DocumentList>
  )
}
