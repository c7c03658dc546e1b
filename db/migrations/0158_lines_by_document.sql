-- Sums by part read of each document which parts it has in which quantities (ADR 0175). They stand in the index of its lines, which had an entry for each
-- line anyway, so that the lines themselves are not read where nothing of their page has changed since it was vacuumed.

alter table goods_document_line drop constraint goods_document_line_group_id_document_id_line_no_key;
alter table goods_document_line add constraint goods_document_line_group_id_document_id_line_no_key
  unique (group_id, document_id, line_no) include (part_id, qty);

-- By default a fifth of all lines has to change first: of a shop that has traded for years that is longer than the month that is asked for.
alter table goods_document_line set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
