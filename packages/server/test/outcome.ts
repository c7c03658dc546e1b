// What came of a document, so that two ways to the same end can be compared.
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import type { Client, Shop } from './shop'

/** A document as it can be read, its log and what it wrote into the books, but for what no two documents share. */
export async function outcomeOf(shop: Shop, client: Client, { kind, routes }: AnyDocument, id: number) {
  const { header, ...lines } = await client.call(routes.read, { params: { id } })
  const {
    id: _,
    billNo: __,
    createdAt: ___,
    snapshotAt: ____,
    submittedAt,
    approvedAt,
    postedAt,
    ...stands
  } = header as typeof header & Record<string, unknown>
  const log = await client.call(routes.log, { params: { id } })
  return {
    header: {
      ...Object.fromEntries(Object.entries(stands).filter(([name, value]) => !(name.endsWith('At') && value !== null))),
      stamps: [submittedAt, approvedAt, postedAt].map((at) => at !== null),
    },
    lines: JSON.parse(
      JSON.stringify(lines, (key, value: unknown) => (/^id$|At$/.test(key) ? undefined : value)),
    ) as object,
    log: log.map(({ action, fromState, toState, reason }) => ({ action, fromState, toState, reason })),
    books: [await shop.books.ofDocument(kind, id), ...(await ofMade(shop, id, kind))].flat(),
  }
}

/** What the documents that one of these made have written. */
async function ofMade(shop: Shop, id: number, kind: string): Promise<unknown[][]> {
  const made = await shop.sql<{ kind: string; id: number }>(
    `select c.kind, c.id from goods_document c join goods_document d on d.group_id = c.group_id and d.id = c.made_by
      where c.group_id = $1 and d.id = $2 and d.kind = $3 and c.posted_at is not null order by c.id`,
    id,
    kind,
  )
  return Promise.all(made.map((each) => shop.books.ofDocument(each.kind, each.id)))
}
