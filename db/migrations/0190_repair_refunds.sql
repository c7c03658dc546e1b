-- Refunds of settled repairs: which account pays, and what somebody typed in place of the share of the pieces.

alter table repair_document add column store_account_id bigint;
alter table repair_document add foreign key (group_id, store_account_id) references store_account (group_id, id) on delete restrict deferrable initially deferred;
-- What hangs on a settlement: its order, and its refunds.
create index repair_document_settlement on repair_document (group_id, settlement_id) where settlement_id is not null;
-- A refund is undone on a later day by a red one beside it.
alter table repair_document drop constraint repair_document_is_red_check;
alter table repair_document drop constraint repair_document_red_of_check;

alter table repair_line add column refund_amount numeric(16, 2) check (refund_amount >= 0);
