// How a document is found by what names it with kind and id, whatever its family.
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { type Stage, stageOf } from '@chepu/contract/kernel/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../db/tx'
import { documentKind, documentKinds, statesOfAll } from './registry'

/** A document as others refer to it. */
interface Reference {
  orgId: number
  partnerId: number | null
  billNo: string
  stage: Stage
  isRed: boolean
}

/** The document of a kind that is bound, or undefined. */
export async function referenceTo(tx: Tx, kind: string, id: number): Promise<Reference | undefined> {
  const found = documentKind(kind)
  if (!found) return undefined
  const { table } = found.family
  const row = await tx.one<Omit<Reference, 'stage'> & { state: string }>({
    name: `reference-to-${table}`,
    text: `select org_id, partner_id, bill_no, state, is_red from ${table} where group_id = $1 and kind = $2 and id = $3`,
    values: [tx.groupId, kind, id],
  })
  return row && { ...row, stage: stageOf(found.def, row.state) }
}

/** The headers of all families as one table, with the columns that others ask about. */
export function allDocuments(): RawBuilder<unknown> {
  const tables = new Set(documentKinds().map(({ family }) => family.table))
  const headers = [...tables].map(
    (table) =>
      sql`select group_id, org_id, kind, id, partner_id, bill_no, biz_date, state, is_red from ${sql.table(table)}`,
  )
  return sql`(${sql.join(headers, sql` union all `)})`
}

/** Whether the document `alias` is in one of the states that `of` answers for its kind. */
export function isIn(alias: string, of: (def: DocumentDef) => readonly string[]): RawBuilder<SqlBool> {
  const [kinds, states] = statesOfAll(of)
  return sql<SqlBool>`(${sql.ref(`${alias}.kind`)}, ${sql.ref(`${alias}.state`)})
    in (select * from unnest(${kinds}::text[], ${states}::text[]))`
}
