import { warrantyByManufacturer, type WarrantyByManufacturerRow } from '@chepu/contract/warranty/searches'
import { useState } from 'react'
import { thisMonth } from '../../kit/base/date-ranges'
import { listOf } from '../../kit/list/columns'
import { FlagFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { billFilters, manufacturerFilter, orgsFilter } from './filters'
import './search.css'
import { waitingHead } from './section-sums'

const list = listOf(warrantyByManufacturer)

/** 三包查询-按厂家, by month where that is ticked (business/three-guarantees 8.4). */
export default function ByManufacturer() {
  const [month] = useState(thisMonth)
  const tab = queryTab<WarrantyByManufacturerRow>({
    ...list,
    key: 'manufacturers',
    title: '按厂家',
    nothing: '还没有审核的三包单',
    head: waitingHead,
    keyOf: (row) => row.key,
    rowActions: (row, drill) => {
      const follow = (screen: string) => () =>
        drill.follow(screen, { manufacturerId: String(row.manufacturerId), monthly: undefined })
      return [
        { key: 'bills', label: '三包单', run: follow('threeByBill') },
        { key: 'items', label: '项目', run: follow('threeByItem') },
        { key: 'parts', label: '配件', run: follow('threeByParts') },
      ]
    },
    onOpen: (row, drill) =>
      drill.follow('threeByBill', { manufacturerId: String(row.manufacturerId), monthly: undefined }),
    filters: (
      <>
        {manufacturerFilter}
        {orgsFilter}
        <FlagFilter name="monthly" title="分月" />
        {billFilters}
      </>
    ),
  })
  return <QueryPage name="threeByManufacturer" tabs={[tab]} defaults={{ ...month }} />
}
