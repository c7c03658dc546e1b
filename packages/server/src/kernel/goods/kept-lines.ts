import type { CallerTx } from '../db/tx'
import { invalid } from '../base/errors'
import { documentKind, stateName } from '../document/registry'
import type { GoodsDocument } from './types'

interface Referred {
  id: number
  lineNo: number
  partId: number
  partCode: string
  kind: string
  billNo: string
  state: string
}

/**
 * Lines of a draft that a voided or reversed successor still names: an order that was unapproved after its receipt was
 * voided. They stay the same rows, so that the successor shows what it once executed; the rest of the draft is
 * written anew. Answers the new lines that continue them, by index. Throws when such a line was taken out or became
 * another part: the message names the line and the document that refers to it.
 */
export async function continuedLines(
  tx: CallerTx,
  draft: Pick<GoodsDocument, 'id'>,
  typed: readonly { partId: number }[],
): Promise<Map<number, number>> {
  const continued = new Map<number, number>()
  for (const line of await referredLines(tx, draft.id)) {
    const at = typed.findIndex((each, i) => each.partId === line.partId && !continued.has(i))
    if (at < 0) {
      const title = documentKind(line.kind)?.def.title ?? ''
      const message = `第${line.lineNo}行 [${line.partCode}] 已被${title} ${line.billNo}（${stateName(line)}）引用，不能删除或更换配件`
      invalid([{ path: 'lines', message }])
    }
    continued.set(at, line.id)
  }
  return continued
}

/** Each referred line once, with the latest document that names it. */
const referredLines = (tx: CallerTx, documentId: number) =>
  tx.query<Referred>({
    name: 'referred-lines',
    text: `select distinct on (own.line_no) own.id, own.line_no, own.part_id, own.part_code, d.kind, d.bill_no, d.state
      from goods_document_line own
      join goods_document_line l on l.group_id = own.group_id and (l.source_line_id = own.id or l.linked_purchase_line_id = own.id)
      join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      where own.group_id = $1 and own.document_id = $2 order by own.line_no, d.id desc`,
    values: [tx.groupId, documentId],
  })

/** Takes out the draft's lines, but for the continued ones, whose numbers make way for the new order of lines. */
export function clearLines(tx: CallerTx, documentId: number, continued: readonly number[]): void {
  tx.send({
    name: 'delete-draft-lines',
    text: 'delete from goods_document_line where group_id = $1 and document_id = $2 and id <> all ($3::bigint[])',
    values: [tx.groupId, documentId, continued],
  })
  if (continued.length === 0) return
  tx.send({
    name: 'park-continued-lines',
    text: 'update goods_document_line set line_no = -line_no where group_id = $1 and document_id = $2',
    values: [tx.groupId, documentId],
  })
}

/** Writes a continued line as it is now; what an earlier approval had noted on it is forgotten, as on a new row. */
export function rewriteLine(tx: CallerTx, id: number, columns: readonly string[], row: readonly unknown[]): void {
  // A row never changes its group; on a distributed database not even to the same one.
  const kept = columns.map((column, i) => ({ column, value: row[i] })).filter(({ column }) => column !== 'group_id')
  tx.send({
    text: `update goods_document_line set received_qty = null, unit_cost = null, cost_amount = 0,
        ${kept.map(({ column }, i) => `${column} = $${i + 3}`).join(', ')}
      where group_id = $1 and id = $2`,
    values: [tx.groupId, id, ...kept.map(({ value }) => value)],
  })
}
