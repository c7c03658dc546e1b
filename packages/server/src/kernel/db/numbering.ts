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

/** A kind of document that is written: the prefix of its numbers, and the table of its rows. */
interface Numbered {
  prefix: string
  table: string
}

/** What one transaction is going to write, until the first of it is numbered, and then what was drawn with that one. */
const ahead = new WeakMap<Tx, { awaited: readonly Numbered[]; drawn: (Numbered & NewDocument)[] }>()

/**
 * Says which documents of the caller's organisation this transaction will write: the first of them to be numbered draws for all, in one statement (ADR 0305). Those
 * that come to nothing leave gaps.
 */
export const awaitDocuments = (tx: CallerTx, awaited: readonly Numbered[]): void =>
  void ahead.set(tx, { awaited, drawn: [] })

/**
 * The next document number of the caller's organisation, `{prefix}{org code}{yyMMdd}{4 digits}` (business/documents 2), and an id for a row of `table`. Taken by a
 * statement that commits by itself, so that a shop's clerks never wait for each other; a number is never used twice, gaps may occur.
 * Throws what has ended the transaction, such as a repeat of its request.
 */
export async function nextDocument(tx: CallerTx, prefix: string, table: string): Promise<NewDocument> {
  const org = { id: tx.caller.orgId, code: tx.caller.org.code }
  const known = ahead.get(tx)
  const isIt = (each: Numbered) => each.prefix === prefix && each.table === table
  if (known?.awaited.some(isIt)) {
    await tx.assertGoesOn()
    const { awaited } = known
    known.awaited = []
    known.drawn = await draw(tx, org, awaited)
  }
  const at = known ? known.drawn.findIndex(isIt) : -1
  const [drawn] = at < 0 ? [] : (known?.drawn.splice(at, 1) ?? [])
  if (!drawn) return nextDocumentOf(tx, org, prefix, table)
  const { id, billNo } = drawn
  return { id, billNo }
}

/** The same of an organisation for which the program works. */
export async function nextDocumentOf(
  tx: Tx,
  org: { id: number; code: string },
  prefix: string,
  table: string,
): Promise<NewDocument> {
  await tx.assertGoesOn()
  const day = shanghaiDay()
  const [drawn] = (await tx.db.alone<Drawn>(tx.groupId, {
    name: 'next-document',
    text: 'select last_no, id from next_document($1, $2, $3, $4, $5)',
    values: [tx.groupId, org.id, prefix, day, table],
  })) as [Drawn]
  return called(org, prefix, day, drawn)
}

/** The next numbers of several documents, whose counters are held in the order in which they are named. */
async function draw(tx: Tx, org: { id: number; code: string }, documents: readonly Numbered[]) {
  const day = shanghaiDay()
  const rows = await tx.db.alone<Drawn>(tx.groupId, {
    name: 'next-documents',
    text: `select d.last_no, d.id from unnest($4::text[], $5::text[]) with ordinality as n (prefix, of_table, place)
      cross join lateral next_document($1, $2, n.prefix, $3, n.of_table) d order by n.place`,
    values: [tx.groupId, org.id, day, documents.map(({ prefix }) => prefix), documents.map(({ table }) => table)],
  })
  return documents.map((each, i) => ({ ...each, ...called(org, each.prefix, day, rows[i] as Drawn) }))
}

const called = ({ code }: { code: string }, prefix: string, day: string, { lastNo, id }: Drawn): NewDocument => ({
  id,
  billNo: `${prefix}${code}${day.slice(2).replaceAll('-', '')}${String(lastNo).padStart(4, '0')}`,
})
