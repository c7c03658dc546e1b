-- Money between accounts of one organisation, or to one of a sister: the account that its header names, the one on the other end, and whose that is.
alter table money_slip add column account_id bigint, add column counter_account_id bigint, add column counter_org_id bigint,
  add column trade_no text not null default '';
alter table money_slip add foreign key (group_id, account_id) references store_account (group_id, id);
alter table money_slip add foreign key (group_id, counter_account_id) references store_account (group_id, id);
alter table money_slip add foreign key (group_id, counter_org_id) references org (group_id, id);
-- What other organisations have sent is listed by whom it was sent to.
create index money_slip_counter on money_slip (group_id, counter_org_id, kind, biz_date desc, id desc) where counter_org_id is not null;
-- What a document has made is found by it.
create index money_slip_made on money_slip (group_id, made_by) where made_by is not null;
