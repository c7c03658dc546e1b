-- What a partner read when he answered to his statement, by which link: it stands, whatever the books say of those days later.
alter table partner_statement
  add column answered_link_id bigint,
  add column read_opening numeric(16, 2),
  add column read_closing numeric(16, 2),
  add column read_advance numeric(16, 2),
  add foreign key (group_id, answered_link_id) references customer_link (group_id, id),
  add check (num_nonnulls(answered_link_id, read_opening, read_closing, read_advance) in (0, 4));
