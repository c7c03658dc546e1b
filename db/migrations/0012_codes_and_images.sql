-- Codes that masters get when the user types none, and pictures of parts.

create table code_counter (
  group_id bigint not null,
  prefix text not null,
  last_no int not null,
  primary key (group_id, prefix)
);

-- The file itself lies in the data folder under its id; the row is its permission to be read.
create table part_image (
  group_id bigint not null,
  id bigint generated always as identity,
  part_id bigint not null,
  file_name text not null,
  content_type text not null,
  byte_count int not null,
  created_at timestamptz not null default now(),
  primary key (group_id, id),
  foreign key (group_id, part_id) references part (group_id, id)
);
create index part_image_part on part_image (group_id, part_id, id);

select shared.guard_tenant(t) from unnest(array['code_counter', 'part_image']::regclass[]) as t;
