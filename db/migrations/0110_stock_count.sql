-- 盘点单: a count has tables of its own, since its lines are places and what was found there, and no quantities at a price.

create table stock_count (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  kind text not null,
  bill_no text not null,
  biz_date date not null,
  period int not null,
  state text not null,
  version int not null default 1,
  revision int not null default 0,
  is_red boolean not null default false,
  red_of bigint,
  -- Headers of all families have the same columns; a count has no partner, department or salesperson.
  partner_id bigint,
  department_id bigint,
  handler_id bigint,
  salesperson_id bigint,
  warehouse_id bigint not null,
  scope text not null check (scope in ('full', 'category', 'location', 'parts')),
  category_id bigint,
  -- The beginning of the codes of the bins that are counted.
  location text not null default '',
  is_freezing boolean not null default false,
  uncounted_as_zero boolean not null default false,
  -- The moment whose book quantities the lines hold.
  snapshot_at timestamptz not null default now(),
  line_count int not null default 0,
  -- What posting it found, in base units and at cost.
  gain_qty numeric(16, 4) not null default 0,
  gain_amount numeric(16, 2) not null default 0,
  loss_qty numeric(16, 4) not null default 0,
  loss_amount numeric(16, 2) not null default 0,
  remark text not null default '',
  creator_id bigint not null,
  created_at timestamptz not null default now(),
  submitter_id bigint,
  submitted_at timestamptz,
  approver_id bigint,
  approved_at timestamptz,
  poster_id bigint,
  posted_at timestamptz,
  print_count int not null default 0,
  primary key (group_id, id),
  unique (group_id, org_id, bill_no),
  foreign key (group_id, org_id) references org (group_id, id),
  foreign key (group_id, red_of) references stock_count (group_id, id),
  foreign key (group_id, warehouse_id) references warehouse (group_id, id),
  foreign key (group_id, category_id) references part_category (group_id, id)
);
create unique index stock_count_red on stock_count (group_id, red_of) where red_of is not null;
create index stock_count_list on stock_count (group_id, org_id, kind, biz_date desc, id desc);

create table stock_count_line (
  group_id bigint not null,
  id bigint generated always as identity,
  count_id bigint not null,
  line_no int not null,
  part_id bigint not null,
  location_id bigint not null,
  batch_no text not null default '',
  book_qty numeric(16, 4) not null,
  -- Null as long as nobody has counted here.
  counted_qty numeric(16, 4),
  -- What had been counted before the line was to be counted again.
  first_qty numeric(16, 4),
  is_recount boolean not null default false,
  -- Not in the snapshot: somebody found it.
  is_found boolean not null default false,
  -- Typed by who may see costs, where the books know none.
  unit_cost numeric(14, 4),
  -- What the difference was worth, with its sign.
  diff_value numeric(16, 2),
  counter_id bigint,
  counted_at timestamptz,
  version int not null default 0,
  primary key (group_id, id),
  unique (group_id, count_id, line_no),
  unique (group_id, count_id, part_id, location_id, batch_no),
  foreign key (group_id, count_id) references stock_count (group_id, id),
  foreign key (group_id, part_id) references part (group_id, id),
  foreign key (group_id, location_id) references location (group_id, id)
);
create index stock_count_line_part on stock_count_line (group_id, part_id, count_id);
create index stock_count_line_location on stock_count_line (group_id, location_id);

-- The count whose result a document of gains or losses is.
alter table goods_document add column count_id bigint;
alter table goods_document add foreign key (group_id, count_id) references stock_count (group_id, id) on delete restrict deferrable initially deferred;
create index goods_document_count on goods_document (group_id, count_id) where count_id is not null;

-- The count that keeps a pool's goods where they are. It stands on the row that every posting locks, so that none slips past it.
alter table stock_cost add column frozen_by bigint;
create index stock_cost_frozen on stock_cost (group_id, frozen_by) where frozen_by is not null;

select shared.guard_tenant(t) from unnest(array['stock_count', 'stock_count_line']::regclass[]) as t;
