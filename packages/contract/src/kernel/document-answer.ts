import { z } from 'zod'
import type { DocumentDef, StateOf } from './document'
import { id } from './scalars'
import { type Fields, shownFields, type ShownValues } from './shown'
import { stateIn } from './states'

/** What every document is known by, as the header of every kind answers it. */
export const documentIdentity = {
  id,
  orgId: id,
  kind: z.string(),
  billNo: z.string(),
  state: z.string(),
  version: z.number(),
  isRed: z.boolean(),
  redOf: id.nullable(),
  redOfNo: z.string().nullable(),
  redId: id.nullable(),
  redNo: z.string().nullable(),
}

/** Who did what with a document and when, as the header of every kind answers it. */
export const documentStamps = {
  creatorId: id,
  creatorName: z.string().nullable(),
  createdAt: z.string(),
  submitterId: id.nullable(),
  submittedAt: z.string().nullable(),
  approverId: id.nullable(),
  approverName: z.string().nullable(),
  approvedAt: z.string().nullable(),
  posterId: id.nullable(),
  posterName: z.string().nullable(),
  postedAt: z.string().nullable(),
  printCount: z.number(),
}

/** A header of a kind as it is answered: what its family tells beside the fields that the kind takes, whose types it has where both name one. */
export type HeaderOf<Answer, Def extends DocumentDef> = Answer & { state: StateOf<Def> } & Omit<
    ShownValues<Def['header']['shape']>,
    keyof Answer
  >
export const headerOf = (def: DocumentDef, answer: z.ZodObject) =>
  z.object({
    ...shownFields(def.header.shape),
    ...answer.shape,
    kind: z.literal(def.kind),
    state: stateIn(def),
  })

/** Names of all that is answered of a header or a line: what stands beside what was typed, and that. */
export const answeredFields = (answer: z.ZodObject, typed: z.ZodObject): string[] => [
  ...new Set([...Object.keys(answer.shape), ...Object.keys(typed.shape)]),
]

/** What a row of every list of documents begins with. */
export const rowIdentity = {
  id,
  orgId: id,
  orgName: z.string(),
  billNo: z.string(),
  bizDate: z.string(),
  state: z.string(),
  isRed: z.boolean(),
}

/** Who did what with a document and when, and what else a row of every list tells. */
export const rowStamps = {
  creatorName: z.string().nullable(),
  createdAt: z.string(),
  approverName: z.string().nullable(),
  approvedAt: z.string().nullable(),
  postedAt: z.string().nullable(),
  remark: z.string(),
  version: z.number(),
  printCount: z.number(),
}

/** A row of a kind: what all kinds of its family have, and its own columns. */
export type RowOf<Row, Def extends DocumentDef> = string extends keyof Def['header']['shape']
  ? Row
  : Row & { state: StateOf<Def> } & {
      [Name in Exclude<keyof NonNullable<Def['columns']>, keyof Row>]?: string | number | boolean | null
    }
export function rowOf(def: DocumentDef, row: z.ZodObject, typed: Fields = shownFields(def.header.shape)): z.ZodObject {
  const own = Object.entries(def.columns ?? {}).flatMap(([name, { field, value: ofColumn }]) => {
    const value = ofColumn ?? typed[name] ?? z.string().nullable()
    return name in row.shape ? [] : [[name, field ? value.optional() : value]]
  })
  return row.extend({ ...Object.fromEntries(own), state: stateIn(def) })
}
