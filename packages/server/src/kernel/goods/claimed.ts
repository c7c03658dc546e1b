// What others that wait to be sent have already claimed of a former document.
import { add, compare, type Decimal, trimZeros } from '@chepu/contract/kernel/decimal'
import { refuseLine } from '../base/errors'
import type { CallerTx } from '../db/tx'
import { sumWord } from './sources'
import type { GoodsDocument } from './types'

/** How a kind speaks of what waits: 待出库 and 可出, 待发货 and 可发. */
interface Words {
  waiting: string
  free: string
}

/**
 * Two documents that are approved and not yet sent may not both claim the same remainder of an order or request: it could not take back what it
 * held for both. @throws Failure refused, naming the line
 */
export async function assertNotClaimed(tx: CallerTx, doc: GoodsDocument, { waiting, free: may }: Words): Promise<void> {
  if (!doc.lines.some((line) => line.sourceLineId !== null)) return
  const left = new Map((await waitingElsewhere(tx, doc.id)).map((claim) => [claim.sourceLineId, claim.free]))
  const claimed = new Map<number, Decimal>()
  for (const line of doc.lines) {
    const free = left.get(line.sourceLineId ?? 0)
    if (line.sourceLineId === null || free === undefined) continue
    const sum = add(claimed.get(line.sourceLineId) ?? '0', line.qty)
    claimed.set(line.sourceLineId, sum)
    if (compare(sum, free) <= 0) continue
    const figures = `${may} ${trimZeros(free)}，${sumWord(sum, line)} ${trimZeros(sum)}`
    refuseLine(line, 'qty', `来源单据剩余数量中已有${waiting}，${figures}`)
  }
}

/** What is left of the former lines of a document beside others that wait to be sent; only lines with such. */
const waitingElsewhere = (tx: CallerTx, documentId: number): Promise<{ sourceLineId: number; free: Decimal }[]> =>
  tx.query({
    name: 'waiting-elsewhere',
    text: `select sl.id as source_line_id, sl.qty - sl.executed_qty - sl.closed_qty - sum(other.qty) as free
      from goods_document_line sl
      join goods_document_line other on other.group_id = sl.group_id and other.source_line_id = sl.id
      join goods_document d on d.group_id = other.group_id and d.id = other.document_id and d.state = 'approved'
      where sl.group_id = $1 and d.id <> $2
        and sl.id = any (array(select source_line_id from goods_document_line where group_id = $1 and document_id = $2))
      group by sl.id, sl.qty, sl.executed_qty, sl.closed_qty`,
    values: [tx.groupId, documentId],
  })
