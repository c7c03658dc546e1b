import { sql } from 'kysely'

// What the shop promises for a line: the rule of its type of business, or more where the item says more; what the rule does not end
// stays without an end (business/repair-settlement 9). Lines `l` of orders `d` with the rule `q` of their business.
const promised = (which: 'km' | 'days') =>
  `case when q.id is null then l.quality_${which} when q.${which} is null then null else greatest(q.${which}, l.quality_${which}) end`

/** A line is answered for when it is work or material of ours: parts that the customer brought are not (business/repair-settlement 9). */
const isOurs = `l.section in ('labour', 'materials') and not l.is_customer_supplied`

/** Lines `l` of orders `d` of which not everything was refunded: what was taken back is done again for nobody. */
export const stands = sql.raw(`l.qty > coalesce((
  select sum(r.qty) from repair_line s
  join repair_line r on r.group_id = s.group_id and r.source_line_id = s.id
  join repair_document x on x.group_id = r.group_id and x.id = r.document_id and x.kind = 'repair_refund' and x.state = 'done' and not x.is_red
  where s.group_id = l.group_id and s.source_line_id = l.id and s.document_id = d.settlement_id), 0)`)

/** The last day on which the shop answers for the line, from its completion. */
const untilDay = sql.raw(
  `case when ${isOurs} then (d.completed_at at time zone 'Asia/Shanghai')::date + ${promised('days')} end`,
)

/** What the meter shows when the guarantee ends. */
const untilKm = sql.raw(`case when ${isOurs} then d.mileage + ${promised('km')} end`)

/** Both as lists show them: nothing of what was refunded. */
export const guaranteedUntil = sql`case when ${stands} then ${untilDay} end`
export const guaranteedKm = sql`case when ${stands} then ${untilKm} end`

/** The rule of quality of the business of order `d`. */
export const qualityJoins =
  sql.raw(`left join business_type bt on bt.group_id = d.group_id and bt.id = d.business_type_id
  left join quality_rule q on q.group_id = bt.group_id and q.id = bt.quality_rule_id`)

/** Lines `l` whose guarantee has not ended by day or by meter, `v` being the car. What has neither end was never promised. */
export const isGuaranteed = (today: string, mileage: unknown) => sql<boolean>`
  (${untilDay} is not null or ${untilKm} is not null)
  and (${untilDay} is null or ${untilDay} >= ${today}::date)
  and (${untilKm} is null or ${mileage} is null or ${untilKm} >= ${mileage})
  and ${stands}`
