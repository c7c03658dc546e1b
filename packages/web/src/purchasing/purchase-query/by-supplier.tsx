import { pageOf } from '@chepu/contract/access/catalogue'
import { purchasesBySupplier, type SupplierPurchaseRow } from '@chepu/contract/purchasing/purchase-query'
import { useState } from 'react'
import { thisMonth } from '../../kit/base/date-ranges'
import { useSession } from '../../kit/base/session'
import { listOf } from '../../kit/list/columns'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { tradeFilters } from '../../pickers/traded'
import { purchases } from '../trades'

const list = listOf(purchasesBySupplier)
const trade = purchases('purQueryBySupplier')
const filters = tradeFilters(trade)
const of = ({ partnerId }: SupplierPurchaseRow) => ({ partnerId: String(partnerId) })

/** 采购查询-按供应商 (business/statistics 4.2); a supplier leads to his receipts, his parts and what went back to him. */
export default function PurchasesBySupplier() {
  const { has } = useSession()
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
      ...(has(pageOf('purchase_return'))
        ? [{ key: 'returns', label: '退货单', run: () => drill.follow('purBackQueryByOrder', of(row)) }]
        : []),
    ],
    filters,
  })
  return <QueryPage name={trade.name} tabs={[suppliers]} defaults={{ ...month }} />
}
