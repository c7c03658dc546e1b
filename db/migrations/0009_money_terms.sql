-- What corrections of balances and deposits need, and who may approve large payments.

-- Account and due date of a correction.
alter table money_slip add column side text check (side in ('AR', 'AP', 'ADV_IN', 'ADV_OUT'));
alter table money_slip add column due_on date;
create index money_slip_source on money_slip (group_id, org_id, partner_id, source_id) where source_id is not null;

-- Highest payment that a holder may approve; null has no limit (DOMAIN 4.8a).
alter table role add column payment_approve_limit numeric(16, 2);
alter table role alter column payment_approve_limit set default 0;
