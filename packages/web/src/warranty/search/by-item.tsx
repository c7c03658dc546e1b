import { warrantyByItem, type WarrantyByItemRow } from '@chepu/contract/warranty/searches'
import { useState } from 'react'
import { thisMonth } from '../../kit/base/date-ranges'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { listOf } from '../../kit/list/columns'
import { TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import { billFilters, billQuery, manufacturerFilter, orgsFilter } from './filters'
import './search.css'
import { sumsHead } from './section-sums'

const list = listOf(warrantyByItem)

/** 三包查询-按项目 (business/three-guarantees 8.3). */
export default function ByItem() {
  const asked = useScreenParams()
  const { open } = useTabs()
  const [month] = useState(thisMonth)
  const billsOf = (row: WarrantyByItemRow, { filters }: ListApi<WarrantyByItemRow>) =>
    open({ key: 'threeByBill', params: { ...billQuery(filters), item: row.name } })
  return (
    <ListPage<WarrantyByItemRow>
      {...list}
      name="threeByItem"
      nothing="还没有审核的三包单"
      keyOf={(row) => row.key}
      defaults={{ ...month }}
      initial={asked}
      rowActions={(row, api) => [{ key: 'bills', label: '三包单', run: () => billsOf(row, api) }]}
      head={sumsHead}
    >
      {manufacturerFilter}
      <TextFilter name="item" title="项目" />
      {orgsFilter}
      {billFilters}
    </ListPage>
  )
}
