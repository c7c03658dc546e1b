// What the test of the demo company counts of its claims: keys with their counts, of one group.

/** Moments of claims and old parts that cannot be. */
export const wrongDays = `select 'before its bill' as key, count(*) as count from old_part o
        join repair_document d on d.group_id = o.group_id and d.id = o.bill_id
        where o.group_id = $1 and (o.created_at at time zone 'Asia/Shanghai')::date <> d.biz_date
      union all select 'before it came', count(*) from old_part_step s join old_part o on o.group_id = s.group_id and o.id = s.old_part_id
        where s.group_id = $1 and (s.at < o.created_at or s.at > now())
      union all select 'out of turn', count(*) from (
        select at < lag(at) over (partition by old_part_id order by id) as is_out from old_part_step where group_id = $1) s where is_out
      union all select 'labelled before it came', count(*) from old_part where group_id = $1 and tagged_at < created_at
      union all select 'sent on another day', count(*) from claim_document where group_id = $1 and shipped_at::date <> biz_date
      union all select 'answered before it was sent', count(*) from claim_document q join claim_document c on c.group_id = q.group_id and c.id = q.claim_id
        where q.group_id = $1 and q.biz_date <= c.sent_on`

/** Photos of bills by manufacturer, bills that were not agreed to whole, what was given for parts without a car, lines that are contested, deductions by their kind. */
export const proofs = `select 'photos of ' || m.name as key, count(*) as count from repair_document d join partner m on m.group_id = d.group_id and m.id = d.manufacturer_id
        join attachment a on a.group_id = d.group_id and a.owner_kind = d.kind and a.owner_id = d.id and a.stored_as is not null where d.group_id = $1 and d.kind = 'warranty_bill' group by 1
      union all select g.kind, count(*) from goods_document g where g.group_id = $1 and g.warranty_bill_id is not null and g.state = 'done' group by 1
      union all select case when confirmed_amount = 0 then 'refused' else 'less' end, count(*) from repair_document
        where group_id = $1 and kind = 'warranty_bill' and confirmed_amount < total_amount group by 1
      union all select 'contested', count(*) from claim_line where group_id = $1 and is_appeal
      union all select deduction, count(*) from claim_line k join claim_document d on d.group_id = k.group_id and d.id = k.document_id and d.state = 'done'
        where k.group_id = $1 and k.section = 'deductions' group by 1`
