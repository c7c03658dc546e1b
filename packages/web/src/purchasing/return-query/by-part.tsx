import { returnLines, returnsByPart } from '@chepu/contract/purchasing/purchase-return-query'
import { listOf } from '../../kit/list/columns'
import { TradedParts } from '../../pickers/traded'
import { purchaseReturns } from '../trades'
import { reasonFilter } from './reason-filter'

const parts = listOf(returnsByPart)
const lines = listOf(returnLines)
const trade = purchaseReturns('purBackQueryByParts')

/** 采购退货查询-按配件 (business/statistics 4.5). */
export default function PurchaseReturnsByPart() {
  return <TradedParts trade={trade} parts={parts} lines={lines} filters={reasonFilter} />
}
