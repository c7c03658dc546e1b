import {
  type TransferLineRow,
  type TransferPartRow,
  transferLines,
  transferParts,
} from '@chepu/contract/warehouse/transfer-desk'
import { useState } from 'react'
import { thisMonth } from '../../kit/base/date-ranges'
import { useTabs } from '../../kit/base/tabs'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, TextFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { WarehouseFilter } from '../../pickers/filters'
import { partFilters } from '../../pickers/part-filters'
import { SisterFilter } from './sister-filter'

const pathOf = (row: TransferLineRow) => `/transferOrder?id=${row.documentId}`
const lines = listOf(transferLines, { billNo: { href: pathOf } })
const parts = listOf(transferParts)

const filters = (
  <>
    <DateRangeFilter />
    <TextFilter name="billNo" title="单号" search />
    <WarehouseFilter name="warehouseId" />
    <SisterFilter />
    <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" />
    {partFilters}
  </>
)

/** 调拨查询 (business/transfers 6): lines that were sent, and all of a part together. */
export default function TransferSearch() {
  const { open } = useTabs()
  const [month] = useState(thisMonth)
  const tabs = [
    queryTab<TransferLineRow>({
      ...lines,
      key: 'lines',
      title: '按单据',
      keyOf: (row) => row.lineId,
      onOpen: (row) => open(pathOf(row)),
      filters,
    }),
    queryTab<TransferPartRow>({
      ...parts,
      key: 'parts',
      title: '按配件',
      keyOf: (row) => row.partId,
      onOpen: (row, drill) => drill.show('lines', { part: row.partCode }),
      filters,
    }),
  ]
  return <QueryPage name="transferSearch" tabs={tabs} defaults={{ ...month }} />
}
