-- A claim is sent on a day, which somebody may enter later: days of waiting count from it (business/three-guarantees 4.2).

alter table claim_document add column sent_on date;
update claim_document d set sent_on = least((d.sent_at at time zone 'Asia/Shanghai')::date,
  coalesce((select min(q.biz_date) from claim_document q where q.group_id = d.group_id and q.claim_id = d.id and q.state <> 'voided'), 'infinity'))
where d.sent_at is not null;
alter table claim_document drop column sent_at;

-- 三包员 sees to the fen what manufacturers owe (business/access 10.1).
insert into role_field (group_id, role_id, field)
select r.group_id, r.id, 'ar_balance' from role r
where r.code = 'warranty_clerk'
on conflict do nothing;

-- What 三包员 enters 店长 looks at (business/access 10.1): 审核, 反审核, 红冲 and 关闭 of 三包单, and 超额确认, are not his.
delete from role_button b using role r
where r.group_id = b.group_id and r.id = b.role_id and r.code = 'warranty_clerk' and b.button_id in (248, 249, 250, 252, 263);
