-- A document that is posted by the request that saves it is written two or three times in one transaction, and each time PostgreSQL
-- asked all its references anew. At the commit only the last version is asked. What is referred to is still not deleted: that is
-- refused at once, as programs rely on it.
do $$
declare
  reference record;
begin
  for reference in
    select conrelid::regclass::text as tab, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and confdeltype = 'a' and not condeferrable and conrelid in ('goods_document'::regclass, 'goods_document_line'::regclass)
  loop
    execute format('alter table %s drop constraint %s', reference.tab, reference.name);
    execute format('alter table %s add constraint %s %s on delete restrict deferrable initially deferred',
      reference.tab, reference.name, reference.definition);
  end loop;
end $$;
