// Where it stands what goods of a document cost and what of it is settled: in its own entries, or in those of a document that it made.
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller/caller'
import { costInSight } from './cost-owner'
import type { GoodsTraits } from './types'

/** The made document whose entries count for the document `d`, as a scalar of one of its columns. */
const ofMade = (kind: string, column: 'id' | 'cost_amount') =>
  sql`(select c.${sql.ref(column)} from goods_document c
    where c.group_id = d.group_id and c.made_by = d.id and c.kind = ${kind} and c.posted_at is not null)`

/** SQL of kind and id under which the books know the document `d`. */
export const bookedAs = ({ def: { booksIn } }: GoodsTraits): { kind: RawBuilder<string>; id: RawBuilder<number> } =>
  booksIn === undefined
    ? { kind: sql`d.kind`, id: sql`d.id` }
    : { kind: sql`${booksIn}::text`, id: sql`${ofMade(booksIn, 'id')}` }

/** SQL of what the goods of the document `d` cost, yuan with 2 decimals; null where they were another organisation's (ADR 0180). */
export function costOf(caller: Caller, kind: GoodsTraits): RawBuilder<Decimal | null> {
  const { booksIn } = kind.def
  return costInSight(
    caller,
    kind,
    booksIn === undefined
      ? sql<Decimal>`d.cost_amount`
      : sql<Decimal>`coalesce(${ofMade(booksIn, 'cost_amount')}, 0.00)`,
  )
}
