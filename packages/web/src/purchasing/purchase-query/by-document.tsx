import { purchasesByDocument } from '@chepu/contract/purchasing/purchase-query'
import { listOf } from '../../kit/list/columns'
import { TradedDocuments } from '../../pickers/traded'
import { purchases } from '../trades'

const cut = listOf(purchasesByDocument)
const trade = purchases('purQueryByOrder')

/** 采购查询-按单据 (business/statistics 4.3). */
export default function PurchasesByDocument() {
  return <TradedDocuments trade={trade} cut={cut} />
}
