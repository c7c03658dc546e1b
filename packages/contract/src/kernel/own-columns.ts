// Columns of a kind of documents' own: what its list, filters, sums and export have beside those of all kinds (ADR 0132).
import { labelsOf } from './states'
import { oneOf } from './labelled'
import { z } from 'zod'
import type { DocumentDef } from './document'
import { flag } from './list-query'
import type { QueryColumn, QueryColumns } from './query'
import { addressedId } from './scalars'

/**
 * How a list asks for a column: by words in it, by how it begins, by one of its codes, by the id that the name stands for, or, of a day, whether it is
 * over while the order still waits, or before the whole of it was executed, whether it was closed since or not.
 */
export type OwnFilter = 'contains' | 'begins' | 'is' | 'id' | 'overdue' | 'expired'

/**
 * A column of the kind's own under the name of its header field, whose title it has; of something else it tells, such as one of its lines, with a
 * title and its SQL in the traits (ADR 0152); or what the kind says of a column that all have.
 */
export interface OwnColumn extends Omit<QueryColumn, 'title'> {
  title?: string
  filter?: OwnFilter
  /** What a row answers of a column that is no field of the header; its SQL stands in the traits. */
  value?: z.ZodType
}
export type OwnColumns = Readonly<Record<string, OwnColumn>>

/** The name of a column's filter. */
type FilterName<Key, Filter> = Filter extends 'overdue' | 'expired'
  ? Filter
  : Filter extends 'id'
    ? Key extends `${infer Stem}Name`
      ? `${Stem}Id`
      : never
    : Filter extends 'contains' | 'begins' | 'is'
      ? Key
      : never
type FilterValue<Filter> = Filter extends 'overdue' | 'expired'
  ? typeof flag
  : Filter extends 'id'
    ? typeof addressedId
    : z.ZodString
/** Filters of the kind's own. */
type OwnFilters<Columns extends OwnColumns> = {
  [
    Key in keyof Columns as Columns[Key] extends { filter: infer Filter } ? FilterName<Key, Filter> : never
  ]: z.ZodOptional<FilterValue<Columns[Key]['filter']>>
}

export const filterName = (key: string, filter: OwnFilter): string =>
  filter === 'overdue' || filter === 'expired' ? filter : filter === 'id' ? key.replace(/Name$/, 'Id') : key

const values = {
  contains: z.string().trim().max(100),
  begins: z.string().trim().max(60),
  is: z.string(),
  id: addressedId,
  overdue: flag,
  expired: flag,
}

/** Filters of the kind's own, for the query of its list. */
export const ownFilters = <Columns extends OwnColumns>({
  columns = {} as Columns,
}: {
  columns?: Columns | undefined
}) =>
  Object.fromEntries(
    Object.entries<OwnColumn>(columns).flatMap(([key, { filter, labels = {} }]) =>
      filter ? [[filterName(key, filter), (filter === 'is' ? oneOf(labels) : values[filter]).optional()]] : [],
    ),
  ) as unknown as OwnFilters<Columns>

/** The columns that a kind may list: those of all kinds as it calls them, then its own. */
export function columnsOfKind(def: DocumentDef, shared: QueryColumns): Record<string, QueryColumn> {
  const titleOf = (key: string) => String(def.header.shape[key]?.meta()?.title ?? key)
  const own = Object.entries(def.columns ?? {}).map(([key, column]) => [
    key,
    { title: titleOf(key), ...shared[key], ...column },
  ])
  const { partnerName, state } = shared
  return {
    ...shared,
    ...(partnerName && { partnerName: { ...partnerName, title: def.partnerTitle } }),
    ...(state && { state: { ...state, labels: labelsOf(def.states) } }),
    ...Object.fromEntries(own),
  }
}
