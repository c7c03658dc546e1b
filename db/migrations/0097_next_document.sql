-- A number is taken apart from the document that gets it, so that a shop's clerks never wait for each other. As a function it is one
-- message that commits by itself. It names its group as any other transaction does, and sees no more than that.
create function next_document(of_group bigint, of_org bigint, of_prefix text, of_day date, of_table text, out last_no int, out id bigint)
language plpgsql as $$
begin
  execute format('set local app.group_id = %L', of_group);
  insert into document_counter as counter (group_id, org_id, prefix, day, last_no) values (of_group, of_org, of_prefix, of_day, 1)
  on conflict (group_id, org_id, prefix, day) do update set last_no = counter.last_no + 1
  returning counter.last_no into next_document.last_no;
  id := nextval(pg_get_serial_sequence(of_table, 'id'));
end $$;
