import { type CountLineRow, countLines } from '@chepu/contract/warehouse/count-lines'
import { stockCount } from '@chepu/contract/warehouse/stock-count'
import { useState } from 'react'
import { thisMonth } from '../../kit/base/date-ranges'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, FlagFilter, OrgsFilter, TextFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { countingOf } from '../../kit/list/summary'
import { WarehouseFilter } from '../../pickers/filters'
import { partFilters } from '../../pickers/part-filters'

const pathOf = (row: CountLineRow) => `/inventoryListByOrder?id=${row.countId}`
const list = listOf(countLines, { billNo: { href: pathOf }, state: { states: stockCount.states } })

/** 盘点查询 (business/warehouse 5.7). */
export default function CountLineQuery() {
  const [month] = useState(thisMonth)
  const tabs = [
    queryTab<CountLineRow>({
      ...list,
      key: 'lines',
      counting: countingOf<CountLineRow>(stockCount),
      rowClass: (row) => (row.isRed ? 'is-red' : undefined),
      onOpen: (row, drill) => drill.open(pathOf(row)),
      filters: (
        <>
          <DateRangeFilter />
          <TextFilter name="billNo" title="单号" search />
          <WarehouseFilter name="warehouseId" />
          <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" />
          <FlagFilter name="differing" title="仅差异" />
          <FlagFilter name="unposted" title="含未过账" />
          <OrgsFilter area="stock" />
          {partFilters}
        </>
      ),
    }),
  ]
  return <QueryPage name="inventoryListByPart" tabs={tabs} defaults={{ ...month }} />
}
