-- Documents that a car hangs on, from the appointment to the refund, and their lines (ADR 0184). Their references are asked at the commit (ADR 0146).

create table repair_document (
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
  is_red boolean not null default false check (not is_red),
  red_of bigint check (red_of is null),
  -- Who pays unless a line says otherwise; the adviser stands where trade has its salesperson.
  partner_id bigint not null,
  salesperson_id bigint,
  handler_id bigint,
  department_id bigint,
  vehicle_id bigint,
  business_type_id bigint,
  repair_form text not null default '',
  mileage numeric(11, 4) check (mileage >= 0),
  contact_name text not null default '',
  contact_mobile text not null default '',
  complaint text not null default '',
  remark text not null default '',
  -- What it was made of: the appointment, the reception, the order, the settlement.
  reservation_id bigint,
  reception_id bigint,
  work_order_id bigint,
  settlement_id bigint,
  -- Appointment.
  expected_at timestamptz,
  minutes int check (minutes > 0),
  bay_id bigint,
  origin text not null default '',
  -- Reception.
  arrived_at timestamptz,
  fuel_level int check (fuel_level between 0 and 8),
  exterior jsonb,
  belongings text not null default '',
  keeps_old_parts boolean not null default false,
  promised_at timestamptz,
  -- Order.
  order_kind text check (order_kind in ('normal', 'fast', 'goods')),
  warehouse_id bigint,
  insurance_case_id bigint,
  rework_of_id bigint,
  confirmed_at timestamptz,
  pause_kind text check (pause_kind in ('parts', 'customer', 'maker')),
  completed_at timestamptz,
  delivered_at timestamptz,
  road_test_km numeric(11, 4) check (road_test_km >= 0),
  -- Why it came to nothing, or how money goes back.
  reason text not null default '',
  -- Money, 2 decimals. Of an order what its lines come to; of a settlement what every payer owes.
  labour_amount numeric(16, 2) not null default 0,
  material_amount numeric(16, 2) not null default 0,
  other_amount numeric(16, 2) not null default 0,
  total_amount numeric(16, 2) not null default 0,
  cost_amount numeric(16, 2) not null default 0,
  order_discount numeric(16, 2) not null default 0,
  deductible numeric(16, 2) not null default 0,
  salvage numeric(16, 2) not null default 0,
  customer_due numeric(16, 2) not null default 0,
  insurance_due numeric(16, 2) not null default 0,
  warranty_due numeric(16, 2) not null default 0,
  received_amount numeric(16, 2) not null default 0,
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
  foreign key (group_id, org_id) references org (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, partner_id) references partner (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, vehicle_id) references vehicle (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, business_type_id) references business_type (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, bay_id) references bay (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, warehouse_id) references warehouse (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, reservation_id) references repair_document (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, reception_id) references repair_document (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, work_order_id) references repair_document (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, settlement_id) references repair_document (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, rework_of_id) references repair_document (group_id, id) on delete restrict deferrable initially deferred
);
create index repair_document_list on repair_document (group_id, org_id, kind, biz_date desc, id desc);
create index repair_document_vehicle on repair_document (group_id, vehicle_id, biz_date desc, id desc);
create index repair_document_partner on repair_document (group_id, partner_id, kind);
create index repair_document_order on repair_document (group_id, work_order_id) where work_order_id is not null;
create index repair_document_reception on repair_document (group_id, reception_id) where reception_id is not null;
create index repair_document_expected on repair_document (group_id, org_id, expected_at) where expected_at is not null;
-- Cars in the shop are few among all that ever came.
create index repair_document_open on repair_document (group_id, org_id, state)
  where kind = 'work_order' and state not in ('settled', 'delivered', 'cancelled');
select shared.guard_tenant('repair_document');

