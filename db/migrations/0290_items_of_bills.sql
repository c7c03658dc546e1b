-- What a verdict changes of a 三包单 is an item of the verdict that names the bill, so that a settlement finds all of a bill (business/three-guarantees 5.3).

alter table open_item add column warranty_bill_id bigint;
alter table open_item add foreign key (group_id, warranty_bill_id) references repair_document (group_id, id) on delete restrict deferrable initially deferred;
create index open_item_warranty_bill on open_item (group_id, warranty_bill_id) where warranty_bill_id is not null;
