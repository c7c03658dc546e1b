import type { warrantyByItem as query } from '@chepu/contract/warranty/searches'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { containing } from '../../kernel/caller/scope'
import { ratio } from '../../kernel/goods/traded-parts'
import type { QuerySource } from '../../kernel/query/query'
import { countedBills } from './counted-bills'

/** Work whose item `i` the text names, by name or code; what has none goes by what was typed. */
export const namesItem = (text: string, typed: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(coalesce(i.name, ${typed}) like ${containing(text)} or upper(i.code) like upper(${containing(text)}))`

/** Work by item of service; what has none by what was typed (business/three-guarantees 8.3). */
export const warrantyByItem: QuerySource<typeof query> = {
  select: () => ({
    key: sql`t.key`,
    name: sql`coalesce(i.name, t.name)`,
    code: sql`i.code`,
    hours: sql`round(t.hours / nullif(t.timed, 0), 4)`,
    rate: sql`round(t.timed_amount / nullif(t.hours_sold, 0), 2)`,
    times: sql`t.times`,
    claimed: sql`t.claimed`,
    confirmed: sql`t.confirmed`,
    passRate: ratio(sql`t.confirmed`, sql`t.claimed`),
  }),
  from: (tx, { item, ...filters }) => sql`from (
      select l.group_id, l.service_item_id, case when l.service_item_id is null then l.name end as name,
        coalesce('item:' || l.service_item_id, 'name:' || l.name) as key, count(*)::int as times,
        count(*) filter (where l.pricing_mode = 'hours') as timed, sum(l.std_hours) filter (where l.pricing_mode = 'hours') as hours,
        sum(l.std_hours * l.qty) filter (where l.pricing_mode = 'hours') as hours_sold,
        sum(l.net_amount) filter (where l.pricing_mode = 'hours') as timed_amount,
        sum(l.net_amount) as claimed, coalesce(sum(l.confirmed_amount), 0.00) as confirmed
      from repair_document d
      join repair_line l on l.group_id = d.group_id and l.document_id = d.id and l.section = 'labour'
      where ${countedBills(tx, filters)}
      group by l.group_id, l.service_item_id, case when l.service_item_id is null then l.name end, coalesce('item:' || l.service_item_id, 'name:' || l.name)
    ) t
    left join service_item i on i.group_id = t.group_id and i.id = t.service_item_id
    where ${item ? namesItem(item, sql`t.name`) : sql`true`}`,
  order: sql`claimed desc, key`,
  ties: sql`key`,
}
