-- Documents by which the cost of goods follows what their invoice says without tax.
create table invoice_adjustment (
  group_id bigint not null,
  invoice_id bigint not null,
  document_id bigint not null,
  primary key (group_id, invoice_id, document_id),
  foreign key (group_id, invoice_id) references invoice (group_id, id) on delete restrict deferrable initially deferred,
  foreign key (group_id, document_id) references goods_document (group_id, id) on delete restrict deferrable initially deferred
);

select shared.guard_tenant('invoice_adjustment');
