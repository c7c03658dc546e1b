import { purchasesBySupplier, type SupplierPurchaseRow } from '@chepu/contract/purchasing/purchase-query'
import { useState } from 'react'
import { thisMonth } from '../../kit/base/date-ranges'
import { listOf } from '../../kit/list/columns'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { tradeFilters } from '../../pickers/trade-filters'
import { purchases } from './filters'

const list = listOf(purchasesBySupplier)
const filters = tradeFilters(purchases)
const of = ({ partnerId }: SupplierPurchaseRow) => ({ partnerId: String(partnerId) })

/** 采购查询-按供应商 (business/statistics 4.2); a supplier leads to his receipts, his returns and his parts. */
export default function PurchasesBySupplier() {
  const [month] = useState(thisMonth)
  const suppliers = queryTab<SupplierPurchaseRow>({
    ...list,
    key: 'suppliers',
    title: '按供应商',
    keyOf: (row) => row.partnerId,
    onOpen: (row, drill) => drill.follow('purQueryByOrder', of(row)),
    rowActions: (row, drill) => [
      { key: 'documents', label: '入库单', run: () => drill.follow('purQueryByOrder', of(row)) },
      { key: 'parts', label: '配件', run: () => drill.follow('purQueryByParts', of(row)) },
    ],
    filters,
  })
  return <QueryPage name="purQueryBySupplier" tabs={[suppliers]} defaults={{ ...month }} />
}
