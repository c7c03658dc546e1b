-- Freight on the partner's bill is part of a document's totals and no profit on goods (DOMAIN 4.3 formulas 6 and 8), so lists that
-- show 毛利 need it beside them. What earlier documents charged is what their totals hold beyond their lines.

alter table goods_document add column charged_freight numeric(16, 2) not null default 0;

update goods_document d set charged_freight = d.total_taxed + d.order_discount - l.taxed
from (select group_id, document_id, sum(taxed) as taxed from goods_document_line group by group_id, document_id) l
where l.group_id = d.group_id and l.document_id = d.id and d.total_taxed + d.order_discount <> l.taxed;

-- Accounts ask which entries are corrections; red documents are few.
create index goods_document_red on goods_document (group_id, org_id) where is_red;
