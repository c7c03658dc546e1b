-- DOMAIN 3.3: every organisation of a group stands among the partners of the others. Groups that are already there get theirs;
-- 'N' and five digits, like those that the program makes.

insert into partner (group_id, system_kind, system_org_id, code, name, kind, cus_flag, level, category, tel, address, is_active)
select o.group_id, 'sister_org', o.id,
  'N' || lpad((coalesce(c.last_no, 0) + row_number() over (partition by o.group_id order by o.id))::text, 5, '0'),
  o.name, 'unit', 32, 'A', '企业', o.tel, o.address, o.status = 'active'
from org o
left join code_counter c on c.group_id = o.group_id and c.prefix = 'N'
where not exists (
  select from partner p where p.group_id = o.group_id and p.system_kind = 'sister_org' and p.system_org_id = o.id
)
on conflict do nothing;

insert into code_counter (group_id, prefix, last_no)
select group_id, 'N', count(*) from partner where system_kind = 'sister_org' group by group_id
on conflict (group_id, prefix) do update set last_no = greatest(code_counter.last_no, excluded.last_no);

create unique index partner_sister on partner (group_id, system_org_id) where system_kind = 'sister_org';
