// Names that differ only in capitals, width or blanks are one name (ADR 0183).
import { refuse } from '../base/errors'
import type { Tx } from '../db/tx'
import { foldedName } from './spelling'

/** Tables whose names are kept folded beside them, and the column that a name is the only one below. */
const owners = {
  brand: undefined,
  car_series: 'brandId',
  car_model: 'seriesId',
  worker_type: undefined,
  quality_rule: undefined,
  business_type: undefined,
  bay: 'orgId',
  service_item: undefined,
  service_package: undefined,
  inspection_template: undefined,
  card_type: undefined,
  card_package: undefined,
} as const
const columns = { brandId: 'brand_id', seriesId: 'series_id', orgId: 'org_id' } as const
/** Tables that names are kept folded in. */
export type NamedTable = keyof typeof owners

interface Row {
  id?: number
  name: string
  brandId?: number
  seriesId?: number
  orgId?: number
}

/**
 * Refuses a name that another row has, however it is written; a row that keeps its name keeps it beside a twin that stood there before.
 * @throws Failure refusal, as `message` says of the name that stands
 */
export async function assertOnlyName(
  tx: Tx,
  table: NamedTable,
  row: Row,
  before: Row | undefined,
  message: (standing: string) => string,
): Promise<void> {
  const owner = owners[table]
  const stays = before && foldedName(before.name) === foldedName(row.name) && (!owner || before[owner] === row[owner])
  if (stays) return
  const twin = await tx.one<{ name: string }>({
    text: `select name from ${table} where group_id = $1 and name_key = $2 and id <> $3 ${owner ? `and ${columns[owner]} = $4` : ''} order by id limit 1`,
    values: [tx.groupId, foldedName(row.name), before?.id ?? 0, ...(owner ? [row[owner]] : [])],
  })
  if (twin) refuse(message(twin.name))
}
