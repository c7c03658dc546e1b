import type { warrantyByPart as query } from '@chepu/contract/warranty/searches'
import { sql } from 'kysely'
import { allOf } from '../../kernel/caller/scope'
import { partConditions } from '../../kernel/query/part-filter'
import type { QuerySource } from '../../kernel/query/query'
import { countedBills } from './counted-bills'

/** Days in which the same part of the same car fails again (business/three-guarantees 8.5). */
const repeatDays = 180

/** Whether the part of a line `l` of a bill `d` had failed in the same car before, within the days. */
const isRepeat = sql`exists (select from repair_document e
      join repair_line f on f.group_id = e.group_id and f.document_id = e.id and f.section = 'materials' and f.part_id = l.part_id
      where e.group_id = d.group_id and e.vehicle_id = d.vehicle_id and e.kind = d.kind and not e.is_red and e.state not in ('draft', 'submitted', 'voided', 'reversed')
        and (coalesce(e.repaired_on, e.biz_date), e.id) < (coalesce(d.repaired_on, d.biz_date), d.id)
        and coalesce(e.repaired_on, e.biz_date) >= coalesce(d.repaired_on, d.biz_date) - ${repeatDays}::int)`

/** Old parts of a line `l` in one of these states. */
const tags = (...states: string[]) => sql`(select count(*)::int from old_part t
      where t.group_id = l.group_id and t.bill_line_id = l.id and t.state = any (${states}))`

/** 三包查询-按配件: parts with what failed, how often again, and where the old ones are (business/three-guarantees 8.5). */
export const warrantyByPart: QuerySource<typeof query> = {
  select: () => ({
    partId: sql`t.part_id`,
    partCode: sql`p.code`,
    partName: sql`p.name`,
    oeNo: sql`p.oe_no`,
    brandName: sql`b.name`,
    spec: sql`p.spec`,
    fitment: sql`p.fitment`,
    unitName: sql`u.name`,
    qty: sql`t.qty`,
    claimed: sql`t.claimed`,
    confirmed: sql`t.confirmed`,
    faults: sql`t.faults`,
    repeats: sql`t.repeats`,
    returned: sql`t.returned`,
    waiting: sql`t.waiting`,
    missing: sql`t.missing`,
  }),
  from: async (tx, { part, brandId, categoryId, fitment, spec, ...filters }) => sql`from (
      select t.group_id, t.part_id, sum(t.qty) as qty, sum(t.claimed) as claimed, sum(t.confirmed) as confirmed, sum(t.repeats)::int as repeats,
        sum(t.returned)::int as returned, sum(t.waiting)::int as waiting, sum(t.missing)::int as missing,
        string_agg(t.fault || '×' || t.times, '、' order by t.times desc, t.fault) as faults
      from (
        select l.group_id, l.part_id, coalesce(nullif(f.name, ''), nullif(d.complaint, ''), '未填写') as fault, count(*) as times, sum(l.qty) as qty,
          sum(l.net_amount) as claimed, coalesce(sum(l.confirmed_amount), 0.00) as confirmed, count(*) filter (where ${isRepeat}) as repeats,
          sum(${tags('shipped', 'accepted')}) as returned, sum(${tags('stored', 'packed', 'refused')}) as waiting, sum(${tags('lost', 'scrapped')}) as missing
        from repair_document d
        join repair_line l on l.group_id = d.group_id and l.document_id = d.id and l.section = 'materials'
        left join fault_code f on f.group_id = d.group_id and f.id = d.fault_code_id
        where ${countedBills(tx, filters)}
        group by l.group_id, l.part_id, 3
      ) t group by t.group_id, t.part_id
    ) t
    join part p on p.group_id = t.group_id and p.id = t.part_id
    left join brand b on b.group_id = p.group_id and b.id = p.brand_id
    left join unit u on u.group_id = p.group_id and u.id = p.unit_id
    where ${allOf([sql`true`, ...(await partConditions(tx, { part, brandId, categoryId, fitment, spec }))])}`,
  order: sql`claimed desc, part_code, part_id`,
  ties: sql`part_code, part_id`,
}
