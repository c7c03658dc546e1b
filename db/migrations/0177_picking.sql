-- 领料 and 退料 name the car that their goods go into; it is that of their order.

alter table goods_document add column vehicle_id bigint;
alter table goods_document add foreign key (group_id, vehicle_id) references vehicle (group_id, id) on delete restrict deferrable initially deferred;
