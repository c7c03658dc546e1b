-- Photos that who works on a line has taken of it: files of its order, which the customer sees where the desk shows them to him (ADR 0226).
create table line_photo (
  group_id bigint not null,
  file_id bigint not null,
  line_id bigint not null,
  is_shown boolean not null default false,
  primary key (group_id, file_id),
  foreign key (group_id, file_id) references attachment (group_id, id) on delete cascade,
  foreign key (group_id, line_id) references repair_line (group_id, id) on delete cascade
);
select shared.guard_tenant('line_photo');
create index line_photo_of on line_photo (group_id, line_id);
