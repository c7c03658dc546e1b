import { add, allocate, type Decimal, isPositive } from '@chepu/contract/kernel/decimal'
import { costBasis } from '@chepu/contract/purchasing/cost-basis'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods-document/kind'
import type { OpenItemEntry, Posting, StockMove } from '../../kernel/ledgers/types'

export interface ReceiptTerms {
  taxpayerKind: 'general' | 'small'
  freightToCost: boolean
  dueOn: string
}

/** What a goods receipt does to the books: goods in at cost, and what we owe the supplier and the carrier (DOMAIN 5.5). */
export function postingOf(receipt: GoodsDocument, terms: ReceiptTerms): Posting {
  const freight = ourFreight(receipt, terms)
  const lines = receipt.lines.filter((line) => isPositive(line.qty))
  return {
    stock: lines.map((line, i) =>
      stockIn(line, add(costBasis(line, receipt.invoiceKind, terms.taxpayerKind), freight.shares[i] ?? '0')),
    ),
    openItems: [
      { partnerId: receipt.partnerId, side: 'AP', amount: receipt.totalTaxed, dueOn: terms.dueOn },
      ...freight.items,
    ],
    ...(freight.expense && { pnl: [{ kind: 'other_expense' as const, amount: freight.expense }] }),
  }
}

function stockIn(line: GoodsLine, value: Decimal): StockMove {
  return {
    direction: 'in',
    lineId: line.id,
    lineNo: line.lineNo,
    partId: line.partId,
    partCode: line.partCode,
    warehouseId: line.warehouseId,
    locationId: line.locationId ?? line.entryLocationId,
    batchNo: line.batchNo,
    qty: line.qty,
    costing: { at: 'value', value },
  }
}

/**
 * Freight that we bear: on the supplier's own bill when he has paid it, else payable to the carrier who bills it; and
 * part of the goods' cost or an expense, as the org decides.
 */
function ourFreight(
  receipt: GoodsDocument,
  terms: ReceiptTerms,
): { shares: Decimal[]; items: OpenItemEntry[]; expense?: Decimal } {
  const { freight, freightPayer, carrierId } = receipt
  const isBilled = freightPayer === 'partner' || carrierId !== null
  if (!isBilled || !isPositive(freight)) return { shares: [], items: [] }
  const items: OpenItemEntry[] =
    freightPayer === 'partner' || carrierId === null
      ? []
      : [{ partnerId: carrierId, side: 'AP', amount: freight, dueOn: terms.dueOn, remark: '运费' }]
  if (!terms.freightToCost) return { shares: [], items, expense: freight }
  return { shares: allocate(freight, freightWeights(receipt)), items }
}

/** Freight lies on what the goods cost (DOMAIN 4.3 formula 7); goods that were all given away share it by the piece. */
function freightWeights(receipt: GoodsDocument): Decimal[] {
  const lines = receipt.lines.filter((line) => isPositive(line.qty))
  const isPaid = lines.some((line) => isPositive(line.taxed))
  return lines.map((line) => (isPaid ? line.taxed : line.qty))
}
