import { otherIn } from '@chepu/contract/warehouse/other-in'
import { DocumentList } from '../../kit/document-list'
import { type GoodsColumn, goodsColumns } from '../../kit/goods-columns'
import { PartnerFilter, WarehouseFilter, WordFilter } from '../../pickers/filters'
import { otherInPrints } from '../prints'

const ownColumns: GoodsColumn[] = [
  { key: 'reason', title: '入库原因', width: 96, sort: false, isKey: true },
  { ...goodsColumns.totalTaxed, title: '成本金额', field: 'cost_price' },
]

/** 其他入库单: gifts, finds, opening stock (DOMAIN 4.6). */
export default function OtherInList() {
  return (
    <DocumentList
      document={otherIn}
      columns={[
        'billNo',
        'state',
        'bizDate',
        ...ownColumns,
        'partnerName',
        'warehouseName',
        'lineCount',
        'totalQty',
        'creatorName',
        'approverName',
        'approvedAt',
        'remark',
      ]}
      prints={otherInPrints}
    >
      <WordFilter name="reason" title="入库原因" words="other_in_reason" />
      <WarehouseFilter name="warehouseId" />
      <PartnerFilter name="partnerId" title="往来单位" role={['customer', 'supplier']} more />
    </DocumentList>
  )
}
