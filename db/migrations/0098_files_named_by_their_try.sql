-- A file comes into the store before the row that names it, under a name of its own for each try. Older ones lie under the id of
-- their row. An attachment without a name is a ticket that waits for its content; `sha256` tells a repeat from another content.
alter table attachment add column stored_as text, add column sha256 text;
update attachment set stored_as = id where is_stored;
alter table attachment drop column is_stored;

alter table part_image add column stored_as text;
update part_image set stored_as = id;
alter table part_image alter column stored_as set not null;
