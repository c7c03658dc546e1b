// The receipt and the delivery that a direct trade makes: each says of the trade what its own kind says.
import { purchaseAmounts } from '@chepu/contract/sales/direct-trade'
import type { DocumentAmounts } from '@chepu/contract/kernel/amounts'
import type { CallerTx } from '../../kernel/db/tx'
import { type Made, makeDocument } from '../../kernel/goods/made'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import { receiptTraits } from '../../purchasing/public'
import { traits as deliveryTraits } from '../sales-delivery/traits'
import { boughtLines } from './purchase-side'

/** Makes both, with numbers of their own; they are not posted yet. */
export async function makeBoth(tx: CallerTx, trade: GoodsDocument): Promise<{ receipt: Made; delivery: Made }> {
  const receipt = await makeDocument(tx, trade, receiptTraits, receiptOf(trade))
  const delivery = await makeDocument(tx, trade, deliveryTraits, deliveryOf(trade))
  return { receipt, delivery }
}

function receiptOf(trade: GoodsDocument) {
  const bought = boughtLines(trade)
  const taxIncluded = trade.purchaseTaxIncluded === true
  const { lines: figures, ...totals } = purchaseAmounts(bought, taxIncluded)
  const header = {
    ...totalsOf(totals),
    partnerId: trade.supplierId,
    settlementMethodId: trade.purchaseSettlementMethodId,
    dueOn: trade.purchaseDueOn,
    invoiceKind: trade.purchaseInvoiceKind ?? 'none',
    taxIncluded,
    remark: trade.remark,
  }
  const lines = trade.lines.map((line, i) => ({
    ...goodsOf(line),
    ...figures[i],
    priceSource: 'manual',
    taxRate: bought[i]?.purchaseTaxRate,
  }))
  return { header, lines }
}

function deliveryOf(trade: GoodsDocument) {
  const header = {
    ...totalsOf(trade),
    partnerId: trade.partnerId,
    settlementMethodId: trade.settlementMethodId,
    dueOn: trade.dueOn,
    invoiceKind: trade.invoiceKind,
    taxIncluded: trade.taxIncluded,
    orderDiscount: trade.orderDiscount,
    freight: trade.freight,
    freightPayer: trade.freightPayer,
    chargedFreight: trade.chargedFreight,
    address: trade.address,
    remark: trade.remark,
  }
  return { header, lines: trade.lines.map((line) => ({ ...goodsOf(line), ...moneyOf(line) })) }
}

const totalsOf = ({ totalQty, totalAmount, totalUntaxed, totalTax, totalTaxed }: Omit<DocumentAmounts, 'lines'>) => ({
  totalQty,
  totalAmount,
  totalUntaxed,
  totalTax,
  totalTaxed,
})

const goodsOf = (line: GoodsLine) => ({
  lineNo: line.lineNo,
  partId: line.partId,
  partCode: line.partCode,
  partName: line.partName,
  brandName: line.brandName,
  spec: line.spec,
  unitName: line.unitName,
  locationId: line.locationId,
  batchNo: line.batchNo,
  qty: line.qty,
  auxUnitId: line.auxUnitId,
  auxQty: line.auxQty,
  remark: line.remark,
})

const moneyOf = (line: GoodsLine) => ({
  price: line.price,
  priceSource: line.priceSource,
  discountRate: line.discountRate,
  amount: line.amount,
  netAmount: line.netAmount,
  isNetTyped: line.isNetTyped,
  taxRate: line.taxRate,
  untaxed: line.untaxed,
  tax: line.tax,
  taxed: line.taxed,
  discountShare: line.discountShare,
  discountShareUntaxed: line.discountShareUntaxed,
})
