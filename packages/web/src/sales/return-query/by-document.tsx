import { saleReturnsByDocument } from '@chepu/contract/sales/sales-return-query'
import { listOf } from '../../kit/list/columns'
import { TradedDocuments } from '../../pickers/traded'
import { salesReturns } from '../trades'
import { reasonFilter } from './reason-filter'

const cut = listOf(saleReturnsByDocument)
const trade = salesReturns('saleBackQueryByOrder')

/** 销售退货查询-按单据 (business/statistics 4.7). */
export default function SaleReturnsByDocument() {
  return <TradedDocuments trade={trade} cut={cut} filters={reasonFilter} />
}
