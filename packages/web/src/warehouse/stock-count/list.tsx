import { type CountRow, countScopes, stockCount } from '@chepu/contract/warehouse/stock-count'
import { DocumentList } from '../../kit/document/document-list'
import { SelectFilter } from '../../kit/list/filters'
import { WarehouseFilter } from '../../pickers/filters'

/** 盘点单 (business/warehouse 5). */
export default function StockCountList() {
  return (
    <DocumentList<CountRow, keyof NonNullable<typeof stockCount.columns> & string>
      document={stockCount}
      columns={[
        'billNo',
        'state',
        'bizDate',
        'warehouseName',
        'scope',
        'lineCount',
        'countedCount',
        'gainQty',
        'gainAmount',
        'lossQty',
        'lossAmount',
        'creatorName',
        'scopeName',
        'isFreezing',
        'snapshotAt',
        'handlerName',
        'approverName',
        'approvedAt',
        'remark',
      ]}
    >
      <WarehouseFilter name="warehouseId" />
      <SelectFilter name="scope" title="盘点范围" options={countScopes} />
    </DocumentList>
  )
}
