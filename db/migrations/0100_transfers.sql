-- Transfers between warehouses: what is on its way lies in a warehouse of its organisation that nobody enters by hand, and is worth,
-- line by line of what was sent, what is left of it.

-- A warehouse in transit was an ordinary one until now. One that was never used becomes the program's own; others are what they were used as.
update warehouse w set kind = 'normal', allow_sale = false
where kind = 'transit' and (is_default
  or exists (select from stock_cost c where c.group_id = w.group_id and c.warehouse_id = w.id)
  or exists (select from goods_document d where d.group_id = w.group_id and d.warehouse_id = w.id)
  or exists (select from warehouse o where o.group_id = w.group_id and o.org_id = w.org_id and o.kind = 'transit' and o.id < w.id));

-- Codes that people give are letters and digits.
update warehouse set code = '在途', allow_sale = false, allow_pick = false, is_active = true where kind = 'transit';

insert into warehouse (group_id, org_id, code, name, kind, allow_sale, allow_pick)
select o.group_id, o.id, '在途', case when exists (
    select from warehouse w where w.group_id = o.group_id and w.org_id = o.id and w.name = '调拨在途'
  ) then '调拨在途（系统）' else '调拨在途' end, 'transit', false, false
from org o
where not exists (select from warehouse w where w.group_id = o.group_id and w.org_id = o.id and w.kind = 'transit');

insert into location (group_id, warehouse_id, code, is_default)
select group_id, id, '默认', true from warehouse w
where kind = 'transit' and not exists (
  select from location l where l.group_id = w.group_id and l.warehouse_id = w.id and l.is_default);

create unique index warehouse_transit on warehouse (group_id, org_id) where kind = 'transit';

-- What of a line that was sent has not arrived yet, nor come back, nor is lost.
create table transit_balance (
  group_id bigint not null,
  order_line_id bigint not null,
  org_id bigint not null,
  part_id bigint not null,
  qty numeric(10, 4) not null,
  value numeric(16, 2) not null,
  primary key (group_id, order_line_id),
  foreign key (group_id, order_line_id) references goods_document_line (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, part_id) references part (group_id, id),
  check (qty >= 0 and value >= 0)
);
select shared.guard_tenant('transit_balance');

-- What became of goods that were on their way, whether the two organisations belong to different companies, and what came short or damaged.
alter table goods_document
  add outcome text check (outcome in ('arrived', 'returned', 'lost_source', 'lost_dest')),
  add is_vat_sale boolean;
alter table goods_document_line
  add short_qty numeric(10, 4),
  add damaged_qty numeric(10, 4);
