import { type RawBuilder, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'

/** What a policy `m` covers in words, of the tables that `objectTables` joins. */
export const objectName = sql.raw(
  `case m.scope when 'vehicle' then b.name || coalesce(' ' || s.name, '') when 'category' then c.name else p.code || ' ' || p.name end`,
)

/** The manufacturer `f` and the object of a policy `m`. */
export const objectTables = sql.raw(`join partner f on f.group_id = m.group_id and f.id = m.manufacturer_id
  left join brand b on b.group_id = m.group_id and b.id = m.brand_id
  left join car_series s on s.group_id = m.group_id and s.id = m.series_id
  left join part_category c on c.group_id = m.group_id and c.id = m.category_id
  left join part p on p.group_id = m.group_id and p.id = m.part_id`)

/** The terms of a policy `m` on a day: those of the newest day that has come. */
export const termsOn = (
  tx: CallerTx,
  day: string,
): RawBuilder<unknown> => sql`lateral (select * from manufacturer_policy_term x
  where x.group_id = ${tx.groupId} and x.policy_id = m.id and x.valid_from <= ${day}::date order by x.valid_from desc limit 1) t on true`
