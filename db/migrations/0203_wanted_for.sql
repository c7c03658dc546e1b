-- 缺料转采购、转调拨: the order of a car whose shortage a purchase order or a transfer request was made of (business/repair 5.7).

alter table goods_document add column wanted_for bigint;
alter table goods_document add foreign key (group_id, wanted_for) references repair_document (group_id, id) on delete restrict deferrable initially deferred;
create index goods_document_wanted_for on goods_document (group_id, wanted_for) where wanted_for is not null;
