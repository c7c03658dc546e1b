import { otherOut } from '@chepu/contract/warehouse/other-out'
import { DocumentList } from '../../kit/document/document-list'
import { documentEnd, documentGoods, documentHead } from '../../kit/goods/goods-columns'
import { PartnerFilter, WarehouseFilter, WordFilter } from '../../pickers/filters'

/** 其他出库单: losses, own use, presents and samples (business/warehouse 1.2). */
export default function OtherOutList() {
  return (
    <DocumentList
      document={otherOut}
      columns={[...documentHead, 'reason', ...documentGoods, 'costAmount', 'creatorName', ...documentEnd]}
    >
      <WordFilter name="reason" title="出库原因" words="other_out_reason" />
      <WarehouseFilter name="warehouseId" />
      <PartnerFilter name="partnerId" title="往来单位" role={['customer', 'supplier']} more />
    </DocumentList>
  )
}
