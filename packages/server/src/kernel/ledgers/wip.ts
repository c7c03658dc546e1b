// Work in progress (在修): what has left the stock for a work order and has not become a cost yet (business/ledgers 4.8).
import { add, type Decimal, isNegative, isZero, neg } from '@chepu/contract/kernel/decimal'
import { refuse, refuseLine } from '../base/errors'
import type { Tx } from '../db/tx'
import type { DocumentRef, PnlEntry, ReversibleLine, StockMove, WipEntry, WipLine } from './types'

/** A row of the ledger before it is written: what enters the work is positive, what leaves it negative. */
export interface WipRow extends WipLine {
  of?: DocumentRef
  orgId: number
  docLineId: number
  partId: number
  qty: Decimal
  value: Decimal
  reversalOf?: number
  /** The line that a refusal names. */
  line?: { lineNo: number; partCode: string }
}

interface ValuedRow {
  move: StockMove
  qty: Decimal
  value: Decimal
  variance: Decimal
}

/**
 * One row for each movement that says so: the opposite of what it does to the stock, variance included, whatever bins it was spread
 * over.
 */
export function wipOfStock(rows: readonly ValuedRow[], orgOf: (move: StockMove) => number): WipRow[] {
  const byMove = new Map<StockMove, WipRow>()
  for (const { move, qty, value, variance } of rows) {
    if (!move.wip) continue
    const { of, lineId: docLineId, partId, lineNo, partCode } = move
    const sum = byMove.get(move) ?? { qty: '0', value: '0' }
    byMove.set(move, {
      ...(of && { of }),
      ...move.wip,
      orgId: orgOf(move),
      docLineId,
      partId,
      line: { lineNo, partCode },
      qty: add(sum.qty, neg(qty)),
      value: add(sum.value, neg(value), neg(variance)),
    })
  }
  return [...byMove.values()]
}

/** What a posting says of work in progress itself, and the cost that it becomes. */
export function wipOfEntries(doc: DocumentRef, entries: readonly WipEntry[]): { rows: WipRow[]; pnl: PnlEntry[] } {
  const rows: WipRow[] = []
  const pnl: PnlEntry[] = []
  for (const { direction, payerType, orgId = doc.orgId, ...entry } of entries) {
    const signed = (figure: Decimal) => (direction === 'out' ? neg(figure) : figure)
    rows.push({ ...entry, orgId, qty: signed(entry.qty), value: signed(entry.value) })
    const at = { orgId, ...(entry.of && { of: entry.of }) }
    pnl.push({ ...at, kind: 'cogs_part', payerType, amount: neg(signed(entry.value)) })
  }
  return { rows, pnl }
}

/**
 * Writes the rows, beside the stock ledger and in its packet. The ledger locks nothing itself: whoever posts holds the header of the work
 * order. Refuses what leaves less than nothing of a line, as when a picking is undone whose goods have come back or are settled.
 */
export async function writeWip(tx: Tx, doc: DocumentRef, rows: readonly WipRow[]): Promise<void> {
  const written = rows.filter(({ qty, value }) => !isZero(qty) || !isZero(value))
  if (written.length === 0) return
  tx.sendInsert(
    'wip_ledger',
    [
      'group_id',
      'org_id',
      'work_order_id',
      'line_id',
      'part_id',
      'biz_date',
      'period',
      'doc_kind',
      'doc_id',
      'doc_line_id',
      'qty',
      'value',
      'reversal_of',
    ],
    written.map((row) => [
      tx.groupId,
      row.orgId,
      row.workOrderId,
      row.lineId,
      row.partId,
      doc.bizDate,
      doc.period,
      (row.of ?? doc).kind,
      (row.of ?? doc).id,
      row.docLineId,
      row.qty,
      row.value,
      row.reversalOf ?? null,
    ]),
  )
  if (written.some(({ qty, value }) => isNegative(qty) || isNegative(value))) await assertEnough(tx, written)
}

async function assertEnough(tx: Tx, rows: readonly WipRow[]): Promise<void> {
  const orders = [...new Set(rows.map(({ workOrderId }) => workOrderId))]
  const [short] = await tx.query<WipLine>({
    name: 'wip-below-nothing',
    text: `select work_order_id, line_id from wip_ledger where group_id = $1 and work_order_id = any ($2::bigint[])
      group by work_order_id, line_id
      having sum(qty) < 0 or sum(value) < 0 or (sum(qty) = 0 and sum(value) <> 0) order by work_order_id, line_id limit 1`,
    values: [tx.groupId, orders],
  })
  if (!short) return
  const row = rows.find(({ workOrderId, lineId }) => workOrderId === short.workOrderId && lineId === short.lineId)
  const words = '在修数量或成本不足，该配件已退料或已结算，请刷新后重试'
  if (row?.line) refuseLine(row.line, 'qty', words)
  refuse(words)
}

interface LedgerRow extends WipLine {
  id: number
  orgId: number
  docLineId: number
  partId: number
  qty: Decimal
  value: Decimal
}

/** Opposite rows for all that a document did to work in progress, through the stock or by itself. */
export async function reversalWip(tx: Tx, doc: DocumentRef, lines: readonly ReversibleLine[]): Promise<WipRow[]> {
  const rows = await tx.query<LedgerRow>({
    name: 'wip-rows-of-document',
    text: `select w.id, w.org_id, w.work_order_id, w.line_id, w.doc_line_id, w.part_id, w.qty, w.value from wip_ledger w
      where w.group_id = $1 and w.doc_kind = $2 and w.doc_id = $3 and w.reversal_of is null
        and not exists (select 1 from wip_ledger r where r.group_id = $1 and r.reversal_of = w.id)
      order by w.id`,
    values: [tx.groupId, doc.kind, doc.id],
  })
  const byLine = new Map(lines.map((line) => [line.lineId, line]))
  return rows.map(({ id, ...row }) => {
    const line = byLine.get(row.docLineId)
    if (!line) throw new Error('a row of work in progress has no line')
    return { ...row, docLineId: line.targetLineId, qty: neg(row.qty), value: neg(row.value), reversalOf: id, line }
  })
}

/** What is in work of one line of an order. */
interface WipOfLine {
  lineId: number
  qty: Decimal
  value: Decimal
}

/**
 * What is in work of each line of a work order, in the order of the lines; lines of which nothing is left are left out. It locks nothing:
 * the lock of the order's header serialises all that posts to it, so that whoever settles asks behind that lock.
 */
export const wipOf = (tx: Tx, workOrderId: number): Promise<WipOfLine[]> =>
  tx.query<WipOfLine>({
    name: 'wip-of-order',
    text: `select line_id, sum(qty) as qty, sum(value) as value from wip_ledger where group_id = $1 and work_order_id = $2
      group by line_id having sum(qty) <> 0 or sum(value) <> 0 order by line_id`,
    values: [tx.groupId, workOrderId],
  })
