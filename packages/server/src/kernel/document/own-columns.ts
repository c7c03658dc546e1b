// The server's half of a kind's own columns: their SQL, for rows, order, sums and filters of its list (ADR 0132).
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { filterName, type OwnColumn, type OwnFilter } from '@chepu/contract/kernel/own-columns'
import { executedState, openStates, statesIn } from '@chepu/contract/kernel/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../base/calendar'
import { own } from '../base/own'
import { type Caller, sees } from '../caller/caller'
import { containing, startingWith } from '../caller/scope'
import { snake } from '../db/names'

/** A kind as far as its own columns go. */
interface Listed {
  def: DocumentDef
  /** SQL of own columns that are none of the header `d`, such as names beside ids. */
  columns?: Readonly<Record<string, RawBuilder<unknown> | undefined>> | undefined
}

/** The kind's own columns beside the `shared` ones that the caller may see, each with its SQL. */
export const ownColumns = (
  caller: Caller,
  { def, columns = {} }: Listed,
  shared: Readonly<Record<string, unknown>>,
): { key: string; column: OwnColumn; value: RawBuilder<unknown> }[] =>
  Object.entries(def.columns ?? {}).flatMap(([key, column]) =>
    own(shared, key) || (column.field && !sees(caller, column.field))
      ? []
      : [{ key, column, value: own(columns, key) ?? inHeader(key) }],
  )

const inHeader = (key: string) => sql.ref(`d.${snake(key)}`)

/** A column of headers `d` by the name of its field, with its SQL. */
export const headerColumn = (key: string): { key: string; value: RawBuilder<unknown> } => ({
  key,
  value: inHeader(key),
})

/** The name of what the header column names by its id. */
export const nameBeside = (
  table: 'partner' | 'org' | 'warehouse' | 'department' | 'expense_category',
  column: string,
): RawBuilder<string> =>
  sql`(select n.name from ${sql.table(table)} n where n.group_id = d.group_id and n.id = ${sql.ref(`d.${column}`)})`

/** What the filters of the kind's own ask for. */
export const ownConditions = ({ def, columns = {} }: Listed, filters: object): RawBuilder<SqlBool>[] =>
  Object.entries(def.columns ?? {}).flatMap(([key, { filter }]) => {
    const name = filter && filterName(key, filter)
    const asked = name && own(filters as Readonly<Record<string, unknown>>, name)
    return filter && asked ? [conditions[filter](columnAsked(columns, filter, key, name as string), asked, def)] : []
  })

const columnAsked = (
  columns: Readonly<Record<string, RawBuilder<unknown> | undefined>>,
  filter: OwnFilter,
  key: string,
  name: string,
) => (filter === 'is' ? own(columns, key) : undefined) ?? inHeader(filter === 'id' ? name : key)

type Condition = (column: RawBuilder<unknown>, asked: unknown, def: DocumentDef) => RawBuilder<SqlBool>

const conditions: Record<OwnFilter, Condition> = {
  contains: (column, text) => sql`${column} like ${containing(String(text))}`,
  begins: (column, text) => sql`${column} like ${startingWith(String(text))}`,
  is: (column, code) => sql`${column} = ${code}`,
  id: (column, id) => sql`${column} = ${id}`,
  overdue: (column, _asked, def) => sql`${column} < ${shanghaiDay()} and d.state = any (${openStates(def)})`,
  expired: (column, _asked, def) => sql`${column} < ${shanghaiDay()} and d.state = any (${unexecutedStates(def)})`,
}

/** States of what was agreed and others have not executed the whole of, whether it was closed or not. */
const unexecutedStates = (def: DocumentDef): string[] =>
  statesIn(def, 'agreed').filter((state) => state !== executedState(def, 'whole'))
