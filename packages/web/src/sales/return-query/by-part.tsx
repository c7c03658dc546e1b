import { saleReturnLines, saleReturnsByPart } from '@chepu/contract/sales/sales-return-query'
import { listOf } from '../../kit/list/columns'
import { TradedParts } from '../../pickers/traded'
import { salesReturns } from '../trades'
import { reasonFilter } from './reason-filter'

const parts = listOf(saleReturnsByPart)
const lines = listOf(saleReturnLines)
const trade = salesReturns('saleBackQueryByProduct')

/** 销售退货查询-按商品 (business/statistics 4.7). */
export default function SaleReturnsByPart() {
  return <TradedParts trade={trade} parts={parts} lines={lines} filters={reasonFilter} />
}
