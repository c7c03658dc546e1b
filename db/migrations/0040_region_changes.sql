-- Regions are changed by the platform's keeper; every change raises the stamp, so that each server process reads them anew.

alter table shared.region add column version int not null default 1;

create table shared.region_stamp (
  id int primary key default 1 check (id = 1),
  version int not null default 1
);
insert into shared.region_stamp (id) values (1);
