import { returnsBySupplier, type SupplierReturnRow } from '@chepu/contract/purchasing/purchase-return-query'
import { useState } from 'react'
import { thisMonth } from '../../kit/base/date-ranges'
import { listOf } from '../../kit/list/columns'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { tradeFilters } from '../../pickers/traded'
import { purchaseReturns } from '../trades'
import { reasonFilter } from './reason-filter'

const list = listOf(returnsBySupplier)
const trade = purchaseReturns('purBackQueryBySupplier')
const filters = tradeFilters(trade, reasonFilter)
const of = ({ partnerId }: SupplierReturnRow) => ({ partnerId: String(partnerId) })

/** 采购退货查询-按供应商 (business/statistics 4.5); a supplier leads to what went back to him. */
export default function PurchaseReturnsBySupplier() {
  const [month] = useState(thisMonth)
  const suppliers = queryTab<SupplierReturnRow>({
    ...list,
    key: 'suppliers',
    title: '按供应商',
    keyOf: (row) => row.partnerId,
    onOpen: (row, drill) => drill.follow('purBackQueryByOrder', of(row)),
    rowActions: (row, drill) => [
      { key: 'documents', label: '退货单', run: () => drill.follow('purBackQueryByOrder', of(row)) },
      { key: 'parts', label: '配件', run: () => drill.follow('purBackQueryByParts', of(row)) },
    ],
    filters,
  })
  return <QueryPage name={trade.name} tabs={[suppliers]} defaults={{ ...month }} />
}
