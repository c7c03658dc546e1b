import { orderLines as lines, orderParts as parts } from '@chepu/contract/purchasing/order-query'
import {
  purchaseLines as receiptLines,
  purchasePriceTrend,
  purchasesByDocument,
  purchasesByPart as receiptParts,
  purchasesBySupplier as receiptSuppliers,
} from '@chepu/contract/purchasing/purchase-query'
import {
  returnLines as returnedLines,
  returnsByDocument,
  returnsByPart as returnedParts,
  returnsBySupplier as returnedSuppliers,
} from '@chepu/contract/purchasing/purchase-return-query'
import { priceTrend } from '../../kernel/goods/price-trend'
import { documentStatements } from '../../kernel/goods/traded'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery, bindStatements } from '../../kernel/query/query'
import { traits as goodsReceipt } from '../goods-receipt/traits'
import { traits as purchaseReturn } from '../purchase-return/traits'
import { orderLines, orderParts } from './order-lines'
import { purchaseLines, purchasesByPart } from './purchases'
import { returnLines, returnsByPart } from './returns'
import { purchasesBySupplier, returnsBySupplier } from './suppliers'

/** 采购订单查询: lines and parts, with totals and export. */
export function bindOrderQueries(bind: Bind): void {
  bindQuery(bind, lines, orderLines)
  bindQuery(bind, parts, orderParts)
}

/** 采购查询 and 采购退货查询: by supplier, by document, lines and parts, and what a part was bought for. */
export function bindPurchaseQueries(bind: Bind): void {
  bindQuery(bind, receiptSuppliers, purchasesBySupplier)
  bindStatements(bind, purchasesByDocument, documentStatements(purchasesByDocument, goodsReceipt))
  bindQuery(bind, receiptLines, purchaseLines)
  bindQuery(bind, receiptParts, purchasesByPart)
  bind.reads(purchasePriceTrend, (tx, { query }) => priceTrend(tx, goodsReceipt, query))
  bindQuery(bind, returnedSuppliers, returnsBySupplier)
  bindStatements(bind, returnsByDocument, documentStatements(returnsByDocument, purchaseReturn))
  bindQuery(bind, returnedLines, returnLines)
  bindQuery(bind, returnedParts, returnsByPart)
}
