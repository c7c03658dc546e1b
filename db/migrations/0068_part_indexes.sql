-- Row-level security keeps a pattern from the trigram index: no search ever read it, while every new part paid for it.
-- Barcodes of a part had no index: a page of the part list read all barcodes of the group once a row.

drop index part_search;
create index part_barcode_part on part_barcode (group_id, part_id);
