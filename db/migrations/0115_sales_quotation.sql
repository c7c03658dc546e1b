-- 销售报价单: how long the offer holds, which vehicle was asked about, and lines that are alternatives for one asked item.
-- A line that was not chosen counts for nothing in its document; of kinds without alternatives the mark is null.

alter table goods_document add column valid_until date, add column vehicle_text text;
alter table goods_document_line add column group_no integer, add column asked text, add column is_chosen boolean;

-- Offers that may run out, for the daily look.
create index goods_document_valid_until on goods_document (group_id, valid_until) where valid_until is not null;
