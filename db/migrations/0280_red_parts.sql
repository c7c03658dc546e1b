-- Red invoices of a part of a blue one. Their lines have the numbers of the blue lines that they are of.
alter table invoice
  add column part_of bigint,
  -- What they have taken of the blue one, with tax.
  add column taken numeric(16, 2) not null default 0,
  add foreign key (group_id, part_of) references invoice (group_id, id) on delete restrict deferrable initially deferred,
  add check (red_of is null or part_of is null);
create index invoice_part on invoice (group_id, part_of) where part_of is not null;
