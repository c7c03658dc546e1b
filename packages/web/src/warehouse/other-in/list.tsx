import { otherIn } from '@chepu/contract/warehouse/other-in'
import { DocumentList } from '../../kit/document/document-list'
import { documentEnd, documentGoods, documentHead, type GoodsColumn, goodsColumns } from '../../kit/goods/goods-columns'
import { PartnerFilter, WarehouseFilter, WordFilter } from '../../pickers/filters'

const cost: GoodsColumn = { ...goodsColumns.totalTaxed, key: 'totalTaxed', title: '成本金额', field: 'cost_price' }

/** 其他入库单: gifts, finds, opening stock (business/warehouse 1.1). */
export default function OtherInList() {
  return (
    <DocumentList
      document={otherIn}
      columns={[...documentHead, 'reason', cost, ...documentGoods, 'creatorName', ...documentEnd]}
    >
      <WordFilter name="reason" title="入库原因" words="other_in_reason" />
      <WarehouseFilter name="warehouseId" />
      <PartnerFilter name="partnerId" title="往来单位" role={['customer', 'supplier']} more />
    </DocumentList>
  )
}
