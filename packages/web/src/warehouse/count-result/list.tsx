import type { GoodsDef } from '@chepu/contract/kernel/goods-document'
import { DocumentList } from '../../kit/document/document-list'
import { documentEnd, documentHead } from '../../kit/goods/goods-columns'
import { WarehouseFilter } from '../../pickers/filters'

/** Gains or losses of counts; the counts make them (business/warehouse 5.5). */
export const resultList = (document: GoodsDef) =>
  function CountResultList() {
    return (
      <DocumentList
        document={document}
        columns={[
          ...documentHead,
          'warehouseName',
          'lineCount',
          'totalQty',
          'costAmount',
          'handlerName',
          'creatorName',
          ...documentEnd,
        ]}
        titles={{ handlerName: '负责人' }}
      >
        <WarehouseFilter name="warehouseId" />
      </DocumentList>
    )
  }
