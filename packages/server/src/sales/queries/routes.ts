import {
  saleLines as lines,
  salePriceTrend,
  salesByDocument,
  salesByPart as parts,
} from '@chepu/contract/sales/sales-query'
import {
  saleReturnLines as returnedLines,
  saleReturnsByDocument,
  saleReturnsByPart as returnedParts,
} from '@chepu/contract/sales/sales-return-query'
import { priceTrend } from '../../kernel/goods/price-trend'
import { documentStatements } from '../../kernel/goods/traded'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery, bindStatements } from '../../kernel/query/query'
import { traits as salesDelivery } from '../sales-delivery/traits'
import { traits as salesReturn } from '../sales-return/traits'
import { saleReturnLines, saleReturnsByPart } from './returns'
import { saleLines, salesByPart } from './sales'

/** 销售查询 and 销售退货查询: by part, by document, and what a part was sold for. */
export function bindSalesQueries(bind: Bind): void {
  bindQuery(bind, lines, saleLines)
  bindQuery(bind, parts, salesByPart)
  bindStatements(bind, salesByDocument, documentStatements(salesByDocument, salesDelivery))
  bind.reads(salePriceTrend, (tx, { query }) => priceTrend(tx, salesDelivery, query))
  bindQuery(bind, returnedLines, saleReturnLines)
  bindQuery(bind, returnedParts, saleReturnsByPart)
  bindStatements(bind, saleReturnsByDocument, documentStatements(saleReturnsByDocument, salesReturn))
}
