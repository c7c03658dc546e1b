-- 仓库工作台 asks all day long for transfers that wait on the other side and for counts that people are at: what is done costs it nothing.

create index goods_document_counter_state on goods_document (group_id, counter_org_id, kind, state) where counter_org_id is not null;
create index stock_count_state on stock_count (group_id, org_id, kind, state);
