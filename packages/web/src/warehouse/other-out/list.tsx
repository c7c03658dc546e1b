import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { otherOut, otherOutReasons } from '@chepu/contract/warehouse/other-out'
import type { Column } from '../../kit/columns'
import { DocumentList } from '../../kit/document-list'
import { SelectFilter } from '../../kit/filters'
import { PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { otherOutPrints } from '../prints'

const reasons = Object.fromEntries(otherOutReasons.map((reason) => [reason, reason]))
const reason: Column<GoodsRow> = { key: 'reason', title: '出库原因', width: 88, sort: false }

/** 其他出库单: losses, own use, presents and samples (DOMAIN 4.6). */
export default function OtherOutList() {
  return (
    <DocumentList
      document={otherOut}
      columns={[
        'billNo',
        'bizDate',
        reason,
        'partnerName',
        'warehouseName',
        'lineCount',
        'totalQty',
        'costAmount',
        'state',
        'creatorName',
        'approverName',
        'approvedAt',
        'remark',
      ]}
      prints={otherOutPrints}
    >
      <SelectFilter name="reason" title="出库原因" options={reasons} />
      <WarehouseFilter name="warehouseId" />
      <PartnerFilter name="partnerId" title="往来单位" role={['customer', 'supplier']} more />
    </DocumentList>
  )
}
