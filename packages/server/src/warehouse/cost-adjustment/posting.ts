import { neg } from '@chepu/contract/kernel/decimal'
import type { GoodsDocument } from '../../kernel/goods/types'
import { moveIn } from '../../kernel/ledgers/moves'
import type { Posting } from '../../kernel/ledgers/types'

/**
 * What an adjustment does to the books: it takes an amount out of the expenses, or puts it there, and into what the goods are worth; what
 * no goods can bear is a variance. Where it follows an invoice the other side is tax, and no profit (business/ledgers 4.7).
 */
export const postingOf = (doc: GoodsDocument, followsInvoice: boolean): Posting => ({
  stock: doc.lines.map((line) =>
    moveIn(line, { direction: 'revalue', qty: '0', costing: { at: 'value', value: line.netAmount, spills: true } }),
  ),
  pnl: followsInvoice ? [] : [{ kind: 'other_expense', amount: neg(doc.totalTaxed) }],
})
