-- A draft may wait for prices. The mark stands beside the price, whose 0 then means nothing: sums need no case of their own.

alter table goods_document_line add column is_unpriced boolean not null default false;
