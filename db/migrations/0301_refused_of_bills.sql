-- What of a 三包单 was not agreed to is reckoned line by line: more agreed to one line makes up for nothing that was refused of another (business/three-guarantees 5.3).

alter table repair_document add column rejected_amount numeric(16, 2) not null default 0;

update repair_document d set rejected_amount = r.rejected,
  state = case when d.state = 'confirmed' then 'part_confirmed' else d.state end
from (
  select group_id, document_id, sum(greatest(net_amount - confirmed_amount, 0)) as rejected
  from repair_line where confirmed_amount is not null group by group_id, document_id
) r
where r.group_id = d.group_id and r.document_id = d.id and d.kind = 'warranty_bill' and d.confirmed_amount is not null and r.rejected > 0;
