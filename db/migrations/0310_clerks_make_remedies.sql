-- 三包员 makes drafts of what a customer gets for a part that he brings back; who sells approves them (business/three-guarantees 3.7, business/access 10.1).
insert into role_button (group_id, role_id, button_id)
select r.group_id, r.id, b.id from role r
cross join lateral unnest(array[396, 75, 76, 77, 81, 83, 397, 85, 86, 87, 91, 93]) as b (id)
where r.code = 'warranty_clerk'
on conflict do nothing;
