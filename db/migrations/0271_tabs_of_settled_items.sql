-- The settlement tabs: each of their views has its rows in order, by account, and its figures without reading the items themselves.
-- What is settled is a column of its own: behind row-level security nothing is known of how many balances are 0, so that an index would not be taken.
alter table open_item add column is_settled boolean generated always as (original - written_off - discounted = 0) stored;

drop index open_item_tab;
create index open_item_tab on open_item (group_id, org_id, tab, side, due_on, id)
  include (partner_id, original, written_off, discounted, balance) where balance <> 0;
create index open_item_tab_settled on open_item (group_id, org_id, tab, side, due_on, id)
  include (partner_id, original, written_off, discounted, balance) where is_settled and original <> 0;
create index open_item_tab_all on open_item (group_id, org_id, tab, side, due_on, id)
  include (partner_id, original, written_off, discounted, balance) where original <> 0;
