-- What an open item is for, and so the tab that it is settled in. Documents say it of what they open; items that were opened before are told apart
-- by what opened them, those that moved to another partner by where they came from.

alter table open_item add column tab text;

update open_item set tab = case
  when source_kind in ('goods_receipt', 'purchase_return') and remark = '运费' then 'freight'
  when source_kind in ('sales_delivery', 'sales_return') and side = 'AP' then 'freight'
  when source_kind in ('repair_settlement', 'repair_refund', 'write_off') and remark = '会员卡跨店' then 'card'
  when source_kind in ('repair_settlement', 'repair_refund') and side = 'AP' then 'outsource'
  when source_kind in ('repair_settlement', 'repair_refund') and payer_type = 'warranty' then 'warranty'
  when source_kind = 'repair_settlement' and payer_type = 'insurance' then 'insurance'
  when source_kind = 'goods_receipt' then 'purchase'
  when source_kind = 'purchase_return' then 'purchase_back'
  when source_kind = 'sales_delivery' then 'sale'
  when source_kind = 'sales_return' then 'sale_back'
  when source_kind = 'repair_settlement' then 'repair'
  when source_kind = 'repair_refund' then 'repair_refund'
  when source_kind = 'card_voucher' then 'card'
  when source_kind = 'transfer_receipt' then 'transfer'
  when source_kind in ('assembly', 'disassembly') then 'outsource'
  when source_kind = 'balance_adjustment' then 'other'
end;

-- The item of a red document has no word of its own: it is what the item is that it stands against. What was moved twice follows what was moved once.
do $$
declare
  moved bigint;
  red bigint;
begin
  loop
    update open_item i set tab = o.tab
    from write_off_line w
    join open_item o on o.group_id = w.group_id and o.id = w.open_item_id and o.tab is not null
    where i.tab is null and i.source_kind in ('write_off', 'partner_merge') and w.group_id = i.group_id and w.doc_kind = i.source_kind
      and w.doc_id = i.source_id and w.reversal_of is null and o.side = i.side and o.due_on = i.due_on and o.id < i.id
      and o.payer_type is not distinct from i.payer_type
      and case when i.source_kind = 'write_off' then i.remark = '转自 ' || o.bill_no else i.bill_no = o.bill_no end;
    get diagnostics moved = row_count;
    update open_item r set tab = o.tab
    from write_off_line w
    join open_item o on o.group_id = w.group_id and o.id = w.counter_item_id and o.tab is not null
    where w.group_id = r.group_id and w.open_item_id = r.id and w.tender = 'opposite' and w.doc_kind = r.source_kind and w.doc_id = r.source_id
      and o.id < r.id and o.tab is distinct from r.tab;
    get diagnostics red = row_count;
    exit when moved + red = 0;
  end loop;
end $$;

update open_item set tab = 'other' where tab is null;

alter table open_item alter column tab set not null;
alter table open_item add constraint open_item_tab_check check (tab in ('purchase', 'purchase_back', 'sale', 'sale_back', 'repair', 'repair_refund',
  'insurance', 'warranty', 'card', 'transfer', 'outsource', 'freight', 'other'));
create index open_item_tab on open_item (group_id, org_id, tab, due_on, id) where balance <> 0;
