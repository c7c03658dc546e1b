import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import {
  type PartPurchaseRow,
  type PurchaseLineRow,
  purchaseLines,
  purchasesByPart,
} from '@chepu/contract/purchasing/purchase-query'
import { useState } from 'react'
import { thisMonth } from '../../kit/base/date-ranges'
import { listOf } from '../../kit/list/columns'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { countingOf } from '../../kit/list/summary'
import { tradedPartFilters } from '../../pickers/trade-filters'
import { purchases } from './filters'

const pathOf = (row: PurchaseLineRow) => `/purchase?id=${row.documentId}`
const lines = listOf(purchaseLines, { billNo: { href: pathOf } })
const parts = listOf(purchasesByPart)
const counting = countingOf<PurchaseLineRow>(goodsReceipt)
const filters = tradedPartFilters(purchases)

/** 采购查询-按配件 (business/statistics 4.4): lines of receipts, and the receipts of a part together. */
export default function PurchasesByPart() {
  const [month] = useState(thisMonth)
  const tabs = [
    queryTab<PartPurchaseRow>({
      ...parts,
      key: 'parts',
      title: '汇总',
      keyOf: (row) => row.partId,
      onOpen: (row, drill) => drill.show('lines', { part: row.partCode }),
      rowActions: (row, drill) => [
        { key: 'lines', label: '明细', run: () => drill.show('lines', { part: row.partCode }) },
      ],
      filters,
    }),
    queryTab<PurchaseLineRow>({
      ...lines,
      key: 'lines',
      title: '明细',
      counting,
      keyOf: (row) => row.lineId,
      rowClass: (row) => (row.isRed ? 'is-red' : undefined),
      onOpen: (row, drill) => drill.open(pathOf(row)),
      rowActions: (row, drill) => [{ key: 'open', label: '查看', run: () => drill.open(pathOf(row)) }],
      filters,
    }),
  ]
  return <QueryPage name="purQueryByParts" tabs={tabs} defaults={{ ...month }} />
}