create table repair_line (
  group_id bigint not null,
  id bigint generated always as identity,
  document_id bigint not null,
  section text not null check (section in ('labour', 'materials', 'extras', 'outsourced')),
  line_no int not null,
  -- The line that it was made of: of an appointment, an order, a settlement.
  source_line_id bigint,
  name text not null default '',
  service_item_id bigint,
  part_id bigint,
  worker_type_id bigint,
  -- Whom the work is bought of.
  supplier_id bigint,
  -- Of material: the labour that it goes with.
  labour_line_id bigint,
  pricing_mode text check (pricing_mode in ('hours', 'fixed')),
  std_hours numeric(14, 6) not null default 0,
  qty numeric(10, 4) not null,
  -- Null while nobody has priced it.
  price numeric(14, 4),
  price_source text not null default '',
  discount_rate numeric(7, 4) not null default 1,
  amount numeric(16, 2) not null default 0,
  net_amount numeric(16, 2) not null default 0,
  tax_rate numeric(7, 4) not null default 0,
  payer text not null default 'customer' check (payer in ('customer', 'insurance', 'warranty', 'internal', 'rework', 'gift')),
  payer_partner_id bigint,
  payer_department_id bigint,
  -- What the insurer or the manufacturer has agreed to pay.
  assessed_amount numeric(16, 2),
  -- Bought work: what it costs us.
  purchase_amount numeric(16, 2),
  complaint text not null default '',
  cause text not null default '',
  remedy text not null default '',
  quality_km numeric(11, 4),
  quality_days int,
  is_added boolean not null default false,
  is_customer_supplied boolean not null default false,
  is_consumable boolean not null default false,
  is_valued boolean not null default false,
  -- Of material: what the warehouse has issued, and taken back of that. Written under the lock of the order.
  issued_qty numeric(14, 4) not null default 0 check (issued_qty >= 0),
  returned_qty numeric(14, 4) not null default 0 check (returned_qty between 0 and issued_qty),
  agreement text not null default 'open' check (agreement in ('open', 'agreed', 'declined')),
  agreed_at timestamptz,
  declined_reason text not null default '',
  -- Of labour.
  work_state text not null default 'waiting' check (work_state in ('waiting', 'working', 'paused', 'finished', 'passed')),
  is_internal_rework boolean not null default false,
  rework_of_line_id bigint,
  -- Of a settlement: what of the order's reductions it bears, what it counts for, what it cost.
  discount_share numeric(16, 2) not null default 0,
  coupon_share numeric(16, 2) not null default 0,
  gift_share numeric(16, 2) not null default 0,
  salvage_share numeric(16, 2) not null default 0,
  output_amount numeric(16, 2) not null default 0,
  cost_amount numeric(16, 2) not null default 0,
  is_restocked boolean not null default false,
  remark text not null default '',
  primary key (group_id, id),
  foreign key (group_id, document_id) references repair_document (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, source_line_id) references repair_line (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, service_item_id) references service_item (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, part_id) references part (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, worker_type_id) references worker_type (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, supplier_id) references partner (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, labour_line_id) references repair_line (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, payer_partner_id) references partner (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, rework_of_line_id) references repair_line (group_id, id) on delete restrict deferrable initially deferred
);
create index repair_line_document on repair_line (group_id, document_id, section, line_no);
create index repair_line_source on repair_line (group_id, source_line_id) where source_line_id is not null;
create index repair_line_part on repair_line (group_id, part_id) where part_id is not null;
-- What the warehouse is waited for.
create index repair_line_wanted on repair_line (group_id, part_id, document_id)
  where section = 'materials' and not is_customer_supplied and qty > issued_qty - returned_qty;
create index repair_line_item on repair_line (group_id, service_item_id) where service_item_id is not null;
create index repair_line_rework on repair_line (group_id, rework_of_line_id) where rework_of_line_id is not null;
select shared.guard_tenant('repair_line');

-- Who works on a line, what share of it is his, and when he did.
create table dispatch (
  group_id bigint not null,
  id bigint generated always as identity,
  org_id bigint not null,
  work_order_id bigint not null,
  line_id bigint not null,
  employee_id bigint not null,
  role text not null default 'lead' check (role in ('lead', 'assistant')),
  share numeric(7, 4) not null check (share >= 0 and share <= 1),
  bay_id bigint,
  planned_start timestamptz,
  planned_end timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  remark text not null default '',
  primary key (group_id, id),
  unique (group_id, line_id, employee_id),
  foreign key (group_id, org_id) references org (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, work_order_id) references repair_document (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, line_id) references repair_line (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, employee_id) references employee (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, bay_id) references bay (group_id, id) on delete restrict deferrable initially deferred
);
create index dispatch_order on dispatch (group_id, work_order_id);
create index dispatch_employee on dispatch (group_id, employee_id, id desc);
create index dispatch_planned on dispatch (group_id, org_id, planned_start) where planned_start is not null;
select shared.guard_tenant('dispatch');

-- When work on a line stood still, and why.
create table dispatch_pause (
  group_id bigint not null,
  id bigint generated always as identity,
  dispatch_id bigint not null,
  kind text not null check (kind in ('parts', 'customer', 'maker', 'other')),
  reason text not null default '',
  from_at timestamptz not null,
  until_at timestamptz,
  primary key (group_id, id),
  foreign key (group_id, dispatch_id) references dispatch (group_id, id) on delete restrict deferrable initially deferred
);
create index dispatch_pause_of on dispatch_pause (group_id, dispatch_id);
select shared.guard_tenant('dispatch_pause');

-- 领料 and 退料 are documents of goods that belong to an order, line by line.
alter table goods_document add column work_order_id bigint;
alter table goods_document add foreign key (group_id, work_order_id) references repair_document (group_id, id) on delete restrict deferrable initially deferred;
create index goods_document_work_order on goods_document (group_id, work_order_id) where work_order_id is not null;
alter table goods_document_line add column work_order_line_id bigint;
alter table goods_document_line add foreign key (group_id, work_order_line_id) references repair_line (group_id, id) on delete restrict deferrable initially deferred;
create index goods_document_line_work_order on goods_document_line (group_id, work_order_line_id) where work_order_line_id is not null;
