import { add, allocate, type Decimal, isPositive } from '@chepu/contract/kernel/decimal'
import { costBasis } from '@chepu/contract/purchasing/cost-basis'
import type { GoodsDocument } from '../../kernel/goods/types'
import { moveIn } from '../../kernel/ledgers/moves'
import type { OpenItemEntry, Posting } from '../../kernel/ledgers/types'

export interface ReceiptTerms {
  taxpayerKind: 'general' | 'small'
  freightToCost: boolean
  dueOn: string
}

/** What a goods receipt does to the books: goods in at cost, and what we owe the supplier and the carrier (business/ledgers 5). */
export function postingOf(receipt: GoodsDocument, terms: ReceiptTerms): Posting {
  const freight = ourFreight(receipt, terms)
  const lines = receipt.lines.filter((line) => isPositive(line.qty))
  return {
    stock: lines.map((line, i) =>
      moveIn(line, {
        boughtBy: line.sourceLineId,
        costing: {
          at: 'value',
          value: add(costBasis(line, receipt.invoiceKind, terms.taxpayerKind), freight.shares[i] ?? '0'),
        },
      }),
    ),
    openItems: [
      { partnerId: receipt.partnerId, side: 'AP', tab: 'purchase', amount: receipt.totalTaxed, dueOn: terms.dueOn },
      ...freight.items,
    ],
    ...(freight.expense && { pnl: [{ kind: 'other_expense' as const, amount: freight.expense }] }),
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
  const isAdvanced = freightPayer === 'partner'
  if (!isPositive(freight) || (!isAdvanced && carrierId === null)) return { shares: [], items: [] }
  const items: OpenItemEntry[] = isAdvanced
    ? []
    : [
        {
          partnerId: carrierId as number,
          side: 'AP',
          tab: 'freight',
          amount: freight,
          dueOn: terms.dueOn,
          remark: '运费',
        },
      ]
  if (!terms.freightToCost) return { shares: [], items, expense: freight }
  return { shares: allocate(freight, freightWeights(receipt)), items }
}

/** Freight lies on what the goods cost (business/documents 3.7); goods that were all given away share it by the piece. */
function freightWeights(receipt: GoodsDocument): Decimal[] {
  const lines = receipt.lines.filter((line) => isPositive(line.qty))
  const isPaid = lines.some((line) => isPositive(line.taxed))
  return lines.map((line) => (isPaid ? line.taxed : line.qty))
}
