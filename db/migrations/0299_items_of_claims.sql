-- What a manufacturer is billed for claims is taken over by a 三包结算单 alone, and is due by that (business/three-guarantees 7.1). The views of the settlement
-- tabs read it out of their indexes.
alter table open_item add column is_claim boolean not null generated always as
  (coalesce(tab = 'warranty' and source_kind in ('repair_settlement', 'warranty_bill', 'claim_confirmation'), false)) stored;

drop index open_item_tab;
create index open_item_tab on open_item (group_id, org_id, tab, side, due_on, id)
  include (partner_id, original, written_off, discounted, balance, is_claim) where not is_settled and original <> 0;
drop index open_item_tab_settled;
create index open_item_tab_settled on open_item (group_id, org_id, tab, side, due_on, id)
  include (partner_id, original, written_off, discounted, balance, is_claim) where is_settled and original <> 0;
drop index open_item_tab_all;
create index open_item_tab_all on open_item (group_id, org_id, tab, side, due_on, id)
  include (partner_id, original, written_off, discounted, balance, is_claim) where original <> 0;
