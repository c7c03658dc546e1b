import type { CallerTx, Tx } from './tx'
import { shanghaiDay } from '../base/calendar'

/** What a new document is called by people and by rows. */
interface NewDocument {
  id: number
  billNo: string
}

/** What the database gives for both. */
interface Drawn {
  lastNo: number
  id: number
}

/**
 * The next document number of the caller's organisation, `{prefix}{org code}{yyMMdd}{4 digits}` (business/documents 2), and an id for a row of `table`. Taken by a
 * statement that commits by itself, so that a shop's clerks never wait for each other; a number is never used twice, gaps may occur.
 * Throws what has ended the transaction, such as a repeat of its request.
 */
export const nextDocument = (tx: CallerTx, prefix: string, table: string): Promise<NewDocument> =>
  nextDocumentOf(tx, { id: tx.caller.orgId, code: tx.caller.org.code }, prefix, table)

/** The same of an organisation for which the program works. */
export async function nextDocumentOf(
  tx: Tx,
  org: { id: number; code: string },
  prefix: string,
  table: string,
): Promise<NewDocument> {
  await tx.assertGoesOn()
  const day = shanghaiDay()
  const [{ lastNo, id }] = (await tx.db.alone<Drawn>(tx.groupId, {
    name: 'next-document',
    text: 'select last_no, id from next_document($1, $2, $3, $4, $5)',
    values: [tx.groupId, org.id, prefix, day, table],
  })) as [Drawn]
  const no = String(lastNo).padStart(4, '0')
  return { id, billNo: `${prefix}${org.code}${day.slice(2).replaceAll('-', '')}${no}` }
}
