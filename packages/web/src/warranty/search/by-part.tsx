import { warrantyByPart, type WarrantyByPartRow } from '@chepu/contract/warranty/searches'
import { useState } from 'react'
import { thisMonth } from '../../kit/base/date-ranges'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { listOf } from '../../kit/list/columns'
import { TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import { partFilters } from '../../pickers/part-filters'
import { billFilters, billQuery, manufacturerFilter, orgsFilter } from './filters'
import './search.css'
import { sumsHead } from './section-sums'

const list = listOf(warrantyByPart)

/** 三包查询-按配件 (business/three-guarantees 8.5). */
export default function ByPart() {
  const asked = useScreenParams()
  const { open } = useTabs()
  const [month] = useState(thisMonth)
  const billsOf = (row: WarrantyByPartRow, { filters }: ListApi<WarrantyByPartRow>) =>
    open({ key: 'threeByBill', params: { ...billQuery(filters), part: row.partCode } })
  return (
    <ListPage<WarrantyByPartRow>
      {...list}
      name="threeByParts"
      nothing="还没有审核的三包单"
      keyOf={(row) => row.partId}
      defaults={{ ...month }}
      initial={asked}
      rowActions={(row, api) => [{ key: 'bills', label: '三包单', run: () => billsOf(row, api) }]}
      head={sumsHead}
    >
      {manufacturerFilter}
      <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" />
      {orgsFilter}
      {billFilters}
      {partFilters}
    </ListPage>
  )
}
