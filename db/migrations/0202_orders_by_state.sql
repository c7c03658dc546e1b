-- Boards ask for the states of cars in the shop, settled ones among them, and lists for one state, newest first. The index they had left settled
-- orders out, so that a board read every order that ever was.
drop index repair_document_open;
create index repair_document_state on repair_document (group_id, org_id, kind, state, biz_date desc, id desc);
-- 在厂, whatever the state.
create index repair_document_here on repair_document (group_id, org_id, kind) where delivered_at is null;
-- 今日进厂. A policy lets no condition on coalesce reach an index, since it does not know that it leaks nothing.
create index repair_document_came on repair_document (group_id, org_id, kind, (case when arrived_at is null then created_at else arrived_at end));
