import { costAdjustment } from '@chepu/contract/warehouse/cost-adjustment'
import { DocumentList } from '../../kit/document/document-list'
import { documentHead } from '../../kit/goods/goods-columns'
import { WarehouseFilter } from '../../pickers/filters'

/** 成本调整单 (business/warehouse 1.6). */
export default function CostAdjustmentList() {
  return (
    <DocumentList
      document={costAdjustment}
      columns={[
        ...documentHead,
        'warehouseName',
        'lineCount',
        'totalTaxed',
        'remark',
        'creatorName',
        'approverName',
        'approvedAt',
      ]}
    >
      <WarehouseFilter name="warehouseId" />
    </DocumentList>
  )
}
