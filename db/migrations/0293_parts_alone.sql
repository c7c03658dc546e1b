-- 三包 of parts without a car: the day on which the customer has bought one, and what he gets for it (business/three-guarantees 3.7).

alter table repair_document
  -- Of a 三包单 without a car: the day from which its term runs.
  add column bought_on date;

alter table goods_document
  -- The 三包单 that a delivery replaces parts of, or that a return credits.
  add column warranty_bill_id bigint;
alter table goods_document add foreign key (group_id, warranty_bill_id) references repair_document (group_id, id) on delete restrict deferrable initially deferred;
create index goods_document_warranty_bill on goods_document (group_id, warranty_bill_id) where warranty_bill_id is not null;
