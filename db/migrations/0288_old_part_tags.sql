-- 旧件: a tag is printed; one whose bill was undone is dropped, and stays for what has named it (business/three-guarantees 6.1).

alter table old_part
  add column tagged_at timestamptz,
  alter column bill_line_id drop not null,
  drop constraint old_part_state_check,
  add constraint old_part_state_check check (state in ('stored', 'packed', 'shipped', 'accepted', 'refused', 'lost', 'scrapped', 'dropped')),
  add constraint old_part_dropped check ((state = 'dropped') = (bill_line_id is null));
