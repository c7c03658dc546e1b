-- 三包单: what was done to a car, or taken back of a customer, at a manufacturer's expense (business/three-guarantees 3).

alter table repair_document
  add column manufacturer_id bigint,
  -- Terms of his policy that the bill is claimed by.
  add column policy_term_id bigint,
  add column fault_code_id bigint,
  -- The part that caused it (主因件).
  add column cause_part_id bigint,
  add column handling text check (handling in ('repair', 'replace', 'return')),
  add column invoiced_on date,
  add column repaired_on date,
  -- What somebody read off the car.
  add column checked_vin text not null default '',
  -- The last day on which it may be claimed; null: no deadline.
  add column claim_by date,
  -- Whether it was within the terms, in words, and why it is claimed though it was not.
  add column is_in_term boolean,
  add column term_text text not null default '',
  add column term_reason text not null default '',
  -- What a manufacturer has agreed to in the end; null while he has not answered.
  add column confirmed_amount numeric(16, 2),
  -- Of it what settlements of claims have taken over.
  add column settled_amount numeric(16, 2) not null default 0;
alter table repair_document add foreign key (group_id, manufacturer_id) references partner (group_id, id) on delete restrict deferrable initially deferred;
alter table repair_document add foreign key (group_id, policy_term_id) references manufacturer_policy_term (group_id, id) on delete restrict deferrable initially deferred;
alter table repair_document add foreign key (group_id, fault_code_id) references fault_code (group_id, id) on delete restrict deferrable initially deferred;
alter table repair_document add foreign key (group_id, cause_part_id) references part (group_id, id) on delete restrict deferrable initially deferred;
create index warranty_bill_maker on repair_document (group_id, org_id, manufacturer_id, state) where kind = 'warranty_bill';
create index warranty_bill_deadline on repair_document (group_id, org_id, claim_by) where kind = 'warranty_bill' and claim_by is not null;

-- What the manufacturer agreed to of a line; null while he has not answered.
alter table repair_line
  add column confirmed_amount numeric(16, 2),
  -- Of material: the old part goes back to him.
  add column returns_old_part boolean not null default false;
