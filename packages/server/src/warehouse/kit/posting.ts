import { type Decimal, isPositive, neg } from '@chepu/contract/kernel/decimal'
import { dueDate } from '@chepu/contract/kernel/due-date'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import { moveIn, moveOut } from '../../kernel/ledgers/moves'
import type { Posting } from '../../kernel/ledgers/types'

/** The kit of a document and its components, which saving has made sure of. */
export function kitOf({ lines }: Pick<GoodsDocument, 'lines'>): { kit: GoodsLine; components: GoodsLine[] } {
  const kit = lines.find((line) => line.isKit)
  if (!kit) throw new Error('a document of a kit has no kit')
  return { kit, components: lines.filter((line) => !line.isKit) }
}

/** What an assembly does to the books: components out at the average, the kit in at what they and the fee come to (business/ledgers 4.6). */
export function postingOfAssembly(doc: GoodsDocument): Posting {
  const { kit, components } = kitOf(doc)
  const taken = components.map((line) => moveOut(line, { costing: { at: 'free' } }))
  const made = moveIn(kit, { costing: { at: 'linked', source: { moves: taken, plus: doc.freight } } })
  return { stock: [...taken, made], ...feeOf(doc) }
}

/**
 * What a disassembly does to the books: the kit out at the average; its components in, sharing that and the fee by their weights
 * by line id, the last one taking the remainder (business/ledgers 4.6).
 */
export function postingOfDisassembly(doc: GoodsDocument, weights: ReadonlyMap<number, Decimal>): Posting {
  const { kit, components } = kitOf(doc)
  const taken = moveOut(kit, { costing: { at: 'free' } })
  const source = { moves: [taken], plus: doc.freight }
  const gained = components.map((line) =>
    moveIn(line, { costing: { at: 'linked', source, weight: weights.get(line.id) ?? '0' } }),
  )
  return { stock: [taken, ...gained], ...feeOf(doc) }
}

/** The fee is owed to the partner where one is named, else taken out of the expenses that it was booked in. */
function feeOf(doc: GoodsDocument): Pick<Posting, 'openItems' | 'pnl'> {
  const fee = doc.freight
  if (!isPositive(fee)) return {}
  return doc.partnerId === null
    ? { pnl: [{ kind: 'other_expense', amount: neg(fee) }] }
    : { openItems: [{ partnerId: doc.partnerId, side: 'AP', tab: 'outsource', amount: fee, dueOn: dueDate(doc) }] }
}
