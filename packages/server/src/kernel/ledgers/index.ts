import { isNegative, isZero, neg } from '@chepu/contract/kernel/decimal'
import type { Tx } from '../db/tx'
import { moveCash, reverseCash } from './account'
import { reversalCards, writeCards } from './card'
import { reversalCommission, writeCommission } from './commission'
import { holdMoved, lockUndone } from './held-accounts'
import { openItems } from './open-items'
import { reverseOpenItems, reverseSettlement, settle } from './partner'
import { postStock } from './stock'
import type {
  CommissionEntry,
  DocumentRef,
  LineCosts,
  PnlEntry,
  Posting,
  ReversibleLine,
  StockMove,
  Undone,
} from './types'
import { reversalWip, wipOfEntries, type WipRow, writeWip } from './wip'

/**
 * Writes everything that a document does to the books, in a fixed lock order: cards, pools, partners, accounts (business/ledgers 2).
 * A constant number of statements, whatever the number of lines. Returns what each line's goods were worth.
 */
export async function post(tx: Tx, doc: DocumentRef, posting: Posting): Promise<LineCosts> {
  await writeCards(tx, doc, { cards: posting.cards ?? [], items: posting.cardItems ?? [] })
  const stock = await postStock(tx, doc, posting.stock ?? [])
  const recognised = wipOfEntries(doc, posting.wip ?? [])
  await writeWip(tx, doc, [...recognised.rows, ...stock.wip])
  writeCommission(tx, doc, posting.commission ?? [])
  await holdMoved(tx, doc, posting)
  await openItems(tx, doc, posting.openItems ?? [], [...(posting.pnl ?? []), ...stock.pnl, ...recognised.pnl])
  await settle(tx, doc, posting.writeOffs ?? [], posting.advances)
  await moveCash(tx, doc, posting.cash ?? [])
  return stock.costs
}

/**
 * Undoes a document by opposite rows (business/ledgers 4.4): 反审核 writes them under the same document, 红冲 under its red
 * one. Refuses when the goods are gone or money has been written off.
 */
export const reverse = (
  tx: Tx,
  original: DocumentRef,
  target: DocumentRef,
  lines: readonly ReversibleLine[],
): Promise<LineCosts> => reverseAll(tx, target, [{ original, target, lines }])

/**
 * Undoes documents that one posting wrote, by one posting: goods that came with one of them and left with another go back through
 * their pools at the value that they had, whatever lies there (ADR 0158). Refuses as `reverse`.
 */
export async function reverseTogether(tx: Tx, doc: DocumentRef, undone: readonly Undone[]): Promise<LineCosts> {
  return reverseAll(tx, doc, undone, (move) =>
    move.direction === 'out' && move.costing.at === 'specified'
      ? { ...move, costing: { at: 'linked', source: { moves: [], plus: move.costing.value } } }
      : move,
  )
}

/**
 * Undoes a document with the slips that it has made, each by its own rows: goods before what is owed, and money as the slips are named. Refuses as `reverse`.
 */
export const reverseWithMade = (tx: Tx, doc: DocumentRef, undone: readonly Undone[]): Promise<LineCosts> =>
  reverseAll(tx, doc, undone)

async function reverseAll(
  tx: Tx,
  doc: DocumentRef,
  undone: readonly Undone[],
  costed: (move: StockMove) => StockMove = (move) => move,
): Promise<LineCosts> {
  await writeCards(tx, doc, await reversalCards(tx, undone))
  const moves: StockMove[] = []
  const wip: WipRow[] = []
  const pnl: PnlEntry[] = []
  const commission: CommissionEntry[] = []
  for (const { original, target, lines } of undone) {
    const [ownMoves, ownWip, ownPnl, ownCommission] = await Promise.all([
      reversalMoves(tx, original, lines),
      reversalWip(tx, original, lines),
      reversalPnl(tx, original),
      reversalCommission(tx, original, lines),
    ])
    moves.push(...ownMoves.map((move) => ({ ...costed(move), of: target })))
    wip.push(...ownWip.map((row) => ({ ...row, of: target })))
    pnl.push(...ownPnl.map((entry) => ({ ...entry, of: target })))
    commission.push(...ownCommission.map((entry) => ({ ...entry, of: target })))
  }
  const stock = await postStock(
    tx,
    doc,
    moves.toSorted((a, b) => turn(a) - turn(b)),
  )
  await writeWip(tx, doc, wip)
  writeCommission(tx, doc, commission)
  await lockUndone(
    tx,
    undone.map(({ original }) => original),
  )
  for (const { original, target } of undone) {
    await reverseOpenItems(tx, original, target)
    await reverseSettlement(tx, original, target)
  }
  for (const { original, target } of undone) await reverseCash(tx, original, target)
  await openItems(tx, doc, [], [...pnl, ...stock.pnl])
  return stock.costs
}

