import { purchaseLines, purchasePriceTrend, purchasesByPart } from '@chepu/contract/purchasing/purchase-query'
import { listOf } from '../../kit/list/columns'
import { TradedParts } from '../../pickers/traded'
import { purchases } from '../trades'

const parts = listOf(purchasesByPart)
const lines = listOf(purchaseLines)
const trade = purchases('purQueryByParts')
const trend = { route: purchasePriceTrend, price: '进价' }

/** 采购查询-按配件 (business/statistics 4.4). */
export default function PurchasesByPart() {
  return <TradedParts trade={trade} parts={parts} lines={lines} trend={trend} />
}
