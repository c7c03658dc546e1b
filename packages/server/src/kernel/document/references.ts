// How a document is found by what names it with kind and id, whatever its family.
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { type Stage, stageOf } from '@chepu/contract/kernel/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CallerTx, Tx } from '../db/tx'
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
      sql`select group_id, org_id, kind, id, partner_id, bill_no, biz_date, state, is_red, red_of from ${sql.table(table)}`,
  )
  return sql`(${sql.join(headers, sql` union all `)})`
}

/** What kinds are called, as the program declares them; `kind` is a column of kinds. */
export const kindNames = (kind: RawBuilder<unknown>): RawBuilder<string> =>
  sql`case ${kind} ${sql.join(
    documentKinds().map(({ def }) => sql`when ${def.kind} then ${def.title}`),
    sql` `,
  )} else ${kind} end`

/** Numbers of the documents of whatever family that name a part and are in one of the states that `of` answers, in their order. */
export async function documentsWithPart(
  tx: CallerTx,
  partId: number,
  of: (def: DocumentDef) => readonly string[],
  most: number,
): Promise<string[]> {
  const families = new Map(documentKinds().map(({ family }) => [family.table, family]))
  const naming = [...families.values()].flatMap(({ table, partLines }) =>
    partLines
      ? [
          sql`select d.bill_no from ${sql.table(partLines.table)} l
            join ${sql.table(table)} d on d.group_id = l.group_id and d.id = l.${sql.ref(partLines.header)}
            where l.group_id = ${tx.groupId} and l.part_id = ${partId} and ${isIn('d', of)}`,
        ]
      : [],
  )
  const rows = await tx.select<{ billNo: string }>(
    sql`${sql.join(naming, sql` union `)} order by bill_no limit ${most}`,
  )
  return rows.map(({ billNo }) => billNo)
}

/** Whether the document `alias` is in one of the states that `of` answers for its kind. */
export function isIn(alias: string, of: (def: DocumentDef) => readonly string[]): RawBuilder<SqlBool> {
  const [kinds, states] = statesOfAll(of)
  return sql<SqlBool>`(${sql.ref(`${alias}.kind`)}, ${sql.ref(`${alias}.state`)})
    in (select * from unnest(${kinds}::text[], ${states}::text[]))`
}
