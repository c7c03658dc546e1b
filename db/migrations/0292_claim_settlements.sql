-- 三包结算单: whether the manufacturer wants an invoice of it, and why old parts that he has not got were let pass (business/three-guarantees 7.2).

alter table claim_document add column needs_invoice boolean not null default true;
alter table claim_document add column old_parts_reason text not null default '';
