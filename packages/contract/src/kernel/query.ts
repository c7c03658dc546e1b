// A query of the books, declared once: its columns tell what a row answers, what a caller may sort by, what the screen draws
// and what a sheet holds (ADR 0132). Data only.
import { z } from 'zod'
import { exportRoute } from './export-route'
import type { FieldKey } from './fields'
import { pageOf, paging, totals } from './list-query'
import { type Access, route } from './route'
import type { Shows } from './shown'
import { oneOf } from './labelled'

/** How a value reads. A `code` is one of its column's labels. */
export type ColumnKind =
  | 'text'
  | 'code'
  | 'date'
  | 'time'
  | 'qty'
  | 'money'
  | 'price'
  | 'cost'
  | 'percent'
  | 'discount'
  | 'count'
  | 'flag'
  | 'state'

/** What server and screens know of a column of any list. The title is enough for text. */
export interface ListColumn {
  title: string
  /** How the value reads and aligns; figures are right-aligned and negative ones red. Default text. */
  kind?: ColumnKind
  /** A time that people plan by: shown to the minute. */
  toMinute?: true
  /** Pixels; a default by kind otherwise. */
  width?: number
  /** Field permission (business/access 8); without it the column is absent, in rows, sums and sheets. */
  field?: FieldKey
  /** What the list is looked at for: in view at 1440 pixels without scrolling (e2e/lists-in-view). */
  isKey?: boolean
  /** Shown always, and only, where the list spans several organisations (filter 全集团). */
  ofGroup?: boolean
  /** Shown only where this filter is set, for example 月份 with 分月: it says nothing otherwise. */
  shownWith?: string
  /** Not shown until the user turns it on in 列设置. */
  hidden?: boolean
  fixed?: 'left' | 'right'
  /** Names the row; the first column otherwise. */
  isName?: boolean
  /** Its place on the card of a phone, where the place does not follow from the rest (kit/list/card). */
  card?: 'amount' | 'small' | 'fact'
  /** False where the server cannot sort by it. */
  sort?: boolean
  /** Whether 本页合计 and 全部合计 sum it; default for quantities and money, not for prices and rates. */
  total?: boolean
  /** Chinese text of coded values. */
  labels?: Readonly<Record<string, string>>
  /** What stands for a value that is null: not there yet. One that is kept back from the user stays blank. */
  missing?: string
}

/** A column of a query. */
export interface QueryColumn extends ListColumn {
  /** The value may be null. */
  nullable?: true
  /** Title of its own in a sheet that the screen gives none. */
  sheetTitle?: string
  /** Width in a sheet, in characters; a default by kind otherwise. */
  chars?: number
  /** Stands in every sheet and on no screen: the import of the same thing needs it. */
  sheetOnly?: true
}
export type QueryColumns = Readonly<Record<string, QueryColumn>>

/** 企业 of the rows of a list that spans several organisations. */
export const orgQueryColumn = { title: '企业', width: 120, sort: false, ofGroup: true, chars: 20 } as const

/** Labels of a flag that speaks where it is set only, since it seldom is. */
export const onlyYes = { true: '是', false: '' } as const

/** Whether totals sum the column. */
export const isSummed = ({
  kind,
  total = kind === 'qty' || kind === 'money',
}: Pick<ListColumn, 'kind' | 'total'>): boolean => total

type Value<Column extends QueryColumn> = Column extends { kind: 'count' }
  ? number
  : Column extends { kind: 'flag' }
    ? boolean
    : Column extends { kind: 'code'; labels: infer Labels }
      ? keyof Labels & string
      : string
type Held<Column extends QueryColumn> = Column extends { nullable: true } ? Value<Column> | null : Value<Column>
/** Columns of a field are left out of rows for who may not see it. */
type RowOf<Columns extends QueryColumns, Beside extends z.core.$ZodLooseShape> = z.output<z.ZodObject<Beside>> & {
  -readonly [
    Key in keyof Columns as Columns[Key] extends { field: FieldKey } | { sheetOnly: true } ? never : Key
  ]: Held<Columns[Key]>
} & { -readonly [Key in keyof Columns as Columns[Key] extends { field: FieldKey } ? Key : never]?: Held<Columns[Key]> }

/** What server and web agree on about one query. */
interface QuerySpec<
  Columns extends QueryColumns,
  Beside extends z.core.$ZodLooseShape,
  Filters extends z.core.$ZodLooseShape,
> {
  /** Names the source of its exports for good: jobs that wait are known by it. */
  key: string
  title: string
  /** Under which the list answers, its sums under `/totals` and its export under `/export`. */
  path: string
  access: Access
  mayExport: Access
  filters: z.ZodObject<Filters>
  /** In the order of the screen and of the sheet. */
  columns: Columns
  /** What rows tell beside their columns, for links and actions: ids, signs. */
  beside: Beside
}

/** A query as its three sides take it: the columns and the calls that follow from them. */
export function defineQuery<
  const Columns extends QueryColumns,
  Beside extends z.core.$ZodLooseShape,
  Filters extends z.core.$ZodLooseShape,
>(spec: QuerySpec<Columns, Beside, Filters>) {
  const { title, path, access, filters } = spec
  const row = z.object({ ...shapeOf(spec.columns), ...spec.beside }) as unknown as Shows<RowOf<Columns, Beside>>
  return {
    ...spec,
    list: route({
      method: 'GET',
      path,
      access,
      summary: title,
      query: filters.extend(paging.shape),
      data: pageOf(row),
    }),
    totals: route({
      method: 'GET',
      path: `${path}/totals`,
      access,
      summary: `${title}合计`,
      query: filters,
      data: totals,
    }),
    export: exportRoute({ path: `${path}/export`, access: spec.mayExport, summary: `导出${title}`, filters }),
  }
}

/** A query of whatever columns and filters. */
export type Query = Pick<
  QuerySpec<QueryColumns, z.core.$ZodLooseShape, z.core.$ZodLooseShape>,
  'key' | 'title' | 'columns' | 'beside'
>

/** A row of the query. */
export type QueryRow<Q> =
  Q extends QuerySpec<infer Columns, infer Beside, z.core.$ZodLooseShape> ? RowOf<Columns, Beside> : never
/** What the query is asked for. */
export type QueryFilters<Q> = Q extends { filters: infer Filters extends z.ZodObject } ? z.output<Filters> : never

const shapeOf = (columns: QueryColumns): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([key, column]) => (column.sheetOnly ? [] : [[key, valueOf(column)]])),
  )

function valueOf({ kind, labels = {}, nullable, field }: QueryColumn): z.ZodType {
  const plain =
    kind === 'count' ? z.number() : kind === 'flag' ? z.boolean() : kind === 'code' ? oneOf(labels) : z.string()
  const held = nullable ? plain.nullable() : plain
  return field ? held.optional() : held
}
