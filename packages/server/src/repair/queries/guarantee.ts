import { sql } from 'kysely'

// What the shop promises for a line: the rule of its type of business, or more where the item says more; what the rule does not end
// stays without an end (business/repair-settlement 9). Lines `l` of orders `d` with the rule `q` of their business.
const promised = (which: 'km' | 'days') =>
  `case when q.id is null then l.quality_${which} when q.${which} is null then null else greatest(q.${which}, l.quality_${which}) end`

/** A line is answered for when it is work or material of ours: parts that the customer brought are not (business/repair-settlement 9). */
const isOurs = `l.section in ('labour', 'materials') and not l.is_customer_supplied`

/** The last day on which the shop answers for the line, from its completion. */
export const guaranteedUntil = sql.raw(
  `case when ${isOurs} then (d.completed_at at time zone 'Asia/Shanghai')::date + ${promised('days')} end`,
)

/** What the meter shows when the guarantee ends. */
export const guaranteedKm = sql.raw(`case when ${isOurs} then d.mileage + ${promised('km')} end`)

/** The rule of quality of the business of order `d`. */
export const qualityJoins =
  sql.raw(`left join business_type bt on bt.group_id = d.group_id and bt.id = d.business_type_id
  left join quality_rule q on q.group_id = bt.group_id and q.id = bt.quality_rule_id`)

/** Lines `l` whose guarantee has not ended by day or by meter, `v` being the car. What has neither end was never promised. */
export const isGuaranteed = (today: string, mileage: unknown) => sql<boolean>`
  (${guaranteedUntil} is not null or ${guaranteedKm} is not null)
  and (${guaranteedUntil} is null or ${guaranteedUntil} >= ${today}::date)
  and (${guaranteedKm} is null or ${mileage} is null or ${guaranteedKm} >= ${mileage})`
