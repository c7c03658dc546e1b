-- Settlements of work orders: what insurers leave to the customer, what each line bears, and the slips that a settlement makes.

alter table repair_document add column insurers jsonb not null default '[]';
-- Whether the prices of its order contained the tax when it was settled.
alter table repair_document add column tax_included boolean;
-- Who let its discounts pass, and the version of the order that he saw.
alter table repair_document add column passed_by bigint;
alter table repair_document add column passed_version int;
create unique index repair_settlement_of_order on repair_document (group_id, work_order_id) where kind = 'repair_settlement' and state <> 'voided';

alter table repair_line add column taxed_amount numeric(16, 2) not null default 0;
alter table repair_line add column deductible_share numeric(16, 2) not null default 0;

-- A document of any family may make slips of money; it alone undoes them (ADR 0205).
alter table money_slip add column maker_kind text;
alter table money_slip add column made_by bigint;
alter table money_slip add constraint money_slip_maker_check check ((maker_kind is null) = (made_by is null));
create index money_slip_maker on money_slip (group_id, maker_kind, made_by) where made_by is not null;
