-- What 合并客户 has opened in place of an item is found by the number that it keeps.
create index open_item_merged on open_item (group_id, bill_no) where source_kind = 'partner_merge';
