import { saleLines, salePriceTrend, salesByPart } from '@chepu/contract/sales/sales-query'
import { listOf } from '../../kit/list/columns'
import { TradedParts } from '../../pickers/traded'
import { sales } from '../trades'

const parts = listOf(salesByPart)
const lines = listOf(saleLines)
const trade = sales('saleQueryByProduct')
const trend = { route: salePriceTrend, price: '售价' }

/** 销售查询-按商品 (business/statistics 4.6). */
export default function SalesByPart() {
  return <TradedParts trade={trade} parts={parts} lines={lines} trend={trend} />
}
