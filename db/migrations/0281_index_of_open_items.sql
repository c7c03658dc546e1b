-- 未结 of the settlement tabs. Behind row-level security nothing is known of how many balances are not 0, so that their index was not taken: the strip read the
-- settled items, too. Whether an item is settled is a column with statistics of its own.
drop index open_item_tab;
create index open_item_tab on open_item (group_id, org_id, tab, side, due_on, id)
  include (partner_id, original, written_off, discounted, balance) where not is_settled and original <> 0;
