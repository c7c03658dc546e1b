-- 缺货转采购: the sales order that a purchase order was made for. Beside source_line_id, whose quantities count what was
-- executed, it says only what for.

alter table goods_document add column bought_for bigint;
alter table goods_document add foreign key (group_id, bought_for) references goods_document (group_id, id);
create index goods_document_bought_for on goods_document (group_id, bought_for) where bought_for is not null;
