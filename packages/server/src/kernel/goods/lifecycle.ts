// The life of a goods document between entry and the ledgers. Kinds compose their actions from these steps.
import type { StateOf } from '@chepu/contract/kernel/document'
import type { GoodsDef } from '@chepu/contract/kernel/goods-document'
import { firstState, isPosted, stateAt } from '@chepu/contract/kernel/states'
import { shanghaiDay } from '../base/calendar'
import type { CallerTx } from '../db/tx'
import { post, reverse } from '../ledgers'
import type { Posting } from '../ledgers/types'
import { assertOpenMonth, assertOpenThere } from '../document/period'
import { insertRed, negated } from '../document/red'
import { insertRows } from '../document/rows'
import { assertBatches, assertInUse } from './line-checks'
import type { GoodsDocument, GoodsLine, GoodsTraits } from './types'
import { goodsDocuments, recordCosts } from './repo'
import { assertNoSuccessors, countAtSources, lockSources } from './sources'

/**
 * Posts a document: period, former documents, ledgers, costs (business/ledgers 2). Leads to 已完成. `postingOf` gets the document as
 * it stands once its former documents are locked, and may read under that lock.
 */
export async function postDocument<Def extends GoodsDef>(
  tx: CallerTx,
  kind: GoodsTraits<Def>,
  doc: GoodsDocument,
  postingOf: (locked: GoodsDocument) => Posting | Promise<Posting>,
): Promise<StateOf<Def>> {
  await assertMayPost(tx, kind, doc)
  assertInUse(kind, doc)
  const locked = await lockSources(tx, kind, doc)
  const posting = await postingOf(locked)
  assertBatches(locked.lines, posting)
  const costs = await post(tx, locked, posting)
  await recordCosts(tx, locked.id, costs)
  countAtSources(tx, kind, locked, 1)
  return stateAt(kind.def, 'posted') as StateOf<Def>
}

/** Refuses a day in a closed month, here or in the books of the other organisation. @throws Failure refusal */
export async function assertMayPost(tx: CallerTx, kind: GoodsTraits, doc: GoodsDocument): Promise<void> {
  assertOpenMonth(tx.caller, doc, doc.bizDate, { anyDay: kind.isOpening?.(doc) ?? false })
  if (doc.counterOrgId !== null) await assertOpenThere(tx, doc.counterOrgId, doc.bizDate)
}

/** 反审核: opposite ledger rows under the same document, which is a draft again (business/documents 1.5). */
export async function unpostDocument<Def extends GoodsDef>(
  tx: CallerTx,
  kind: GoodsTraits<Def>,
  doc: GoodsDocument,
): Promise<StateOf<Def>> {
  const first = firstState(kind.def) as StateOf<Def>
  await assertNoSuccessors(tx, doc)
  if (!isPosted(kind.def, doc.state)) return first
  await assertMayPost(tx, kind, doc)
  await reverse(tx, doc, doc, reversible(doc, doc.lines))
  countAtSources(tx, kind, doc, -1)
  clearCosts(tx, doc.id)
  return first
}

/** What a document that is undone has cost, nothing. */
export const clearCosts = (tx: CallerTx, documentId: number): void =>
  tx.send({
    name: 'clear-costs',
    text: `with line as (update goods_document_line set cost_amount = 0, unit_cost = null where group_id = $1 and document_id = $2 returning id)
      update goods_document d set cost_amount = 0 where d.group_id = $1 and d.id = $2`,
    values: [tx.groupId, documentId],
  })

/** 红冲: a red document of today with all figures negated undoes the blue one (business/documents 1.6). */
export async function reverseDocument<Def extends GoodsDef>(
  tx: CallerTx,
  kind: GoodsTraits<Def>,
  doc: GoodsDocument,
): Promise<StateOf<Def>> {
  await assertNoSuccessors(tx, doc)
  const bizDate = shanghaiDay()
  assertOpenMonth(tx.caller, doc, bizDate)
  if (doc.counterOrgId !== null) await assertOpenThere(tx, doc.counterOrgId, bizDate)
  const { red, lines } = await insertRedDocument(tx, kind, doc, bizDate)
  const costs = await reverse(tx, doc, red, reversible(doc, lines))
  await recordCosts(tx, red.id, costs)
  countAtSources(tx, kind, doc, -1)
  return stateAt(kind.def, 'reversed') as StateOf<Def>
}

/** The lines of a document with those that their opposite rows stand under. */
export const reversible = (doc: GoodsDocument, targets: readonly { id: number }[]) =>
  doc.lines.map((line, i) => ({
    lineId: line.id,
    lineNo: line.lineNo,
    partCode: line.partCode,
    targetLineId: targets[i]?.id as number,
  }))

const headerFigures = [
  'totalQty',
  'totalAmount',
  'orderDiscount',
  'freight',
  'chargedFreight',
  'totalUntaxed',
  'totalTax',
  'totalTaxed',
  'purchaseTaxed',
] as const
const lineFigures = [
  'qty',
  'amount',
  'netAmount',
  'untaxed',
  'tax',
  'taxed',
  'discountShare',
  'discountShareUntaxed',
] as const

/** The columns of a line without what masters say beside it. */
const ownColumns = ({ entryLocationId, batchManaged, partIsActive, locationIsOpen, ...line }: GoodsLine) => line

/** Writes the red document beside a posted one, with its lines. */
export async function insertRedDocument(
  tx: CallerTx,
  kind: Pick<GoodsTraits, 'def'>,
  doc: GoodsDocument,
  bizDate: string,
) {
  const { lines, terms: _, closedMonth: __, warehouse: ___, partner: ____, ...header } = doc
  const own = { ...negated(header, headerFigures), costAmount: '0', executedQty: '0' }
  const red = await insertRed(tx, goodsDocuments, kind.def, own, bizDate)
  const redLines = lines.map((line) => ({
    ...negated(ownColumns(line), lineFigures),
    documentId: red.id,
    executedQty: '0',
    returnedQty: '0',
    closedQty: '0',
    costAmount: '0',
    unitCost: null,
  }))
  return { red, lines: await insertRows(tx, 'goods_document_line', redLines) }
}
