-- The region of partners and delivery addresses is chosen from the regions (DOMAIN 3.3, region_id). `region` keeps its name as it was
-- then, which addresses on paper begin with. Text that names no region moves to the front of the address.

alter table partner add column region_code text not null default '';
alter table partner_address add column region_code text not null default '';

update partner p set region_code = r.code, region = r.path from (
  select r1.code, concat(r3.name, r2.name, r1.name) as path from shared.region r1
  left join shared.region r2 on r2.code = r1.parent_code
  left join shared.region r3 on r3.code = r2.parent_code
) r where r.path = regexp_replace(p.region, '[\s/-]', '', 'g');

update partner_address a set region_code = r.code, region = r.path from (
  select r1.code, concat(r3.name, r2.name, r1.name) as path from shared.region r1
  left join shared.region r2 on r2.code = r1.parent_code
  left join shared.region r3 on r3.code = r2.parent_code
) r where r.path = regexp_replace(a.region, '[\s/-]', '', 'g');

update partner set address = left(concat(region, address), 255), region = '' where region_code = '' and region <> '';
update partner_address set address = left(concat(region, address), 255), region = '' where region_code = '' and region <> '';

create index partner_region on partner (group_id, region_code text_pattern_ops) where region_code <> '';
