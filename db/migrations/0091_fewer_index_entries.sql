-- Most rows reverse nothing; each of them had an entry all the same in an index that only asks for those that do.

alter table stock_ledger drop constraint stock_ledger_group_id_reversal_of_key;
create unique index stock_ledger_group_id_reversal_of_key on stock_ledger (group_id, reversal_of) where reversal_of is not null;
alter table partner_ledger drop constraint partner_ledger_group_id_reversal_of_key;
create unique index partner_ledger_group_id_reversal_of_key on partner_ledger (group_id, reversal_of) where reversal_of is not null;
alter table account_ledger drop constraint account_ledger_group_id_reversal_of_key;
create unique index account_ledger_group_id_reversal_of_key on account_ledger (group_id, reversal_of) where reversal_of is not null;
alter table goods_document drop constraint goods_document_group_id_red_of_key;
create unique index goods_document_group_id_red_of_key on goods_document (group_id, red_of) where red_of is not null;

-- A line is written once more when it is posted, a header at each step; what runs, all day. Room on the page keeps the new row beside the old one.
alter table goods_document_line set (fillfactor = 85);
alter table goods_document set (fillfactor = 85);
alter table stock_cost set (fillfactor = 60);
alter table stock_balance set (fillfactor = 60);
alter table partner_balance set (fillfactor = 60);
alter table idempotency_key set (fillfactor = 85);