/** What left comes back before what came is taken away. */
const turn = ({ direction }: StockMove): number => (direction === 'out' ? 1 : 0)

interface LedgerRow {
  id: number
  orgId: number
  lineId: number
  warehouseId: number
  locationId: number
  partId: number
  batchNo: string
  qty: string
  value: string
  variance: string
}

/**
 * The movements that would undo a document: an inbound leaves at its value, an outbound comes back at its value, a
 * revaluation is taken back. What left comes back first, since it may have come in with the same document.
 */
export async function reversalMoves(tx: Tx, doc: DocumentRef, lines: readonly ReversibleLine[]): Promise<StockMove[]> {
  const rows = await tx.query<LedgerRow>({
    name: 'stock-rows-of-document',
    text: `select s.id, s.org_id, s.line_id, s.warehouse_id, s.location_id, s.part_id, s.batch_no, s.qty, s.value, s.variance
      from stock_ledger s
      where s.group_id = $1 and s.doc_kind = $2 and s.doc_id = $3 and s.reversal_of is null
        and not exists (select 1 from stock_ledger r where r.group_id = $1 and r.reversal_of = s.id)
      order by s.qty > 0, s.id`,
    values: [tx.groupId, doc.kind, doc.id],
  })
  const byLine = new Map(lines.map((line) => [line.lineId, line]))
  return rows.map((row) => {
    const line = byLine.get(row.lineId)
    if (!line) throw new Error('a ledger row has no line')
    return {
      ...undoing(row),
      orgId: row.orgId,
      lineId: line.targetLineId,
      lineNo: line.lineNo,
      partId: row.partId,
      partCode: line.partCode,
      warehouseId: row.warehouseId,
      locationId: row.locationId,
      batchNo: row.batchNo,
      reversalOf: row.id,
    }
  })
}

function undoing({ qty, value, variance }: LedgerRow): Pick<StockMove, 'direction' | 'qty' | 'costing'> {
  // What spilled is taken back where it went; what goods gained they must still have.
  const known = { at: 'value', value: neg(value), variance: neg(variance), spills: !isZero(variance) } as const
  if (isZero(qty)) return { direction: 'revalue', qty: '0', costing: known }
  return isNegative(qty)
    ? { direction: 'in', qty: neg(qty), costing: { at: 'value', value: neg(value), variance: neg(variance) } }
    : { direction: 'out', qty, costing: { at: 'specified', value } }
}

/**
 * Opposite P&L of a document. Variances of its stock rows follow from their reversal; what the document added to them
 * itself, such as a price that differs from the goods' own value, is taken back here.
 */
async function reversalPnl(tx: Tx, doc: DocumentRef): Promise<PnlEntry[]> {
  const rows = await tx.query<Required<Omit<PnlEntry, 'of'>>>({
    name: 'pnl-of-document',
    text: `select p.org_id, p.kind, p.payer_type, p.department_id, p.amount_taxed,
        p.amount + case when p.kind = 'stock_variance' and p.payer_type is null then coalesce(s.variance, 0) else 0 end as amount
      from (
        select org_id, kind, payer_type, department_id, sum(amount) as amount, sum(amount_taxed) as amount_taxed from pnl_ledger
        where group_id = $1 and doc_kind = $2 and doc_id = $3 group by org_id, kind, payer_type, department_id
      ) p
      left join (
        select org_id, sum(variance) as variance from stock_ledger where group_id = $1 and doc_kind = $2 and doc_id = $3 group by org_id
      ) s on s.org_id = p.org_id`,
    values: [tx.groupId, doc.kind, doc.id],
  })
  return rows.map((row) => ({ ...row, amount: neg(row.amount), amountTaxed: neg(row.amountTaxed) }))
}
