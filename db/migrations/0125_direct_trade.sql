-- 采购转销售单: from whom it buys and on which terms, beside what it sells; and the documents that another one makes and undoes (ADR 0158).

alter table goods_document
  add column made_by bigint,
  add column supplier_id bigint,
  add column purchase_settlement_method_id bigint,
  add column purchase_due_on date,
  add column purchase_invoice_kind text check (purchase_invoice_kind in ('special', 'normal', 'none')),
  add column purchase_tax_included boolean,
  add column purchase_taxed numeric(16, 2) not null default 0,
  add foreign key (group_id, made_by) references goods_document (group_id, id) on delete restrict deferrable initially deferred,
  add foreign key (group_id, supplier_id) references partner (group_id, id) on delete restrict deferrable initially deferred,
  add foreign key (group_id, purchase_settlement_method_id) references settlement_method (group_id, id)
    on delete restrict deferrable initially deferred;
create index goods_document_made_by on goods_document (group_id, made_by) where made_by is not null;
create index goods_document_supplier on goods_document (group_id, supplier_id) where supplier_id is not null;

-- The line of a purchase that goods are sold out of, before they are here or after (转销售).
alter table goods_document_line
  add column purchase_price numeric(14, 4),
  add column purchase_tax_rate numeric(7, 4),
  add column linked_purchase_line_id bigint,
  add foreign key (group_id, linked_purchase_line_id) references goods_document_line (group_id, id)
    on delete restrict deferrable initially deferred;
create index goods_document_line_linked_purchase on goods_document_line (group_id, linked_purchase_line_id)
  where linked_purchase_line_id is not null;
