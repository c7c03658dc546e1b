-- Flag 成本 of the warehouse permission (DOMAIN 10.3): who may use a warehouse need not see what its goods cost. Nobody who
-- could see costs until now loses them.

alter table user_warehouse add column can_cost boolean not null default false;

update user_warehouse set can_cost = can_view;
