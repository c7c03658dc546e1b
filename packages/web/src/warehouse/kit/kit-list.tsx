import { assembly } from '@chepu/contract/warehouse/assembly'
import { disassembly } from '@chepu/contract/warehouse/disassembly'
import { DocumentList } from '../../kit/document/document-list'
import { documentEnd, documentHead } from '../../kit/goods/goods-columns'
import { PartnerFilter, WarehouseFilter } from '../../pickers/filters'

const columns = [
  ...documentHead,
  'kitName',
  'kitQty',
  'warehouseName',
  'lineCount',
  'fee',
  'kitCost',
  'partnerName',
  'creatorName',
  ...documentEnd,
] as const

const filters = (
  <>
    <WarehouseFilter name="warehouseId" />
    <PartnerFilter name="partnerId" title="加工单位" role="supplier" more />
  </>
)

/** 组装单 (business/warehouse 1.5). */
export const AssemblyList = () => (
  <DocumentList document={assembly} columns={columns}>
    {filters}
  </DocumentList>
)

/** 拆分单 (business/warehouse 1.5). */
export const DisassemblyList = () => (
  <DocumentList document={disassembly} columns={columns}>
    {filters}
  </DocumentList>
)
