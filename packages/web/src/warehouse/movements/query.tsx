import {
  directions,
  movementKinds,
  type MovementPartRow,
  type MovementRow,
  movements,
  movementsByPart,
} from '@chepu/contract/warehouse/stock-movements'
import { useState } from 'react'
import { listOf } from '../../kit/list/columns'
import { thisMonth } from '../../kit/base/date-ranges'
import { documentPath } from '../../kit/document/document-screens'
import { DateRangeFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { partFilters } from '../../pickers/part-filters'

const pathOf = (row: MovementRow) => documentPath(row.docKind, row.docId)
const byDocument = listOf(movements, { billNo: { href: pathOf } })
const byPart = listOf(movementsByPart)

const filters = (
  <>
    <DateRangeFilter />
    <TextFilter name="billNo" title="单号" search />
    <SelectFilter name="kind" title="单据类型" options={movementKinds} multiple />
    <SelectFilter name="direction" title="方向" options={directions} />
    <WarehouseFilter name="warehouseId" />
    <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" />
    <PartnerFilter name="partnerId" title="往来单位" role={['customer', 'supplier']} more />
    {partFilters}
  </>
)

/** 出入库单据查询 (business/warehouse 3.3): every movement of stock, by document and by part. */
export default function MovementQuery() {
  const [month] = useState(thisMonth)
  const tabs = [
    queryTab<MovementRow>({
      ...byDocument,
      key: 'documents',
      title: '按单据',
      rowClass: (row) => (row.isReversal ? 'is-red' : undefined),
      onOpen: (row, drill) => {
        const path = pathOf(row)
        if (path) drill.open(path)
      },
      filters,
    }),
    queryTab<MovementPartRow>({
      ...byPart,
      key: 'parts',
      title: '按配件',
      keyOf: (row) => row.partId,
      onOpen: (row, drill) => drill.show('documents', { part: row.partCode }),
      filters,
    }),
  ]
  return <QueryPage name="inOutBillSearch" tabs={tabs} defaults={{ ...month }} />
}
