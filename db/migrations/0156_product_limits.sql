-- Limits of a product in one warehouse of its organisation, beside those of the product as a whole.
create table product_limit (
  group_id bigint not null,
  org_id bigint not null,
  part_id bigint not null,
  warehouse_id bigint not null,
  min_stock numeric(10, 4) check (min_stock >= 0),
  max_stock numeric(10, 4) check (max_stock >= 0),
  primary key (group_id, org_id, part_id, warehouse_id),
  check (min_stock is not null or max_stock is not null),
  check (min_stock <= max_stock),
  foreign key (group_id, org_id, part_id) references product (group_id, org_id, part_id),
  foreign key (group_id, warehouse_id) references warehouse (group_id, id)
);
select shared.guard_tenant('product_limit');
