-- A report may begin at the reception of a car; the order that is made of it takes the report along (ADR 0225).
alter table inspection alter column work_order_id drop not null;
alter table inspection add column reception_id bigint;
alter table inspection add foreign key (group_id, reception_id) references repair_document (group_id, id);
alter table inspection add check (work_order_id is not null or reception_id is not null);
create index inspection_reception on inspection (group_id, reception_id) where reception_id is not null;

-- Templates are meant for months of the year, over new year too, and for types of car; without any they are for all (business/repair 12.1).
alter table inspection_template add column month_from int check (month_from between 1 and 12);
alter table inspection_template add column month_to int check (month_to between 1 and 12);
alter table inspection_template add check ((month_from is null) = (month_to is null));
update inspection_template set month_from = 5, month_to = 9 where season = 'summer';
update inspection_template set month_from = 11, month_to = 3 where season = 'winter';

create table inspection_template_car_type (
  group_id bigint not null,
  template_id bigint not null,
  car_type_id bigint not null,
  primary key (group_id, template_id, car_type_id),
  foreign key (group_id, template_id) references inspection_template (group_id, id),
  foreign key (group_id, car_type_id) references car_type (group_id, id)
);
select shared.guard_tenant('inspection_template_car_type');
insert into inspection_template_car_type (group_id, template_id, car_type_id)
select group_id, id, car_type_id from inspection_template where car_type_id is not null;

alter table inspection_template drop column season;
alter table inspection_template drop column car_type_id;
