-- A document between two organisations of the group: whose it is also, and the warehouse there (ADR 0128).

alter table goods_document
  add counter_org_id bigint,
  add to_warehouse_id bigint,
  add foreign key (group_id, counter_org_id) references org (group_id, id),
  add foreign key (group_id, to_warehouse_id) references warehouse (group_id, id),
  add check (counter_org_id <> org_id);
create index goods_document_counter on goods_document (group_id, counter_org_id, kind, biz_date desc, id desc)
  where counter_org_id is not null;
