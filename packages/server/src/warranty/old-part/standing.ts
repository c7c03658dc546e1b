import type { OldPartStanding, OldPartState } from '@chepu/contract/warranty/old-part'
import { type RawBuilder, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'

/** The states of `oldPartStandings`, the least advanced first. */
const ranked: readonly OldPartStanding[] = [
  'untagged',
  'refused',
  'stored',
  'packed',
  'shipped',
  'lost',
  'scrapped',
  'accepted',
]
const ranks = sql.raw(`array['${ranked.join(`','`)}']`)

/** SQL of where the old parts of a bill `d` are, by the one that is least advanced (business/three-guarantees 6.2); `none` where it has none. */
export const oldPartStanding: RawBuilder<OldPartStanding> = sql<OldPartStanding>`coalesce((
  select (${ranks})[min(array_position(${ranks}, case when o.state = 'stored' and o.tagged_at is null and d.state <> 'closed' then 'untagged' else o.state end))]
  from old_part o where o.group_id = d.group_id and o.bill_id = d.id and o.state <> 'dropped'), 'none')`

/** Warehouse and location of an old part `o` that is in the station. */
export const placeOf = sql`case when o.state in ('stored', 'refused', 'packed') then nullif(concat_ws(' ', w.name, lo.code), '') end`
export const placeJoins = sql`left join warehouse w on w.group_id = o.group_id and w.id = o.warehouse_id
    left join location lo on lo.group_id = o.group_id and lo.id = o.location_id`

/** A column of the newest 返厂单 that an old part `o` is on; null where it is on none. */
export const ofReturn = (column: 'id' | 'bill_no'): RawBuilder<unknown> => sql`(select ${sql.raw(`rd.${column}`)}
      from claim_line rl join claim_document rd on rd.group_id = rl.group_id and rd.id = rl.document_id
      where rl.group_id = o.group_id and rl.old_part_id = o.id and rd.kind = 'old_part_return' and rd.state <> 'voided'
      order by rd.id desc limit 1)`

/** An old part of a bill, as a claim and a settlement of it ask. */
interface PartOfBill {
  billId: number
  billLineId: number
  id: number
  tagNo: string
  partName: string
  state: OldPartState
  /** Whether the manufacturer wants it back. */
  returns: boolean
  /** Warehouse and location while it is in the station. */
  place: string | null
  /** The 返厂单 that it is on. */
  returnId: number | null
  returnNo: string | null
}

/** Old parts of bills, each with where it is, in the order of bills, lines and tags. */
export const oldPartsOf = (tx: CallerTx, billIds: readonly number[]): Promise<PartOfBill[]> =>
  tx.select<PartOfBill>(sql`select o.bill_id, o.bill_line_id, o.id, o.tag_no, p.name as part_name, o.state, l.returns_old_part as returns,
      ${placeOf} as place, ${ofReturn('id')} as return_id, ${ofReturn('bill_no')} as return_no
    from old_part o
    join part p on p.group_id = o.group_id and p.id = o.part_id
    join repair_line l on l.group_id = o.group_id and l.id = o.bill_line_id
    ${placeJoins}
    where o.group_id = ${tx.groupId} and o.bill_id = any (${[...billIds]}::bigint[]) and o.state <> 'dropped'
    order by o.bill_id, l.line_no, o.tag_no`)
