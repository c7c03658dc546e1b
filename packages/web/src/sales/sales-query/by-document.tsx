import { salesByDocument } from '@chepu/contract/sales/sales-query'
import { listOf } from '../../kit/list/columns'
import { TradedDocuments } from '../../pickers/traded'
import { sales } from '../trades'

const cut = listOf(salesByDocument)
const trade = sales('saleQueryByOrder')

/** 销售查询-按单据 (business/statistics 4.3). */
export default function SalesByDocument() {
  return <TradedDocuments trade={trade} cut={cut} />
}
