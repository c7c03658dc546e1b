import { orderLines as lines, orderParts as parts } from '@chepu/contract/purchasing/order-query'
import {
  purchaseLines as receiptLines,
  purchasesByDocument,
  purchasesByPart as receiptParts,
  purchasesBySupplier as receiptSuppliers,
} from '@chepu/contract/purchasing/purchase-query'
import { documentStatements } from '../../kernel/goods/traded'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery, bindStatements } from '../../kernel/query/query'
import { traits as goodsReceipt } from '../goods-receipt/traits'
import { orderLines, orderParts } from './order-lines'
import { purchaseLines, purchasesByPart } from './purchases'
import { purchasesBySupplier } from './suppliers'

/** 采购订单查询: lines and parts, with totals and export. */
export function bindOrderQueries(bind: Bind): void {
  bindQuery(bind, lines, orderLines)
  bindQuery(bind, parts, orderParts)
}

/** 采购查询: by supplier, by document, lines and parts. */
export function bindPurchaseQueries(bind: Bind): void {
  bindQuery(bind, receiptSuppliers, purchasesBySupplier)
  bindStatements(bind, purchasesByDocument, documentStatements(purchasesByDocument, goodsReceipt))
  bindQuery(bind, receiptLines, purchaseLines)
  bindQuery(bind, receiptParts, purchasesByPart)
}
