-- An appointment may hold the parts that it plans until the car comes (business/arrivals 1.7).
alter table repair_document add column holds_parts boolean not null default false;
