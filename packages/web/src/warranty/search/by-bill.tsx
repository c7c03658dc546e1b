import { warrantyByBill, type WarrantyByBillRow } from '@chepu/contract/warranty/searches'
import { useState } from 'react'
import { thisMonth } from '../../kit/base/date-ranges'
import { useTabs } from '../../kit/base/tabs'
import { listOf } from '../../kit/list/columns'
import { TextFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { billFilters, manufacturerFilter, orgsFilter } from './filters'
import './search.css'
import { waitingHead } from './section-sums'

const pathOf = ({ id }: WarrantyByBillRow) => `/threePackage?id=${id}`
const list = listOf(warrantyByBill, { billNo: { href: pathOf } })

/** 三包查询-按单据 (business/three-guarantees 8.2). */
export default function ByBill() {
  const { open } = useTabs()
  const [month] = useState(thisMonth)
  const tab = queryTab<WarrantyByBillRow>({
    ...list,
    key: 'bills',
    title: '按单据',
    nothing: '还没有审核的三包单',
    head: waitingHead,
    onOpen: (row) => open(pathOf(row)),
    rowActions: (row) => [
      { key: 'open', label: '查看', run: () => open(pathOf(row)) },
      ...(row.claimId === null ? [] : [{ key: 'claim', label: '索赔单', run: () => open(`/claim?id=${row.claimId}`) }]),
    ],
    filters: (
      <>
        {manufacturerFilter}
        <TextFilter name="item" title="项目/费用" />
        <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" />
        {orgsFilter}
        {billFilters}
      </>
    ),
  })
  return <QueryPage name="threeByBill" tabs={[tab]} defaults={{ ...month }} />
}
