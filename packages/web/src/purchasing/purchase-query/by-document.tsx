import { labelsOf } from '@chepu/contract/kernel/states'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { type PurchaseDocumentRow, purchasesByDocument } from '@chepu/contract/purchasing/purchase-query'
import { useState } from 'react'
import { thisMonth } from '../../kit/base/date-ranges'
import { listOf } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { countingOf } from '../../kit/list/summary'
import { tradeFilters } from '../../pickers/trade-filters'
import { purchases } from './filters'

const pathOf = (row: PurchaseDocumentRow) => `/purchase?id=${row.id}`
const list = listOf(purchasesByDocument, { billNo: { href: pathOf } })
const counting = countingOf<PurchaseDocumentRow>(goodsReceipt)

const filters = (
  <>
    <TextFilter name="billNo" title="单号" search />
    {tradeFilters(purchases)}
    <SelectFilter name="state" title="状态" options={labelsOf(goodsReceipt.states)} multiple more />
    <TextFilter name="creator" title="制单人" more />
    <TextFilter name="remark" title="备注" more />
  </>
)

/** 采购查询-按单据 (business/statistics 4.3): receipts that are posted. */
export default function PurchasesByDocument() {
  const [month] = useState(thisMonth)
  const documents = queryTab<PurchaseDocumentRow>({
    ...list,
    key: 'documents',
    title: '按单据',
    counting,
    rowClass: (row) => (row.isRed ? 'is-red' : undefined),
    onOpen: (row, drill) => drill.open(pathOf(row)),
    rowActions: (row, drill) => [{ key: 'open', label: '查看', run: () => drill.open(pathOf(row)) }],
    filters,
  })
  return <QueryPage name="purQueryByOrder" tabs={[documents]} defaults={{ ...month }} />
}
