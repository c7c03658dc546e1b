import { returnsByDocument } from '@chepu/contract/purchasing/purchase-return-query'
import { listOf } from '../../kit/list/columns'
import { TradedDocuments } from '../../pickers/traded'
import { purchaseReturns } from '../trades'
import { reasonFilter } from './reason-filter'

const cut = listOf(returnsByDocument)
const trade = purchaseReturns('purBackQueryByOrder')

/** 采购退货查询-按单据 (business/statistics 4.5). */
export default function PurchaseReturnsByDocument() {
  return <TradedDocuments trade={trade} cut={cut} filters={reasonFilter} />
}
