-- 流水、往来单据、占用和明细所属的单据都在，引用的单据也在
-- A store account's opening balance is corrected by an entry without a document (ADR 0037).
with entry as (
  select org_id, 'stock_ledger' as entry, doc_kind as kind, doc_id as id from stock_ledger where group_id = $1
  union
  select org_id, 'wip_ledger', doc_kind, doc_id from wip_ledger where group_id = $1
  union
  select org_id, 'partner_ledger', doc_kind, doc_id from partner_ledger where group_id = $1
  union
  select org_id, 'account_ledger', doc_kind, doc_id from account_ledger
  where group_id = $1 and (doc_kind <> 'opening_correction' or doc_id <> store_account_id)
  union
  select org_id, 'pnl_ledger', doc_kind, doc_id from pnl_ledger where group_id = $1
  union
  select org_id, 'commission_entry', doc_kind, doc_id from commission_entry where group_id = $1
  union
  select org_id, 'card_ledger', doc_kind, doc_id from card_ledger where group_id = $1
  union
  select org_id, 'card_item_ledger', doc_kind, doc_id from card_item_ledger where group_id = $1
  union
  select org_id, 'write_off_line', doc_kind, doc_id from write_off_line where group_id = $1
  union
  select org_id, 'open_item', source_kind, source_id from open_item where group_id = $1
  union
  select org_id, 'money_slip', source_kind, source_id from money_slip where group_id = $1 and source_id is not null
  union
  select org_id, 'red document', kind, red_of from document where red_of is not null
)
select e.org_id, e.entry, e.kind, e.id
from entry e left join document d on d.kind = e.kind and d.id = e.id
where d.id is null
union all
select w.org_id, 'goods_document_line', null, l.id
from goods_document_line l
join warehouse w on w.group_id = l.group_id and w.id = l.warehouse_id
left join goods_document d on d.group_id = l.group_id and d.id = l.document_id
left join goods_document_line s on s.group_id = l.group_id and s.id = l.source_line_id
where l.group_id = $1 and (d.id is null or (l.source_line_id is not null and s.id is null))
union all
select d.org_id, 'bought_for', d.kind, d.id
from goods_document d left join goods_document s on s.group_id = d.group_id and s.id = d.bought_for
where d.group_id = $1 and d.bought_for is not null and s.id is null
union all
select a.org_id, 'money_slip_tender', null, t.id
from money_slip_tender t
join store_account a on a.group_id = t.group_id and a.id = t.store_account_id
left join money_slip m on m.group_id = t.group_id and m.id = t.slip_id
where t.group_id = $1 and m.id is null
union all
select l.org_id, 'store_account', l.doc_kind, l.store_account_id
from account_ledger l left join store_account a on a.group_id = l.group_id and a.id = l.store_account_id
where l.group_id = $1 and a.id is null
union all
select i.org_id, 'money_slip_item', null, s.id
from money_slip_item s
join open_item i on i.group_id = s.group_id and i.id = s.open_item_id
left join money_slip m on m.group_id = s.group_id and m.id = s.slip_id
where s.group_id = $1 and m.id is null
union all
select r.org_id, 'stock_reservation', r.source_kind, r.id
from stock_reservation r
left join document d on d.kind = r.source_kind and d.id = r.source_id
left join goods_document_line l on l.group_id = r.group_id and l.id = r.source_line_id and l.document_id = r.source_id
where r.group_id = $1 and (d.id is null or (d.in_table = 'goods_document' and r.is_live and l.id is null))
