import {
  type CardLiabilityRow,
  cardLiability,
  type CardMovementRow,
  cardMoves,
  cardMovements,
  type PackageProfitRow,
  packageProfit,
  type PackageUseRow,
  packageUses,
} from '@chepu/contract/cards/card-report'
import { button } from '@chepu/contract/access/catalogue'
import { useState } from 'react'
import { thisMonth } from '../../kit/base/date-ranges'
import { useSession } from '../../kit/base/session'
import { documentPath } from '../../kit/document/document-screens'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, FlagFilter, OrgsFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'

const pathOf = ({ docKind, docId }: { docKind: string; docId: number }) => documentPath(docKind, docId)
const liability = listOf(cardLiability)
const movements = listOf(cardMovements, { billNo: { href: pathOf } })
const packages = listOf(packageProfit)
const uses = listOf(packageUses, { billNo: { href: pathOf } })

const orgs = <OrgsFilter area="statistics" />
const movesFilter = <SelectFilter name="move" title="类别" options={cardMoves} />
const { used, returned, refunded, expired } = cardMoves
const usesMoves = { used, returned, refunded, expired }

/** 储值与负债 leads to the entries that it sums. */
const liabilityTab = queryTab<CardLiabilityRow>({
  ...liability,
  key: 'liability',
  title: '储值与负债',
  keyOf: (row) => row.key,
  onOpen: ({ typeName, from, to }, drill) => drill.show('movements', { cardType: typeName, from: from ?? '', to }),
  filters: (
    <>
      <DateRangeFilter title="期间" />
      <TextFilter name="cardType" title="卡类型" search />
      {orgs}
      <FlagFilter name="monthly" title="分月" />
    </>
  ),
})

const movementsTab = queryTab<CardMovementRow>({
  ...movements,
  key: 'movements',
  title: '卡流水',
  keyOf: (row) => row.key,
  onOpen: (row, drill) => openPath(pathOf(row), drill),
  filters: (
    <>
      <DateRangeFilter title="日期" />
      <TextFilter name="card" title="卡号/客户" search />
      <TextFilter name="cardType" title="卡类型" />
      {movesFilter}
      {orgs}
    </>
  ),
})

/** 套餐盈利 leads to what became of the packages of the row. */
const packagesTab = queryTab<PackageProfitRow>({
  ...packages,
  key: 'packages',
  title: '套餐盈利',
  keyOf: (row) => row.key,
  onOpen: ({ packageName, from, to }, drill) => drill.show('uses', { package: packageName, from, to }),
  filters: (
    <>
      <DateRangeFilter title="售出日期" />
      <TextFilter name="package" title="套餐" search />
      {orgs}
    </>
  ),
})

const usesTab = queryTab<PackageUseRow>({
  ...uses,
  key: 'uses',
  title: '套餐使用',
  keyOf: (row) => row.id,
  onOpen: (row, drill) => openPath(pathOf(row), drill),
  filters: (
    <>
      <DateRangeFilter title="售出日期" />
      <TextFilter name="package" title="套餐" search />
      <SelectFilter name="move" title="类别" options={usesMoves} />
      {orgs}
    </>
  ),
})

function openPath(path: string | undefined, drill: { open: (path: string) => void }) {
  if (path) drill.open(path)
}

const mayExport = button('report_perf', 'export')

/** 会员卡统计: what is owed to holders of cards, and what packages earn (business/cards 9). */
export default function CardReport() {
  const { has } = useSession()
  const [month] = useState(thisMonth)
  const tabs = [liabilityTab, movementsTab, packagesTab, usesTab]
  const shown = has(mayExport) ? tabs : tabs.map((tab) => ({ ...tab, export: undefined }))
  return <QueryPage name="cardReport" tabs={shown} defaults={{ ...month }} />
}
