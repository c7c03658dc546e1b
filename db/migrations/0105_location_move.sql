-- 移位单: a line says from which bin and into which one its goods go.

alter table goods_document_line add column to_location_id bigint;
alter table goods_document_line add foreign key (group_id, to_location_id) references location (group_id, id)
  on delete restrict deferrable initially deferred;
