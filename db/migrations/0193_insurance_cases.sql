-- 保险案件: what an insurer assesses of an accident car, what he leaves to the customer, and what he agrees to pay in the end (ADR 0214).

alter table repair_document
  add column insurer_id bigint,
  add column case_no text not null default '',
  add column policy_no text not null default '',
  add column policy_kind text check (policy_kind in ('compulsory', 'commercial', 'third_party', 'both')),
  -- Whose fault it was: the driver's part in percent.
  add column at_fault int check (at_fault between 0 and 100),
  add column surveyor text not null default '',
  add column assessed_labour numeric(16, 2) not null default 0,
  add column assessed_material numeric(16, 2) not null default 0,
  add column assessed_on date,
  add column depreciation numeric(16, 2) not null default 0,
  add column pays_directly boolean not null default true,
  -- Papers that he wants, each with whether it is here.
  add column papers jsonb not null default '[]',
  -- What he agreed to pay; null while he has not said.
  add column agreed_amount numeric(16, 2) check (agreed_amount >= 0);
alter table repair_document add foreign key (group_id, insurer_id) references partner (group_id, id) on delete restrict deferrable initially deferred;
-- An order may have several cases, so that each names its order.
alter table repair_document drop column insurance_case_id;
create unique index insurance_case_of_order on repair_document (group_id, work_order_id, insurer_id)
  where kind = 'insurance_case' and state <> 'voided' and work_order_id is not null;
