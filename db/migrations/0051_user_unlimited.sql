-- 用户授权: a limit of one user may be 不限, which is not the same as following his roles.

alter table user_limit
  add column no_discount_limit boolean not null default false,
  add column no_order_discount_limit boolean not null default false,
  add column no_settle_discount_limit boolean not null default false;
