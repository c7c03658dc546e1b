-- A reservation belongs to a line of a kind: kinds keep their lines in several tables, whose numbers meet.

create index stock_reservation_holder on stock_reservation (group_id, source_kind, source_line_id);
drop index stock_reservation_source;
